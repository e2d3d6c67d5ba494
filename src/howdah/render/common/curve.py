"""Soft lines through points."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from howdah.render.common.geometry import Point
from howdah.render.markup import number


def curve(points: Sequence[Point]) -> str:
    """The drawing commands of a soft line from the first point to the last."""
    start, *inner, end = points
    commands = [f"M{pair(start)}"]
    for here, after in zip(inner, [*inner[1:], end]):
        middle = Point((here.x + after.x) / 2, (here.y + after.y) / 2)
        commands.append(f"Q{pair(here)} {pair(middle)}")
    return "".join([*commands, f"L{pair(end)}"])


def pair(point: Point) -> str:
    """A point as drawing commands write it."""
    return f"{number(point.x)} {number(point.y)}"


def distance(one: Point, other: Point) -> float:
    """How far two points are apart."""
    return hypot(one.x - other.x, one.y - other.y)
