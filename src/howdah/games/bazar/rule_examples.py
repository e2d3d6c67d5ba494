"""The examples of the rules page, as diagrams: the tests check them against the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from howdah.games.bazar.board import Board
from howdah.games.bazar.board_files import BOARDS
from howdah.games.bazar.hexgrid import EDGES, OPPOSITE, Axial, Edge, beyond
from howdah.games.bazar.names import HeadName
from howdah.games.bazar.view import Segment


@dataclass(frozen=True)
class Trunk:
    """A trunk that comes into the picture by an edge of a cell, and is followed from there."""

    seat: int
    cell: Axial
    edge: int


@dataclass(frozen=True)
class Diagram:
    """Some cells and what lies on them; tiles are named as they lie, not as their pile."""

    cells: tuple[Axial, ...]
    tiles: Mapping[Axial, str] = field(default_factory=dict)
    trunks: tuple[Trunk, ...] = ()
    end_pieces: Mapping[Axial, tuple[int | None, int]] = field(default_factory=dict)
    """Whose end piece lies on a cell, and the edge by which the trunk came to it."""
    outside: tuple[Axial, ...] = ()
    """The places beyond the rim; elsewhere the board goes on."""
    tried: tuple[Axial, str] | None = None
    """A tile that may not be placed so: no trunk runs through it."""
    glowing: Axial | None = None
    """The cell one should look at: the next tile goes there, or has just been placed."""


def segments_of(cell: Axial, tile: str) -> tuple[Segment, ...]:
    """The segments of a tile as it lies.

    >>> segments_of((0, 0), "35-04")[1]
    Segment(cell=(0, 0), one=0, other=4)
    """
    return tuple(
        Segment(cell, EDGES[int(chord[0])], EDGES[int(chord[1])]) for chord in tile.split("-")
    )


def follow_trunk(diagram: Diagram, trunk: Trunk) -> tuple[tuple[Segment, ...], Axial, Edge]:
    """A trunk segment by segment, then the cell and the edge to which its tip leads."""
    cell, edge, run = trunk.cell, EDGES[trunk.edge], []
    while tile := diagram.tiles.get(cell):
        other = _partner(cell, tile, edge)
        run.append(Segment(cell, edge, other))
        cell, edge = beyond(cell, other), OPPOSITE[other]
    return tuple(run), cell, edge


def _partner(cell: Axial, tile: str, edge: Edge) -> Edge:
    ways = {s.one: s.other for s in segments_of(cell, tile)}
    back = {other: one for one, other in ways.items()}
    return (ways | back)[edge]


def ownerless_segments(diagram: Diagram) -> Iterator[Segment]:
    """The segments through which no trunk runs."""
    owned = {
        (segment.cell, edge)
        for trunk in diagram.trunks
        for segment in follow_trunk(diagram, trunk)[0]
        for edge in (segment.one, segment.other)
    }
    for cell, tile in diagram.tiles.items():
        yield from (s for s in segments_of(cell, tile) if (cell, s.one) not in owned)


LARGE: Final = BOARDS.get("hexagon-61")
SMALL: Final = BOARDS.get("hexagon-19")
PLAYING: Final[Mapping[HeadName, int]] = {"NW": 0, "SE": 1}
"""The heads of two players, and their seats."""


def _board_diagram(board: Board) -> Diagram:
    """A board of two players before the first tile."""
    beside = (beyond(cell, edge) for cell in board.cells for edge in EDGES)
    return Diagram(
        board.cells,
        trunks=tuple(
            Trunk(PLAYING[head.name], head.first_cell, head.entry_edge)
            for head in board.heads
            if head.name in PLAYING
        ),
        end_pieces={
            head.first_cell: (None, head.entry_edge)
            for head in board.heads
            if head.name not in PLAYING
        },
        outside=tuple(place for place in beside if place not in board.number_of),
    )


SET_UP: Final = _board_diagram(LARGE)

LAST: Final = replace(
    _board_diagram(SMALL),
    tiles={
        (0, -2): "02-14",
        (1, -2): "23",
        (-1, -1): "05",
        (0, -1): "15-34",
        (1, -1): "12",
        (-1, 0): "02",
        (0, 0): "25-34",
        (1, 0): "24",
        (-1, 1): "05",
        (0, 1): "05-13",
        (0, 2): "14-35",
    },
    end_pieces={**_board_diagram(SMALL).end_pieces, (-2, 1): (0, 5), (1, 1): (1, 3)},
)
"""The last position of a short game."""


def _after(*cells: Axial) -> Diagram:
    """The short game when only these cells have tiles; the last of them has just got its tile."""
    return replace(
        _board_diagram(SMALL), tiles={cell: LAST.tiles[cell] for cell in cells}, glowing=cells[-1]
    )


OPENING: Final = (
    _after((0, -2)),
    _after((0, -2), (0, 2), (0, -1)),
    _after((0, -2), (0, 2), (0, -1), (0, 1), (-1, -1)),
)
"""The short game after each of the first three tiles of the player who begins."""


# A trunk that grows: it runs through one tile twice, then absorbs what a rival left behind.

ROWS: Final = {-1: range(1, 5), 0: range(5), 1: range(4), 2: range(3)}

SHORT: Final = Diagram(
    cells=tuple((q, r) for r, row in ROWS.items() for q in row),
    tiles={
        (0, 0): "03",
        (1, 0): "34-15",
        (1, -1): "01",
        (2, -1): "23",
        (4, -1): "25",
        (3, 0): "02-15",
        (3, 1): "34",
        (2, 1): "35-01",
    },
    trunks=(Trunk(0, (0, 0), 3), Trunk(1, (4, -1), 5)),
    outside=((0, -1), (-1, 0), (-1, 1), (-1, 2)),
    glowing=(1, 1),
)
LONG: Final = replace(SHORT, tiles={**SHORT.tiles, (1, 1): "04"}, glowing=(4, 0))


# One cell that is beside everything there can be, and six tiles tried on it.

TIP: Final[Axial] = (0, 0)

BESIDE_ALL: Final = Diagram(
    cells=(TIP, (-1, 0), (0, -1), (1, -1), (1, 0), (0, 1)),
    tiles={(-1, 0): "03", (1, -1): "25", (0, 1): "01"},
    trunks=(Trunk(0, (-1, 0), 3),),
    end_pieces={(1, 0): (1, 0)},
    outside=((-2, 1), (-1, 1), (-1, 2)),
    glowing=TIP,
)
FITTING: Final = "35"
MISFITS: Final[Mapping[str, int]] = {"45": 3, "34": 5, "15-34": 1, "23-45": 2, "05-34": 0}
"""Tiles that break one condition each, and the edge at which they do."""


# Two tips that lead to one cell.

FACING: Final = Diagram(
    cells=(TIP, *(beyond(TIP, edge) for edge in EDGES)),
    tiles={(-1, 0): "03", (1, 0): "03"},
    trunks=(Trunk(0, (-1, 0), 3), Trunk(1, (1, 0), 0)),
    glowing=TIP,
)
JOINED: Final = replace(FACING, tried=(TIP, "03"))
CARRIED: Final = replace(FACING, tiles={**FACING.tiles, TIP: "04-35"})
