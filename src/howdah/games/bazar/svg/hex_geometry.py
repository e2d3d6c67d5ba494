"""Hexagons with pointy tops in pixels, around the middle of the cell 0,0, and lines over them.

A segment runs on an arc of a circle that meets both edges squarely: around the corner between
two adjacent edges, around the neighbour's middle between next-but-one edges, or straight.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import cos, pi, sin, sqrt
from typing import Final

from howdah.games.bazar.hexgrid import EDGES, STEPS, Axial, Edge
from howdah.games.bazar.view import Segment
from howdah.render.geometry import Point, format_point

SIDE: Final = 40.0
APOTHEM: Final = SIDE * sqrt(3) / 2
OUTWARDS: Final = tuple(Point(cos(edge * pi / 3), sin(edge * pi / 3)) for edge in EDGES)
"""For each edge, the step of length one that leaves the hexagon by it."""
CORNERS: Final = tuple(
    Point(cos((edge + 0.5) * pi / 3), sin((edge + 0.5) * pi / 3)) for edge in EDGES
)
OVERLAP: Final = 0.8
"""How far tubes run on into each other: no seam shows."""
ARCS: Final[Mapping[int, str]] = {1: "A20 20 0 0", 2: "A60 60 0 0"}
"""By how many edges the two ends of a bend are apart; the direction and the end follow."""


def centre(place: Axial) -> Point:
    """The middle of a cell."""
    return _point_at(2 * place[0], 2 * place[1])


def edge_middle(place: Axial, edge: Edge) -> Point:
    """The middle of an edge; the cells on both sides of it agree to the last digit."""
    step = STEPS[edge]
    return _point_at(2 * place[0] + step[0], 2 * place[1] + step[1])


def _point_at(q_halves: int, r_halves: int) -> Point:
    return Point(APOTHEM * (q_halves + r_halves / 2), SIDE * 0.75 * r_halves)


def shift(point: Point, edge: Edge, by: float) -> Point:
    """A point moved out of the hexagon, square to an edge; inwards when negative."""
    return Point(point.x + OUTWARDS[edge].x * by, point.y + OUTWARDS[edge].y * by)


def edges_apart(one: Edge, other: Edge) -> int:
    """How many edges lie between two, on the shorter way round: 1, 2, or 3 for opposites."""
    apart = (other - one) % 6
    return min(apart, 6 - apart)


@lru_cache(maxsize=1 << 12)
def line_to(cell: Axial, one: Edge, other: Edge) -> str:
    """The path data over a cell, from the middle of one edge, where it is, to that of another."""
    arc = ARCS.get(edges_apart(one, other))
    way = "L" if arc is None else f"{arc}{int((other - one) % 6 > 3)}"
    return way + short_point(edge_middle(cell, other))


def short_point(point: Point) -> str:
    """A point as path data, without a space that can be left out.

    >>> short_point(Point(34.64, -20)), short_point(Point(0, 40))
    ('34.6-20', '0 40')
    """
    return format_point(point).replace(" -", "-")


def trunk_line(cell: Axial, edge: Edge, segments: Iterable[Segment]) -> str:
    """The path data of segments that follow each other, the first coming into a cell by an edge."""
    start = shift(edge_middle(cell, edge), edge, OVERLAP)
    return f"M{short_point(start)}" + "".join([line_to(s.cell, s.one, s.other) for s in segments])
