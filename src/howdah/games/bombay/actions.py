"""Actions as objects and as text: say it, parse it, print it back.

`str` gives the text of the record, `repr` the code that makes the object. A `Notation` turns
both into the numbers that the rules use; it belongs to a board, for that names the sites.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import ClassVar

from howdah.core.errors import InvalidAction
from howdah.core.jsonio import quote
from howdah.games.bombay import rules
from howdah.games.bombay.board import Board
from howdah.games.bombay.names import COLOUR_LETTERS, COLOUR_NAMES, ColourName
from howdah.games.bombay.state import COLOURS

_FORMS = (
    "restock LETTERS (y p b o, in that order), wait, move SITE, buy, sell COLOUR, "
    f"build COLOUR, take COLOUR, end; COLOUR is one of {', '.join(COLOUR_NAMES)}"
)


@dataclass(frozen=True, slots=True)
class _Word:
    """An action that is a single word."""

    word: ClassVar[str]

    def __str__(self) -> str:
        return self.word


@dataclass(frozen=True, slots=True)
class Wait(_Word):
    """Wait for fortune: the whole turn, for one rupee."""

    word = "wait"


@dataclass(frozen=True, slots=True)
class Buy(_Word):
    """Buy a bale of the post's colour."""

    word = "buy"


@dataclass(frozen=True, slots=True)
class End(_Word):
    """End the turn; the stars that are left are lost."""

    word = "end"


@dataclass(frozen=True, slots=True, repr=False)
class Move:
    """Move the elephant along one trail.

    >>> Move('E4')
    Move('E4')
    >>> str(Move('E4'))
    'move E4'
    """

    site: str

    def __str__(self) -> str:
        return f"move {self.site}"

    def __repr__(self) -> str:
        return f"Move({self.site!r})"


@dataclass(frozen=True, slots=True, repr=False)
class _Silk:
    """An action with one bale."""

    word: ClassVar[str]
    colour: ColourName

    def __str__(self) -> str:
        return f"{self.word} {self.colour}"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.colour!r})"


@dataclass(frozen=True, slots=True, repr=False)
class Sell(_Silk):
    """Sell a bale to the city."""

    word = "sell"


@dataclass(frozen=True, slots=True, repr=False)
class Build(_Silk):
    """Build a palace; the bale pays for it."""

    word = "build"


@dataclass(frozen=True, slots=True, repr=False)
class Take(_Silk):
    """Take the free bale that a palace token gives."""

    word = "take"


@dataclass(frozen=True, slots=True, repr=False)
class Restock:
    """Chance: the bales drawn for a new set, as letters in the order y p b o.

    >>> str(Restock('yyyppbbbo'))
    'restock yyyppbbbo'
    """

    drawn: str

    def __str__(self) -> str:
        return f"restock {self.drawn}"

    def __repr__(self) -> str:
        return f"Restock({self.drawn!r})"

    @classmethod
    def of(cls, draw: int) -> Restock:
        """The restock with a draw, as the rules number it."""
        counts = [rules.bales_drawn(draw, colour) for colour in COLOURS]
        return cls("".join(letter * n for letter, n in zip(COLOUR_LETTERS, counts)))

    @property
    def draw(self) -> int:
        """The draw as the rules number it, which have room for seven bales of a colour."""
        counts = (self.drawn.count(letter) for letter in COLOUR_LETTERS)
        return sum(min(count, 7) << 3 * colour for colour, count in enumerate(counts))


Action = Restock | Wait | Move | Buy | Sell | Build | Take | End


class Notation:
    """The actions of one board: numbers of the rules, objects and texts, each from the other.

    >>> notation = Notation(["A", "B"])
    >>> notation.parse("move B"), notation.parse("sell purple")
    (Move('B'), Sell('purple'))
    >>> notation.actions_in(0b11)
    (Move('A'), Move('B'))
    """

    def __init__(self, sites: Sequence[str]) -> None:
        colours = COLOUR_NAMES
        self._actions: tuple[Action, ...] = (
            *(Move(site) for site in sites),
            Wait(),
            Buy(),
            *(Sell(colour) for colour in colours),
            *(Build(colour) for colour in colours),
            *(Take(colour) for colour in colours),
            End(),
        )
        self._listed: dict[int, tuple[Action, ...]] = {}

    @cached_property
    def _codes(self) -> dict[Action, int]:
        return {action: code for code, action in enumerate(self._actions)}

    @cached_property
    def _texts(self) -> dict[str, Action]:
        return {str(action): action for action in self._actions}

    def parse(self, text: str) -> Action:
        """The action a text stands for; the text must be exact."""
        known = self._texts.get(text)
        if known is not None:
            return known
        restock = Restock(text.removeprefix("restock "))
        if str(restock) == text and self.code(restock) is not None:
            return restock
        raise InvalidAction(
            f"{quote(text)} is not an action; an action is exactly one of: {_FORMS}."
        )

    def code(self, action: Action) -> int | None:
        """The number of an action in the rules; None if it is not an action on this board."""
        if isinstance(action, Restock):
            draw = action.draw
            return rules.RESTOCK + draw if draw and Restock.of(draw) == action else None
        return self._codes.get(action)

    def action(self, code: int) -> Action | None:
        """The action with a number in the rules; None if there is none."""
        if 0 <= code < rules.PLAYER_ACTIONS:
            return self._actions[code]
        is_draw = rules.RESTOCK < code < rules.RESTOCK + rules.DRAWS
        return Restock.of(code - rules.RESTOCK) if is_draw else None

    def actions_in(self, legal: int) -> tuple[Action, ...]:
        """The actions in a mask of legal ones, in the order of the rules."""
        found = self._listed.get(legal)
        if found is None:
            found = tuple(a for code, a in enumerate(self._actions) if legal >> code & 1)
            self._listed[legal] = found
        return found


def notation_of(board: Board) -> Notation:
    """The notation of a board, made once for all games on it."""
    return _notation(tuple(site.id for site in board.sites))


_notation = lru_cache(maxsize=32)(Notation)
