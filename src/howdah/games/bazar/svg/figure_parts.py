"""Diagrams of the rule figures: cells, rim, trunks, tips, end pieces and marks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import hypot
from typing import Final

from howdah.games.bazar.hexgrid import EDGES, Axial, beyond
from howdah.games.bazar.svg.end_piece import PLATE
from howdah.games.bazar.svg.hex_geometry import (
    CORNERS,
    OUTWARDS,
    SIDE,
    centre,
    edge_middle,
    hexagon,
    shift,
)
from howdah.games.bazar.svg.layout import RIM
from howdah.games.bazar.svg.palette import Palette
from howdah.games.bazar.svg.player_tint import player_badge
from howdah.games.bazar.svg.rule_examples import (
    Diagram,
    Trunk,
    follow_trunk,
    ownerless_segments,
    segments_of,
)
from howdah.games.bazar.svg.trunk import (
    BODY,
    SNOUT,
    WIDTH,
    Crossings,
    do_cross,
    draw_segment,
    edges_apart,
)
from howdah.games.bazar.view import Segment
from howdah.render.common.geometry import Point, format_point
from howdah.render.markup import Attributes, bold_line, circle, group, group_at, path, use

FROM_THE_MIDDLE: Final[Mapping[int, float]] = {1: SIDE / 2, 2: SIDE * (3**0.5 - 1.5), 3: 0}
"""How far the middle of a segment is from that of its tile, by how many edges it spans."""
MARKS: Final = {True: "M-6 0.5L-1.5 5.5 6.5 -5", False: "M-5 -5L5 5M5 -5L-5 5"}
"""The signs of what is allowed, and of what is not."""


def draw_diagram(diagram: Diagram, palette: Palette) -> str:
    """A diagram, the lowest things first, around the middle of the cell 0,0."""
    crossings = Crossings()
    return "".join(
        [
            _rim(diagram, palette),
            *(_cell(cell, diagram, palette) for cell in diagram.cells),
            _draw_segments(ownerless_segments(diagram), None, crossings, palette),
            *(
                _draw_segments(follow_trunk(diagram, t)[0], t.seat, crossings, palette)
                for t in diagram.trunks
            ),
            _draw_segments(segments_of(*diagram.tried), None, crossings, palette)
            if diagram.tried
            else "",
            *(_end_piece(cell, diagram, palette) for cell in diagram.end_pieces),
            *(_tip(trunk, diagram, palette) for trunk in diagram.trunks),
        ]
    )


def _rim(diagram: Diagram, palette: Palette) -> str:
    """The rim of the board wherever a cell lies beside a place outside."""
    sides = "".join(
        f"M{_corner(cell, edge - 1)}L{_corner(cell, edge)}"
        for cell in diagram.cells
        for edge in EDGES
        if beyond(cell, edge) in diagram.outside
    )
    look: Attributes = {"fill": "none", "stroke_linecap": "round"}
    return "".join(
        path(sides, stroke=colour, stroke_width=width, **look)
        for colour, width in (
            (palette.rim, 2 * RIM),
            (palette.rim_line, RIM),
            (palette.rim, RIM - 2.4),
        )
        if sides
    )


def _corner(cell: Axial, after: int) -> str:
    """The corner that follows an edge clockwise."""
    at, out = centre(cell), CORNERS[after]
    return format_point(Point(at.x + SIDE * out.x, at.y + SIDE * out.y))


def _cell(cell: Axial, diagram: Diagram, palette: Palette) -> str:
    at = centre(cell)
    is_laid = cell in diagram.tiles or (diagram.tried and cell == diagram.tried[0])
    ground = path(hexagon(at), fill=palette.cell, stroke=palette.joint, stroke_width=1.4)
    if is_laid:
        ground += tile_ground(at, palette)
    if cell != diagram.glowing:
        return ground
    light: Attributes = {"fill": "none" if is_laid else palette.glow, "stroke": palette.glow_line}
    return (
        ground
        + path(hexagon(at, 36.5), stroke_width=5.4, **light)
        + path(hexagon(at, 36.5), fill="none", stroke=palette.gold, stroke_width=3.2)
    )


def tile_ground(at: Point, palette: Palette) -> str:
    """A tile before anything is printed on it."""
    return path(hexagon(at, 38.9), fill=palette.tile, stroke=palette.tile_side, stroke_width=1.2)


def _draw_segments(
    segments: Iterable[Segment], seat: int | None, crossings: Crossings, palette: Palette
) -> str:
    paint = palette.paint(seat)
    return group(
        *(draw_segment(s, paint, palette.tile, over=crossings.add(s)) for s in segments),
        fill="none",
    )


def draw_tile(tile: str, palette: Palette) -> str:
    """A tile around 0 0."""
    run = _draw_segments(segments_of((0, 0), tile), None, Crossings(), palette)
    return tile_ground(Point(0, 0), palette) + run


def _tip(trunk: Trunk, diagram: Diagram, palette: Palette) -> str:
    """The snout of a trunk, with its owner's sign, if it leads to a cell that can be seen."""
    _, cell, edge = follow_trunk(diagram, trunk)
    covered = {*diagram.end_pieces, *(diagram.tried or ())[:1]}
    if cell in covered or cell not in diagram.cells:
        return ""
    paint, start = palette.paint(trunk.seat), edge_middle(cell, edge)
    end = shift(start, edge, -SNOUT)
    stub = f"M{format_point(shift(start, edge, 0.8))}L{format_point(end)}"
    return "".join(
        [
            path(stub, stroke=paint.line, stroke_width=WIDTH),
            circle(*end, 11.6, fill=paint.line),
            circle(*end, 10, fill=paint.body),
            path(stub, stroke=paint.body, stroke_width=BODY),
            group_at(
                *shift(start, edge, -SNOUT + 2), player_badge(trunk.seat, palette), scale=0.86
            ),
        ]
    )


