"""The moves of the search: small changes after which tiles still match, and their undo."""

from __future__ import annotations

from typing import Final

from howdah.fast.rng import next_chance, randbelow
from howdah.games.bazar.hexgrid import EDGES, OPPOSITE, Edge
from howdah.games.bazar.rules import BITS, END_PIECE
from howdah.games.bazar.solver.candidate import CHOICES, MOST_CHOICES, TILES_WITH, Candidate
from howdah.games.bazar.state import NO_END, BoardTables, Cell, End

EXCHANGE: Final = 0
ONE_EDGE: Final = 1
TRIANGLE: Final = 2
KINDS: Final = (EXCHANGE, ONE_EDGE, TRIANGLE, TRIANGLE)
"""The kinds of changes, each as often as it is tried."""
PICKS: Final = MOST_CHOICES**3
"""A number below this picks a tile for each of three cells."""

HOT: Final = ("leads_to_free_cell", "flip")
"""What the compiler puts into its callers."""


def random_change(board: BoardTables, candidate: Candidate, key: int) -> int:
    """Make a random change, or none where it is impossible; return the key to continue from."""
    chance = next_chance(key)
    cell = candidate.free[randbelow(chance, candidate.cells)]
    chance = next_chance(chance[0])
    edge = EDGES[randbelow(chance, len(EDGES))]
    chance = next_chance(chance[0])
    kind = KINDS[randbelow(chance, len(KINDS))]
    chance = next_chance(chance[0])
    picks = randbelow(chance, PICKS)
    candidate.changes = 0
    if kind == EXCHANGE:
        exchange(candidate, cell, picks)
    elif kind == ONE_EDGE:
        flip_edge(board, candidate, cell, edge, picks)
    else:
        flip_triangle(board, candidate, cell, edge, picks)
    return chance[0]


def exchange(candidate: Candidate, cell: Cell, picks: int) -> None:
    """Exchange a tile for another with the same open edges, which joins them otherwise."""
    if CHOICES[candidate.open_edges[cell]] > 1:
        flip(candidate, cell, 0, picks)


def flip_edge(board: BoardTables, candidate: Candidate, cell: Cell, edge: Edge, picks: int) -> None:
    """Make the edge between two cells blank if it was open, and open if it was blank."""
    way_out = board.beyond[cell][edge]
    if leads_to_free_cell(board, candidate, way_out):
        flip(candidate, cell, BITS[edge], picks)
        flip(candidate, board.cell_of[way_out], BITS[OPPOSITE[edge]], picks // MOST_CHOICES)


def flip_triangle(
    board: BoardTables, candidate: Candidate, cell: Cell, edge: Edge, picks: int
) -> None:
    """Flip all three edges between three cells: each keeps an even number of open edges."""
    next_edge = EDGES[(edge + 1) % len(EDGES)]
    across = EDGES[(edge + 2) % len(EDGES)]
    to_second = board.beyond[cell][edge]
    to_third = board.beyond[cell][next_edge]
    if leads_to_free_cell(board, candidate, to_second) and leads_to_free_cell(
        board, candidate, to_third
    ):
        second = board.cell_of[to_second]
        third = board.cell_of[to_third]
        flip(candidate, cell, BITS[edge] | BITS[next_edge], picks)
        flip(candidate, second, BITS[OPPOSITE[edge]] | BITS[across], picks // MOST_CHOICES)
        flip(
            candidate,
            third,
            BITS[OPPOSITE[next_edge]] | BITS[OPPOSITE[across]],
            picks // MOST_CHOICES**2,
        )


def leads_to_free_cell(board: BoardTables, candidate: Candidate, way_out: End) -> bool:
    """Return whether a way out leads to a cell of the board without an end piece."""
    return way_out != NO_END and candidate.tiles[board.cell_of[way_out]] != END_PIECE


def flip(candidate: Candidate, cell: Cell, edges: int, picks: int) -> None:
    """Flip some edges of a cell, and place one of the tiles that have the new ones, or none."""
    number = candidate.changes
    candidate.changed[number] = cell
    candidate.old_tiles[number] = candidate.tiles[cell]
    candidate.old_edges[number] = candidate.open_edges[cell]
    candidate.changes = number + 1
    open_edges = candidate.open_edges[cell] ^ edges
    candidate.open_edges[cell] = open_edges
    candidate.tiles[cell] = TILES_WITH[open_edges][picks % CHOICES[open_edges]]


def undo_change(candidate: Candidate) -> None:
    """Restore the layout as it was before the last change."""
    for number in range(candidate.changes):
        cell = candidate.changed[number]
        candidate.tiles[cell] = candidate.old_tiles[number]
        candidate.open_edges[cell] = candidate.old_edges[number]
