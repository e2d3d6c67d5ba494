"""A simple policy for Bombay Bazar: of a few tiles, the one after which the trunk is freest."""

from __future__ import annotations

from typing import Any, Final

from howdah.fast.kernel import GameKernel
from howdah.fast.rng import Chance
from howdah.games.bazar.hexgrid import EDGES
from howdah.games.bazar.rules import END_PIECE, tip
from howdah.games.bazar.state import EMPTY, NO_END, BoardTables, State
from howdah.games.bazar.tiles import PARTNER

TRIES: Final = 3
"""So many tiles are compared."""
CROWDED: Final = 2
"""From so many empty neighbours on a cell is free enough."""

HOT: Final = ("next_action",)


def next_action(
    kernel: GameKernel, board: BoardTables, guide: Any, state: State, chance: Chance
) -> tuple[int, Chance]:
    """What is played next; and the chance to come."""
    best, best_promise = 0, -1
    for _ in range(TRIES):
        action, chance = kernel.random_action(board, state, chance)
        if action == END_PIECE:
            return action, chance
        found = promise(board, state, action)
        if found > best_promise:
            best, best_promise = action, found
    return best, chance


def promise(board: BoardTables, state: State, tile: int) -> int:
    """The segments that a tile brings to the trunk, and how free the cell is where it leads."""
    end = tip(state, state.seat)
    cell = board.cell_of[end]
    way_out = PARTNER[tile][board.edge_of[end]]
    stretch = board.ends[cell][way_out]
    gain = 1
    there = board.beyond[cell][way_out]
    if state.other_end[stretch] != NO_END:
        gain += state.length[stretch]
        there = state.other_end[stretch]
    free = 0
    next_cell = board.cell_of[there]
    if state.tiles[next_cell] != EMPTY:
        return gain
    for edge in EDGES:
        beyond = board.beyond[next_cell][edge]
        if beyond != NO_END and board.cell_of[beyond] != cell:
            free += state.tiles[board.cell_of[beyond]] == EMPTY
    return gain + 4 * min(free, CROWDED)
