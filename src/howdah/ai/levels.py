"""Six levels to play against, from a beginner to the champion.

The lower ones evaluate turns as the champion does, but overlook some of them, as people do. The
upper ones see every turn and search further ahead.
"""

from __future__ import annotations

from typing import Final

from howdah.ai.budget import Budget
from howdah.ai.search.agent import SearchAgent
from howdah.ai.search.puct import MOST_TURNS
from howdah.ai.search.search import PuctSearch, Search
from howdah.core.rng import Dealer
from howdah.core.view import View
from howdah.games.plugin import LevelConfig, MissingFacet
from howdah.games.registry import plugin_for

FULL_TIME: Final = Budget(seconds=0.25)
"""The budget of the champion for a turn at a table."""
LONGEST_WAIT: Final = 0.5
"""The most seconds that any level takes, however slow the machine."""


def _level_of(game: str, number: int) -> LevelConfig:
    levels = plugin_for(game).levels
    if not levels:
        raise MissingFacet(f"The game {game!r} has no levels; `random` and `uct:N` play it.")
    return levels[number - 1]


def budget_of(level: LevelConfig) -> Budget:
    """The budget of a level for a turn; one without a number of simulations takes its full time."""
    if level.simulations is None:
        return FULL_TIME
    seconds = LONGEST_WAIT if level.simulations > 1 else None
    return Budget(simulations=level.simulations, seconds=seconds)


class WideSearch(PuctSearch):
    """A search whose root has every turn as a child."""

    width = MOST_TURNS


class LevelAgent(SearchAgent):
    """Plays at a level, from 1 to 6."""

    def __init__(self, number: int, seed: str) -> None:
        super().__init__(PuctSearch, FULL_TIME, seed)
        self.number = number

    def choose(self, view: View) -> str:
        """Return the best action of those that it does not overlook."""
        self.level = _level_of(view.game, self.number)
        self.budget = budget_of(self.level)
        self._search_class = WideSearch if self.level.overlooks else PuctSearch
        self._numbers = Dealer(self.seed).stream(f"level {len(view.actions)}")
        return super().choose(view)

    def _select_move(self, search: Search) -> list[int]:
        if not self.level.overlooks:
            moves = search.near_best_moves(self.level.margin)
            return moves[self._numbers.randbelow(len(moves))]
        values = search.move_values()
        seen = [found for found in values if self._numbers.randbelow(100) >= self.level.overlooks]
        best = max(
            seen or [values[self._numbers.randbelow(len(values))]], key=lambda found: found[1]
        )
        return best[0]
