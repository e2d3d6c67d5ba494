"""Limits: how much one address may ask of the house, so that others get their turn too."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Callable
from math import ceil
from time import monotonic
from typing import Final, NamedTuple

from starlette.requests import HTTPConnection

from howdah.i18n import say
from howdah.server.errors import Refusal
from howdah.server.middleware.client_address import Visitor


class Limit(NamedTuple):
    """So much at once, and so much a second in the long run."""

    burst: float
    a_second: float


class Figures(NamedTuple):
    """What one address may do."""

    requests: Limit
    tables: Limit
    """New tables, records and rematches."""
    questions: Limit
    """Messages on open sockets; whoever asks more waits."""
    sockets: int
    """How many may be open."""


ELSEWHERE: Final = Figures(Limit(300, 50), Limit(60, 1 / 30), Limit(600, 100), 300)
"""A club behind one address."""
HERE: Final = Figures(Limit(20_000, 5_000), Limit(5_000, 20), Limit(20_000, 5_000), 10_000)
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


class Buckets:
    """What each visitor may still take of one thing; a bucket that is full again is forgotten."""

    def __init__(self, elsewhere: Limit, here: Limit, clock: Clock = monotonic) -> None:
        self._limits = {False: elsewhere, True: here}
        self._clock = clock
        self._levels: OrderedDict[Visitor, tuple[float, float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._levels)

    def take(self, visitor: Visitor, cost: float = 1.0) -> float:
        """Take what is there, and 0; if it is not, nothing, and the seconds until it is."""
        limit, level = self._limits[visitor.is_here], self._level(visitor)
        if level < cost:
            return (cost - level) / limit.a_second
        self._set(visitor, level - cost)
        return 0.0

    def owe(self, visitor: Visitor, cost: float = 1.0) -> float:
        """Take in any case; the seconds until what was taken is there."""
        level = self._level(visitor) - cost
        self._set(visitor, level)
        return max(0.0, -level / self._limits[visitor.is_here].a_second)

    def _level(self, visitor: Visitor) -> float:
        limit = self._limits[visitor.is_here]
        level, at = self._levels.get(visitor, (limit.burst, 0.0))
        return min(limit.burst, level + (self._clock() - at) * limit.a_second)

    def _set(self, visitor: Visitor, level: float) -> None:
        self._levels[visitor] = level, self._clock()
        self._levels.move_to_end(visitor)
        while self._levels and self._can_forget(next(iter(self._levels))):
            self._levels.popitem(last=False)

    def _can_forget(self, oldest: Visitor) -> bool:
        is_full = self._level(oldest) >= self._limits[oldest.is_here].burst
        return is_full or len(self._levels) > MOST_ADDRESSES


class Limits:
    """All limits of a house, scaled as its host likes; 0 is as good as none."""

    def __init__(self, scale: float = 1.0, clock: Clock = monotonic) -> None:
        elsewhere, here = scaled(ELSEWHERE, scale), scaled(HERE, scale)
        self._requests = Buckets(elsewhere.requests, here.requests, clock)
        self._tables = Buckets(elsewhere.tables, here.tables, clock)
        self._questions = Buckets(elsewhere.questions, here.questions, clock)
        self._most_sockets = {False: elsewhere.sockets, True: here.sockets}
        self._sockets: Counter[Visitor] = Counter()

    def ask(self, visitor: Visitor, method: str, path: str) -> float:
        """Count a request; 0, or the seconds to wait before it is answered."""
        if path in UPKEEP:
            return self._requests.take(visitor._replace(is_here=True))
        cost = COST_OF_A_FILE if path.startswith(FILES) else 1.0
        wait = self._requests.take(visitor, cost)
        if not wait and method == "POST" and is_for_a_table(path):
            wait = self._tables.take(visitor)
        return wait

    def guess(self, visitor: Visitor) -> None:
        """Count a wrong token."""
        self._requests.owe(visitor, COST_OF_A_WRONG_TOKEN)

    def enter(self, visitor: Visitor) -> bool:
        """Count an open socket; False if there are too many."""
        if self._sockets[visitor] >= self._most_sockets[visitor.is_here]:
            return False
        self._sockets[visitor] += 1
        return True

    def leave(self, visitor: Visitor) -> None:
        """Count a socket that is closed."""
        self._sockets[visitor] -= 1
        if not self._sockets[visitor]:
            del self._sockets[visitor]

    async def pace(self, visitor: Visitor) -> None:
        """Let whoever asks much on open sockets wait; nothing is asked on a socket meanwhile."""
        wait = self._questions.owe(visitor)
        if wait:
            await asyncio.sleep(wait)


def scaled(figures: Figures, scale: float) -> Figures:
    """The same for a larger or a smaller house.

    >>> scaled(ELSEWHERE, 2).sockets
    600
    """
    by = scale or AS_GOOD_AS_NONE
    requests, tables, questions = (Limit(a * by, b * by) for a, b in figures[:3])
    return Figures(requests, tables, questions, max(1, int(figures.sockets * by)))


def is_for_a_table(path: str) -> bool:
    """Whether whatever is posted there lays a table."""
    return path in NEW_TABLES or (path.startswith("/t/") and path.endswith("/rematch"))


def limits_of(connection: HTTPConnection) -> Limits:
    """The limits of the house that serves a request."""
    limits: Limits = connection.app.state.limits
    return limits


def too_many(wait: float) -> Refusal:
    """More than one address may ask; told with the seconds until there is more."""
    sentence = say("That was too much at once: please wait a little.")
    return Refusal(429, "too-many", sentence, retry_after=max(1, ceil(wait)))
