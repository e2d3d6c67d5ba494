"""The set-up as a row of draws, each with its exact chances: whatever the dealer would do.

A lot is a heap of things that are laid on some places, one after the other, each of those left
as likely. An outcome has a number and a text: `post E1 yellow`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Final, Protocol, Self

from howdah.core.errors import InvalidRecord
from howdah.core.jsonio import Json
from howdah.games.bazar.medals import MEDALS, Choice, Medals
from howdah.games.bazar.names import CALLS
from howdah.games.bazar.setup import usual_heads
from howdah.games.bombay.board import Board
from howdah.games.bombay.board_files import POST_GROUPS
from howdah.games.bombay.names import COLOUR_NAMES
from howdah.games.registry import AnyGame

Outcomes = list[tuple[int, Fraction]]


class SetUp(Protocol):
    """A set-up that is being drawn."""

    @property
    def texts(self) -> tuple[str, ...]:
        """Every outcome that there is, by its number."""

    @property
    def most_draws(self) -> int:
        """No set-up takes more draws."""

    @property
    def is_complete(self) -> bool:
        """Whether all is laid."""

    def outcomes(self) -> Outcomes:
        """What can be drawn next, ascending, and how likely; nothing when all is laid."""

    def draw(self, outcome: int) -> None:
        """Let the next draw be an outcome."""

    def start(self) -> dict[str, Json]:
        """The set-up as a record writes it."""

    def numbers_of(self, start: dict[str, Any]) -> list[int]:
        """The outcomes that lead to the set-up of a record; `InvalidRecord` if none do."""

    def copy(self) -> Self:
        """Another one that goes its own way."""


@dataclass(frozen=True)
class SetupSlot:
    """Things to lay on places: as many, or more than there are places."""

    name: str
    places: tuple[str, ...]
    things: tuple[str, ...]

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The things that differ, in their order."""
        return tuple(dict.fromkeys(self.things))

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """Every outcome there is: each kind on each place."""
        return tuple(
            " ".join(filter(None, (self.name, place, kind)))
            for place in self.places
            for kind in self.kinds
        )


