"""The set-up of a game as a sequence of chance nodes with exact probabilities.

They are what the dealer draws at once: `SlotSetup` draws one thing after the other, each of
those left equally likely. An outcome has a number and a text: `post E1 yellow`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Final, Protocol, Self, cast

from howdah.core.errors import InvalidRecord
from howdah.core.jsonio import Json
from howdah.games.registry import AnyGame, plugin_for

Outcome = tuple[int, Fraction]
"""An outcome of a chance node by its number, with its probability."""
Outcomes = list[Outcome]
"""The outcomes of a chance node, ascending by number."""


class SetupChance(Protocol):
    """A set-up that is being drawn."""

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts of all outcomes, by number."""

    @property
    def max_draws(self) -> int:
        """The highest number of draws that a set-up takes."""

    @property
    def is_complete(self) -> bool:
        """Whether the set-up needs no more draws."""

    def outcomes(self) -> Outcomes:
        """Return the outcomes of the next draw; none when the set-up is complete."""

    def draw(self, outcome: int) -> None:
        """Apply the outcome of the next draw."""

    def start(self) -> dict[str, Json]:
        """Return the complete set-up as a record writes it."""

    def numbers_of(self, start: dict[str, Any]) -> list[int]:
        """Return the outcomes that lead to a record's set-up; `InvalidRecord` if none do."""

    def copy(self) -> Self:
        """Return an independent copy."""


class SpielSetup(Protocol):
    """The facet of a game for OpenSpiel: its parameters, its bounds and its chance nodes."""

    PARAMETERS: dict[str, Any]
    """OpenSpiel's parameters of the game, with their defaults."""
    NONE_VALUES: dict[str, Any]
    """The values by which parameters say None, which OpenSpiel does not have."""
    CHANCE_ACTIONS: tuple[int, ...]
    """The numbers of all chance actions after the set-up, ascending."""

    def setup_chance(self, game: AnyGame) -> SetupChance:
        """Return the draws of the set-up of a game with these options, before the first one."""

    def chance_outcomes(self, state: Any) -> tuple[tuple[int, int], ...]:
        """Return the chance actions that a state can have, ascending, with integer weights."""

    def max_chance_actions(self, game: AnyGame) -> int:
        """Return the highest number of chance actions after the set-up."""

    def max_decisions(self, game: AnyGame) -> int:
        """Return the highest number of decisions in a game with these options."""


def spiel_setup_for(game: str) -> SpielSetup:
    """Return the OpenSpiel facet of a game."""
    return cast(SpielSetup, plugin_for(game).load("setup_chance"))


def setup_chance_for(game: AnyGame) -> SetupChance:
    """Return the draws of a game's set-up; a game without the facet has a fixed set-up."""
    if plugin_for(game.name).setup_chance is None:
        return FixedSetup(game.start())
    return spiel_setup_for(game.name).setup_chance(game)


@dataclass(frozen=True)
class SetupSlot:
    """Things to draw for some places: as many as there are places, or more."""

    name: str
    places: tuple[str, ...]
    things: tuple[str, ...]

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The things that differ, in their order."""
        return tuple(dict.fromkeys(self.things))

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The texts of all outcomes: each kind on each place."""
        return tuple(
            " ".join(filter(None, (self.name, place, kind)))
            for place in self.places
            for kind in self.kinds
        )


class SlotSetup:
    """A set-up that fills one slot after the other; it keeps the numbers of the outcomes.

    >>> coins = SlotSetup([SetupSlot("coin", ("left", "right"), ("gold", "tin", "tin"))])
    >>> [(coins.texts[number], str(chance)) for number, chance in coins.outcomes()]
    [('coin left gold', '1/3'), ('coin left tin', '2/3')]
    >>> coins.draw(1)
    >>> [(coins.texts[number], str(chance)) for number, chance in coins.outcomes()]
    [('coin right gold', '1/2'), ('coin right tin', '1/2')]
    """

    def __init__(self, slots: Sequence[SetupSlot]) -> None:
        self.slots = tuple(slots)
        self.texts: Final = tuple(text for slot in self.slots for text in slot.texts)
        self.max_draws: Final = sum(len(slot.places) for slot in self.slots)
        self.drawn: list[int] = []

    @property
    def is_complete(self) -> bool:
        """Whether all slots are filled."""
        return len(self.drawn) == self.max_draws

    def outcomes(self) -> Outcomes:
        """Return the outcomes of the next draw."""
        found = self._next_place()
        if found is None:
            return []
        slot, place, first = found
        left = Counter(slot.things)
        left.subtract(self.drawn_for(slot).values())
        total = sum(left.values())
        number = first + place * len(slot.kinds)
        return [
            (number + kind, Fraction(left[thing], total))
            for kind, thing in enumerate(slot.kinds)
            if left[thing]
        ]

    def _next_place(self) -> tuple[SetupSlot, int, int] | None:
        """Return the slot to fill, the place in it and its first outcome; None if complete."""
        before, first = 0, 0
        for slot in self.slots:
            if len(self.drawn) < before + len(slot.places):
                return slot, len(self.drawn) - before, first
            before += len(slot.places)
            first += len(slot.texts)
        return None

    def drawn_for(self, slot: SetupSlot) -> dict[str, str]:
        """Return what was drawn for the places of a slot so far."""
        first = 0
        for other in self.slots:
            if other is slot:
                break
            first += len(other.texts)
        numbers = [number - first for number in self.drawn]
        return {
            slot.places[number // len(slot.kinds)]: slot.kinds[number % len(slot.kinds)]
            for number in numbers
            if 0 <= number < len(slot.texts)
        }

    def draw(self, outcome: int) -> None:
        """Apply the outcome of the next draw."""
        self.drawn.append(outcome)

    def number_of(self, text: str) -> int:
        """Return the outcome with a text; `InvalidRecord` if there is none."""
        try:
            return self.texts.index(text)
        except ValueError:
            raise InvalidRecord("start", f"has {text!r}, which is not drawn here") from None

    def copy(self) -> Self:
        """Return an independent copy."""
        copied = object.__new__(type(self))
        copied.__dict__.update(self.__dict__, drawn=self.drawn[:])
        return copied


class FixedSetup(SlotSetup):
    """A set-up without chance: it is always the same."""

    def __init__(self, start: dict[str, Json]) -> None:
        super().__init__(())
        self._start = start

    def start(self) -> dict[str, Json]:
        """Return the set-up as a record writes it."""
        return self._start

    def numbers_of(self, start: dict[str, Any]) -> list[int]:
        """Return no outcomes; `InvalidRecord` if the record has another set-up."""
        if start != self._start:
            raise InvalidRecord("start", "should be the fixed set-up, begun by seat 0")
        return []


FIRST_PLAYER: Final = "first player"


def first_player_slot(players: int) -> SetupSlot:
    """Return the slot for the draw of the first player."""
    return SetupSlot(FIRST_PLAYER, ("",), tuple(map(str, range(players))))
