"""Both games at machine speed: the rules as they are written, compiled.

>>> import howdah
>>> from howdah import fast
>>> simulator = fast.simulator(howdah.new("bazar", players=2, starter="seat 0"))
>>> simulator.playouts(100, seed=1).mean_scores()
(19.83, 21.63)

With numba (`pip install howdah[ai]`) the very functions of `rules` are compiled; without it
everything here runs interpreted, slower and with the same results, and says so once. See
`docs/fast.md`.
"""

from __future__ import annotations

from collections.abc import Sequence

from howdah.fast.backend import (
    Interpreted,
    is_compiled,
    is_compiled_or_warn,
    warm_up,
    why_interpreted,
)
from howdah.fast.base import NOTHING, Playouts, Simulator
from howdah.fast.batch import Batch
from howdah.games.registry import AnyGame

__all__ = [
    "NOTHING",
    "Batch",
    "Interpreted",
    "Playouts",
    "Simulator",
    "batch",
    "is_compiled",
    "simulator",
    "warm_up",
    "why_interpreted",
]


def simulator(game: AnyGame) -> Simulator:
    """The position of a game, to be played on by numbers at speed."""
    if is_compiled_or_warn():
        from howdah.fast.compiled import CompiledSimulator

        return CompiledSimulator(game)
    from howdah.fast.interpreted import InterpretedSimulator

    return InterpretedSimulator(game)


def batch(games: Sequence[AnyGame], *, seed: int | str = 0) -> Batch:
    """Many games that advance together; `[game] * 1024` are as many from one position."""
    return Batch(games, seed=seed, compiled=is_compiled_or_warn())
