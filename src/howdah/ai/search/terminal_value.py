"""What the end of a game is worth to each seat: a number from 0 to 1.

A part of it is the win (a shared one counts in part), the rest how far one is ahead of the
others: so a search that is far behind, or far ahead, still has something to play for.
"""

from __future__ import annotations

from typing import Any, Final

from howdah.fast.kernel import GameKernel

FULL_LEAD: Final = 40.0
"""A lead of so much over the others' mean is as good as any larger one."""
BEST_SOLO: Final = 60.0
"""Nobody scores more alone."""


def write_outcome(kernel: GameKernel, state: Any, worth: list[float], win: float) -> None:
    """Write down what the end of a game is worth to each seat; `win` is the win's part."""
    players = state.players
    total = 0.0
    winners = 0
    for seat in range(players):
        total += kernel.score(state, seat)
        winners += kernel.is_winner(state, seat)
    if players == 1:
        worth[0] = within(0.5 + 0.5 * total / BEST_SOLO)
        return
    for seat in range(players):
        score = kernel.score(state, seat)
        lead = score - (total - score) / (players - 1)
        worth[seat] = (1.0 - win) * within(0.5 + 0.5 * lead / FULL_LEAD)
        if kernel.is_winner(state, seat):
            worth[seat] += win / winners


def within(number: float) -> float:
    """The number, or the nearer of 0 and 1."""
    return min(max(number, 0.0), 1.0)
