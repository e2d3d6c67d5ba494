"""The position of a game as whole numbers and lists of them, its schema written once.

A game's state is a dataclass whose fields are numbers, lists or tables; the lengths of the
lists are in their `Annotated` types, and so are the bits that a number takes if eight do not
hold it. Copies, and any other layout, are derived from that.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, Self, get_type_hints


@dataclass(frozen=True)
class Bits:
    """How many bits, one of them for the sign, hold every number of a field: 16, 32 or 64."""

    count: int


class Field(NamedTuple):
    """What a field holds: a table of these lengths (a plain number has none), of such numbers."""

    lengths: tuple[int, ...]
    bits: int


def fields_of(kind: type) -> dict[str, Field]:
    """The fields of a state, or of the tables of a board, in order.

    >>> from typing import Annotated
    >>> coins = Annotated[tuple[int, ...], 5, Bits(16)]
    >>> fields_of(NamedTuple("Purse", [("owner", int), ("coins", coins)]))
    {'owner': Field(lengths=(), bits=8), 'coins': Field(lengths=(5,), bits=16)}
    """
    hints = get_type_hints(kind, include_extras=True)
    return {name: _field(getattr(hint, "__metadata__", ())) for name, hint in hints.items()}


def _field(notes: tuple[int | Bits, ...]) -> Field:
    bits = [note.count for note in notes if isinstance(note, Bits)]
    return Field(tuple(note for note in notes if isinstance(note, int)), *bits or (8,))


class Position:
    """Base of the states of all games: they have a schema and can be copied.

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
        return {name: field.lengths for name, field in fields_of(cls).items()}

    def copy(self) -> Self:
        """Return an independent state with the same numbers."""
        kind = type(self)
        numbers, lists, tables = _by_dimension(kind.schema)
        copied = object.__new__(kind)
        for name in numbers:
            setattr(copied, name, getattr(self, name))
        for name in lists:
            setattr(copied, name, getattr(self, name)[:])
        for name in tables:
            setattr(copied, name, [row[:] for row in getattr(self, name)])
        return copied


@cache
def _by_dimension(schema: Callable[[], dict[str, tuple[int, ...]]]) -> tuple[tuple[str, ...], ...]:
    """The names of the fields that are numbers, lists, and tables."""
    lengths = schema()
    return tuple(
        tuple(name for name in lengths if len(lengths[name]) == dimensions)
        for dimensions in range(3)
    )
