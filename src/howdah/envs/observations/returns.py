"""What a finished game pays to a seat."""

from __future__ import annotations

from typing import Any, Final

from howdah.fast.kernel import GameKernel

WIN: Final = 0
RANK: Final = 1
SCORE: Final = 2


def payoff(kernel: GameKernel, state: Any, seat: int, kind: int) -> float:
    """By its kind: the win, the rank or the score; the first two add up to nothing."""
    if kind == SCORE:
        return float(kernel.score(state, seat))
    ahead, level, behind = others(kernel, state, seat)
    if kind == RANK:
        return float((behind - ahead) / (state.players - 1))
    return -1.0 if ahead > 0 else float(state.players / (level + 1) - 1.0)


def others(kernel: GameKernel, state: Any, seat: int) -> tuple[int, int, int]:
    """How many are ahead of a seat, level with it, and behind it."""
    ahead = 0
    level = 0
    own = kernel.standing(state, seat)
    for other in range(state.players):
        if other != seat:
            ahead += kernel.standing(state, other) > own
            level += kernel.standing(state, other) == own
    return ahead, level, state.players - 1 - ahead - level
