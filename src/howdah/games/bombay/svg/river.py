"""A river from the eastern edge to the sea, winding where no site lies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from howdah.games.bombay.svg.palette import Palette
from howdah.render.common.curve import curve, distance
from howdah.render.common.geometry import Frame, Point
from howdah.render.markup import path

STEP: Final = 40.0
ROWS: Final = 24
REACH: Final = 3
NEAR: Final = 95.0
MOUTH: Final = 13.0
SOURCE: Final = 3.0


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
    return _from_the_sea(_softened(_walked(total, steps, heights)), shore)


def _nearness(point: Point, places: Sequence[Point]) -> float:
    return sum(max(0.0, 1 - distance(point, place) / NEAR) ** 2 for place in places)


def _cost(total: Sequence[float], came: int, row: int) -> float:
    return total[came] + 0.006 * (came - row) ** 2


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


def _softened(course: Sequence[Point]) -> list[Point]:
    """The course with every bend rounded, its ends where they were."""
    inner = [
        Point(here.x, (before.y + 2 * here.y + after.y) / 4)
        for before, here, after in zip(course, course[1:], course[2:])
    ]
    return [course[0], *inner, course[-1]]


def _from_the_sea(course: list[Point], shore: Sequence[Point]) -> list[Point]:
    """The course without the part that lies far out in the water."""
    mouth = min(shore, key=lambda point: abs(point.y - course[0].y)).x
    return [point for point in course if point.x > mouth - STEP]


def river_drawn(course: Sequence[Point], palette: Palette) -> str:
    """The river: wide near the sea, narrow where it comes from."""
    count = len(course)
    widths = [MOUTH + (SOURCE - MOUTH) * step / count for step in range(count)]
    north = [_aside(course, step, -widths[step] / 2) for step in range(count)]
    south = [_aside(course, step, widths[step] / 2) for step in reversed(range(count))]
    band = f"{curve(north)}{curve(south).replace('M', 'L', 1)}Z"
    return path(band, fill=palette.sea, stroke=palette.wave, stroke_width=1.2)


def _aside(course: Sequence[Point], step: int, by: float) -> Point:
    """A point beside the course, at a right angle to the way it runs there."""
    before, after = course[max(0, step - 1)], course[min(len(course) - 1, step + 1)]
    length = distance(before, after)
    here = course[step]
    return Point(
        here.x - by * (after.y - before.y) / length, here.y + by * (after.x - before.x) / length
    )
