"""Six levels to play against, from a beginner to the champion.

The lower ones evaluate turns as the champion does, but overlook opportunities, as people do, and do
not see the turns that use them. The upper ones see every turn and search further ahead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from howdah.ai.budget import Budget
from howdah.ai.opportunities import Opportunity, Reach, TurnDescription, describe_turns
from howdah.ai.search.agent import SearchAgent
from howdah.ai.search.puct import MOST_TURNS
from howdah.ai.search.search import PuctSearch, Search
from howdah.core.rng import Dealer
from howdah.core.view import View
from howdah.games.plugin import LevelConfig, MissingFacet
from howdah.games.registry import plugin_for

FULL_TIME: Final = Budget(seconds=0.25)
"""The budget of the champion for a turn at a table."""
ValuedTurn = tuple[tuple[list[int], float], TurnDescription]
"""The actions of a turn with its value, and what it makes use of."""
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
        turns = list(zip(values, describe_turns(search.game, [move for move, _ in values])))
        forward = [turn for turn in turns if not turn[1].goes_back] or turns
        seen = self._seen(forward) or [forward[self._numbers.randbelow(len(forward))]]
        (best, _), _ = max(seen, key=lambda turn: turn[0][1])
        return best

    def _seen(self, turns: Sequence[ValuedTurn]) -> list[ValuedTurn]:
        """Return the turns that make use only of what the level does not overlook."""
        is_seen: dict[Opportunity, bool] = {}
        for _, description in turns:
            for found in description.opportunities:
                if found not in is_seen:
                    is_seen[found] = self._numbers.randbelow(100) >= self._percent(found)
        return [turn for turn in turns if all(is_seen[one] for one in turn[1].opportunities)]

    def _percent(self, opportunity: Opportunity) -> int:
        """Return how often the level overlooks an opportunity."""
        if opportunity.reach is Reach.WALK:
            return self.level.overlooks_walks
        return self.level.overlooks // (2 if opportunity.reach is Reach.AT_HAND else 1)
