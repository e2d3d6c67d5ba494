"""The games as environments for learning: PettingZoo, Gymnasium and OpenSpiel on one engine.

>>> from howdah import envs
>>> env = envs.aec_env("bombay", players=4)
>>> env.reset(seed=7)
>>> env.agent_selection, env.observe("player_0")["observation"].shape
('player_0', (529,))

`pip install howdah[research]` brings what they need. See `docs/research.md`.

Importing this package registers every game with Gymnasium (`howdah/Bombay-v0`) and, from
PettingZoo 1.26 on, with PettingZoo (`howdah/bombay-v0`), where they are installed.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any

from howdah.core.extras import needs_extra
from howdah.games.registry import GAMES

if TYPE_CHECKING:
    from howdah.envs.gymnasium import SingleEnv
    from howdah.envs.pettingzoo import HowdahEnv
    from howdah.envs.vector import HowdahVectorEnv

__all__ = ["aec_env", "single_env", "vector_env"]


def aec_env(game: str, **config: Any) -> HowdahEnv:
    """Make a PettingZoo environment in which agents take turns; see `howdah.envs.pettingzoo`."""
    with needs_extra("research"):
        from howdah.envs.pettingzoo import aec_env as make

    return make(game, **config)


def single_env(
    game: str, *, opponents: str | Sequence[str] = "level:2", **config: Any
) -> SingleEnv:
    """Make a Gymnasium environment for one learner; see `howdah.envs.gymnasium`."""
    with needs_extra("research"):
        from howdah.envs.gymnasium import single_env as make

    return make(game, opponents=opponents, **config)


def vector_env(game: str, num_envs: int, **config: Any) -> HowdahVectorEnv:
    """Make a Gymnasium vector environment of `num_envs` games; see `howdah.envs.vector`."""
    with needs_extra("research"):
        from howdah.envs.vector import vector_env as make

    return make(game, num_envs, **config)


def _register_with_gymnasium() -> None:
    registration = import_module("gymnasium.envs.registration")
    for game in GAMES:
        name = f"howdah/{game.title()}-v0"
        if name not in registration.registry:
            registration.register(name, entry_point="howdah.envs:single_env", kwargs={"game": game})


def _register_with_pettingzoo() -> None:
    registration = import_module("pettingzoo.env_registry.registration")
    for game in GAMES:
        name = f"howdah/{game}-v0"
        if name not in registration.aec_registry:
            registration.register(
                "aec", name, entry_point="howdah.envs:aec_env", kwargs={"game": game}
            )


for _register in (_register_with_gymnasium, _register_with_pettingzoo):
    with suppress(ModuleNotFoundError):
        _register()
