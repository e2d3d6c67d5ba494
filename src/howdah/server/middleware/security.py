"""Security headers, same-origin checks, the body size limit, and the language of the request."""

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
MAX_BODY_BYTES: Final = 2_000_000
HOST_HEADER: Final = re.compile(
    r"([\w.~-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?", re.ASCII | re.IGNORECASE
)
SAFE_METHODS: Final = ("GET", "HEAD", "OPTIONS")
POLICY_VIOLATION: Final = 1008
"""The WebSocket close code."""
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
"""The headers of every response: a page loads only what is ours, and nobody frames it."""
HTTPS_HEADERS: Final = {"strict-transport-security": "max-age=31536000"}
"""The headers of a response over https, besides."""


class SecurityMiddleware:
    """Refuses requests from other sites, and adds the security headers to every response.

    It also sets the language in which everything inside answers.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        with use_language(language_of(headers)):
            error = _check_request(scope, headers)
            if error is None:
                await self._app(scope, _limit_body(receive), _add_headers(scope, send))
            elif scope["type"] == "http":
                scope["app"].state.metrics.refusals.labels(error.code).inc()
                response = JSONResponse(error.to_json(), error.status)
                await response(scope, receive, _add_headers(scope, send))
            else:
                await send({"type": "websocket.close", "code": POLICY_VIOLATION})


def language_of(headers: Headers) -> Language:
    """Return the language of the cookie, or the best one that the browser accepts."""
    chosen = cookies_of(headers).get(LANGUAGE_COOKIE)
    if chosen in CODES:
        return chosen
    return best_language(headers.get("accept-language", ""))


def cookies_of(headers: Headers) -> dict[str, str]:
    """Return the cookies of a request; none if the header is malformed."""
    try:
        found = SimpleCookie(headers.get("cookie", ""))
    except CookieError:
        return {}
    return {name: morsel.value for name, morsel in found.items()}


def _check_request(scope: Scope, headers: Headers) -> ApiError | None:
    """Return the error of a request that is malformed, too large or from another site."""
    host, length = headers.get("host"), headers.get("content-length", "0")
    if host is not None and not HOST_HEADER.fullmatch(host):
        return ApiError(400, "invalid-request", translate("There is no such host."))
    is_safe = scope["type"] == "http" and scope["method"] in SAFE_METHODS
    if not is_safe and not _is_same_origin(scope, headers):
        return ApiError(403, "other-site", translate("This request comes from another site."))
    if not length.isdecimal():
        return ApiError(400, "invalid-request", translate("This has no length."))
    if len(length) > len(str(MAX_BODY_BYTES)) or int(length) > MAX_BODY_BYTES:
        return _too_large()
    return None


def _too_large() -> ApiError:
    return ApiError(413, "too-large", translate("This is too large."))


def _is_same_origin(scope: Scope, headers: Headers) -> bool:
    """Whether a request comes from a page of ours, or from a script.

    Browsers name the origin in one header or another; scripts need not.
    """
    origin, referrer = headers.get("origin"), headers.get("referer")
    if origin is not None:
        return _is_our_origin(scope, headers, origin)
    if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
        return False
    return referrer is None or _is_our_origin(scope, headers, "/".join(referrer.split("/")[:3]))


def _is_our_origin(scope: Scope, headers: Headers, origin: str) -> bool:
    """Whether an origin is that of our pages; a request over https needs an https origin.

    The other way round both are fine: a proxy may have terminated the https.
    """
    scheme, _, host = origin.partition("://")
    schemes = ("https",) if is_https(scope) else ("http", "https")
    return scheme in schemes and host == headers.get("host")


def is_https(scope: Scope) -> bool:
    """Whether a request was sent over https."""
    return scope["scheme"] in ("https", "wss")


def _limit_body(receive: Receive) -> Receive:
    """Wrap `receive` so that a body without a content length is limited too."""
    size = 0

    async def receive_limited() -> Message:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > MAX_BODY_BYTES:
            raise HTTPException(413, _too_large().sentence)
        return message

    return receive_limited


def _add_headers(scope: Scope, send: Send) -> Send:
    """Wrap `send` so that responses get the security headers, and secure cookies over https."""
    added = {**HEADERS, **HTTPS_HEADERS} if is_https(scope) else HEADERS

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in added.items():
                headers.setdefault(name, value)
            if is_https(scope):
                message["headers"] = [_secure_cookie(*header) for header in message["headers"]]
        await send(message)

    return send_with_headers


def _secure_cookie(name: bytes, value: bytes) -> tuple[bytes, bytes]:
    """Return a header; a cookie gets the `Secure` attribute."""
    is_cookie = name.lower() == b"set-cookie" and b"; secure" not in value.lower()
    return name, value + b"; Secure" if is_cookie else value
