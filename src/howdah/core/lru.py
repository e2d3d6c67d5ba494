"""A small cache that drops what was used least recently."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class LruCache(Generic[T]):
    """Keeps the values of a number of keys; unlike `functools.lru_cache`, the caller computes them.

    >>> cache = LruCache[int](2)
    >>> cache.get("a", lambda: 1), cache.get("b", lambda: 2), cache.get("a", lambda: 7)
    (1, 2, 1)
    >>> cache.get("c", lambda: 3), len(cache), cache.get("b", lambda: 4)
    (3, 2, 4)
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._values: OrderedDict[Hashable, T] = OrderedDict()

    def __len__(self) -> int:
        return len(self._values)

    def get(self, key: Hashable, compute: Callable[[], T]) -> T:
        """Return the value of a key, computed if it is not there."""
        try:
            self._values.move_to_end(key)
            return self._values[key]
        except KeyError:
            value = self._values[key] = compute()
        if len(self._values) > self._size:
            self._values.popitem(last=False)
        return value
