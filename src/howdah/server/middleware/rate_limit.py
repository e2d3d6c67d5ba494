"""Rate limits: requests, CPU time, new tables, open WebSockets and their messages.

They are kept for each client address. People who have proved that they hold a seat have limits of
their own, so that a school behind one address can play.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter, OrderedDict, deque
from math import ceil
from time import monotonic
from typing import Final, NamedTuple

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from howdah.i18n import translate
from howdah.server.errors import ApiError
from howdah.server.middleware.clients import Client, client_of
from howdah.server.middleware.cpu_time import CpuTimer
from howdah.server.middleware.token_buckets import Clock, Limit, TokenBuckets


class LimitConfig(NamedTuple):
    """The limits of one client."""

    requests: Limit
    cpu: Limit
    """Seconds of CPU time that its requests and messages take."""
    tables: Limit
    """New tables, imported records and rematches."""
    take_backs: Limit
    """Take-backs, each of which creates a table with the turns before it."""
    messages: Limit
    """Messages on open WebSockets; they are delayed, not refused."""
    sockets: int
    """How many WebSockets may be open."""
    concurrency: int
    """How many requests are handled at the same time; further ones wait for their turn."""
    waiting: int
    """How many may wait; further ones are refused."""

    def scaled(self, factor: float) -> LimitConfig:
        """Return the limits multiplied by a factor; 0 stands for no limits.

        >>> REMOTE.scaled(2).sockets
        1200
        """
        by = factor or UNLIMITED
        return LimitConfig(
            self.requests.scaled(by),
            self.cpu.scaled(by),
            self.tables.scaled(by),
            self.take_backs.scaled(by),
            self.messages.scaled(by),
            max(1, int(self.sockets * by)),
            max(1, int(self.concurrency * by)),
            max(1, int(self.waiting * by)),
        )


UNLIMITED: Final = 1e9
"""The factor that stands for no limits."""
REMOTE: Final = LimitConfig(
    requests=Limit(300, 50),
    cpu=Limit(3, 0.25),
    tables=Limit(150, 0.1),
    take_backs=Limit(300, 0.5),
    messages=Limit(600, 100),
    sockets=600,
    concurrency=8,
    waiting=100,
)
"""All who have not proved a seat at one address: a club, or a school."""
LOCAL: Final = LimitConfig(
    requests=Limit(20_000, 5_000),
    cpu=Limit(600, 10),
    tables=Limit(5_000, 20),
    take_backs=Limit(5_000, 20),
    messages=Limit(20_000, 5_000),
    sockets=10_000,
    concurrency=16,
    waiting=5_000,
)
"""People and scripts on the host itself."""
PLAYER: Final = REMOTE._replace(requests=Limit(120, 20), cpu=Limit(1, 0.1), messages=Limit(240, 40))
"""One person at one table."""
AGENT_TABLES: Final = Limit(5, 5 / 3600)
"""New tables at which only agents play, of a client that is not the host itself."""
ADDRESS_CPU: Final = Limit(10, 0.5)
"""The CPU time of all players at one address together."""
SERVER_CPU: Final = Limit(1, 0.7)
"""The CPU time of all remote clients without a seat together."""
SPARE_SHARE: Final = 0.8
"""When that is used up, only clients that have left so much of their own are served."""
STATIC_FILE_COST: Final = 0.1
BAD_TOKENS: Final = Limit(10, 0.5)
"""Wrong seat tokens of one address at one table."""
PROMPT_REFUSALS: Final = Limit(20, 2)
"""How many refusals are answered at once; the further ones are answered late."""
REFUSAL_DELAY: Final = 1.0
MAX_PLAYERS: Final = 10_000
"""How many people with a seat are remembered."""

NEW_TABLE_PATHS: Final = ("/api/tables", "/play", "/new", "/records")
STATIC_PATHS: Final = ("/static/", "/colours/", "/art/", "/pictures/")
MONITORING_PATHS: Final = ("/healthz", "/livez", "/readyz", "/metrics")
"""Polled by machines from anywhere, so the limits of the host itself apply."""
SEAT_COOKIES: Final = re.compile(rb"(?:^|;\s*)seat(?:s|-\d)=([^;]*)")
TRY_AGAIN_LATER: Final = 1013
"""The WebSocket close code."""


class Payer(NamedTuple):
    """Whose limits a request counts against."""

    client: Client
    player: tuple[str, int] | None = None
    """The table and the seat of a person who has proved it."""


class ClientLimits:
    """The buckets of one kind of client: remote addresses, the host itself, or players."""

    def __init__(self, config: LimitConfig, clock: Clock) -> None:
        self.config = config
        self.requests = TokenBuckets[Payer](config.requests, clock)
        self.cpu = TokenBuckets[Payer](config.cpu, clock)
        self.messages = TokenBuckets[Payer](config.messages, clock)


class RateLimiter:
    """All rate limits of a server, multiplied by a factor; 0 switches them off."""

    def __init__(self, factor: float = 1.0, clock: Clock = monotonic) -> None:
        by = factor or UNLIMITED
        self._remote = ClientLimits(REMOTE.scaled(factor), clock)
        self._local = ClientLimits(LOCAL.scaled(factor), clock)
        self._player = ClientLimits(PLAYER.scaled(factor), clock)
        configs = ((False, self._remote.config), (True, self._local.config))
        # By address, not by player: at each new table a player has another seat.
        self._tables = {
            is_local: TokenBuckets[Client](config.tables, clock) for is_local, config in configs
        }
        self._take_backs = {
            is_local: TokenBuckets[Client](config.take_backs, clock) for is_local, config in configs
        }
        self._agent_tables = TokenBuckets[Client](AGENT_TABLES.scaled(by), clock)
        self._address_cpu = TokenBuckets[Client](ADDRESS_CPU.scaled(by), clock)
        self._server_cpu = TokenBuckets[str](SERVER_CPU.scaled(by), clock)
        self._bad_tokens = TokenBuckets[tuple[Client, str]](BAD_TOKENS.scaled(by), clock)
        self._prompt_refusals = TokenBuckets[Client](PROMPT_REFUSALS.scaled(by), clock)
        self._players: OrderedDict[int, tuple[str, int]] = OrderedDict()
        self._sockets: Counter[Client] = Counter()
        self._slots: dict[Client, RequestSlots] = {}

    # Who pays

    def payer_of(self, scope: Scope) -> Payer:
        """Return whose limits a request counts against."""
        credential = credential_of(scope)
        player = None if credential is None else self._players.get(credential)
        return Payer(client_of(scope), player)

    def remember_player(self, scope: Scope, table_id: str, seat: int) -> None:
        """The credential of a request has proved a seat: its person has limits of their own.

        They belong to the seat: other credentials for it count against the same limits.
        """
        credential = credential_of(scope)
        if credential is None:
            return
        self._players[credential] = table_id, seat
        scope["payer"] = Payer(client_of(scope), (table_id, seat))
        self._players.move_to_end(credential)
        if len(self._players) > MAX_PLAYERS:
            self._players.popitem(last=False)

    def _limits(self, payer: Payer) -> ClientLimits:
        if payer.client.is_local:
            return self._local
        return self._remote if payer.player is None else self._player

    # Requests

    def check_request(self, payer: Payer, method: str, path: str) -> float:
        """Count a request; return 0, or the seconds after which it may be sent again."""
        if path in MONITORING_PATHS:
            return self._local.requests.take(payer)
        limits = self._limits(payer)
        cost = STATIC_FILE_COST if path.startswith(STATIC_PATHS) else 1.0
        wait = self._cpu_wait(payer, limits) or limits.requests.take(payer, cost)
        if not wait and method == "POST" and creates_table(path):
            wait = self._tables[payer.client.is_local].take(payer.client)
        if not wait and method == "POST" and takes_back(path):
            wait = self._take_backs[payer.client.is_local].take(payer.client)
        return wait

    def check_agent_table(self, client: Client) -> float:
        """Count a table at which only agents play; return 0, or the seconds to wait."""
        return 0.0 if client.is_local else self._agent_tables.take(client)

    def _cpu_wait(self, payer: Payer, limits: ClientLimits) -> float:
        """Return the seconds until the CPU time that a payer has used is paid for."""
        wait = limits.cpu.wait(payer)
        if wait or payer.client.is_local:
            return wait
        if payer.player is not None:
            return self._address_cpu.wait(payer.client)
        has_spare = limits.cpu.level(payer) >= SPARE_SHARE * limits.config.cpu.burst
        return 0.0 if has_spare else self._server_cpu.wait("")

    def charge_cpu(self, payer: Payer, seconds: float) -> None:
        """Charge a payer for the CPU time of a request or a message."""
        self._limits(payer).cpu.charge(payer, seconds)
        if payer.client.is_local:
            return
        if payer.player is not None:
            self._address_cpu.charge(payer.client, seconds)
        else:
            self._server_cpu.charge("", seconds)

    def charge_bad_token(self, client: Client, table_id: str) -> float:
        """Count a wrong seat token; return 0, or the seconds to wait if there were too many.

        Nobody else pays for it: others at the same address, and people who hold a seat, go on.
        """
        return self._bad_tokens.charge((client, table_id))

    def refusal_delay(self, client: Client) -> float:
        """Return how long to keep a refusal back: a client that goes on soon gets few of them."""
        return REFUSAL_DELAY if self._prompt_refusals.take(client) else 0.0

    async def acquire_slot(self, payer: Payer) -> RequestSlots | None:
        """Wait until a request may be handled; raise `ApiError` if too many others wait already.

        One client thus never has more than a few requests between the others' and their answers.
        Players need no slot.
        """
        if payer.player is not None:
            return None
        slots = self._slots.get(payer.client)
        if slots is None:
            config = self._limits(payer).config
            slots = RequestSlots(config.concurrency, config.waiting)
            self._slots[payer.client] = slots
        await slots.acquire()
        return slots

    def release_slot(self, payer: Payer, slots: RequestSlots | None) -> None:
        """A request was handled: the next one of its client may begin."""
        if slots is not None:
            slots.release()
            if slots.is_idle:
                self._slots.pop(payer.client, None)

    # WebSockets

    def acquire_socket(self, client: Client) -> bool:
        """Count an open WebSocket; return False if the client has too many."""
        limits = self._local if client.is_local else self._remote
        if self._sockets[client] >= limits.config.sockets:
            return False
        self._sockets[client] += 1
        return True

    def release_socket(self, client: Client) -> None:
        """Count a WebSocket that is closed."""
        self._sockets[client] -= 1
        if not self._sockets[client]:
            del self._sockets[client]

    async def throttle(self, payer: Payer) -> None:
        """Sleep if a client sends too much; nothing is read from its socket meanwhile."""
        limits = self._limits(payer)
        wait = max(limits.messages.charge(payer), self._cpu_wait(payer, limits))
        if wait:
            await asyncio.sleep(wait)


class RequestSlots:
    """Lets a number of requests be handled at once; the others wait, first come first served."""

    def __init__(self, count: int, max_waiting: int) -> None:
        self._free = count
        self._count = count
        self._max_waiting = max_waiting
        self._waiting: deque[asyncio.Future[None]] = deque()

    @property
    def is_idle(self) -> bool:
        """Whether nothing is handled, and nothing waits."""
        return self._free == self._count and not self._waiting

    async def acquire(self) -> None:
        """Take a slot, or wait for one."""
        if self._free:
            self._free -= 1
            return
        if len(self._waiting) >= self._max_waiting:
            raise rate_limited(1)
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.release()
            raise

    def release(self) -> None:
        """Hand the slot to the next one that waits."""
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1


def credential_of(scope: Scope) -> int | None:
    """Return a hash of the seat tokens that a request carries; None if it carries none."""
    for name, value in scope["headers"]:
        if name == b"authorization":
            return hash(value)
        if name == b"cookie" and (found := SEAT_COOKIES.findall(value)):
            return hash(tuple(found))
    return None


def creates_table(path: str) -> bool:
    """Whether a POST to a path creates a table."""
    is_rematch = path.startswith("/t/") and path.endswith("/rematch")
    return path in NEW_TABLE_PATHS or path.startswith("/learn/") or is_rematch


def takes_back(path: str) -> bool:
    """Whether a POST to a path takes turns back."""
    return path.startswith("/t/") and path.endswith("/take-back")


def rate_limiter_of(connection: HTTPConnection) -> RateLimiter:
    """Return the rate limiter of the application that serves a request."""
    limiter: RateLimiter = connection.app.state.limits
    return limiter


def rate_limited(wait: float) -> ApiError:
    """A client has sent too many requests; says after how many seconds to try again."""
    sentence = translate("Too many requests. Please wait a moment.")
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
        payer = scope["payer"] = self._limits.payer_of(scope)
        wait = self._limits.check_request(payer, scope.get("method", ""), scope["path"])
        if scope["type"] == "websocket":
            await self._serve_socket(payer.client, wait, scope, receive, send)
        elif wait:
            await asyncio.sleep(self._limits.refusal_delay(payer.client))
            raise rate_limited(wait)
        else:
            await self._serve_request(payer, scope, receive, send)

    async def _serve_request(
        self, payer: Payer, scope: Scope, receive: Receive, send: Send
    ) -> None:
        slots, timer = await self._limits.acquire_slot(payer), CpuTimer()
        try:
            await timer.run(self._app(scope, receive, send))
        finally:
            self._limits.release_slot(payer, slots)
            self._limits.charge_cpu(payer, timer.seconds)

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
