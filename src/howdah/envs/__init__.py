"""Both games as environments for learning: PettingZoo, Gymnasium, OpenSpiel on one engine.

>>> from howdah import envs
>>> env = envs.aec_env("bombay", players=4)
>>> env.reset(seed=7)
>>> env.agent_selection, env.observe("player_0")["observation"].shape
('player_0', (529,))

`pip install howdah[research]` brings what they need. See `docs/research.md`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from howdah.core.extras import needs_extra
from howdah.envs.registration import register_all

if TYPE_CHECKING:
    from howdah.envs.gymnasium import SingleEnv
    from howdah.envs.pettingzoo import HowdahEnv
    from howdah.envs.vector import HowdahVectorEnv

__all__ = ["aec_env", "single_env", "vector_env"]


def aec_env(game: str, **config: Any) -> HowdahEnv:
    """PettingZoo: an environment in which agents take turns; see `howdah.envs.pettingzoo`."""
    with needs_extra("research"):
        from howdah.envs.pettingzoo import env_of

    return env_of(game, **config)


def single_env(
    game: str, *, opponents: str | Sequence[str] = "level:2", **config: Any
) -> SingleEnv:
    """Gymnasium: one learner against agents of ours; see `howdah.envs.gymnasium`."""
    with needs_extra("research"):
        from howdah.envs.gymnasium import single_env as make

    return make(game, opponents=opponents, **config)


def vector_env(game: str, num_envs: int, **config: Any) -> HowdahVectorEnv:
    """Gymnasium: so many games at once; see `howdah.envs.vector`."""
    with needs_extra("research"):
        from howdah.envs.vector import vector_env as make

    return make(game, num_envs, **config)


register_all()
