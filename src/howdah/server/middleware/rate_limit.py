"""Rate limits per client address: requests, new tables, open WebSockets and their messages."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from math import ceil
from time import monotonic
from typing import Final, NamedTuple

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from howdah.i18n import translate
from howdah.server.errors import ApiError

UNKNOWN: Final = "unknown"
PROXY_HEADERS: Final = frozenset(
    {b"forwarded", b"via", b"x-forwarded-for", b"x-forwarded-host", b"x-real-ip"}
)
"""A request with one of these was forwarded by a proxy."""


class Client(NamedTuple):
    """Where a request comes from."""

    address: str
    """An IPv6 address is replaced by its /64 network: one household has all of it."""
    is_local: bool
    """Whether it was sent from the host itself, and not by a proxy for another client."""


def client_of(scope: Scope) -> Client:
    """Return the client of a request or a WebSocket."""
    client = scope.get("client")
    address, is_loopback = _normalize(client[0] if client else "")
    return Client(address, is_loopback and not _is_forwarded(scope))


def _is_forwarded(scope: Scope) -> bool:
    return any(name in PROXY_HEADERS for name, _ in scope["headers"])


@lru_cache(maxsize=4096)
def _normalize(host: str) -> tuple[str, bool]:
    """Return the address or network of a host, and whether it is a loopback address.

    >>> _normalize("2001:db8:1:2:3:4:5:6")
    ('2001:db8:1:2::/64', False)
    >>> _normalize("::ffff:127.0.0.1")
    ('127.0.0.1', True)
    """
    try:
        address = _unmap(ip_address(host))
    except ValueError:
        return UNKNOWN, False
    has_network = isinstance(address, IPv6Address) and not address.is_loopback
    name = IPv6Network((int(address), 64), strict=False) if has_network else address
    return str(name), address.is_loopback


def _unmap(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """Return an IPv4-mapped IPv6 address as IPv4, any other as it is."""
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


class Limit(NamedTuple):
    """The size of a token bucket, and how many tokens are added to it each second."""

    burst: float
    per_second: float


class LimitConfig(NamedTuple):
    """The limits of one client address."""

    requests: Limit
    tables: Limit
    """New tables, imported records and rematches."""
    messages: Limit
    """Messages on open WebSockets; they are delayed, not refused."""
    sockets: int
    """How many WebSockets may be open."""


REMOTE: Final = LimitConfig(Limit(300, 50), Limit(60, 1 / 30), Limit(600, 100), 300)
"""A club behind one address."""
LOCAL: Final = LimitConfig(Limit(20_000, 5_000), Limit(5_000, 20), Limit(20_000, 5_000), 10_000)
"""People and scripts on the host itself."""
AGENT_TABLES: Final = Limit(5, 5 / 3600)
"""New tables at which only agents play, of a client that is not the host itself."""
STATIC_FILE_COST: Final = 0.1
BAD_TOKEN_COST: Final = 20.0
"""In requests: a client that guesses tokens soon has none left."""
MAX_CLIENTS: Final = 10_000
"""How many clients each limit remembers; the least recent are dropped first."""
UNLIMITED: Final = 1e9
"""The factor that stands for no limits."""

NEW_TABLE_PATHS: Final = ("/api/tables", "/play", "/new", "/records")
STATIC_PATHS: Final = ("/static/", "/colours/", "/art/", "/pictures/")
MONITORING_PATHS: Final = ("/healthz", "/metrics")
"""Polled by machines from anywhere, so the limits of the host itself apply."""
TRY_AGAIN_LATER: Final = 1013
"""The WebSocket close code."""

Clock = Callable[[], float]


class TokenBuckets:
    """A token bucket for each client; a bucket that is full again is dropped."""

    def __init__(
        self,
        remote: Limit,
        local: Limit,
        clock: Clock = monotonic,
        *,
        max_clients: int = MAX_CLIENTS,
    ) -> None:
        self._limits = {False: remote, True: local}
        self._clock = clock
        self._max_clients = max_clients
        self._levels: OrderedDict[Client, tuple[float, float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._levels)

    def take(self, client: Client, cost: float = 1.0) -> float:
        """Take tokens and return 0; if there are too few, take none and return the seconds to wait.

        Those are the seconds until there are enough.
        """
        limit, level = self._limits[client.is_local], self._level(client)
        if level < cost:
            return (cost - level) / limit.per_second
        self._set(client, level - cost)
        return 0.0

    def charge(self, client: Client, cost: float = 1.0) -> float:
        """Take tokens even if there are too few; return the seconds until the debt is paid."""
        level = self._level(client) - cost
        self._set(client, level)
        return max(0.0, -level / self._limits[client.is_local].per_second)

    def _level(self, client: Client) -> float:
        limit = self._limits[client.is_local]
        level, at = self._levels.get(client, (limit.burst, 0.0))
        return min(limit.burst, level + (self._clock() - at) * limit.per_second)

    def _set(self, client: Client, level: float) -> None:
        self._levels[client] = level, self._clock()
        self._levels.move_to_end(client)
        while self._levels and self._can_drop(next(iter(self._levels))):
            self._levels.popitem(last=False)

    def _can_drop(self, oldest: Client) -> bool:
        is_full = self._level(oldest) >= self._limits[oldest.is_local].burst
        return is_full or len(self._levels) > self._max_clients


class RateLimiter:
    """All rate limits of a server, multiplied by a factor; 0 switches them off."""

    def __init__(self, factor: float = 1.0, clock: Clock = monotonic) -> None:
        remote, local = scale_limits(REMOTE, factor), scale_limits(LOCAL, factor)
        self._requests = TokenBuckets(remote.requests, local.requests, clock)
        self._tables = TokenBuckets(remote.tables, local.tables, clock)
        self._messages = TokenBuckets(remote.messages, local.messages, clock)
        by = factor or UNLIMITED
        few = Limit(AGENT_TABLES.burst * by, AGENT_TABLES.per_second * by)
        self._agent_tables = TokenBuckets(few, local.tables, clock)
        self._max_sockets = {False: remote.sockets, True: local.sockets}
        self._sockets: Counter[Client] = Counter()

    def check_request(self, client: Client, method: str, path: str) -> float:
        """Count a request; return 0, or the seconds after which it may be sent again."""
        if path in MONITORING_PATHS:
            return self._requests.take(client._replace(is_local=True))
        cost = STATIC_FILE_COST if path.startswith(STATIC_PATHS) else 1.0
        wait = self._requests.take(client, cost)
        if not wait and method == "POST" and creates_table(path):
            wait = self._tables.take(client)
        return wait

    def check_agent_table(self, client: Client) -> float:
        """Count a table at which only agents play; return 0, or the seconds to wait."""
        return self._agent_tables.take(client)

    def penalize_bad_token(self, client: Client) -> None:
        """Charge a client for a wrong seat token."""
        self._requests.charge(client, BAD_TOKEN_COST)

    def acquire_socket(self, client: Client) -> bool:
        """Count an open WebSocket; return False if the client has too many."""
        if self._sockets[client] >= self._max_sockets[client.is_local]:
            return False
        self._sockets[client] += 1
        return True

    def release_socket(self, client: Client) -> None:
        """Count a WebSocket that is closed."""
        self._sockets[client] -= 1
        if not self._sockets[client]:
            del self._sockets[client]

    async def throttle(self, client: Client) -> None:
        """Sleep if a client sends too many messages; nothing is read from its socket meanwhile."""
        wait = self._messages.charge(client)
        if wait:
            await asyncio.sleep(wait)


def scale_limits(config: LimitConfig, factor: float) -> LimitConfig:
    """Return the limits multiplied by a factor.

    >>> scale_limits(REMOTE, 2).sockets
    600
    """
    by = factor or UNLIMITED
    requests, tables, messages = (Limit(a * by, b * by) for a, b in config[:3])
    return LimitConfig(requests, tables, messages, max(1, int(config.sockets * by)))


def creates_table(path: str) -> bool:
    """Whether a POST to a path creates a table."""
    return path in NEW_TABLE_PATHS or (path.startswith("/t/") and path.endswith("/rematch"))


def rate_limiter_of(connection: HTTPConnection) -> RateLimiter:
    """Return the rate limiter of the application that serves a request."""
    limiter: RateLimiter = connection.app.state.limits
    return limiter


def rate_limited(wait: float) -> ApiError:
    """A client has sent too many requests; says after how many seconds to try again."""
    sentence = translate("That was too much at once: please wait a little.")
    return ApiError(429, "too-many", sentence, retry_after=max(1, ceil(wait)))


class RateLimitMiddleware:
    """Refuses requests and WebSockets of clients that exceed their limits.

    For a request it raises `ApiError`: the error middleware around it makes the response.
    """

    def __init__(self, app: ASGIApp, limits: RateLimiter) -> None:
        self._app = app
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request or a WebSocket on if the limits allow it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        client = client_of(scope)
        wait = self._limits.check_request(client, scope.get("method", ""), scope["path"])
        if scope["type"] == "websocket":
            await self._serve_socket(client, wait, scope, receive, send)
        elif wait:
            raise rate_limited(wait)
        else:
            await self._app(scope, receive, send)

    async def _serve_socket(
        self, client: Client, wait: float, scope: Scope, receive: Receive, send: Send
    ) -> None:
        if wait or not self._limits.acquire_socket(client):
            await send({"type": "websocket.close", "code": TRY_AGAIN_LATER})
            return
        try:
            await self._app(scope, receive, send)
        finally:
            self._limits.release_socket(client)
