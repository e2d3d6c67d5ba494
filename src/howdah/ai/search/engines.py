"""The searches as functions to call: compiled if that is possible and ready, else interpreted.

Compiling takes seconds, so it happens in the background; until it is done the very same
functions run interpreted.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from threading import Lock, Thread
from types import ModuleType
from typing import Any, Final

from howdah.ai.search import at_random, deep, moves, net, numbers, outcome, plain, tree
from howdah.fast import is_compiled as can_compile
from howdah.fast.kits import Kit, kit_of

Engine = Callable[..., int]
KINDS: Final = ("uct", "guided", "deep")


def mind_of(game: str) -> Any:
    """What the champion knows of a game."""
    return import_module(f"howdah.ai.{game}.mind")


def _parts(game: str, kind: str) -> tuple[Callable[[Kit], Engine], tuple[ModuleType, ...]]:
    """How a search is made, and the modules it consists of, callers last."""
    if kind == "deep":
        mind = mind_of(game)
        return partial(_deep, mind), (tree, moves, outcome, net, numbers, mind, deep)
    policy = at_random if kind == "uct" else import_module(f"howdah.ai.{game}.guided")
    return partial(_plain, policy), (tree, moves, outcome, policy, plain)


def _deep(mind: Any, kit: Kit) -> Engine:
    return deep.deep_of(kit, mind)


def _plain(policy: Any, kit: Kit) -> Engine:
    return plain.uct_of(kit, policy)


@cache
def interpreted_engine(game: str, kind: str) -> Engine:
    """A search that runs anywhere."""
    make, _ = _parts(game, kind)
    return make(kit_of(game))


@cache
def compiled_engine(game: str, kind: str) -> Engine:
    """A search in machine code; its first call compiles it, or loads it from the cache."""
    from howdah.fast.compiler import compiled_with

    make, modules = _parts(game, kind)
    return compiled_with(game, make, modules)
