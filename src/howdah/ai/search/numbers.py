"""Small arithmetic that compiles."""

from __future__ import annotations

from typing import Final

_FACTOR: Final = 4_194_301
_FORTY_BITS: Final = (1 << 40) - 1


def flag(condition: bool) -> float:  # noqa: FBT001 (a condition is all it takes)
    """1 if something is so, 0 if it is not.

    >>> flag(2 > 1)
    1.0
    """
    return 1.0 if condition else 0.0


def hash_mix(mixture: int, number: int) -> int:
    """A mixture of forty bits with one more number in it.

    >>> hash_mix(hash_mix(0, 1), 2)
    4194303
    """
    return mixture * _FACTOR + number & _FORTY_BITS
