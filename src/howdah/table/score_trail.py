"""Score trails: what the final score of each player is made of, as a bar and in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Protocol, cast

from howdah.games.registry import AnyGame, plugin_for
from howdah.i18n import Language, current_language

CACHED_TRAILS: Final = 64
"""Of how many finished games the trails are cached, each in one language."""
DIGIT_SHARE: Final = 3.2
"""The room that a digit needs in a bar, in percent of the whole."""


@dataclass(frozen=True)
class TrailPart:
    """A part of a score; what it cost is negative."""

    kind: str
    """The name of its look in the bar: a class of the stylesheet, `trail-KIND`."""
    label: str
    """What it is, in the reader's language, as "7 sales"."""
    amount: int

    @property
    def signed(self) -> str:
        """The amount as it is printed."""
        return f"+{self.amount}" if self.amount > 0 else f"\N{MINUS SIGN}{-self.amount}"


@dataclass(frozen=True)
class Pattern:
    """How a kind of part looks besides its colour: the path that fills each square of a size."""

    kind: str
    size: int
    path: str = ""


@dataclass(frozen=True)
class BarPiece:
    """A part as it is drawn: where it is in a bar, in percent of the whole."""

    kind: str
    amount: int
    start: float
    width: float

    @property
    def number(self) -> str:
        """The amount to print on it; empty if there is no room for it."""
        number = str(abs(self.amount))
        return number if self.width >= DIGIT_SHARE * len(number) + 1 else ""

    @property
    def middle(self) -> float:
        """Where the number is."""
        return round(self.start + self.width / 2, 1)


@dataclass(frozen=True)
class PlayerTrail:
    """What the score of a player is made of."""

    seat: int
    name: str
    parts: tuple[TrailPart, ...]
    """None of them is nothing; together they are the total."""
    total: int

    @property
    def gained(self) -> int:
        """What was gained in all."""
        return sum(part.amount for part in self.parts if part.amount > 0)

    @property
    def spent(self) -> int:
        """What was spent in all."""
        return self.gained - self.total


@dataclass(frozen=True)
class ScoreTrail:
    """What the scores of all players are made of."""

    title: str
    players: tuple[PlayerTrail, ...]
    patterns: tuple[Pattern, ...]
    """Of every kind that a part may be."""

    @property
    def line(self) -> float:
        """Where all bars begin, in percent of the whole: what was spent is to the left of it."""
        return round(100 * self._most_spent / self._whole, 1)

    @property
    def _most_spent(self) -> int:
        return max(player.spent for player in self.players)

    @property
    def _whole(self) -> int:
        """What a bar across the whole width would stand for."""
        return max(1, self._most_spent + max(player.gained for player in self.players))

    def bar(self, player: PlayerTrail) -> tuple[BarPiece, ...]:
        """The bar of a player: the gains one after the other, and the costs on the other side.

        >>> parts = TrailPart("a", "sales", 5), TrailPart("b", "tolls", 1), TrailPart("c", "", -2)
        >>> trail = ScoreTrail("", (PlayerTrail(0, "Ada", parts, 4),), ())
        >>> trail.line, [(piece.start, piece.width) for piece in trail.bar(trail.players[0])]
        (25.0, [(25.0, 62.5), (87.5, 12.5), (0.0, 25.0)])
        """
        left = right = self._most_spent
        pieces = []
        for part in player.parts:
            if part.amount > 0:
                start, right = right, right + part.amount
            else:
                start = left = left + part.amount
            shares = (round(100 * one / self._whole, 1) for one in (start, abs(part.amount)))
            pieces.append(BarPiece(part.kind, part.amount, *shares))
        return tuple(pieces)


class ScoreTrailModule(Protocol):
    """What a game tells of its final scores; a module with this name will do."""

    def score_trail(self, game: AnyGame, names: Sequence[str], /) -> ScoreTrail | None:
        """The score trail of a finished game; None where it would say nothing new."""


def score_trail_of(game: AnyGame, names: Sequence[str]) -> ScoreTrail | None:
    """The score trail of a finished game; None if the game has none.

    Cached, as many viewers see the end of a game; a game is another object in every position.
    """
    if plugin_for(game.name).score_trail is None:
        return None
    return _score_trail(game, tuple(names), current_language())


@lru_cache(maxsize=CACHED_TRAILS)
def _score_trail(game: AnyGame, names: tuple[str, ...], _language: Language) -> ScoreTrail | None:
    module = cast(ScoreTrailModule, plugin_for(game.name).load("score_trail"))
    return module.score_trail(game, names)
