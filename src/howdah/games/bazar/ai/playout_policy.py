"""The playout policy of Bombay Bazar: of a few tiles, the one that leaves the trunk freest."""

from __future__ import annotations

from typing import Any, Final

from howdah.fast.kernel import GameKernel
from howdah.fast.rng import Chance
from howdah.games.bazar.hexgrid import EDGES
from howdah.games.bazar.rules import END_PIECE, tip
from howdah.games.bazar.state import EMPTY, NO_END, BoardTables, State
from howdah.games.bazar.tiles import PARTNER

TRIES: Final = 3
"""How many tiles are compared."""
FREE_ENOUGH: Final = 2
"""More empty neighbours than this make a cell no better."""

HOT: Final = ("next_action",)


def next_action(
    kernel: GameKernel, board: BoardTables, neighbours: Any, state: State, chance: Chance
) -> tuple[int, Chance]:
    """Return what is played next; and the chance to come."""
    best, best_score = 0, -1
    for _ in range(TRIES):
        action, chance = kernel.random_action(board, state, chance)
        if action == END_PIECE:
            return action, chance
        score = placement_score(board, state, action)
        if score > best_score:
            best, best_score = action, score
    return best, chance


def placement_score(board: BoardTables, state: State, tile: int) -> int:
    """Return the segments that a tile adds to the trunk, plus how free the next cell is."""
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
    return gain + 4 * min(free, FREE_ENOUGH)
