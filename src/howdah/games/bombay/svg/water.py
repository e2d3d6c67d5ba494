"""The sea in the west and the river that runs into it, both around the sites."""

from __future__ import annotations

from collections.abc import Sequence
from math import sin
from typing import Final

from howdah.render.geometry import Frame, Point, curve, distance
from howdah.render.markup import group, path, tag, use

SLOPE: Final = 0.55
STEP: Final = 20.0


def coast_line(frame: Frame, places: Sequence[Point], away: float) -> list[Point]:
    """The coast from north to south, so far from all sites that it may lie outside the map."""
    heights = [STEP * step for step in range(-1, int(frame.height / STEP) + 3)]
    raw = [_shore(y, places) - away + 5 * sin(y / 23) + 3 * sin(y / 9) for y in heights]
    soft = [sum(part) / 3 for part in zip(raw, raw[1:], raw[2:])]
    return [Point(x, y) for x, y in zip(soft, heights[1:])]


def _shore(y: float, places: Sequence[Point]) -> float:
    """How far east the westernmost sites lie around a height."""
    return min(place.x + SLOPE * max(0.0, abs(y - place.y) - 20) for place in places)


def draw_sea(shore: Sequence[Point]) -> str:
    """The sea with its waves, and three lines that follow the shore."""
    # The other edges of the water lie outside the map, where no one sees them.
    water = f"{curve(shore)}L-60 {shore[-1].y:.0f}L-60 {shore[0].y:.0f}Z"
    ripples = (
        use("water", -off, opacity=shade) for off, shade in ((5, "0.9"), (10, "0.6"), (16, "0.35"))
    )
    return "".join(
        [
            tag("defs", path(water, id="water")),
            use("water", fill="var(--sea)"),
            use("water", fill="url(#waves)", opacity="0.55"),
            group(*ripples, fill="none", stroke="var(--wave)", stroke_width=1.1),
            use("water", fill="none", stroke="var(--edge)", stroke_width=1.6),
        ]
    )


def is_at_sea(point: Point, shore: Sequence[Point]) -> bool:
    """Whether a point lies in the water, or almost."""
    step = round((point.y - shore[0].y) / STEP)
    return point.x < shore[min(max(step, 0), len(shore) - 1)].x + 20


COLUMN: Final = 40.0
RIVER_ROWS: Final = 24
RIVER_REACH: Final = 3
RIVER_NEAR: Final = 95.0
MOUTH: Final = 13.0
SOURCE: Final = 3.0


def river_course(frame: Frame, shore: Sequence[Point], places: Sequence[Point]) -> list[Point]:
    """The course from the sea eastward that keeps farthest from every place."""
    columns = int(frame.width / COLUMN) + 2
    heights = [frame.height * (0.08 + 0.84 * row / (RIVER_ROWS - 1)) for row in range(RIVER_ROWS)]
    total = [_nearness(Point(0, y), places) for y in heights]
    steps: list[list[int]] = []
    for column in range(1, columns):
        came = [_best_step(total, row) for row in range(RIVER_ROWS)]
        near = [_nearness(Point(column * COLUMN, y), places) for y in heights]
        total = [_cost(total, came[row], row) + near[row] for row in range(RIVER_ROWS)]
        steps.append(came)
    return _cut_at_shore(_trace_course(total, steps, heights), shore)


def _nearness(point: Point, places: Sequence[Point]) -> float:
    return sum(max(0.0, 1 - distance(point, place) / RIVER_NEAR) ** 2 for place in places)


def _cost(total: Sequence[float], came: int, row: int) -> float:
    return total[came] + 0.006 * (came - row) ** 2


def _best_step(total: Sequence[float], row: int) -> int:
    rows = range(max(0, row - RIVER_REACH), min(RIVER_ROWS, row + RIVER_REACH + 1))
    return min(rows, key=lambda came: _cost(total, came, row))


def _trace_course(
    total: Sequence[float], steps: Sequence[Sequence[int]], heights: Sequence[float]
) -> list[Point]:
    row = min(range(RIVER_ROWS), key=lambda end: total[end])
    rows = [row]
    for came in reversed(steps):
        row = came[row]
        rows.append(row)
    course = [Point(COLUMN * n, heights[row]) for n, row in enumerate(reversed(rows))]
    bends = zip(course, course[1:], course[2:])
    soft = (Point(here.x, (a.y + 2 * here.y + b.y) / 4) for a, here, b in bends)
    return [course[0], *soft, course[-1]]


def _cut_at_shore(course: list[Point], shore: Sequence[Point]) -> list[Point]:
    """The course without the part that lies far out in the water."""
    mouth = min(shore, key=lambda point: abs(point.y - course[0].y)).x
    return [point for point in course if point.x > mouth - COLUMN]


def draw_river(course: Sequence[Point]) -> str:
    """The river: wide near the sea, narrow where it comes from."""
    count = len(course)
    widths = [MOUTH + (SOURCE - MOUTH) * step / count for step in range(count)]
    north = [_offset_point(course, step, -widths[step] / 2) for step in range(count)]
    south = [_offset_point(course, step, widths[step] / 2) for step in reversed(range(count))]
    band = f"{curve(north)}{curve(south).replace('M', 'L', 1)}Z"
    return path(band, fill="var(--sea)", stroke="var(--wave)", stroke_width=1.2)


def _offset_point(course: Sequence[Point], step: int, by: float) -> Point:
    """A point beside the course, at a right angle to the way it runs there."""
    before, after = course[max(0, step - 1)], course[min(len(course) - 1, step + 1)]
    length = distance(before, after)
    here = course[step]
    return Point(
        here.x - by * (after.y - before.y) / length, here.y + by * (after.x - before.x) / length
    )
