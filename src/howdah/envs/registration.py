"""Our environments in the registries of the peers that are installed.

Gymnasium knows them as `howdah/Bombay-v0` and `howdah/Bazar-v0`, PettingZoo (from 1.26 on, where
it has a registry) as `howdah/bombay-v0` and `howdah/bazar-v0`.
"""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module

from howdah.games.registry import GAMES


def register_all() -> None:
    """Enter both games wherever there is a registry and they are not in it yet."""
    for register in (_register_with_gymnasium, _register_with_pettingzoo):
        with suppress(ModuleNotFoundError):
            register()


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
