"""The greedy agent: plays what evaluates best when its own turn is over."""

from __future__ import annotations

from howdah.ai.replay import GameTracker
from howdah.core.rng import Dealer
from howdah.core.view import View
from howdah.games.registry import plugin_for


class GreedyAgent:
    """Looks one turn ahead, and no further; the seed decides between equally good actions.

    The same view and seed always give the same action, whatever it was asked before.

    >>> from howdah.games.registry import new
    >>> GreedyAgent("7").choose(new("bombay", set_up="first-game", seed=1).view(0))
    'move G5'
    """

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self._tracker = GameTracker()

    def choose(self, view: View) -> str:
        """Return one of the best actions."""
        if len(view.legal_actions) == 1:
            return view.legal_actions[0]
        game = self._tracker.game_of(view)
        best: list[str] = plugin_for(view.game).load("greedy").best_actions(game)
        numbers = Dealer(self.seed).stream(f"greedy agent {len(view.actions)}")
        return best[numbers.randbelow(len(best))]
