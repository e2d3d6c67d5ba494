"""The levels of Bombay Bazar: what each overlooks, and how long it searches."""

from __future__ import annotations

from typing import Final

from howdah.ai.budget import Budget
from howdah.ai.levels import FULL_TIME, LONGEST_WAIT, Level

LEVELS: Final = (
    Level(overlooks=85, budget=Budget(simulations=1)),
    Level(overlooks=60, budget=Budget(simulations=1)),
    Level(overlooks=15, budget=Budget(simulations=1)),
    Level(overlooks=0, budget=Budget(simulations=12, seconds=LONGEST_WAIT), margin=0.004),
    Level(overlooks=0, budget=Budget(simulations=120, seconds=LONGEST_WAIT), margin=0.01),
    Level(overlooks=0, budget=FULL_TIME),
)
"""From level 1 to level 6."""
