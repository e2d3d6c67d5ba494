"""Bombay Bazar for OpenSpiel: its parameters, its bounds, and its set-up as chance nodes."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final, Self

from howdah.core.errors import InvalidRecord
from howdah.core.jsonio import Json
from howdah.envs.setup_chance import (
    FIRST_PLAYER,
    Outcomes,
    SetupChance,
    SlotSetup,
    first_player_slot,
)
from howdah.games.bazar.medals import MEDALS, Choice, Medals
from howdah.games.bazar.names import CALLS
from howdah.games.bazar.setup import usual_heads

PARAMETERS: Final[dict[str, Any]] = {
    "players": 2,
    "board": "hexagon-61",
    "tip_rule": "join",
    "starter": "random",
    "returns": "auto",
}
NONE_VALUES: Final[dict[str, Any]] = {}
CHANCE_ACTIONS: Final[tuple[int, ...]] = ()


def chance_outcomes(state: Any) -> tuple[tuple[int, int], ...]:
    """Return nothing: there is no chance after the set-up."""
    return ()


def max_chance_actions(game: Any) -> int:
    """Return zero: there is no chance after the set-up."""
    return 0


def max_decisions(game: Any) -> int:
    """Return the highest number of decisions: a tile on each cell, and the end pieces."""
    return len(game.board.cells) + int(game.players)


def setup_chance(game: Any) -> SetupChance:
    """Return the draws that decide who begins, by the option `starter`."""
    if game.options.starter == "medals":
        return MedalsSetup(game.players)
    return StarterSetup(game.players, is_random=game.options.starter == "random")


class StarterSetup(SlotSetup):
    """Draws the first player, unless seat 0 begins."""

    def __init__(self, players: int, *, is_random: bool) -> None:
        self._heads: list[Json] = [*usual_heads(players)]
        super().__init__([first_player_slot(players)] if is_random else [])

    def start(self) -> dict[str, Json]:
        """Return the set-up as a record writes it."""
        first = int(self.drawn_for(self.slots[0])[""]) if self.slots else 0
        return {"heads": self._heads, "first_player": first, "medals": []}

    def numbers_of(self, start: dict[str, Any]) -> list[int]:
        """Return the outcomes that lead to the set-up of a record."""
        check_heads(start, self._heads)
        return [self.number_of(f"{FIRST_PLAYER} {start['first_player']}")] if self.slots else []


class MedalsSetup:
    """The medals game with every choice a draw: a number of medals and a call."""

    def __init__(self, players: int) -> None:
        self._heads: list[Json] = [*usual_heads(players)]
        self._medals = Medals(players)
        self._choices = [Choice(kept, call) for kept in range(1, MEDALS + 1) for call in CALLS]
        self.texts: Final = tuple(
            f"medals {seat} {choice.kept} {choice.call}"
            for seat in range(players)
            for choice in self._choices
        )
        self.max_draws: Final = 250 * players
        """There is no limit, but the chance of more rounds is below one in 10 to the 30."""

    @property
    def is_complete(self) -> bool:
        """Whether only one seat is left, which begins."""
        return self._medals.first_player is not None

    def outcomes(self) -> Outcomes:
        """Return the outcomes of the next draw: any choice of the next seat that is in."""
        waiting = self._medals.view().waiting_for
        if not waiting:
            return []
        first = waiting[0] * len(self._choices)
        chance = Fraction(1, len(self._choices))
        return [(first + number, chance) for number in range(len(self._choices))]

    def draw(self, outcome: int) -> None:
        """Apply the outcome of the next draw."""
        seat, number = divmod(outcome, len(self._choices))
        self._medals.choose(seat, *self._choices[number])

    def start(self) -> dict[str, Json]:
        """Return the set-up as a record writes it."""
        return {
            "heads": self._heads,
            "first_player": self._medals.first_player,
            "medals": self._medals.to_json(),
        }

    def numbers_of(self, start: dict[str, Any]) -> list[int]:
        """Return the outcomes that lead to the set-up of a record."""
        check_heads(start, self._heads)
        return [
            self.texts.index(f"medals {seat} {choice[0]} {choice[1]}")
            for choices in start["medals"]
            for seat, choice in enumerate(choices)
            if choice is not None
        ]

    def copy(self) -> Self:
        """Return an independent copy."""
        copied = object.__new__(type(self))
        copied.__dict__.update(self.__dict__, _medals=self._medals.copy())
        return copied


def check_heads(start: dict[str, Any], usual: list[Json]) -> None:
    """Refuse a record in which other heads were taken than the usual ones."""
    if start["heads"] != usual:
        heads = ", ".join(map(str, usual))
        raise InvalidRecord("start.heads", f"should be the usual ones here: {heads}")
