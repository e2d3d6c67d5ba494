"""Points, curves and frames: how the coordinates of a board become those of a drawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from typing import Final, NamedTuple

from howdah.render.markup import format_number

MAP_WIDTH: Final = 1000.0
MAP_HEIGHT: Final = 700.0


class Point(NamedTuple):
    """A point of a drawing."""

    x: float
    y: float


@dataclass(frozen=True)
class Frame:
    """The window of a board, and how the coordinates of the board become those of the drawing."""

    width: float
    height: float
    scale: float
    left: float
    top: float
    stretch: float = 1.0
    """How many times longer things are from north to south than from west to east."""

    def at(self, x: float, y: float) -> Point:
        """The place of a board's coordinates."""
        down = self.scale * self.stretch
        return Point(round(self.left + x * self.scale, 1), round(self.top + y * down, 1))


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
