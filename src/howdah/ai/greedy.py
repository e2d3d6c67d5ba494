"""The greedy agent: whatever is worth most when its own turn is over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from howdah.core.rng import Dealer
from howdah.core.view import View
from howdah.games.bazar.ai.deciding import best_actions as best_in_bazar
from howdah.games.bombay.ai.greedy.choose import best_actions as best_in_bombay

BEST_ACTIONS: Final[dict[str, Callable[[Any], list[str]]]] = {
    "bombay": best_in_bombay,
    "bazar": best_in_bazar,
}
"""How to find the best actions that a view allows, by the name of the game."""


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
        best = BEST_ACTIONS[view.game](view)
        numbers = Dealer(self.seed).stream(f"greedy agent {len(view.actions)}")
        return best[numbers.randbelow(len(best))]
