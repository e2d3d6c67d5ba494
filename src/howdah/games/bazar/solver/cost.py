"""The walk from the head, and what the layout it leaves lacks."""

from __future__ import annotations

from typing import Final

from howdah.games.bazar.hexgrid import EDGES
from howdah.games.bazar.rules import BITS
from howdah.games.bazar.solver.candidate import SCORE, Sketch
from howdah.games.bazar.state import EMPTY, NO_END, BoardTables, Cell
from howdah.games.bazar.tiles import COPIES, DESIGN_OF, DESIGNS, PARTNER

SCARCITY: Final = 3
"""What a tile counts that is not in the box."""

HOT: Final = ("lack_of", "walk", "begin_walk", "visit", "score", "unused_openings")
"""What the compiler puts into its callers."""


def lack_of(board: BoardTables, sketch: Sketch) -> int:
    """What a layout lacks to the most that can be, tiles that are not in the box included."""
    walk(board, sketch)
    worth = score(board, sketch) if sketch.goal == SCORE else sketch.length
    return sketch.most - worth + SCARCITY * sketch.excess


def walk(board: BoardTables, sketch: Sketch) -> None:
    """Follow the trunk from the head to its tip, and count what it comes by."""
    begin_walk(sketch)
    length = 0
    end = sketch.entry
    cell = board.cell_of[end]
    while sketch.tiles[cell] != EMPTY:
        if sketch.visited[cell] != sketch.walks:
            visit(sketch, cell)
        length += 1
        end = board.beyond[cell][PARTNER[sketch.tiles[cell]][board.edge_of[end]]]
        cell = board.cell_of[end]
    sketch.length = length


def begin_walk(sketch: Sketch) -> None:
    """Nothing is counted yet."""
    sketch.walks += 1
    sketch.laid = 0
    sketch.excess = 0
    for design in DESIGNS:
        sketch.used[design] = 0


def visit(sketch: Sketch, cell: Cell) -> None:
    """Count a tile where the walk first comes to it."""
    sketch.visited[cell] = sketch.walks
    sketch.laid += 1
    design = DESIGN_OF[sketch.tiles[cell]]
    sketch.used[design] += 1
    if sketch.used[design] > COPIES:
        sketch.excess += 1


def score(board: BoardTables, sketch: Sketch) -> int:
    """The solo score, if only what was visited is laid and the tip is blocked."""
    empty_cells = sketch.cells - 1 - sketch.laid
    return sketch.laid - empty_cells - unused_openings(board, sketch)


def unused_openings(board: BoardTables, sketch: Sketch) -> int:
    """The open edges between a tile that was visited and a cell that was not, less the tip."""
    openings = -1 if sketch.laid else 0
    for number in range(sketch.cells):
        cell = sketch.free[number]
        if sketch.visited[cell] != sketch.walks and sketch.open_edges[cell]:
            openings += openings_into(board, sketch, cell)
    return openings


def openings_into(board: BoardTables, sketch: Sketch, cell: Cell) -> int:
    """The open edges by which visited tiles face a cell."""
    openings = 0
    for edge in EDGES:
        way_out = board.beyond[cell][edge]
        if (
            sketch.open_edges[cell] & BITS[edge]
            and way_out != NO_END
            and sketch.visited[board.cell_of[way_out]] == sketch.walks
        ):
            openings += 1
    return openings
