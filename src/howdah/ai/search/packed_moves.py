"""Moves: one or more actions of a player, packed into one number; draws are negative numbers.

>>> unpacked(packed(packed(0, 0, 24), 1, 38))
[24, 38]
>>> unpacked(~70)
[70]
"""

from __future__ import annotations

from typing import Any, Final

from howdah.fast.kernel import GameKernel

MOST_ACTIONS: Final = 9
"""No turn has more actions."""
ACTION_BITS: Final = 7
ACTION_MASK: Final = (1 << ACTION_BITS) - 1


def packed(move: int, step: int, action: int) -> int:
    """A move with one more action, the one numbered `step`."""
    return move | action + 1 << ACTION_BITS * step


def play_move(kernel: GameKernel, board: Any, state: Any, move: int) -> None:
    """Play the actions of a move."""
    while move:
        kernel.play(board, state, (move & ACTION_MASK) - 1)
        move >>= ACTION_BITS


def unpacked(move: int) -> list[int]:
    """The actions of a move, or the draw."""
    if move < 0:
        return [~move]
    actions = []
    while move:
        actions.append((move & ACTION_MASK) - 1)
        move >>= ACTION_BITS
    return actions
