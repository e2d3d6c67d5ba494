"""A board: cells, four heads at its edge, and the tables that the rules read off them.

`docs/boards.md` tells how to write or correct one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from howdah.core.boards import AnyBoard
from howdah.games.bazar.hexgrid import EDGES, OPPOSITE, Axial, Edge, beyond
from howdah.games.bazar.names import HeadName
from howdah.games.bazar.state import CELLS, HEADS, NO_CELL, NO_END, BoardTables, Cell, End
from howdah.games.bazar.tiles import NO_EDGE


@dataclass(frozen=True)
class Head:
    """An elephant's head outside the board: its trunk comes in by one edge of one cell."""

    name: HeadName
    first_cell: Axial
    entry_edge: Edge


@dataclass(frozen=True, repr=False)
class Board(AnyBoard):
    """A validated board; `board.tables` is what the rules need of it.

    >>> from howdah.games.bazar.board_files import BOARDS
    >>> board = BOARDS.get("hexagon-61")
    >>> len(board.cells), board.head("NW")
    (61, Head(name='NW', first_cell=(0, -4), entry_edge=4))
    """

    cells: tuple[Axial, ...]
    heads: tuple[Head, ...]

    def head(self, name: HeadName) -> Head:
        """The head with a name."""
        return next(head for head in self.heads if head.name == name)

    @cached_property
    def number_of(self) -> dict[Axial, Cell]:
        """The number by which the rules know a cell, by its place."""
        return dict(zip(self.cells, CELLS))

    def way_in(self, place: Axial, edge: Edge) -> End:
        """The number by which the rules know the way into a cell by an edge."""
        return self.tables.ends[self.number_of[place]][edge]

    @cached_property
    def tables(self) -> BoardTables:
        """The board as the rules see it."""
        no_cells = (NO_CELL,) * len(HEADS)
        no_edges = (NO_EDGE,) * len(HEADS)
        unused = ((NO_END,) * len(EDGES),) * (len(CELLS) - len(self.cells))
        return BoardTables(
            ends=_ENDS,
            beyond=tuple(self._ways_out(place) for place in self.cells) + unused,
            cell_of=tuple(cell for cell in CELLS for _ in EDGES) + no_cells,
            edge_of=EDGES * len(CELLS) + no_edges,
        )

    @cached_property
    def outer_edges(self) -> tuple[int, ...]:
        """The edges of every cell that lie on the outer border, as bit masks."""
        return tuple(
            sum(1 << edge for edge in EDGES if ways[edge] == NO_END)
            for ways in self.tables.beyond[: len(self.cells)]
        )

    def _ways_out(self, place: Axial) -> tuple[End, ...]:
        return tuple(self._way_out(place, edge) for edge in EDGES)

    def _way_out(self, place: Axial, edge: Edge) -> End:
        neighbour = self.number_of.get(beyond(place, edge))
        return NO_END if neighbour is None else _ENDS[neighbour][OPPOSITE[edge]]


_ENDS = tuple(tuple(End(cell * len(EDGES) + edge) for edge in EDGES) for cell in CELLS)
