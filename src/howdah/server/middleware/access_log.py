"""The watch: every request is counted, timed and written down by its route, never by its path."""

from __future__ import annotations

import logging
from time import perf_counter
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from howdah.server.middleware.client_address import client_of
from howdah.server.observability.metrics import Metrics

log = logging.getLogger("howdah.requests")

METHODS: Final = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
OTHER: Final = "OTHER"
SOCKET: Final = "SOCKET"
NOWHERE: Final = "(nowhere)"
OPENED: Final = 101
TURNED_AWAY: Final = 403
STATUSES: Final = {"websocket.accept": OPENED, "websocket.close": TURNED_AWAY}
"""What a socket is told first, as HTTP tells it."""


class AccessLogMiddleware:
    """Sees every request come and go."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See a request through."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        begin, status = perf_counter(), 0

        async def seen(message: Message) -> None:
            nonlocal status
            status = status or message.get("status", 0) or STATUSES.get(message["type"], 0)
            if message["type"] == "websocket.accept":
                self._metrics.sockets.inc()
            await send(message)

        try:
            await self._app(scope, receive, seen)
        finally:
            if status == OPENED:
                self._metrics.sockets.dec()
            self._write_down(scope, status or 500, perf_counter() - begin)

    def _write_down(self, scope: Scope, status: int, seconds: float) -> None:
        method, route = method_of(scope), route_of(scope)
        self._metrics.count(route, method, status, seconds)
        if log.isEnabledFor(logging.INFO):
            fields = {
                "method": method,
                "route": route,
                "status": status,
                "milliseconds": round(seconds * 1000, 1),
                "address": client_of(scope).address,
            }
            log.info("request", extra={"fields": fields})


def method_of(scope: Scope) -> str:
    """How something is asked; anyone can make up words, so those unknown are one."""
    if scope["type"] == "websocket":
        return SOCKET
    return scope["method"] if scope["method"] in METHODS else OTHER


def route_of(scope: Scope) -> str:
    """What is asked for, as the code calls it: `/t/{table_id}/seat/{token}`, and never more."""
    route = scope.get("route")
    if route is not None:
        return str(route.path)
    if scope.get("root_path"):
        return f"{scope['root_path']}/{{file}}"
    is_plain = scope.get("endpoint") is not None and not scope.get("path_params")
    return str(scope["path"]) if is_plain else NOWHERE
