"""The policy of plain search: any legal action, each as likely."""

from __future__ import annotations

from typing import Any, Final

from howdah.fast.kernel import GameKernel
from howdah.fast.rng import Chance

HOT: Final = ("next_action",)


def next_action(
    kernel: GameKernel, board: Any, guide: Any, state: Any, chance: Chance
) -> tuple[int, Chance]:
    """What is played next, draws included; and the chance to come."""
    return kernel.random_action(board, state, chance)
