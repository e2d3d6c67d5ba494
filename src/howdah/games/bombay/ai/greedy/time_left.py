"""How much of a game of Bombay is still to come for a player whose turn it is."""

from __future__ import annotations

from typing import NamedTuple

from howdah.games.bombay.rules import PLANS, STARS
from howdah.games.bombay.state import State


class TimeLeft(NamedTuple):
    """The turns that a player has after this one."""

    turns_in_set: int
    turns: int
    """In the whole game."""
    all_turns: int
    """How many a game has from its beginning."""

    @property
    def stars_in_set(self) -> int:
        """The stars until the next restock."""
        return self.turns_in_set * STARS

    @property
    def stars(self) -> int:
        """The stars until the end of the game."""
        return self.turns * STARS


def horizon_of(state: State) -> TimeLeft:
    """What comes after the turn that is being played."""
    plan = PLANS[state.players]
    turns_in_set = plan.game_turns - state.game_turn
    turns = turns_in_set + plan.game_turns * (plan.sets - state.set_number)
    return TimeLeft(turns_in_set, turns, plan.game_turns * plan.sets)
