"""Board files: which are right, and the boards that come with the game.

The validator checks that cells hang together and that four heads can reach them.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, cast

from howdah.core.boards import BoardCatalog, parse_title
from howdah.core.errors import InvalidData
from howdah.core.jsonio import Json, as_list, as_number, as_object, check_fields, quote
from howdah.games.bazar.board import Board, Head
from howdah.games.bazar.hexgrid import EDGES, Axial, Edge, beyond
from howdah.games.bazar.names import HEAD_NAMES, HeadName
from howdah.games.bazar.state import CELLS

_FIELDS = ("name", "provenance", "cells", "heads")
_HEAD_FIELDS = ("name", "first_cell", "entry_edge")
_FARTHEST = 1000


def parse_board(data: Json) -> Board:
    """The board that a JSON object describes, or `InvalidData` with the place that is wrong."""
    found = as_object(data, "board")
    check_fields(found, "board", required=_FIELDS, optional=("note",))
    cells = _parse_cells(found["cells"])
    return Board(**parse_title(found), cells=cells, heads=_parse_heads(found["heads"], cells))


def _parse_place(value: Json, where: str) -> Axial:
    pair = as_list(value, where)
    if len(pair) != 2:
        raise InvalidData(where, f"should be two numbers, q and r, not {quote(value)}")
    q, r = (as_number(number, where, low=-_FARTHEST, high=_FARTHEST) for number in pair)
    return q, r


def _parse_cells(value: Json) -> tuple[Axial, ...]:
    items = as_list(value, "cells")
    as_number(len(items), "the number of cells", low=len(HEAD_NAMES), high=len(CELLS))
    cells: dict[Axial, None] = {}
    for number, item in enumerate(items):
        place = _parse_place(item, f"cells[{number}]")
        if place in cells:
            raise InvalidData(f"cells[{number}]", f"{quote(place)} is there twice")
        cells[place] = None
    _check_connected(tuple(cells))
    return tuple(cells)


def _check_connected(cells: tuple[Axial, ...]) -> None:
    unreached, waiting = set(cells[1:]), [cells[0]]
    while waiting:
        place = waiting.pop()
        found = unreached.intersection(beyond(place, edge) for edge in EDGES)
        unreached -= found
        waiting += found
    for place in cells:
        if place in unreached:
            raise InvalidData("cells", f"no way leads from {quote(cells[0])} to {quote(place)}")


def _parse_heads(value: Json, cells: tuple[Axial, ...]) -> tuple[Head, ...]:
    items = as_list(value, "heads")
    if len(items) != len(HEAD_NAMES):
        raise InvalidData("heads", f"should be {len(HEAD_NAMES)}, not {len(items)}")
    heads = tuple(
        _parse_head(item, f"heads[{number}]", HEAD_NAMES[number], cells)
        for number, item in enumerate(items)
    )
    for number, head in enumerate(heads):
        if any(head.first_cell == other.first_cell for other in heads[:number]):
            raise InvalidData(f"heads[{number}].first_cell", "is the first cell of another head")
    return heads


def _parse_head(value: Json, where: str, name: HeadName, cells: tuple[Axial, ...]) -> Head:
    found = as_object(value, where)
    check_fields(found, where, required=_HEAD_FIELDS)
    if found["name"] != name:
        order = ", ".join(HEAD_NAMES)
        raise InvalidData(f"{where}.name", f"should be {name} (the heads are {order}, clockwise)")
    place = _parse_place(found["first_cell"], f"{where}.first_cell")
    if place not in cells:
        raise InvalidData(f"{where}.first_cell", f"there is no cell {quote(place)}")
    edge = as_number(found["entry_edge"], f"{where}.entry_edge", low=0, high=len(EDGES) - 1)
    if beyond(place, cast(Edge, edge)) in cells:
        raise InvalidData(f"{where}.entry_edge", "should lie on the outer border of the board")
    return Head(name, place, EDGES[edge])


BOARDS: Final[BoardCatalog[Board]] = BoardCatalog(Path(__file__).parent / "data", parse_board)
"""The shipped boards, and the way to any other."""
