"""Gymnasium's spaces for the observations and actions of a game."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from howdah.envs.config import EnvConfig


def observation_space(config: EnvConfig) -> spaces.Dict:
    """Return the space of a player's observations: the vector and the action mask."""
    actions = config.kernel.PLAYER_ACTIONS
    return spaces.Dict(
        {
            "observation": vector_space(config),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
    )


def vector_space(config: EnvConfig, size: int | None = None) -> spaces.Box:
    """Return the space of observation vectors, or of their first `size` numbers."""
    upper = config.upper_bounds[:size]
    return spaces.Box(np.zeros_like(upper), upper, dtype=np.float32)


def action_space(config: EnvConfig) -> spaces.Discrete[Any]:
    """Return the space of a player's actions."""
    return spaces.Discrete(config.kernel.PLAYER_ACTIONS)
