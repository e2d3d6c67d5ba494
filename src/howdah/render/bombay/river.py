"""A river from the eastern edge to the sea, winding where no site lies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from howdah.render.bombay.curve import curve, distance
from howdah.render.bombay.frame import Frame, Point
from howdah.render.bombay.palette import Palette
from howdah.render.markup import group, path

STEP: Final = 40.0
ROWS: Final = 24
REACH: Final = 3
NEAR: Final = 95.0


def river(frame: Frame, shore: Sequence[Point], places: Sequence[Point]) -> list[Point]:
    """The course from the sea eastward that keeps farthest from every place."""
    columns = int(frame.width / STEP) + 2
    heights = [frame.height * (0.08 + 0.84 * row / (ROWS - 1)) for row in range(ROWS)]
    total = [_nearness(Point(0, y), places) for y in heights]
    steps: list[list[int]] = []
    for column in range(1, columns):
        came = [_best_step(total, row) for row in range(ROWS)]
        near = [_nearness(Point(column * STEP, y), places) for y in heights]
        total = [_cost(total, came[row], row) + near[row] for row in range(ROWS)]
        steps.append(came)
    return _from_the_sea(_walked(total, steps, heights), shore)


def _nearness(point: Point, places: Sequence[Point]) -> float:
    return sum(max(0.0, 1 - distance(point, place) / NEAR) ** 2 for place in places)


def _cost(total: Sequence[float], came: int, row: int) -> float:
    return total[came] + 0.012 * abs(came - row)


def _best_step(total: Sequence[float], row: int) -> int:
    rows = range(max(0, row - REACH), min(ROWS, row + REACH + 1))
    return min(rows, key=lambda came: _cost(total, came, row))


def _walked(
    total: Sequence[float], steps: Sequence[Sequence[int]], heights: Sequence[float]
) -> list[Point]:
    row = min(range(ROWS), key=lambda end: total[end])
    rows = [row]
    for came in reversed(steps):
        row = came[row]
        rows.append(row)
    return [Point(STEP * n, heights[row]) for n, row in enumerate(reversed(rows))]


def _from_the_sea(course: list[Point], shore: Sequence[Point]) -> list[Point]:
    """The course without the part that lies far out in the water."""
    mouth = min(shore, key=lambda point: abs(point.y - course[0].y)).x
    return [point for point in course if point.x > mouth - STEP]


def river_drawn(course: Sequence[Point], palette: Palette) -> str:
    """The river: wide near the sea, narrow where it comes from."""
    third = len(course) // 3
    parts = ((course, 5.0), (course[: 2 * third + 1], 7.0), (course[: third + 1], 9.5))
    beds = "".join(
        path(curve(part), stroke=palette.wave, stroke_width=wide + 2) for part, wide in parts
    )
    water = "".join(path(curve(part), stroke=palette.sea, stroke_width=wide) for part, wide in parts)
    return group(beds, water, fill="none", stroke_linecap="round", stroke_linejoin="round")
