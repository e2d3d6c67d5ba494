"""The position of a game as whole numbers and lists of them, its schema written once.

A game's state is a dataclass whose fields are numbers, lists or tables; the lengths of the
lists stand in their `Annotated` types. Copies, and any other layout, are derived from that.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Self, get_type_hints


class Position:
    """What the states of all games can do: tell their schema and copy themselves.

    >>> from dataclasses import dataclass
    >>> @dataclass(slots=True)
    ... class Coins(Position):
    ...     owner: int
    >>> Coins(3).copy(), Coins.schema()
    (Coins(owner=3), {'owner': ()})
    """

    __slots__ = ()

    @classmethod
    def schema(cls) -> dict[str, tuple[int, ...]]:
        """The lengths of every field, in order; a plain number has none."""
        hints = get_type_hints(cls, include_extras=True)
        return {name: getattr(hint, "__metadata__", ()) for name, hint in hints.items()}

    def copy(self) -> Self:
        """Another state with the same numbers, sharing nothing."""
        kind = type(self)
        numbers, lists, tables = _by_dimension(kind.schema)
        twin = object.__new__(kind)
        for name in numbers:
            setattr(twin, name, getattr(self, name))
        for name in lists:
            setattr(twin, name, getattr(self, name)[:])
        for name in tables:
            setattr(twin, name, [row[:] for row in getattr(self, name)])
        return twin


@cache
def _by_dimension(schema: Callable[[], dict[str, tuple[int, ...]]]) -> tuple[tuple[str, ...], ...]:
    """The names of the fields that are numbers, lists, and tables."""
    lengths = schema()
    return tuple(
        tuple(name for name in lengths if len(lengths[name]) == dimensions)
        for dimensions in range(3)
    )
