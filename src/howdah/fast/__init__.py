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

import warnings
from collections.abc import Callable, Sequence
from functools import cache

from howdah.fast.base import NOTHING, Batch, Playouts, Simulator
from howdah.games.registry import GAMES, AnyGame

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


class Interpreted(UserWarning):
    """The rules run interpreted, for they cannot be compiled here."""


def simulator(game: AnyGame) -> Simulator:
    """The position of a game, to be played on by numbers at speed."""
    if _runs_compiled():
        from howdah.fast.compiled import CompiledSimulator

        return CompiledSimulator(game)
    from howdah.fast.interpreted import InterpretedSimulator

    return InterpretedSimulator(game)


def batch(games: Sequence[AnyGame], *, seed: int | str = 0) -> Batch:
    """Many games that advance together; `[game] * 1024` are as many from one position."""
    if _runs_compiled():
        from howdah.fast.compiled import CompiledBatch

        return CompiledBatch(games, seed=seed)
    from howdah.fast.interpreted import InterpretedBatch

    return InterpretedBatch(games, seed=seed)


def is_compiled() -> bool:
    """Whether the rules run compiled here."""
    return why_interpreted() is None


@cache
def why_interpreted() -> str | None:
    """Why the rules run interpreted here; None if they do not."""
    try:
        from howdah.fast import compiler
    except ImportError as error:
        return f"{error}; `pip install howdah[ai]` brings numba"
    return "numba is switched off" if compiler.is_switched_off() else None


def warm_up(
    games: Sequence[str] | None = None,
    progress: Callable[[int, int, str], None] | None = None,
) -> None:
    """Compile all there is, or load what was compiled before; without it the first use does.

    `progress` is called with how many functions are ready, how many there are, and the next one.
    """
    if not _runs_compiled():
        return
    from howdah.fast.compiler import compiled
    from howdah.fast.entry_points import ENTRY_POINTS

    wanted = [(game, name) for game in games or GAMES for name in ENTRY_POINTS]
    for done, (game, name) in enumerate(wanted):
        if progress:
            progress(done, len(wanted), f"{game} {name}")
        compiled(game, name)
    if progress:
        progress(len(wanted), len(wanted), "")


def _runs_compiled() -> bool:
    """Whether the rules run compiled; if not, a warning says so, once."""
    if not is_compiled():
        _say_once()
    return is_compiled()


@cache
def _say_once() -> None:
    message = f"Howdah runs the rules interpreted: {why_interpreted()}."
    warnings.warn(message, Interpreted, stacklevel=4)
