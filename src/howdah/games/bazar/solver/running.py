"""The search, compiled where that can be, interpreted elsewhere, with the same numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from howdah import fast
from howdah.games.bazar.solver import annealing, cost, moves
from howdah.games.bazar.solver.annealing import anneal_of
from howdah.games.bazar.solver.candidate import Sketch
from howdah.games.bazar.state import BoardTables

Run = Callable[[BoardTables, Sketch, int, int], tuple[Sketch, int]]
"""Tries so many changes of a sketch from a key on; returns the sketch and the key then."""

MODULES: Final = (cost, moves, annealing)
"""What the driver calls, each after what it calls itself."""
CHANGES_AT_A_TIME: Final = {True: 50_000, False: 500}
"""A small part of a second, compiled and interpreted: a key that interrupts is heard."""


def run_compiled(board: BoardTables, sketch: Sketch, key: int, times: int) -> tuple[Sketch, int]:
    """Try changes by machine code."""
    import numpy as np

    from howdah.fast.compiler import compiled_with
    from howdah.fast.struct_layout import layout_of

    boards = layout_of(BoardTables).pack([board])
    sketches = layout_of(Sketch).pack([sketch])
    keys = np.array([key], np.uint64)
    compiled_with("bazar", anneal_of, MODULES)(boards, sketches, keys, times)
    return layout_of(Sketch).unpack(sketches), int(keys[0])


def run_interpreted(board: BoardTables, sketch: Sketch, key: int, times: int) -> tuple[Sketch, int]:
    """Try changes one by one in Python."""
    sketches, keys = [sketch.copy()], [key]
    anneal_of(None)([board], sketches, keys, times)
    return sketches[0], keys[0]


def quickest_run() -> tuple[Run, int]:
    """What tries changes here, and how many at a time."""
    is_compiled = fast.is_compiled()
    return run_compiled if is_compiled else run_interpreted, CHANGES_AT_A_TIME[is_compiled]
