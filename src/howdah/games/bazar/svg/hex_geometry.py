"""Hexagons with pointy tops in pixels, around the middle of the cell 0,0."""

from __future__ import annotations

from math import cos, pi, sin, sqrt
from typing import Final

from howdah.games.bazar.hexgrid import EDGES, STEPS, Axial, Edge
from howdah.render.common.geometry import Point, format_point

SIDE: Final = 40.0
APOTHEM: Final = SIDE * sqrt(3) / 2
OUTWARDS: Final = tuple(Point(cos(edge * pi / 3), sin(edge * pi / 3)) for edge in EDGES)
"""For each edge, the step of length one that leaves the hexagon by it."""
CORNERS: Final = tuple(
    Point(cos((edge + 0.5) * pi / 3), sin((edge + 0.5) * pi / 3)) for edge in EDGES
)


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


def hexagon(around: Point, side: float = SIDE) -> str:
    """The outline of a hexagon."""
    corners = (Point(around.x + side * c.x, around.y + side * c.y) for c in CORNERS)
    return f"M{'L'.join(map(format_point, corners))}Z"


def cell_name(place: Axial) -> str:
    """A cell as attributes and ids name it."""
    return f"{place[0]},{place[1]}"
