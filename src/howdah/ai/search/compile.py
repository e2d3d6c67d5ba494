"""The searches as functions to call, in machine code or interpreted."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any, Final

from howdah.ai.search import (
    evaluation,
    network,
    numbers,
    packed_moves,
    puct,
    random_policy,
    terminal_value,
    tree,
    turn_generator,
    uct,
)
from howdah.fast.kernel import GameKernel, kernel_for
from howdah.games.bazar.ai import features as mind_of_bazar
from howdah.games.bazar.ai import playout_policy as guided_in_bazar
from howdah.games.bombay.ai import features as mind_of_bombay
from howdah.games.bombay.ai import playout_policy as guided_in_bombay

Engine = Callable[..., Any]

MINDS: Final[dict[str, Any]] = {"bombay": mind_of_bombay, "bazar": mind_of_bazar}
"""What the champion sees in a game, by its name."""
GUIDED: Final[dict[str, Any]] = {"bombay": guided_in_bombay, "bazar": guided_in_bazar}
"""How a game is played with a little common sense."""


def parts_of(game: str, kind: str) -> tuple[Callable[[GameKernel], Engine], tuple[ModuleType, ...]]:
    """How a search is made, and the modules it consists of, callers last."""
    mind, guided = MINDS[game], GUIDED[game]
    if kind == "uct":
        return _plain_with(random_policy), (tree, packed_moves, terminal_value, random_policy, uct)
    if kind == "guided":
        return _plain_with(guided), (tree, packed_moves, terminal_value, guided, uct)
    modules = (
        tree,
        packed_moves,
        terminal_value,
        network,
        numbers,
        *mind.PARTS,
        mind,
        evaluation,
        turn_generator,
        puct,
    )
    return lambda kernel: puct.deep_of(kernel, mind), modules


def _plain_with(policy: Any) -> Callable[[GameKernel], Engine]:
    return lambda kernel: uct.uct_of(kernel, policy)


@cache
def interpreted_engine(game: str, kind: str) -> Engine:
    """A search that runs anywhere."""
    make, _ = parts_of(game, kind)
    return make(kernel_for(game))


@cache
def compiled_engine(game: str, kind: str) -> Engine:
    """A search in machine code; its first call compiles it, or loads it from the cache."""
    from howdah.fast.compiler import compiled_with

    make, modules = parts_of(game, kind)
    return compiled_with(game, make, modules)
