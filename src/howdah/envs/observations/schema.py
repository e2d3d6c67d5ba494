"""What a row of numbers consists of: named pieces, one after the other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate
from math import prod
from typing import Any

from howdah.core.errors import InvalidOption


@dataclass(frozen=True)
class Piece:
    """A table of numbers that tells one thing; each is a count, `scale` times as large.

    >>> Piece("bag", (4,), "bales in the bag, by colour", most=5, scale=0.2).highest
    1.0
    """

    name: str
    shape: tuple[int, ...]
    meaning: str
    most: int = 1
    """No count is ever larger."""
    scale: float = 1.0
    is_behind_screens: bool = False
    """Whether it tells what players keep to themselves, a row a seat."""

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)

    @property
    def highest(self) -> float:
        """The largest number that can stand in it."""
        return self.most * self.scale


class Layout:
    """The pieces of a row, in order, and where each begins.

    >>> layout = Layout([Piece("stars", (4,), "stars left"), Piece("bag", (2, 2), "bales")])
    >>> layout.size, layout.where("bag")
    (8, slice(4, 8, None))
    """

    def __init__(self, pieces: Iterable[Piece]) -> None:
        self.pieces = tuple(pieces)
        *starts, self.size = accumulate((piece.size for piece in self.pieces), initial=0)
        self.starts = tuple(starts)
        self._named = {
            piece.name: (piece, slice(start, start + piece.size))
            for piece, start in zip(self.pieces, self.starts)
        }

    def __str__(self) -> str:
        """All pieces as a table, in Markdown."""
        heading = "| piece | from | shape | tells | scale |\n|---|---:|---|---|---|"
        return "\n".join([heading, *map(_line, self.pieces, self.starts)])

    def piece(self, name: str) -> Piece:
        """The piece with a name."""
        return self._found(name)[0]

    def where(self, name: str) -> slice:
        """The part of a row that is a piece."""
        return self._found(name)[1]

    def part(self, row: Any, name: str) -> Any:
        """A piece of a row, or of an array of rows, in its shape; it shares their memory."""
        piece, place = self._found(name)
        return row[..., place].reshape(*row.shape[:-1], *piece.shape)

    def _found(self, name: str) -> tuple[Piece, slice]:
        if name not in self._named:
            raise InvalidOption(f"There is no piece {name!r}; there are {', '.join(self._named)}.")
        return self._named[name]


def _line(piece: Piece, start: int) -> str:
    shape = " x ".join(map(str, piece.shape))
    screen = " (behind the screen)" if piece.is_behind_screens else ""
    scale = "" if piece.scale == 1 else f"1/{1 / piece.scale:.0f}"
    return f"| `{piece.name}` | {start} | {shape} | {piece.meaning}{screen} | {scale} |"
