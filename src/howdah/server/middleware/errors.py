"""Faults: what went wrong in the house is written down with a number, and told without details."""

from __future__ import annotations

import logging
import secrets
from contextlib import suppress
from typing import Final

from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect

from howdah.i18n import translate
from howdah.server.error_handlers import refused
from howdah.server.errors import ApiError
from howdah.server.middleware.access_log import method_of, route_of

log = logging.getLogger(__name__)

INTERNAL_ERROR: Final = 1011


class ServerErrorMiddleware:
    """Answers for whatever nobody has foreseen."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, and apologise if it fails."""
        has_begun = False

        async def seen(message: Message) -> None:
            nonlocal has_begun
            has_begun = has_begun or message["type"] in ("http.response.start", "websocket.close")
            await send(message)

        try:
            await self._app(scope, receive, seen)
        except (ClientDisconnect, WebSocketDisconnect):
            return  # whoever asked has left
        except Exception as error:
            if scope["type"] == "lifespan":
                raise
            incident = _written_down(scope, error)
            if has_begun and scope["type"] == "http":
                raise  # half an answer must not look like a whole one
            if not has_begun:
                await _apologise(scope, receive, send, incident)


def _written_down(scope: Scope, error: Exception) -> str:
    incident = secrets.token_hex(4)
    fields = {"incident": incident, "method": method_of(scope), "route": route_of(scope)}
    log.error("something went wrong", extra={"fields": fields}, exc_info=error)
    return incident


async def _apologise(scope: Scope, receive: Receive, send: Send, incident: str) -> None:
    if scope["type"] == "websocket":
        with suppress(RuntimeError, OSError):  # it is closed already
            await send({"type": "websocket.close", "code": INTERNAL_ERROR})
        return
    answer = await refused(Request(scope), fault(incident))
    await answer(scope, receive, send)


def fault(incident: str) -> ApiError:
    """Something went wrong that nobody has foreseen."""
    sentence = translate(
        "Something went wrong in the house; nothing is lost. "
        "Please tell the host this number: {incident}.",
        incident=incident,
    )
    return ApiError(500, "fault", sentence, incident=incident)
