"""Responses to errors outside the routes: refusals of middleware, and unexpected exceptions."""

from __future__ import annotations

import logging
import secrets
from contextlib import suppress
from typing import Final

from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketDisconnect

from howdah.i18n import translate
from howdah.server.errors import ApiError
from howdah.server.middleware.access_log import method_of, route_of
from howdah.server.responses import error_response

log = logging.getLogger(__name__)

INTERNAL_ERROR: Final = 1011
"""The WebSocket close code."""


class ServerErrorMiddleware:
    """Logs every unexpected exception with an incident number, and answers with that number alone.

    An `ApiError` that middleware raises becomes a response as if a route had raised it.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and respond if that fails."""
        has_started = False

        async def send_and_note_start(message: Message) -> None:
            nonlocal has_started
            starts = ("http.response.start", "websocket.close")
            has_started = has_started or message["type"] in starts
            await send(message)

        try:
            await self._app(scope, receive, send_and_note_start)
        except (ClientDisconnect, WebSocketDisconnect):
            return
        except ApiError as error:
            await _send_error(scope, receive, send, error)
        except Exception as error:
            if scope["type"] == "lifespan":
                raise
            incident = _log_incident(scope, error)
            if has_started and scope["type"] == "http":
                raise  # the connection is cut: half a response must not look like a whole one
            if not has_started:
                await _send_error(scope, receive, send, internal_error(incident))


def _log_incident(scope: Scope, error: Exception) -> str:
    incident = secrets.token_hex(4)
    fields = {"incident": incident, "method": method_of(scope), "route": route_of(scope)}
    log.error("unexpected error in a request", extra={"fields": fields}, exc_info=error)
    return incident


async def _send_error(scope: Scope, receive: Receive, send: Send, error: ApiError) -> None:
    if scope["type"] == "websocket":
        with suppress(RuntimeError, OSError):  # it is closed already
            await send({"type": "websocket.close", "code": INTERNAL_ERROR})
        return
    response = error_response(Request(scope), error)
    await response(scope, receive, send)


def internal_error(incident: str) -> ApiError:
    """An unexpected error, with the incident number under which it is logged."""
    sentence = translate(
        "Something went wrong on our side; your game is safe. "
        "If it happens again, send the host this number: {incident}.",
        incident=incident,
    )
    return ApiError(500, "fault", sentence, incident=incident)
