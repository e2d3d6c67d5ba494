"""Agents that search: they replay the game from their view, search, and play the best move."""

from __future__ import annotations

from howdah.ai.budget import Budget, TurnTime
from howdah.ai.replay import GameTracker
from howdah.ai.search.search import Search, is_ready, make_ready
from howdah.core.view import View
from howdah.games.registry import AnyGame


class SearchAgent:
    """Searches at every decision for as long as its budget lasts.

    The tree is kept for the next decision. With a budget of simulations the same views and the
    same seed give the same actions.
    """

    def __init__(self, search_class: type[Search], budget: Budget, seed: str) -> None:
        self.budget = budget
        self.seed = seed
        self.turn_time: TurnTime | None = None
        """What the searches of a turn share, if there is a limit for them all."""
        self._search_class = search_class
        self._tracker = GameTracker()
        self._search: Search | None = None
        self._game: AnyGame | None = None
        self._searched_at = 0
        self._planned: list[str] = []
        self._expected: tuple[str, ...] = ()

    def get_ready(self, game: str) -> None:
        """Wait until the search of a game is compiled; until then it runs interpreted."""
        make_ready([(game, self._search_class.kind)])

    def choose(self, view: View) -> str:
        """Return the next action of the planned move; search for one if there is none."""
        if not self._is_as_planned(view):
            if len(view.legal_actions) == 1:
                return view.legal_actions[0]
            self._planned = self._plan_move(view)
            self._searched_at = len(view.actions)
        action = self._planned.pop(0)
        self._expected = (*view.actions, action)
        return action

    def _is_as_planned(self, view: View) -> bool:
        """Return whether only the last planned action was played, and one more is planned."""
        return bool(self._planned) and view.actions == self._expected

    def _plan_move(self, view: View) -> list[str]:
        game = self._tracker.game_of(view)
        search = self._search_at(game, view)
        search.run(self.turn_time.share(self.budget) if self.turn_time else self.budget)
        return [str(game.action_of(code)) for code in self._select_move(search)]

    def _select_move(self, search: Search) -> list[int]:
        """Return the actions of the move to play, after a search."""
        return search.best_move()

    def _search_at(self, game: AnyGame, view: View) -> Search:
        """Return the last search advanced to a game, or a new one.

        It is a new one if the game is another, or if the compiled search has become ready.
        """
        is_compiled = is_ready(view.game, self._search_class.kind)
        search, is_same_game = self._search, game is self._game
        if search is not None and is_same_game and search.is_compiled == is_compiled:
            codes = [game.number_of(text) for text in view.actions[self._searched_at :]]
            search.advance(game, codes)
            return search
        self._game = game
        self._search = self._search_class(game, self.seed, is_compiled=is_compiled)
        return self._search
