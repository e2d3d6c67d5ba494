"""Small changes of a layout after which tiles still match, and how to take one back."""

from __future__ import annotations

from typing import Final

from howdah.fast.rng import next_chance, randbelow
from howdah.games.bazar.hexgrid import EDGES, OPPOSITE, Edge
from howdah.games.bazar.rules import BITS, END_PIECE
from howdah.games.bazar.solver.candidate import CHOICES, MOST_CHOICES, TILES_WITH, Sketch
from howdah.games.bazar.state import NO_END, BoardTables, Cell, End

EXCHANGE: Final = 0
ONE_EDGE: Final = 1
TRIANGLE: Final = 2
KINDS: Final = (EXCHANGE, ONE_EDGE, TRIANGLE, TRIANGLE)
"""What is tried how often."""
PICKS: Final = MOST_CHOICES**3
"""A number below this picks a tile for each of three cells."""

HOT: Final = ("can_be_laid", "flip")
"""What the compiler puts into its callers."""


def change(board: BoardTables, sketch: Sketch, key: int) -> int:
    """Change something at random, or nothing where it cannot be; returns the key to go on from."""
    chance = next_chance(key)
    cell = sketch.free[randbelow(chance, sketch.cells)]
    chance = next_chance(chance[0])
    edge = EDGES[randbelow(chance, len(EDGES))]
    chance = next_chance(chance[0])
    kind = KINDS[randbelow(chance, len(KINDS))]
    chance = next_chance(chance[0])
    picks = randbelow(chance, PICKS)
    sketch.changes = 0
    if kind == EXCHANGE:
        exchange(sketch, cell, picks)
    elif kind == ONE_EDGE:
        flip_edge(board, sketch, cell, edge, picks)
    else:
        flip_triangle(board, sketch, cell, edge, picks)
    return chance[0]


def exchange(sketch: Sketch, cell: Cell, picks: int) -> None:
    """Another tile with the same open edges joins them otherwise."""
    if CHOICES[sketch.open_edges[cell]] > 1:
        flip(sketch, cell, 0, picks)


def flip_edge(board: BoardTables, sketch: Sketch, cell: Cell, edge: Edge, picks: int) -> None:
    """What was open between two cells becomes blank, or the other way round."""
    way_out = board.beyond[cell][edge]
    if can_be_laid(board, sketch, way_out):
        flip(sketch, cell, BITS[edge], picks)
        flip(sketch, board.cell_of[way_out], BITS[OPPOSITE[edge]], picks // MOST_CHOICES)


def flip_triangle(board: BoardTables, sketch: Sketch, cell: Cell, edge: Edge, picks: int) -> None:
    """The same with all three edges between three cells: tiles stay, openings do not appear."""
    next_edge = EDGES[(edge + 1) % len(EDGES)]
    across = EDGES[(edge + 2) % len(EDGES)]
    to_second = board.beyond[cell][edge]
    to_third = board.beyond[cell][next_edge]
    if can_be_laid(board, sketch, to_second) and can_be_laid(board, sketch, to_third):
        second = board.cell_of[to_second]
        third = board.cell_of[to_third]
        flip(sketch, cell, BITS[edge] | BITS[next_edge], picks)
        flip(sketch, second, BITS[OPPOSITE[edge]] | BITS[across], picks // MOST_CHOICES)
        flip(
            sketch,
            third,
            BITS[OPPOSITE[next_edge]] | BITS[OPPOSITE[across]],
            picks // MOST_CHOICES**2,
        )


def can_be_laid(board: BoardTables, sketch: Sketch, way_out: End) -> bool:
    """Whether a way out leads to a cell that is on the board and has no end piece."""
    return way_out != NO_END and sketch.tiles[board.cell_of[way_out]] != END_PIECE


def flip(sketch: Sketch, cell: Cell, edges: int, picks: int) -> None:
    """Flip some edges of a cell and lay one of the tiles that have them, or none."""
    number = sketch.changes
    sketch.changed[number] = cell
    sketch.old_tiles[number] = sketch.tiles[cell]
    sketch.old_edges[number] = sketch.open_edges[cell]
    sketch.changes = number + 1
    open_edges = sketch.open_edges[cell] ^ edges
    sketch.open_edges[cell] = open_edges
    sketch.tiles[cell] = TILES_WITH[open_edges][picks % CHOICES[open_edges]]


def take_back(sketch: Sketch) -> None:
    """The layout as it was before the last change."""
    for number in range(sketch.changes):
        cell = sketch.changed[number]
        sketch.tiles[cell] = sketch.old_tiles[number]
        sketch.open_edges[cell] = sketch.old_edges[number]
