"""What lies under the pieces and never changes: definitions, the cloth, and the empty board."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from howdah.games.bazar.board import Board, Head
from howdah.games.bazar.svg.hex_geometry import OVERLAP, SIDE, centre, shift
from howdah.games.bazar.svg.layout import BORDERS, RIM, HeadPosition, Layout, layout_for
from howdah.games.bazar.svg.symbols import (
    SEATS,
    back_of_head,
    composed,
    front_of_head,
    seat_group,
    tube,
)
from howdah.render.cloth import BORDER, draw_cloth
from howdah.render.geometry import Point, format_point
from howdah.render.markup import Attributes, Value, group, group_at, path, rect, tag, use
from howdah.render.types import Shape, Size

AROUND: Final = "l34.6 20v40l-34.6 20-34.6-20v-40z"
"""Around a cell, clockwise from the top."""


def size(board: Board, shape: Shape) -> Size:
    """The size of the drawing of a board."""
    frame, border = layout_for(board, shape).frame, BORDERS[shape]
    return Size(frame.width + 2 * border, frame.height + 2 * border)


def placement(board: Board, shape: Shape) -> str:
    """The transform of all layers: the measures of the board, fitted to the drawing."""
    frame, border = layout_for(board, shape).frame, BORDERS[shape]
    at = format_point(Point(border + frame.left, border + frame.top))
    return f"translate({at}) scale({frame.scale:g})"


def backdrop(board: Board, shape: Shape) -> str:
    """What never changes in a game: definitions, cloth, and the empty board."""
    layout = layout_for(board, shape)
    heads = (it for head in board.heads for it in place_head(head, layout.heads[head.name]))
    return (
        tag("defs", *composed().values(), *heads, _cell_outlines(board))
        + _draw_cloth(layout, shape)
        + group(_empty_board(), transform=placement(board, shape))
    )


def _draw_cloth(layout: Layout, shape: Shape) -> str:
    """The cloth with flowers all over; where there is room, a large mango at each side."""
    wide, high, border = layout.frame.width, layout.frame.height, BORDERS[shape]
    flowers = rect(4, 4, wide - 8, high - 8, fill="url(#cloth-print)")
    sides = ((84, "1 1"), (wide - 84, "-1 1")) if border == BORDER else ()
    mangoes = (
        use("mango", transform=f"translate({x:g} {high / 2:g}) scale({way})") for x, way in sides
    )
    return draw_cloth(wide, high, border) + group_at(border, border, flowers, *mangoes)


def _cell_outlines(board: Board) -> str:
    """The outlines of all cells: each a step from its uppermost corner on."""
    middles = (centre(cell) for cell in board.cells)
    line = "".join(f"M{format_point(Point(at.x, at.y - SIDE))}{AROUND}" for at in middles)
    return path(line, id="outlines")


def _empty_board() -> str:
    """The rim of the board and its cells."""
    look: Attributes = {"fill": "none", "stroke_linejoin": "round"}
    shadow = use("outlines", 2, 5, stroke="#000", stroke_width=2 * RIM, opacity="0.28")
    cells = use("outlines", fill="var(--cell)", stroke="var(--joint)", stroke_width=1.4)
    return group(shadow, *draw_rim(use, "outlines"), **look) + cells


def draw_rim(draw: Callable[..., str], line: str) -> Iterator[str]:
    """The rim along a line, which `draw` makes an element of."""
    for colour, width in (("rim", 2 * RIM), ("rim-line", RIM), ("rim", RIM - 2.4)):
        yield draw(line, stroke=f"var(--{colour})", stroke_width=width)


def place_head(head: Head, position: HeadPosition) -> Iterator[str]:
    """The definitions of a head where it stands: of each seat, asleep, and its halo."""
    name, neck = head.name, use(f"neck-{head.name}")
    yield group(draw_neck(head, position), id=f"neck-{name}")
    for seat in SEATS:
        yield draw_head(head, position, seat, neck, id=f"elephant-{name}-{seat}")
    yield draw_head(head, position, None, neck, id=f"sleeper-{name}")
    yield group(_at_head(position, use("halo")), id=f"halo-{name}")


def draw_head(
    head: Head, position: HeadPosition, seat: int | None, neck: str, **attributes: Value
) -> str:
    """A head with its trunk up to the board; asleep without a player."""
    is_left = position.neck[3].x < position.at.x
    back = _at_head(position, back_of_head(head.name, seat, looks_left=is_left))
    front = _at_head(position, front_of_head(head.name, seat))
    return seat_group(seat, back, neck, front, **attributes)


def draw_neck(head: Head, position: HeadPosition) -> str:
    """The trunk of a head from the face to the edge of the board."""
    start, down, before, end = map(format_point, position.neck)
    inside = format_point(shift(position.neck[3], head.entry_edge, -OVERLAP))
    return tube(f"M{start}C{down} {before} {end}L{inside}")


def _at_head(position: HeadPosition, drawn: str) -> str:
    """What is drawn around the middle of a head, where the head stands."""
    return group_at(*position.at, drawn, scale=position.scale)
