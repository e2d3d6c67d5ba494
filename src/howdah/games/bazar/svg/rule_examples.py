"""The examples of the rules page, as diagrams: the tests hold them against the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from howdah.games.bazar.board import Board
from howdah.games.bazar.board_files import BOARDS
from howdah.games.bazar.hexgrid import EDGES, Axial, beyond
from howdah.games.bazar.names import HeadName
from howdah.games.bazar.svg.diagram import Diagram, Trunk

LARGE: Final = BOARDS.get("hexagon-61")
SMALL: Final = BOARDS.get("hexagon-19")
PLAYING: Final[Mapping[HeadName, int]] = {"NW": 0, "SE": 1}
"""The heads of two players, and their seats."""


def _whole(board: Board) -> Diagram:
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


SET_UP: Final = _whole(LARGE)

LAST: Final = replace(
    _whole(SMALL),
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
    end_pieces={**_whole(SMALL).end_pieces, (-2, 1): (0, 5), (1, 1): (1, 3)},
)
"""The last position of a short game."""


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
