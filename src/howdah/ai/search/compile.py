"""What the searches are made of: their entry points, for `fast.backend` to compile or not."""

from __future__ import annotations

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
from howdah.fast.backend import EntryPointSource
from howdah.games.bazar.ai import features as mind_of_bazar
from howdah.games.bazar.ai import playout_policy as guided_in_bazar
from howdah.games.bombay.ai import features as mind_of_bombay
from howdah.games.bombay.ai import playout_policy as guided_in_bombay

MINDS: Final[dict[str, Any]] = {"bombay": mind_of_bombay, "bazar": mind_of_bazar}
"""What the champion sees in a game, by its name."""
GUIDED: Final[dict[str, Any]] = {"bombay": guided_in_bombay, "bazar": guided_in_bazar}
"""How a game is played with a little common sense."""


def _uct_modules(game: str) -> tuple[ModuleType, ...]:
    return tree, packed_moves, terminal_value, random_policy, uct


def _guided_modules(game: str) -> tuple[ModuleType, ...]:
    return tree, packed_moves, terminal_value, GUIDED[game], uct


def _deep_modules(game: str) -> tuple[ModuleType, ...]:
    mind = MINDS[game]
    return (
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


SOURCES: Final = {
    "uct": EntryPointSource(lambda kernel: uct.uct_of(kernel, random_policy), _uct_modules),
    "guided": EntryPointSource(
        lambda kernel: uct.uct_of(kernel, GUIDED[kernel.NAME]), _guided_modules
    ),
    "deep": EntryPointSource(
        lambda kernel: puct.deep_of(kernel, MINDS[kernel.NAME]), _deep_modules
    ),
}
"""The entry point of each kind of search."""
