"""The greedy agent: whatever is worth most when its own turn is over."""

from __future__ import annotations

from howdah.core.rng import Dealer
from howdah.core.view import View
from howdah.games.registry import plugin_for


class GreedyAgent:
    """Looks one turn ahead, and no further; the seed decides between what is equally good.

    It remembers nothing: the same view and seed always give the same action.

    >>> from howdah.games.registry import new
    >>> GreedyAgent("7").choose(new("bombay", set_up="first-game", seed=1).view(0))
    'move G5'
    """

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def choose(self, view: View) -> str:
        """One of the best actions."""
        if len(view.legal_actions) == 1:
            return view.legal_actions[0]
        best: list[str] = plugin_for(view.game).load("greedy").best_actions(view)
        numbers = Dealer(self.seed).stream(f"greedy agent {len(view.actions)}")
        return best[numbers.randbelow(len(best))]
