"""The access log and request metrics; requests appear by route, never by path.

A path can hold the token of a seat, which is a secret.
"""

from __future__ import annotations

import logging
from time import perf_counter
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from howdah.server.middleware.clients import client_of
from howdah.server.observability.metrics import Metrics

log = logging.getLogger("howdah.requests")

METHODS: Final = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
OTHER: Final = "OTHER"
SOCKET: Final = "SOCKET"
NO_ROUTE: Final = "(nowhere)"
SOCKET_ACCEPTED: Final = 101
SOCKET_REJECTED: Final = 403
SOCKET_STATUSES: Final = {
    "websocket.accept": SOCKET_ACCEPTED,
    "websocket.close": SOCKET_REJECTED,
}
"""The HTTP status that the first message to a WebSocket stands for."""


class AccessLogMiddleware:
    """Counts, times and logs every request and WebSocket."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and log it when it ends."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        begin, status = perf_counter(), 0

        async def send_and_note_status(message: Message) -> None:
            nonlocal status
            status = status or message.get("status", 0) or SOCKET_STATUSES.get(message["type"], 0)
            if message["type"] == "websocket.accept":
                self._metrics.sockets.inc()
            await send(message)

        try:
            await self._app(scope, receive, send_and_note_status)
        finally:
            if status == SOCKET_ACCEPTED:
                self._metrics.sockets.dec()
            self._log_request(scope, status or 500, perf_counter() - begin)

    def _log_request(self, scope: Scope, status: int, seconds: float) -> None:
        method, route = method_of(scope), route_of(scope)
        self._metrics.count_request(route, method, status, seconds)
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
    """Return the method of a request; unknown ones are all `OTHER`, for clients can invent them."""
    if scope["type"] == "websocket":
        return SOCKET
    return scope["method"] if scope["method"] in METHODS else OTHER


def route_of(scope: Scope) -> str:
    """Return the route pattern of a request, such as `/t/{table_id}/seat/{token}`."""
    route = scope.get("route")
    if route is not None:
        return str(route.path)
    if scope.get("root_path"):
        return f"{scope['root_path']}/{{file}}"
    has_no_secret = scope.get("endpoint") is not None and not scope.get("path_params")
    return str(scope["path"]) if has_no_secret else NO_ROUTE
