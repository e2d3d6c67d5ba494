"""What the searches are made of: their entry points, for `fast.backend` to compile or not."""

from __future__ import annotations

from types import ModuleType
from typing import Any, Final

from howdah.ai.search import (
    evaluation,
    network,
    packed_moves,
    puct,
    random_policy,
    terminal_value,
    tree,
    turn_generator,
    uct,
)
from howdah.fast.backend import EntryPointSource
from howdah.games.registry import plugin_for


def features_for(game: str) -> Any:
    """The features of a game: a `GameFeatures`."""
    return plugin_for(game).load("features")


def playout_policy_for(game: str) -> Any:
    """How `guided` plays a game out."""
    return plugin_for(game).load("playout_policy")


def board_guide(game: str, board: Any) -> tuple[tuple[int, ...], ...]:
    """The tables that the features and the playout policy of a game derive from a board."""
    guide: tuple[tuple[int, ...], ...] = ((0,),)
    return features_for(game).guide(board) if plugin_for(game).features else guide


def _uct_modules(game: str) -> tuple[ModuleType, ...]:
    return tree, packed_moves, terminal_value, random_policy, uct


def _guided_modules(game: str) -> tuple[ModuleType, ...]:
    return tree, packed_moves, terminal_value, playout_policy_for(game), uct


def _deep_modules(game: str) -> tuple[ModuleType, ...]:
    mind = features_for(game)
    return (
        tree,
        packed_moves,
        terminal_value,
        network,
        *mind.PARTS,
        mind,
        evaluation,
        turn_generator,
        puct,
    )


SOURCES: Final = {
    "uct": EntryPointSource(lambda kernel: uct.uct_of(kernel, random_policy), _uct_modules),
    "guided": EntryPointSource(
        lambda kernel: uct.uct_of(kernel, playout_policy_for(kernel.NAME)), _guided_modules
    ),
    "deep": EntryPointSource(
        lambda kernel: puct.deep_of(kernel, features_for(kernel.NAME)), _deep_modules
    ),
}
"""The entry point of each kind of search."""
