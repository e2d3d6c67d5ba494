"""The greedy agent: plays what evaluates best when its own turn is over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from howdah.ai.replay import GameTracker
from howdah.core.rng import Dealer
from howdah.core.view import View
from howdah.games.bazar.ai.greedy import best_actions as best_in_bazar
from howdah.games.bombay.ai.greedy.choose import best_actions as best_in_bombay

BEST_ACTIONS: Final[dict[str, Callable[[Any], list[str]]]] = {
    "bombay": best_in_bombay,
    "bazar": best_in_bazar,
}
"""The function that finds the best actions in a game, by the name of the game."""


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
        best = BEST_ACTIONS[view.game](self._tracker.game_of(view))
        numbers = Dealer(self.seed).stream(f"greedy agent {len(view.actions)}")
        return best[numbers.randbelow(len(best))]