def _end_piece(cell: Axial, diagram: Diagram, palette: Palette) -> str:
    """A plate with the curl of its owner's trunk, and the owner's sign."""
    owner, number = diagram.end_pieces[cell]
    at, edge, paint = centre(cell), EDGES[number], palette.paint(owner)
    start = edge_middle(cell, edge)
    stub = f"M{format_point(shift(start, edge, 0.8))}L{format_point(shift(start, edge, -9))}"
    curl = use("curl", fill=paint.body, stroke=paint.line, color=paint.detail)
    return "".join(
        [
            path(stub, stroke=paint.line, stroke_width=WIDTH),
            path(stub, stroke=paint.body, stroke_width=BODY),
            path(hexagon(Point(at.x, at.y + 3), PLATE), fill=paint.line),
            path(hexagon(at, PLATE), fill=paint.body, stroke=paint.line, stroke_width=1.4),
            path(hexagon(at, PLATE - 4.5), fill=palette.tile, stroke=paint.line, stroke_width=0.8),
            group_at(*at, group(curl, transform=f"rotate({edge * 60 + 180})")),
            group_at(at.x, at.y + 21, player_badge(owner, palette), scale=0.8),
        ]
    )


def number_segments(diagram: Diagram, trunk: Trunk, palette: Palette) -> str:
    """The numbers 1, 2, 3 … along a trunk, from the head to the tip."""
    ink = palette.paint(trunk.seat).line
    return "".join(
        circle(*at, 9.4, fill=palette.ivory, stroke=ink, stroke_width=1.2)
        + bold_line(at.x, at.y + 4.4, number, 12.5, fill=ink)
        for number, at in enumerate(_places(diagram, trunk), 1)
    )


def _places(diagram: Diagram, trunk: Trunk) -> Iterator[Point]:
    """A place for the number of each segment: its middle, or before it where others cross it."""
    for segment in follow_trunk(diagram, trunk)[0]:
        beside = segments_of(segment.cell, diagram.tiles[segment.cell])
        if any(do_cross(segment, other) for other in beside):
            yield shift(edge_middle(segment.cell, segment.one), segment.one, -11)
        else:
            yield _midpoint(segment)


def _midpoint(segment: Segment) -> Point:
    at, far = centre(segment.cell), FROM_THE_MIDDLE[edges_apart(segment.one, segment.other)]
    one, other = OUTWARDS[segment.one], OUTWARDS[segment.other]
    x, y = one.x + other.x, one.y + other.y
    length = hypot(x, y) or 1
    return Point(at.x + x / length * far, at.y + y / length * far)


def verdict_mark(at: Point, palette: Palette, *, allowed: bool, scale: float = 1) -> str:
    """The sign of what is allowed or not, on a small disc."""
    ink = palette.ink if allowed else palette.heading
    look: Attributes = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    return group_at(
        *at,
        circle(0, 0, 11.5, fill=palette.plaque, stroke=ink, stroke_width=2),
        path(MARKS[allowed], stroke=ink, stroke_width=3.4, **look),
        scale=scale,
    )