class SetupChance:
    """One lot after the other; what was drawn is kept by its numbers.

    >>> lots = SetupChance([SetupSlot("coin", ("left", "right"), ("gold", "tin", "tin"))])
    >>> [(lots.texts[number], str(chance)) for number, chance in lots.outcomes()]
    [('coin left gold', '1/3'), ('coin left tin', '2/3')]
    >>> lots.draw(1)
    >>> [(lots.texts[number], str(chance)) for number, chance in lots.outcomes()]
    [('coin right gold', '1/2'), ('coin right tin', '1/2')]
    """

    def __init__(self, lots: Sequence[SetupSlot]) -> None:
        self.lots = tuple(lots)
        self.texts: Final = tuple(text for lot in self.lots for text in lot.texts)
        self.most_draws: Final = sum(len(lot.places) for lot in self.lots)
        self.drawn: list[int] = []

    @property
    def is_complete(self) -> bool:
        """Whether all is laid."""
        return len(self.drawn) == self.most_draws

    def outcomes(self) -> Outcomes:
        """What can be drawn next."""
        found = self._next_place()
        if found is None:
            return []
        lot, place, first = found
        left = Counter(lot.things)
        left.subtract(self.laid(lot).values())
        total = sum(left.values())
        number = first + place * len(lot.kinds)
        return [
            (number + kind, Fraction(left[thing], total))
            for kind, thing in enumerate(lot.kinds)
            if left[thing]
        ]

    def _next_place(self) -> tuple[SetupSlot, int, int] | None:
        """The lot, the place in it and the number of its first outcome; None when all is laid."""
        before, first = 0, 0
        for lot in self.lots:
            if len(self.drawn) < before + len(lot.places):
                return lot, len(self.drawn) - before, first
            before += len(lot.places)
            first += len(lot.texts)
        return None

    def laid(self, lot: SetupSlot) -> dict[str, str]:
        """What lies on the places of a lot so far."""
        first = 0
        for other in self.lots:
            if other is lot:
                break
            first += len(other.texts)
        numbers = [number - first for number in self.drawn]
        return {
            lot.places[number // len(lot.kinds)]: lot.kinds[number % len(lot.kinds)]
            for number in numbers
            if 0 <= number < len(lot.texts)
        }

    def draw(self, outcome: int) -> None:
        """Let the next draw be an outcome."""
        self.drawn.append(outcome)

    def copy(self) -> Self:
        """Another one that goes its own way."""
        simulator = object.__new__(type(self))
        simulator.__dict__.update(self.__dict__, drawn=self.drawn[:])
        return simulator

    def _number(self, text: str) -> int:
        try:
            return self.texts.index(text)
        except ValueError:
            raise InvalidRecord("start", f"has {text!r}, which is not drawn here") from None


FIRST_PLAYER: Final = "first player"


def _who_begins(players: int) -> SetupSlot:
    return SetupSlot(FIRST_PLAYER, ("",), tuple(map(str, range(players))))


class BombayLots(SetupChance):
    """Who begins, the posts, the palace tokens and the demands; nothing in a first game."""

    def __init__(self, game: AnyGame) -> None:
        options: Any = game.options
        self._fixed: dict[str, Json] | None = None
        if options.set_up == "first-game":
            self._fixed = game.start()
            super().__init__(())
            return
        board: Board = options.board
        super().__init__(
            (
                _who_begins(options.players),
                SetupSlot("post", board.group(POST_GROUPS[options.plan.posts]), _posts(options)),
                SetupSlot("token", board.group("G"), board.palace_token_faces[options.face]),
                SetupSlot("demands", board.group("D"), tuple(map(" ".join, board.demand_columns))),
            )
        )

    def start(self) -> dict[str, Json]:
        """The set-up as a record writes it."""
        if self._fixed is not None:
            return self._fixed
        first, posts, tokens, demands = map(self.laid, self.lots)
        return {
            "first_player": int(first[""]),
            "posts": {**posts},
            "palace_tokens": {**tokens},
            "demands": {city: [*column.split()] for city, column in demands.items()},
        }

    def numbers_of(self, start: dict[str, Any]) -> list[int]:
        """The outcomes that lead to the set-up of a record."""
        if self._fixed is not None:
            if start != self._fixed:
                raise InvalidRecord("start", "should be the first-game set-up, begun by seat 0")
            return []
        _, posts, tokens, demands = self.lots
        laid = [
            f"{FIRST_PLAYER} {start['first_player']}",
            *(f"post {site} {start['posts'][site]}" for site in posts.places),
            *(f"token {site} {start['palace_tokens'][site]}" for site in tokens.places),
            *(f"demands {city} {' '.join(start['demands'][city])}" for city in demands.places),
        ]
        return [self._number(text) for text in laid]


def _posts(options: Any) -> tuple[str, ...]:
    each: int = options.plan.posts // len(COLOUR_NAMES)
    return COLOUR_NAMES * each


class BazarLots(SetupChance):
    """Who begins, if that is left to chance."""

    def __init__(self, game: AnyGame) -> None:
        options: Any = game.options
        self._heads: list[Json] = [*usual_heads(options.players)]
        super().__init__([_who_begins(options.players)] if options.starter == "random" else [])

    def start(self) -> dict[str, Json]:
        """The set-up as a record writes it."""
        first = int(self.laid(self.lots[0])[""]) if self.lots else 0
        return {"heads": self._heads, "first_player": first, "medals": []}

    def numbers_of(self, start: dict[str, Any]) -> list[int]:
        """The outcomes that lead to the set-up of a record."""
        check_heads(start, self._heads)
        return [self._number(f"{FIRST_PLAYER} {start['first_player']}")] if self.lots else []


class MedalDraws:
    """The medals game, in which every hand is a draw: a number of medals and a call."""

    def __init__(self, game: AnyGame) -> None:
        players = game.players
        self._heads: list[Json] = [*usual_heads(players)]
        self._medals = Medals(players)
        self._choices = [Choice(kept, call) for kept in range(1, MEDALS + 1) for call in CALLS]
        self.texts: Final = tuple(
            f"medals {seat} {choice.kept} {choice.call}"
            for seat in range(players)
            for choice in self._choices
        )
        self.most_draws: Final = 250 * players
        """There is no most; but more rounds than this come once in 10 to the 30."""

    @property
    def is_complete(self) -> bool:
        """Whether one seat is left, who begins."""
        return self._medals.first_player is not None

    def outcomes(self) -> Outcomes:
        """What can be drawn next: any hand of the next seat that is in."""
        waiting = self._medals.view().waiting_for
        if not waiting:
            return []
        first = waiting[0] * len(self._choices)
        chance = Fraction(1, len(self._choices))
        return [(first + number, chance) for number in range(len(self._choices))]

    def draw(self, outcome: int) -> None:
        """Let the next hand be an outcome."""
        seat, number = divmod(outcome, len(self._choices))
        self._medals.choose(seat, *self._choices[number])

    def start(self) -> dict[str, Json]:
        """The set-up as a record writes it."""
        return {
            "heads": self._heads,
            "first_player": self._medals.first_player,
            "medals": self._medals.to_json(),
        }

    def numbers_of(self, start: dict[str, Any]) -> list[int]:
        """The outcomes that lead to the set-up of a record."""
        check_heads(start, self._heads)
        return [
            self.texts.index(f"medals {seat} {hand[0]} {hand[1]}")
            for hands in start["medals"]
            for seat, hand in enumerate(hands)
            if hand is not None
        ]

    def copy(self) -> Self:
        """Another one that goes its own way."""
        simulator = object.__new__(type(self))
        simulator.__dict__.update(self.__dict__, _medals=self._medals.copy())
        return simulator


def check_heads(start: dict[str, Any], usual: list[Json]) -> None:
    """Refuse a record in which other heads were taken than the usual ones."""
    if start["heads"] != usual:
        heads = ", ".join(map(str, usual))
        raise InvalidRecord("start.heads", f"should be the usual ones here: {heads}")


def set_up_of(game: AnyGame) -> SetUp:
    """How the set-up of a game is drawn, by its options."""
    if game.name == "bombay":
        return BombayLots(game)
    options: Any = game.options
    return MedalDraws(game) if options.starter == "medals" else BazarLots(game)
