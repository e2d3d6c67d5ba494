"""The cost of a layout: walk from the head, and count what is missing to the bound."""

from __future__ import annotations

from typing import Final

from howdah.games.bazar.hexgrid import EDGES
from howdah.games.bazar.rules import BITS
from howdah.games.bazar.solver.candidate import SCORE, Candidate
from howdah.games.bazar.state import EMPTY, NO_END, BoardTables, Cell
from howdah.games.bazar.tiles import COPIES, DESIGN_OF, DESIGNS, PARTNER

SCARCITY: Final = 3
"""The penalty for a tile that is not in the box."""

HOT: Final = ("compute_cost", "walk", "begin_walk", "visit", "score", "unused_openings")
"""What the compiler puts into its callers."""


def compute_cost(board: BoardTables, candidate: Candidate) -> int:
    """Return what a layout lacks to the bound, plus the penalty for missing tiles."""
    walk(board, candidate)
    value = score(board, candidate) if candidate.goal == SCORE else candidate.length
    return candidate.bound - value + SCARCITY * candidate.excess


def walk(board: BoardTables, candidate: Candidate) -> None:
    """Follow the trunk from the head to its tip, and count what it comes by."""
    begin_walk(candidate)
    length = 0
    end = candidate.entry
    cell = board.cell_of[end]
    while candidate.tiles[cell] != EMPTY:
        if candidate.visited[cell] != candidate.walks:
            visit(candidate, cell)
        length += 1
        end = board.beyond[cell][PARTNER[candidate.tiles[cell]][board.edge_of[end]]]
        cell = board.cell_of[end]
    candidate.length = length


def begin_walk(candidate: Candidate) -> None:
    """Reset what a walk counts."""
    candidate.walks += 1
    candidate.placed = 0
    candidate.excess = 0
    for design in DESIGNS:
        candidate.used[design] = 0


def visit(candidate: Candidate, cell: Cell) -> None:
    """Count a tile where the walk first comes to it."""
    candidate.visited[cell] = candidate.walks
    candidate.placed += 1
    design = DESIGN_OF[candidate.tiles[cell]]
    candidate.used[design] += 1
    if candidate.used[design] > COPIES:
        candidate.excess += 1


def score(board: BoardTables, candidate: Candidate) -> int:
    """Return the solo score, if only visited tiles are placed and the tip is blocked."""
    empty_cells = candidate.cells - 1 - candidate.placed
    return candidate.placed - empty_cells - unused_openings(board, candidate)


def unused_openings(board: BoardTables, candidate: Candidate) -> int:
    """Return the open edges between visited tiles and other cells, less the tip."""
    openings = -1 if candidate.placed else 0
    for number in range(candidate.cells):
        cell = candidate.free[number]
        if candidate.visited[cell] != candidate.walks and candidate.open_edges[cell]:
            openings += openings_into(board, candidate, cell)
    return openings


def openings_into(board: BoardTables, candidate: Candidate, cell: Cell) -> int:
    """Return the open edges by which visited tiles face a cell."""
    openings = 0
    for edge in EDGES:
        way_out = board.beyond[cell][edge]
        if (
            candidate.open_edges[cell] & BITS[edge]
            and way_out != NO_END
            and candidate.visited[board.cell_of[way_out]] == candidate.walks
        ):
            openings += 1
    return openings
