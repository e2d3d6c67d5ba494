"""The levels of Bombay: what each overlooks, and how long it searches."""

from __future__ import annotations

from typing import Final

from howdah.ai.budget import Budget
from howdah.ai.levels import FULL_TIME, LONGEST_WAIT, Level

LEVELS: Final = (
    Level(overlooks=85, budget=Budget(simulations=1)),
    Level(overlooks=65, budget=Budget(simulations=1)),
    Level(overlooks=40, budget=Budget(simulations=1)),
    Level(overlooks=0, budget=Budget(simulations=1)),
    Level(overlooks=0, budget=Budget(simulations=60, seconds=LONGEST_WAIT)),
    Level(overlooks=0, budget=FULL_TIME),
)
"""From level 1 to level 6."""
