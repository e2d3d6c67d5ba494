"""What an observation consists of: named pieces, one after the other, and who sees them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate
from math import prod
from typing import Any, Final, Protocol, cast

from howdah.core.errors import InvalidOption
from howdah.games.registry import plugin_for

PUBLIC: Final = 0
"""Visibility without memory of a spectator: only what is public."""
OWN: Final = 1
"""Visibility without memory of a player: also what is behind the player's own screen."""
ALL: Final = 2
"""Visibility with perfect recall: every change was public, so nothing is hidden."""


def seats_after(players: int, seat: int, other: int) -> int:
    """Return how many places clockwise `other` sits after `seat`.

    >>> seats_after(4, 3, 0)
    1
    """
    return other - seat if other >= seat else other - seat + players


@dataclass(frozen=True)
class Piece:
    """A named array of an observation; each number is a count times `scale`.

    >>> Piece("bag", (4,), "bales in the bag, by colour", most=5, scale=0.2).highest
    1.0
    """

    name: str
    shape: tuple[int, ...]
    meaning: str
    most: int = 1
    """The largest count there can be."""
    scale: float = 1.0
    is_behind_screens: bool = False
    """Whether it holds what players keep behind their screens; then it has a row for each seat."""

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)

    @property
    def highest(self) -> float:
        """The highest number that it can have."""
        return self.most * self.scale


class ObservationLayout:
    """The pieces of an observation, in order, and where each begins.

    >>> layout = ObservationLayout([Piece("stars", (4,), "left"), Piece("bag", (2, 2), "bales")])
    >>> layout.size, layout.where("bag")
    (8, slice(4, 8, None))
    """

    def __init__(self, pieces: Iterable[Piece]) -> None:
        self.pieces = tuple(pieces)
        *starts, self.size = accumulate((piece.size for piece in self.pieces), initial=0)
        self.starts = tuple(starts)
        self._by_name = {
            piece.name: (piece, slice(start, start + piece.size))
            for piece, start in zip(self.pieces, self.starts)
        }

    def __str__(self) -> str:
        """Return all pieces as a table in Markdown."""
        heading = "| piece | from | shape | meaning | scale |\n|---|---:|---|---|---|"
        return "\n".join([heading, *map(_line, self.pieces, self.starts)])

    def piece(self, name: str) -> Piece:
        """Return the piece with a name."""
        return self._lookup(name)[0]

    def where(self, name: str) -> slice:
        """Return the slice of an observation that is a piece."""
        return self._lookup(name)[1]

    def part(self, vector: Any, name: str) -> Any:
        """Return a piece of one observation, or of an array of them, in its shape.

        It is a view: it shares their memory.
        """
        piece, place = self._lookup(name)
        return vector[..., place].reshape(*vector.shape[:-1], *piece.shape)

    def _lookup(self, name: str) -> tuple[Piece, slice]:
        if name not in self._by_name:
            listed = ", ".join(self._by_name)
            raise InvalidOption(f"There is no piece {name!r}; there are {listed}.")
        return self._by_name[name]


def _line(piece: Piece, start: int) -> str:
    shape = " x ".join(map(str, piece.shape))
    screen = " (behind the screen)" if piece.is_behind_screens else ""
    scale = "" if piece.scale == 1 else f"1/{1 / piece.scale:.0f}"
    return f"| `{piece.name}` | {start} | {shape} | {piece.meaning}{screen} | {scale} |"


class GameObservation(Protocol):
    """The facet of a game that writes observations; `observe` compiles as the rules do."""

    def layout_for(self, players: int, board: Any) -> ObservationLayout:
        """Return the pieces of an observation for a number of players on a board."""

    def score_range(self, players: int, board: Any) -> tuple[float, float]:
        """Return the lowest and the highest score that a player can have."""

    def observe(
        self, board: Any, state: Any, starts: Any, seat: int, visibility: int, vector: Any
    ) -> None:
        """Write the observation of a seat into a vector of zeros."""


def observation_for(game: str) -> GameObservation:
    """Return the observation facet of a game."""
    return cast(GameObservation, plugin_for(game).load("observation"))
