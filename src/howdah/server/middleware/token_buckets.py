"""Token buckets: a burst, and a rate at which it refills."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from time import monotonic
from typing import Final, Generic, NamedTuple, TypeVar

MAX_KEYS: Final = 10_000
"""How many clients each kind of bucket remembers; the least recent are dropped first."""

Clock = Callable[[], float]
K = TypeVar("K", bound=Hashable)


class Limit(NamedTuple):
    """The size of a token bucket, and how many tokens are added to it each second."""

    burst: float
    per_second: float

    def scaled(self, factor: float) -> Limit:
        """Return the limit multiplied by a factor."""
        return Limit(self.burst * factor, self.per_second * factor)


class TokenBuckets(Generic[K]):
    """A token bucket for each key; a bucket that is full again is dropped.

    >>> buckets = TokenBuckets[str](Limit(2, 1), lambda: 0.0)
    >>> [buckets.take("Ada") for _ in range(3)]
    [0.0, 0.0, 1.0]
    """

    def __init__(self, limit: Limit, clock: Clock = monotonic, *, max_keys: int = MAX_KEYS) -> None:
        self._limit = limit
        self._clock = clock
        self._max_keys = max_keys
        self._levels: OrderedDict[K, tuple[float, float]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._levels)

    def take(self, key: K, cost: float = 1.0) -> float:
        """Take tokens and return 0; if there are too few, take none and return the seconds to wait.

        Those are the seconds until there are enough.
        """
        level = self.level(key)
        if level < cost:
            return (cost - level) / self._limit.per_second
        self._set(key, level - cost)
        return 0.0

    def charge(self, key: K, cost: float = 1.0) -> float:
        """Take tokens even if there are too few; return the seconds until the debt is paid.

        A debt is never larger than a whole bucket, so that nobody is kept out for long.
        """
        level = max(self.level(key) - cost, -self._limit.burst)
        self._set(key, level)
        return max(0.0, -level / self._limit.per_second)

    def wait(self, key: K) -> float:
        """Return the seconds until the debt of a key is paid; 0 if it has none."""
        return max(0.0, -self.level(key) / self._limit.per_second)

    def level(self, key: K) -> float:
        """Return how many tokens are there; less than 0 is a debt."""
        limit, found = self._limit, self._levels.get(key)
        if found is None:
            return limit.burst
        level, at = found
        return min(limit.burst, level + (self._clock() - at) * limit.per_second)

    def _set(self, key: K, level: float) -> None:
        self._levels[key] = level, self._clock()
        self._levels.move_to_end(key)
        while self._levels and self._can_drop(next(iter(self._levels))):
            self._levels.popitem(last=False)

    def _can_drop(self, oldest: K) -> bool:
        is_full = self.level(oldest) >= self._limit.burst
        return is_full or len(self._levels) > self._max_keys
