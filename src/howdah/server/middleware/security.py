"""The doorkeeper: looks at every request once, before anything else does."""

from __future__ import annotations

import re
from http.cookies import CookieError, SimpleCookie
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from howdah.i18n import Language, best_language, translate, use_language
from howdah.i18n.languages import CODES
from howdah.server.errors import ApiError

LANGUAGE_COOKIE: Final = "language"
THEME_COOKIE: Final = "theme"
LARGEST_BODY: Final = 2_000_000
HOST: Final = re.compile(r"([\w.~-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?", re.ASCII | re.IGNORECASE)
SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")
HEADERS: Final = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
"""What every answer tells the browser: nothing leaves this machine, nothing is framed."""
ALWAYS_SAFELY: Final = {"strict-transport-security": "max-age=31536000"}
"""What a browser is told that came by https: come that way again."""


class SecurityMiddleware:
    """Speaks the reader's language, and refuses requests that other sites made."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        with use_language(language_of(headers)):
            refusal = _objection(scope, headers)
            if refusal is None:
                await self._app(scope, _measured(receive), _with_headers(scope, send))
            elif scope["type"] == "http":
                scope["app"].state.metrics.refusals.labels(refusal.code).inc()
                answer = JSONResponse(refusal.to_json(), refusal.status)
                await answer(scope, receive, _with_headers(scope, send))
            else:
                await send({"type": "websocket.close", "code": 1008})


def language_of(headers: Headers) -> Language:
    """The language that the reader chose, or that the browser asks for."""
    chosen = cookies_of(headers).get(LANGUAGE_COOKIE)
    if chosen in CODES:
        return chosen
    return best_language(headers.get("accept-language", ""))


def cookies_of(headers: Headers) -> dict[str, str]:
    """The cookies of a request."""
    try:
        found = SimpleCookie(headers.get("cookie", ""))
    except CookieError:
        return {}
    return {name: morsel.value for name, morsel in found.items()}


def _objection(scope: Scope, headers: Headers) -> ApiError | None:
    """Why a request is not let in: another site sent it, it is broken, or it carries too much."""
    host, length = headers.get("host"), headers.get("content-length", "0")
    if host is not None and not HOST.fullmatch(host):
        return ApiError(400, "invalid-request", translate("There is no such host."))
    is_safe = scope["type"] == "http" and scope["method"] in SAFE_METHODS
    if not is_safe and not _is_from_here(scope, headers):
        return ApiError(403, "other-site", translate("This request comes from another site."))
    if not length.isdecimal():
        return ApiError(400, "invalid-request", translate("This has no length."))
    if len(length) > len(str(LARGEST_BODY)) or int(length) > LARGEST_BODY:
        return _too_large()
    return None


def _too_large() -> ApiError:
    return ApiError(413, "too-large", translate("This is too large."))


def _is_from_here(scope: Scope, headers: Headers) -> bool:
    """Browsers say where a request comes from, in one way or another; scripts need not."""
    origin, referrer = headers.get("origin"), headers.get("referer")
    if origin is not None:
        return _is_ours(scope, headers, origin)
    if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
        return False
    return referrer is None or _is_ours(scope, headers, "/".join(referrer.split("/")[:3]))


def _is_ours(scope: Scope, headers: Headers, origin: str) -> bool:
    """Whether our pages have an origin; by https none has that came in the clear.

    The other way round nothing is known: a proxy may have taken off the https.
    """
    scheme, _, host = origin.partition("://")
    schemes = ("https",) if is_safely_here(scope) else ("http", "https")
    return scheme in schemes and host == headers.get("host")


def is_safely_here(scope: Scope) -> bool:
    """Whether a request came by https."""
    return scope["scheme"] in ("https", "wss")


def _measured(receive: Receive) -> Receive:
    """A body whose length nobody has told is too large as soon as it is."""
    taken = 0

    async def received() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > LARGEST_BODY:
            raise HTTPException(413, _too_large().sentence)
        return message

    return received


def _with_headers(scope: Scope, send: Send) -> Send:
    told = {**HEADERS, **ALWAYS_SAFELY} if is_safely_here(scope) else HEADERS

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in told.items():
                headers.setdefault(name, value)
            if is_safely_here(scope):
                message["headers"] = [_kept_safely(*header) for header in message["headers"]]
        await send(message)

    return sent


def _kept_safely(name: bytes, value: bytes) -> tuple[bytes, bytes]:
    """A header; a cookie that came by https never leaves in the clear."""
    is_cookie = name.lower() == b"set-cookie" and b"; secure" not in value.lower()
    return name, value + b"; Secure" if is_cookie else value
