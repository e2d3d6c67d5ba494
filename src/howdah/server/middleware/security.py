"""Security headers, same-origin checks, the body size limit, and the language of the request."""

from __future__ import annotations

import re
from collections.abc import Collection
from ipaddress import ip_address
from typing import Final, cast

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from howdah.i18n import Language, best_language, translate, use_language
from howdah.i18n.translation import CODES
from howdah.server.errors import ApiError

LANGUAGE_COOKIE: Final = "language"
LANGUAGE_VALUE: Final = re.compile(rf"(?:^|;\s*){LANGUAGE_COOKIE}=([a-z]{{2}})(?:;|$)")
MAX_ACCEPT_LANGUAGE: Final = 200
"""The rest of a longer header is ignored: no browser lists so many languages."""
MAX_COOKIE_BYTES: Final = 4_096
MAX_BODY_BYTES: Final = 8_192
MAX_RECORD_BYTES: Final = 262_144
MAX_TABLE_BYTES: Final = 65_536
"""A new table may come with a whole board."""
UPLOADS: Final = {"/records": MAX_RECORD_BYTES, "/api/tables": MAX_TABLE_BYTES}
"""The paths that take more than a small body, and how much."""
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
ENCODED_HEADERS: Final = {
    is_secure: [(name.encode(), value.encode()) for name, value in headers.items()]
    for is_secure, headers in ((False, HEADERS), (True, {**HEADERS, **HTTPS_HEADERS}))
}
UNCACHED_PATHS: Final = ("/api/", "/t/")
"""What they answer is for one viewer, or soon out of date."""


class SecurityMiddleware:
    """Refuses requests that are malformed, too large, or from other sites.

    It adds the security headers to every response, and sets the language in which everything inside
    answers. `hosts` are the names by which the server may be called.
    """

    def __init__(self, app: ASGIApp, hosts: AllowedHosts) -> None:
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        with use_language(language_of(headers)):
            error = self._check(scope, headers)
            if error is None:
                limited = _limit_body(receive, max_body_bytes(scope))
                await self._app(scope, limited, _add_headers(scope, send))
            elif scope["type"] == "http":
                scope["app"].state.metrics.refusals.labels(error.code).inc()
                response = JSONResponse(error.to_json(), error.status)
                await response(scope, receive, _add_headers(scope, send))
            else:
                await send({"type": "websocket.close", "code": POLICY_VIOLATION})

    def _check(self, scope: Scope, headers: Headers) -> ApiError | None:
        """Return the error of a request that is refused."""
        host = headers.get("host")
        if host is not None and not self._hosts.allows(host):
            return ApiError(400, "invalid-request", translate("Unknown host name."))
        is_safe = scope["type"] == "http" and scope["method"] in SAFE_METHODS
        if not is_safe and not _is_same_origin(scope, headers):
            return ApiError(403, "other-site", translate("This request came from another website."))
        if len(headers.get("cookie", "")) > MAX_COOKIE_BYTES:
            return _too_large()
        return _check_length(scope, headers)


class AllowedHosts:
    """The host names by which a server may be called; a page of another name is not ours.

    Without this check, a name that an attacker points at this machine would make their page one of
    ours (DNS rebinding). IP addresses and names without a dot are always allowed: no attacker can
    have a page under them.

    >>> hosts = AllowedHosts(("play.example.org",))
    >>> [hosts.allows(name) for name in ("play.example.org", "10.0.0.7:8400", "evil.example")]
    [True, True, False]
    """

    def __init__(self, names: Collection[str]) -> None:
        self._names = frozenset(name.lower() for name in names)

    def allows(self, header: str) -> bool:
        """Whether a `Host` header names this server; any well-formed one does if none is set."""
        found = HOST_HEADER.fullmatch(header)
        if found is None:
            return False
        host = found[1].lower().rstrip(".")
        return not self._names or host in self._names or _is_address(host)


def _is_address(host: str) -> bool:
    """Whether a host is an IP address, or a name without a dot, which nobody can register."""
    if "." not in host.removesuffix(".localhost") and not host.startswith("["):
        return True
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True


def max_body_bytes(scope: Scope) -> int:
    """Return how large the body of a request may be."""
    return UPLOADS.get(scope["path"], MAX_BODY_BYTES)


def language_of(headers: Headers) -> Language:
    """Return the language of the cookie, or the best one that the browser accepts."""
    chosen = LANGUAGE_VALUE.search(headers.get("cookie", ""))
    if chosen is not None and chosen[1] in CODES:
        return cast(Language, chosen[1])
    return best_language(headers.get("accept-language", "")[:MAX_ACCEPT_LANGUAGE])


def _check_length(scope: Scope, headers: Headers) -> ApiError | None:
    """Return the error of a body whose length is missing, ambiguous or too large."""
    length, largest = headers.get("content-length", "0"), max_body_bytes(scope)
    if not length.isdecimal() or ("content-length" in headers and "transfer-encoding" in headers):
        return ApiError(400, "invalid-request", translate("The request does not state its length."))
    if len(length) > len(str(largest)) or int(length) > largest:
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


def _limit_body(receive: Receive, largest: int) -> Receive:
    """Wrap `receive` so that a body without a content length is limited too."""
    size = 0

    async def receive_limited() -> Message:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > largest:
            raise HTTPException(413, _too_large().sentence)
        return message

    return receive_limited


def _add_headers(scope: Scope, send: Send) -> Send:
    """Wrap `send` so that responses get the security headers, and secure cookies over https."""
    is_secure = is_https(scope)

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = message["headers"]
            present = {name.lower() for name, _ in headers}
            added = [header for header in ENCODED_HEADERS[is_secure] if header[0] not in present]
            if b"cache-control" not in present and scope["path"].startswith(UNCACHED_PATHS):
                added.append((b"cache-control", b"no-store"))
            if is_secure:
                headers = [_secure_cookie(*header) for header in headers]
            message = {**message, "headers": [*headers, *added]}
        await send(message)

    return send_with_headers


def _secure_cookie(name: bytes, value: bytes) -> tuple[bytes, bytes]:
    """Return a header; a cookie gets the `Secure` attribute."""
    is_cookie = name.lower() == b"set-cookie" and b"; secure" not in value.lower()
    return name, value + b"; Secure" if is_cookie else value
