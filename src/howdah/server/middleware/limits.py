"""Limits: how much one address may ask of the house, so that others get their turn too."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable
from math import ceil
from time import monotonic
from typing import Final, NamedTuple

from starlette.requests import HTTPConnection

from howdah.i18n import translate
from howdah.server.errors import ApiError
from howdah.server.middleware.client_address import Client


class Limit(NamedTuple):
    """So much at once, and so much a second in the long run."""

    burst: float
    a_second: float


class LimitConfig(NamedTuple):
    """What one address may do."""

    requests: Limit
    tables: Limit
    """New tables, records and rematches."""
    questions: Limit
    """Messages on open sockets; whoever asks more waits."""
    sockets: int
    """How many may be open."""


ELSEWHERE: Final = LimitConfig(Limit(300, 50), Limit(60, 1 / 30), Limit(600, 100), 300)
"""A club behind one address."""
HERE: Final = LimitConfig(Limit(20_000, 5_000), Limit(5_000, 20), Limit(20_000, 5_000), 10_000)
"""People and scripts on the host itself."""
COST_OF_A_FILE: Final = 0.1
COST_OF_A_WRONG_TOKEN: Final = 20.0
"""In requests: whoever guesses is soon out of them."""
MOST_ADDRESSES: Final = 10_000
"""How many are remembered for each limit; of more, those that came first are forgotten."""
AS_GOOD_AS_NONE: Final = 1e9

NEW_TABLES: Final = ("/api/tables", "/play", "/new", "/records")
FILES: Final = ("/static/", "/colours/", "/pictures/")
UPKEEP: Final = ("/healthz", "/metrics")
"""Asked by machines again and again, from wherever: by the large figures."""
TRY_AGAIN_LATER: Final = 1013

Clock = Callable[[], float]


class TokenBuckets:
    """What each visitor may still take of one thing; a bucket that is full again is forgotten."""

    def __init__(self, elsewhere: Limit, here: Limit, clock: Clock = monotonic) -> None:
        self._limits = {False: elsewhere, True: here}
        self._clock = clock
        self._levels: OrderedDict[Client, tuple[float, float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._levels)

    def take(self, client: Client, cost: float = 1.0) -> float:
        """Take what is there, and 0; if it is not, nothing, and the seconds until it is."""
        limit, level = self._limits[client.is_here], self._level(client)
        if level < cost:
            return (cost - level) / limit.a_second
        self._set(client, level - cost)
        return 0.0

    def charge(self, client: Client, cost: float = 1.0) -> float:
        """Take in any case; the seconds until what was taken is there."""
        level = self._level(client) - cost
        self._set(client, level)
        return max(0.0, -level / self._limits[client.is_here].a_second)

    def _level(self, client: Client) -> float:
        limit = self._limits[client.is_here]
        level, at = self._levels.get(client, (limit.burst, 0.0))
        return min(limit.burst, level + (self._clock() - at) * limit.a_second)

    def _set(self, client: Client, level: float) -> None:
        self._levels[client] = level, self._clock()
        self._levels.move_to_end(client)
        while self._levels and self._can_forget(next(iter(self._levels))):
            self._levels.popitem(last=False)

    def _can_forget(self, oldest: Client) -> bool:
        is_full = self._level(oldest) >= self._limits[oldest.is_here].burst
        return is_full or len(self._levels) > MOST_ADDRESSES


class RateLimiter:
    """All limits of a house, scaled as its host likes; 0 is as good as none."""

    def __init__(self, scale: float = 1.0, clock: Clock = monotonic) -> None:
        elsewhere, here = scaled(ELSEWHERE, scale), scaled(HERE, scale)
        self._requests = TokenBuckets(elsewhere.requests, here.requests, clock)
        self._tables = TokenBuckets(elsewhere.tables, here.tables, clock)
        self._questions = TokenBuckets(elsewhere.questions, here.questions, clock)
        self._most_sockets = {False: elsewhere.sockets, True: here.sockets}
        self._sockets: Counter[Client] = Counter()

    def ask(self, client: Client, method: str, path: str) -> float:
        """Count a request; 0, or the seconds to wait before it is answered."""
        if path in UPKEEP:
            return self._requests.take(client._replace(is_here=True))
        cost = COST_OF_A_FILE if path.startswith(FILES) else 1.0
        wait = self._requests.take(client, cost)
        if not wait and method == "POST" and is_for_a_table(path):
            wait = self._tables.take(client)
        return wait

    def penalize_bad_token(self, client: Client) -> None:
        """Count a wrong token."""
        self._requests.charge(client, COST_OF_A_WRONG_TOKEN)

    def acquire_socket(self, client: Client) -> bool:
        """Count an open socket; False if there are too many."""
        if self._sockets[client] >= self._most_sockets[client.is_here]:
            return False
        self._sockets[client] += 1
        return True

    def release_socket(self, client: Client) -> None:
        """Count a socket that is closed."""
        self._sockets[client] -= 1
        if not self._sockets[client]:
            del self._sockets[client]

    async def throttle(self, client: Client) -> None:
        """Let whoever asks much on open sockets wait; nothing is asked on a socket meanwhile."""
        wait = self._questions.charge(client)
        if wait:
            await asyncio.sleep(wait)


def scaled(figures: LimitConfig, scale: float) -> LimitConfig:
    """The same for a larger or a smaller house.

    >>> scaled(ELSEWHERE, 2).sockets
    600
    """
    by = scale or AS_GOOD_AS_NONE
    requests, tables, questions = (Limit(a * by, b * by) for a, b in figures[:3])
    return LimitConfig(requests, tables, questions, max(1, int(figures.sockets * by)))


def is_for_a_table(path: str) -> bool:
    """Whether whatever is posted there lays a table."""
    return path in NEW_TABLES or (path.startswith("/t/") and path.endswith("/rematch"))


def rate_limiter_of(connection: HTTPConnection) -> RateLimiter:
    """The limits of the house that serves a request."""
    limits: RateLimiter = connection.app.state.limits
    return limits


def rate_limited(wait: float) -> ApiError:
    """More than one address may ask; told with the seconds until there is more."""
    sentence = translate("That was too much at once: please wait a little.")
    return ApiError(429, "too-many", sentence, retry_after=max(1, ceil(wait)))
