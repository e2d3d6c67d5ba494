"""Upper bounds: what no solo layout of a board can exceed."""

from __future__ import annotations

from typing import Final

from howdah.games.bazar.hexgrid import EDGES
from howdah.games.bazar.rules import BITS
from howdah.games.bazar.state import CELLS, EMPTY, NO_END, BoardTables, Cell, State
from howdah.games.bazar.tiles import CHORDS, COPIES, DESIGN_OF, DESIGNS

TILES: Final = COPIES * len(DESIGNS)
SEGMENTS: Final = tuple(len(CHORDS[DESIGN_OF.index(design)]) for design in DESIGNS)
"""How many segments each design has."""


def highest_score(_board: BoardTables, state: State) -> int:
    """Return the score if every free cell but the tip's has a tile and no opening is left.

    There may be fewer tiles than cells.

    >>> from howdah.games.bazar.game import Bazar
    >>> highest_score(*Bazar.new(players=1).position())
    57
    """
    room = len(_free_cells(state)) - 1
    placed = min(room, TILES)
    return placed - (room - placed)


def longest_trunk(board: BoardTables, state: State) -> int:
    """Return the length if every free cell but the tip's has the tile with most segments.

    Only tiles that the edges of a cell allow count.

    >>> from howdah.games.bazar.game import Bazar
    >>> longest_trunk(*Bazar.new(players=1).position())
    127
    """
    rooms = sorted((_room(board, state, cell) for cell in _free_cells(state)), reverse=True)
    tiles = sorted((SEGMENTS[design] for design in DESIGNS for _ in range(COPIES)), reverse=True)
    length = 0
    for room in rooms[:-1]:
        fitting = [segments for segments in tiles if segments <= room]
        if fitting:
            tiles.remove(fitting[0])
            length += fitting[0]
    return length


def _free_cells(state: State) -> list[Cell]:
    return [cell for cell in CELLS if state.tiles[cell] == EMPTY]


def _room(board: BoardTables, state: State, cell: Cell) -> int:
    """Return how many segments fit a cell: two edges each, towards free cells or the head."""
    must_open, ways_out = state.must_open[cell], board.beyond[cell]
    usable = sum(
        bool(must_open & BITS[edge])
        or (ways_out[edge] != NO_END and state.tiles[board.cell_of[ways_out[edge]]] == EMPTY)
        for edge in EDGES
    )
    return usable // 2
