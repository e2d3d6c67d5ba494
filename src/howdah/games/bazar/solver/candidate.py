"""A candidate layout: edges that are open or blank, and tiles that have them.

Every edge between two cells is open on both sides or on none, so tiles always match. A cell
with an even number of open edges holds a tile that is open at just these; any other cell, and
one without open edges, is empty. A walk from the head therefore ends in an empty cell: the tip.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final

from howdah.core.state import Bits, Position
from howdah.games.bazar.rules import tip
from howdah.games.bazar.state import CELLS, EMPTY, SEATS, BoardTables, Cell, End, State
from howdah.games.bazar.tiles import DESIGNS, OPEN_EDGES, ORIENTATIONS, Orientation

SCORE: Final = 0
LENGTH: Final = 1

MOST_CHANGED: Final = 3
"""How many cells a change touches at most."""

CellList = Annotated[list[Cell], len(CELLS)]
PerCell = Annotated[list[int], len(CELLS)]
TilePerCell = Annotated[list[Orientation], len(CELLS)]


@dataclass(slots=True)
class Candidate(Position):
    """A layout, the best one of the same run, and how far the run has come."""

    goal: int
    bound: Annotated[int, Bits(16)]
    """The upper bound of the score, or of the length."""
    entry: Annotated[End, Bits(16)]
    """The way in from the head."""
    cells: int
    free: CellList
    """The cells that can hold a tile; only the first `cells` of the array count."""

    tiles: TilePerCell
    """The tile on each cell in its orientation, EMPTY, or the end piece of the rules."""
    open_edges: PerCell
    """The edges that are open, as a bit mask, of empty cells too."""

    walks: Annotated[int, Bits(64)]
    visited: Annotated[list[int], len(CELLS), Bits(64)]
    """The number of the last walk that came by each cell."""
    used: Annotated[list[int], len(DESIGNS)]
    """How many tiles of each design the walk came by."""
    placed: int
    """How many tiles the walk came by; only these would be placed."""
    excess: int
    """How many of them are not in the box."""
    length: Annotated[int, Bits(16)]

    changes: int
    """How many cells the last change touched; their tiles and edges before follow."""
    changed: Annotated[list[Cell], MOST_CHANGED]
    old_tiles: Annotated[list[Orientation], MOST_CHANGED]
    old_edges: Annotated[list[int], MOST_CHANGED]

    step: Annotated[int, Bits(64)]
    steps: Annotated[int, Bits(64)]
    cost: Annotated[int, Bits(16)]
    """What the layout lacks to the bound, with a penalty for tiles that are not in the box."""
    best_cost: Annotated[int, Bits(16)]
    best_tiles: TilePerCell


def first_candidate(
    board: BoardTables, state: State, goal: int, bound: int, steps: int
) -> Candidate:
    """Return the layout without any tile, from the first position of a solo game."""
    free = [cell for cell in CELLS if state.tiles[cell] == EMPTY]
    entry = tip(state, SEATS[0])
    first_cell = board.cell_of[entry]
    return Candidate(
        goal=goal,
        bound=bound,
        entry=entry,
        cells=len(free),
        free=[*free, *[Cell(0)] * (len(CELLS) - len(free))],
        tiles=list(state.tiles),
        open_edges=[state.must_open[cell] if cell == first_cell else 0 for cell in CELLS],
        walks=0,
        visited=[0] * len(CELLS),
        used=[0] * len(DESIGNS),
        placed=0,
        excess=0,
        length=0,
        changes=0,
        changed=[Cell(0)] * MOST_CHANGED,
        old_tiles=[EMPTY] * MOST_CHANGED,
        old_edges=[0] * MOST_CHANGED,
        step=0,
        steps=steps,
        cost=NO_COST_YET,
        best_cost=NO_COST_YET,
        best_tiles=list(state.tiles),
    )


NO_COST_YET: Final = 10_000
"""More than the cost of any layout."""


def _tiles_with(open_edges: int) -> list[Orientation]:
    """Return the tiles that are open at exactly these edges; EMPTY if there is none."""
    return [tile for tile in ORIENTATIONS if OPEN_EDGES[tile] == open_edges] or [EMPTY]


MOST_CHOICES: Final = 15
CHOICES: Final = tuple(len(_tiles_with(mask)) for mask in range(64))
"""How many tiles are open at exactly the edges of a mask; 1 where only EMPTY is."""
TILES_WITH: Final = tuple(
    (*_tiles_with(mask), *[EMPTY] * (MOST_CHOICES - CHOICES[mask])) for mask in range(64)
)
"""Those tiles."""
