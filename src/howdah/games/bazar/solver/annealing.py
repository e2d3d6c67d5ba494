"""Simulated annealing: changes that raise the cost are accepted ever more rarely."""

from __future__ import annotations

from collections.abc import Callable
from math import log
from typing import Any, Final

from howdah.fast.rng import next_chance, randbelow
from howdah.games.bazar.solver.candidate import Candidate
from howdah.games.bazar.solver.cost import compute_cost
from howdah.games.bazar.solver.moves import random_change, undo_change
from howdah.games.bazar.state import BoardTables

ONE: Final = 1024
"""Fractions are whole numbers of these parts, so that all machines compute the same."""
FIRST_TEMPERATURE: Final = ONE
"""The temperature at the beginning: roughly what an accepted change may add to the cost."""
LAST_TEMPERATURE: Final = ONE // 5
"""The temperature at the end."""
ACCEPTANCE: Final = tuple(int(-ONE * log((number + 0.5) / ONE)) for number in range(ONE))
"""How many times the temperature a change may add to the cost, by a uniform draw: a falling
exponential."""

HOT: Final = ("temperature",)
"""What the compiler puts into its callers."""


def make_anneal(_kernel: Any) -> Callable[..., None]:
    """Return the entry point of the search."""

    def anneal(boards: Any, candidates: Any, keys: Any, times: int) -> None:
        """Try so many changes, or fewer if the cost is 0."""
        board = boards[0]
        candidate = candidates[0]
        key = keys[0]
        for _ in range(times):
            if candidate.best_cost == 0:
                break
            key = try_change(board, candidate, key)
        keys[0] = key

    return anneal


def try_change(board: BoardTables, candidate: Candidate, key: int) -> int:
    """Change the layout, and accept or undo that; return the key to continue from."""
    key = random_change(board, candidate, key)
    candidate.step += 1
    if candidate.changes == 0:
        return key
    chance = next_chance(key)
    cost = compute_cost(board, candidate)
    allowed = temperature(candidate) * ACCEPTANCE[randbelow(chance, ONE)]
    if (cost - candidate.cost) * ONE * ONE > allowed:
        undo_change(candidate)
    else:
        candidate.cost = cost
        if cost < candidate.best_cost and candidate.excess == 0:
            save_best(candidate)
    return chance[0]


def temperature(candidate: Candidate) -> int:
    """Return the temperature: it falls linearly from the first to the last one."""
    return (
        FIRST_TEMPERATURE
        - (FIRST_TEMPERATURE - LAST_TEMPERATURE) * candidate.step // candidate.steps
    )


def save_best(candidate: Candidate) -> None:
    """Save the tiles of a layout that is better than all before."""
    candidate.best_cost = candidate.cost
    for number in range(candidate.cells):
        cell = candidate.free[number]
        candidate.best_tiles[cell] = candidate.tiles[cell]
