"""Points, curves and the frame: where things go on the sheet of every game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from typing import Final, NamedTuple

from howdah.render.markup import format_number

MAP_WIDTH: Final = 1000.0
MAP_HEIGHT: Final = 700.0
BORDER: Final = 21.0
BLOCK: Final = 25.0
"""The length of one block of the border's print; it divides both sides of every map."""
MARGIN: Final = 12.0
PANEL_WIDTH: Final = 296.0


class Point(NamedTuple):
    """A point on the map, in pixels."""

    x: float
    y: float


@dataclass(frozen=True)
class Frame:
    """The window of the map, and how board coordinates become pixels in it."""

    width: float
    height: float
    scale: float
    left: float
    top: float

    def at(self, x: float, y: float) -> Point:
        """The place of a board's coordinates."""
        return Point(round(self.left + x * self.scale, 1), round(self.top + y * self.scale, 1))

    @property
    def map_corner(self) -> Point:
        """The upper left corner of the map on the sheet."""
        return Point(MARGIN + BORDER, MARGIN + BORDER)

    @property
    def panel_corner(self) -> Point:
        """The upper left corner of the players' panel on the sheet."""
        return Point(2 * MARGIN + 2 * BORDER + self.width, MARGIN)

    @property
    def sheet(self) -> Point:
        """The size of the whole picture."""
        corner = self.panel_corner
        return Point(corner.x + PANEL_WIDTH + MARGIN, 2 * MARGIN + 2 * BORDER + self.height)


def curve(points: Sequence[Point]) -> str:
    """The path data of a smooth line from the first point to the last."""
    start, *inner, end = points
    commands = [f"M{format_point(start)}"]
    for here, after in zip(inner, [*inner[1:], end]):
        middle = Point((here.x + after.x) / 2, (here.y + after.y) / 2)
        commands.append(f"Q{format_point(here)} {format_point(middle)}")
    return "".join([*commands, f"L{format_point(end)}"])


def format_point(point: Point) -> str:
    """A point as path data."""
    return f"{format_number(point.x)} {format_number(point.y)}"


def distance(one: Point, other: Point) -> float:
    """How far two points are apart."""
    return hypot(one.x - other.x, one.y - other.y)
