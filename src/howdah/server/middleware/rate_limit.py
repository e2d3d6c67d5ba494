"""The turnstile: every request is counted, and those that are too many wait outside."""

from __future__ import annotations

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from howdah.server.error_handlers import refused
from howdah.server.middleware.client_address import client_of
from howdah.server.middleware.limits import TRY_AGAIN_LATER, RateLimiter, rate_limited


class RateLimitMiddleware:
    """Lets in what the limits allow."""

    def __init__(self, app: ASGIApp, limits: RateLimiter) -> None:
        self._app = app
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request or a socket in, or not."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif wait := self._limits.ask(client_of(scope), scope.get("method", ""), scope["path"]):
            await _turn_away(scope, receive, send, wait)
        elif scope["type"] == "http":
            await self._app(scope, receive, send)
        else:
            await self._let_follow(scope, receive, send)

    async def _let_follow(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = client_of(scope)
        if not self._limits.acquire_socket(client):
            await send({"type": "websocket.close", "code": TRY_AGAIN_LATER})
            return
        try:
            await self._app(scope, receive, send)
        finally:
            self._limits.release_socket(client)


async def _turn_away(scope: Scope, receive: Receive, send: Send, wait: float) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": TRY_AGAIN_LATER})
        return
    answer = await refused(Request(scope), rate_limited(wait))
    await answer(scope, receive, send)
