"""The position of a game of Bombay Bazar, and the board as the rules see it.

Everything is a whole number or a list of them, so the same rules run here and compiled.

The idea that keeps them short: segments joined to each other are one *stretch*, and a stretch
has two *ends*. An end is the way from it into a cell, numbered by that cell and the edge one
comes in by; or it is a head. A trunk is the stretch that has a head at one end, and its other
end is the tip. Each end knows the other, so a trunk of any length grows in one step.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, NamedTuple, NewType

from howdah.core.state import Bits, Position
from howdah.games.bazar.hexgrid import EDGES, Edge
from howdah.games.bazar.tiles import DESIGNS, Orientation

Seat = NewType("Seat", int)
Cell = NewType("Cell", int)
End = NewType("End", int)

SEATS: Final = tuple(Seat(number) for number in range(4))
CELLS: Final = tuple(Cell(number) for number in range(127))
"""Room for a hexagon with seven cells to a side; boards may be smaller."""
HEADS: Final = tuple(End(len(CELLS) * len(EDGES) + seat) for seat in SEATS)
"""The ends that are heads, by seat; every smaller end leads into a cell."""
ENDS: Final = len(CELLS) * len(EDGES) + len(SEATS)

NO_END: Final = End(-1)
NO_CELL: Final = Cell(-1)

EMPTY: Final = Orientation(-1)
OFF_THE_BOARD: Final = Orientation(-2)
"""What stands for a tile where the board has no cell."""

JOIN: Final = 0
TOUCH: Final = 1

PerCell = Annotated[list[int], len(CELLS)]


class BoardTables(NamedTuple):
    """A board as the rules see it: only numbers, derived from the board file."""

    ends: Annotated[tuple[tuple[End, ...], ...], len(CELLS), len(EDGES), Bits(16)]
    """`ends[cell][edge]`: the way into a cell by an edge."""
    beyond: Annotated[tuple[tuple[End, ...], ...], len(CELLS), len(EDGES), Bits(16)]
    """`beyond[cell][edge]`: the way out of a cell by an edge, into the next; NO_END outside."""
    cell_of: Annotated[tuple[Cell, ...], ENDS]
    """`cell_of[end]`: the cell that an end leads into; a head leads into none."""
    edge_of: Annotated[tuple[Edge, ...], ENDS]
    """`edge_of[end]`: the edge by which it does."""


@dataclass(slots=True)
class State(Position):
    """A position: `rules` changes it, nothing else does.

    >>> State.schema()["seat"], State.schema()["piles"]
    ((), (17,))
    """

    players: int
    tip_rule: int
    seat: Seat
    """Whose turn it is; when all have stopped, who stopped last."""
    playing: int
    """How many have not stopped."""
    tiles_laid: int

    piles: Annotated[list[int], len(DESIGNS)]
    slim_supply: Annotated[int, Bits(64)]
    full_supply: Annotated[int, Bits(16)]
    """The tiles whose pile is not empty, in all their orientations."""

    stopped: Annotated[list[int], len(SEATS)]
    tiles: Annotated[list[Orientation], len(CELLS)]
    """The tile on each cell in its orientation, EMPTY, or the end piece of the rules."""
    must_open: PerCell
    """The edges at which a tile on the cell would have to be open, as a bit mask."""
    must_blank: PerCell
    """The edges at which it would have to be blank."""

    other_end: Annotated[list[End], ENDS, Bits(16)]
    """The other end of the stretch that has an end; NO_END where there is none. A head without
    a player ends in itself."""
    length: Annotated[list[int], ENDS, Bits(16)]
    """How many segments the stretch has that has an end."""
