"""Agents that search: they recall the game from their view, think for a while, and play."""

from __future__ import annotations

from howdah.ai.budget import Budget
from howdah.ai.replay import GameTracker
from howdah.ai.search.search import Search
from howdah.ai.search.warmup import is_ready, make_ready
from howdah.core.view import View
from howdah.games.registry import AnyGame


class SearchAgent:
    """Thinks about every decision for as long as its budget lasts.

    What it found out is kept for the next decision. With a budget of simulations the same
    views and the same seed give the same actions.
    """

    def __init__(self, search: type[Search], budget: Budget, seed: str) -> None:
        self.budget = budget
        self.seed = seed
        self._kind = search
        self._memory = GameTracker()
        self._search: Search | None = None
        self._game: AnyGame | None = None
        self._seen = 0
        self._plan: list[str] = []
        self._expected: tuple[str, ...] = ()

    def get_ready(self, game: str) -> None:
        """Wait until the search of a game is compiled; else it thinks interpreted meanwhile."""
        make_ready([(game, self._kind.kind)])

    def choose(self, view: View) -> str:
        """The best action that the search finds, or the next one of a turn found before."""
        if not self._is_as_planned(view):
            if len(view.legal_actions) == 1:
                return view.legal_actions[0]
            self._plan = self._planned(view)
            self._seen = len(view.actions)
        action = self._plan.pop(0)
        self._expected = (*view.actions, action)
        return action

    def _is_as_planned(self, view: View) -> bool:
        """Whether nothing but the last planned action has happened, and there is one more."""
        return bool(self._plan) and view.actions == self._expected

    def _planned(self, view: View) -> list[str]:
        game = self._memory.game_of(view)
        search = self._search_at(game, view)
        search.think(self.budget)
        return [str(game.action_of(code)) for code in self._picked(search)]

    def _picked(self, search: Search) -> list[int]:
        """The actions of the move to play."""
        return search.best()

    def _search_at(self, game: AnyGame, view: View) -> Search:
        """The search of before, if it leads here and is as quick as can be, or a new one."""
        is_compiled = is_ready(view.game, self._kind.kind)
        search, is_followed = self._search, game is self._game
        if search is not None and is_followed and search.is_compiled == is_compiled:
            search.follow(game, [game.number_of(text) for text in view.actions[self._seen :]])
            return search
        self._game = game
        self._search = self._kind(game, self.seed, is_compiled=is_compiled)
        return self._search
