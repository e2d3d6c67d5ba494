"""The functions of `rows`, in machine code where there is a compiler."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from howdah import fast
from howdah.envs.observations import returns, stepping, visibility
from howdah.envs.observations.stepping import (
    EntryPoint,
    advance_of,
    look_of,
    observation_of,
    plain_look_of,
)
from howdah.fast.entry_points import choose_of
from howdah.fast.kernel import GameKernel, kernel_for

COMPILED: Final[dict[str, Callable[[GameKernel], EntryPoint]]] = {
    "look": look_of,
    "advance": advance_of,
}
INTERPRETED: Final[dict[str, Callable[[GameKernel], EntryPoint]]] = {
    "look": plain_look_of,
    "advance": advance_of,
    "choose": choose_of,
}


@cache
def engine(game: str, name: str) -> EntryPoint:
    """A function for a game; compiled, its first call compiles it or loads it from the cache."""
    if not fast.is_compiled():
        return INTERPRETED[name](kernel_for(game))
    from howdah.fast.compiler import compiled, compiled_with

    if name not in COMPILED:
        return compiled(game, name)
    return compiled_with(
        game, COMPILED[name], (returns, visibility, observation_of(game), stepping)
    )
