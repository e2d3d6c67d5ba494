"""Simulated annealing: a change for the worse is kept at times, ever more rarely."""

from __future__ import annotations

from collections.abc import Callable
from math import log
from typing import Any, Final

from howdah.fast.rng import next_chance, randbelow
from howdah.games.bazar.solver.candidate import Sketch
from howdah.games.bazar.solver.cost import lack_of
from howdah.games.bazar.solver.moves import change, take_back
from howdah.games.bazar.state import BoardTables

ONE: Final = 1024
"""Fractions are whole numbers of such parts."""
FIRST_TEMPERATURE: Final = ONE
"""The temperature in the beginning: what a change for the worse may cost, roughly."""
LAST_TEMPERATURE: Final = ONE // 5
"""The temperature at the end."""
PATIENCE: Final = tuple(int(-ONE * log((number + 0.5) / ONE)) for number in range(ONE))
"""How many times the temperature a change may cost, by an even draw: a falling exponential."""

HOT: Final = ("temperature",)
"""What the compiler puts into its callers."""


def anneal_of(_kernel: Any) -> Callable[..., None]:
    """The entry point of the search."""

    def anneal(boards: Any, sketches: Any, keys: Any, times: int) -> None:
        """Try so many changes, or fewer if nothing is lacking any more."""
        board = boards[0]
        sketch = sketches[0]
        key = keys[0]
        for _ in range(times):
            if sketch.least_lack == 0:
                break
            key = try_change(board, sketch, key)
        keys[0] = key

    return anneal


def try_change(board: BoardTables, sketch: Sketch, key: int) -> int:
    """Change the layout, and keep that or take it back; returns the key to go on from."""
    key = change(board, sketch, key)
    sketch.step += 1
    if sketch.changes == 0:
        return key
    chance = next_chance(key)
    lack = lack_of(board, sketch)
    allowed = temperature(sketch) * PATIENCE[randbelow(chance, ONE)]
    if (lack - sketch.lack) * ONE * ONE > allowed:
        take_back(sketch)
    else:
        sketch.lack = lack
        if lack < sketch.least_lack and sketch.excess == 0:
            remember(sketch)
    return chance[0]


def temperature(sketch: Sketch) -> int:
    """It falls evenly from FIRST_TEMPERATURE to LAST_TEMPERATURE."""
    return FIRST_TEMPERATURE - (FIRST_TEMPERATURE - LAST_TEMPERATURE) * sketch.step // sketch.steps


def remember(sketch: Sketch) -> None:
    """Keep the tiles of a layout that is better than all before."""
    sketch.least_lack = sketch.lack
    for number in range(sketch.cells):
        cell = sketch.free[number]
        sketch.best_tiles[cell] = sketch.tiles[cell]
