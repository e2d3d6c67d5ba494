"""What a finished game pays to a seat."""

from __future__ import annotations

from typing import Any, Final

from howdah.fast.kernel import Kit

WIN: Final = 0
RANK: Final = 1
SCORE: Final = 2


def payoff(kit: Kit, state: Any, seat: int, kind: int) -> float:
    """By its kind: the win, the rank or the score; the first two add up to nothing."""
    if kind == SCORE:
        return float(kit.score(state, seat))
    ahead, level, behind = others(kit, state, seat)
    if kind == RANK:
        return float((behind - ahead) / (state.players - 1))
    return -1.0 if ahead > 0 else float(state.players / (level + 1) - 1.0)


def others(kit: Kit, state: Any, seat: int) -> tuple[int, int, int]:
    """How many are ahead of a seat, level with it, and behind it."""
    ahead = 0
    level = 0
    own = kit.standing(state, seat)
    for other in range(state.players):
        if other != seat:
            ahead += kit.standing(state, other) > own
            level += kit.standing(state, other) == own
    return ahead, level, state.players - 1 - ahead - level
