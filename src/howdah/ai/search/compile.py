"""The searches as functions to call, in machine code or interpreted."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import ModuleType
from typing import Any

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
from howdah.games.registry import plugin_for

Engine = Callable[..., Any]


def features_for(game: str) -> Any:
    """The features of a game: a `GameFeatures`."""
    return plugin_for(game).load("features")


def board_guide(game: str, board: Any) -> tuple[tuple[int, ...], ...]:
    """The tables that the features and the playout policy of a game derive from a board."""
    guide: tuple[tuple[int, ...], ...] = ((0,),)
    return features_for(game).guide(board) if plugin_for(game).features else guide


def parts_of(game: str, kind: str) -> tuple[Callable[[GameKernel], Engine], tuple[ModuleType, ...]]:
    """How a search is made, and the modules it consists of, callers last."""
    if kind == "uct":
        return _plain_with(random_policy), (tree, packed_moves, terminal_value, random_policy, uct)
    if kind == "guided":
        guided = plugin_for(game).load("playout_policy")
        return _plain_with(guided), (tree, packed_moves, terminal_value, guided, uct)
    mind = features_for(game)
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
