"""Six levels to play against, from one who overlooks most of it to the champion.

The lower ones weigh turns as the champion does, but do not see all of them: as people do, they
overlook some. The upper ones see everything and think further ahead.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from howdah.ai.budget import Budget
from howdah.ai.search.agent import SearchAgent
from howdah.ai.search.search import PuctSearch, Search
from howdah.ai.search.turn_generator import MOST_TURNS
from howdah.core.rng import Dealer
from howdah.core.view import View
from howdah.games.registry import plugin_for

FULL_TIME: Final = Budget(seconds=0.25)
"""What the champion takes for a turn when nobody says."""
PATIENCE: Final = 0.5
"""No level lets one wait for more seconds, however slow the machine."""


class Level(NamedTuple):
    """How much a level overlooks, in percent of all turns, and how far it thinks."""

    overlooks: int
    budget: Budget
    variety: float = 0.0
    """How much worse a move may be and still be played: without draws and without this, two
    players would always play the same game."""


def levels_of(game: str) -> tuple[Level, ...]:
    """The levels of a game, the first of them at place 0."""
    levels: tuple[Level, ...] = plugin_for(game).load("levels").LEVELS
    return levels


class WideSearch(PuctSearch):
    """A search that looks at every turn, one turn ahead."""

    width = MOST_TURNS


class LevelAgent(SearchAgent):
    """Plays at a level, from 1 to 6."""

    def __init__(self, number: int, seed: str) -> None:
        super().__init__(PuctSearch, FULL_TIME, seed)
        self.number = number

    def choose(self, view: View) -> str:
        """The best action of those that it sees."""
        self.level = levels_of(view.game)[self.number - 1]
        self.budget = self.level.budget
        self._kind = WideSearch if self.level.overlooks else PuctSearch
        self._numbers = Dealer(self.seed).stream(f"level {len(view.actions)}")
        return super().choose(view)

    def _picked(self, search: Search) -> list[int]:
        if not self.level.overlooks:
            return self._one_of(search.near_best(self.level.variety))
        moves = search.weighed()
        seen = [move for move in moves if self._numbers.randbelow(100) >= self.level.overlooks]
        best = max(seen or [moves[self._numbers.randbelow(len(moves))]], key=lambda move: move[1])
        return best[0]

    def _one_of(self, moves: list[list[int]]) -> list[int]:
        return moves[self._numbers.randbelow(len(moves))]
