"""Free room on the map: where small things hide nothing, and sites moved apart."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import cos, pi, sin
from typing import Final, NamedTuple

from howdah.render.geometry import Point

OUTSIDE: Final = 4.0
ON_A_TRAIL: Final = 25.0


class Box(NamedTuple):
    """A rectangle on the map."""

    left: float
    top: float
    width: float
    height: float

    @property
    def centre(self) -> Point:
        """The middle of the box."""
        return Point(self.left + self.width / 2, self.top + self.height / 2)

    def overlap(self, other: Box) -> float:
        """The area that two boxes share."""
        left, top, width, height = self
        other_left, other_top, other_width, other_height = other
        wide = min(left + width, other_left + other_width) - max(left, other_left)
        if wide <= 0:
            return 0.0
        high = min(top + height, other_top + other_height) - max(top, other_top)
        return wide * high if high > 0 else 0.0

    def holds(self, point: Point) -> bool:
        """Whether a point lies in the box."""
        left, top, width, height = self
        x, y = point
        return left <= x <= left + width and top <= y <= top + height

    def shift(self, x: float, y: float) -> Box:
        """The box moved by x and y."""
        return Box(self.left + x, self.top + y, self.width, self.height)

    def expand(self, by: float) -> Box:
        """The box with a margin on every side."""
        return Box(self.left - by, self.top - by, self.width + 2 * by, self.height + 2 * by)


def box_around(middle: Point, width: float, height: float) -> Box:
    """The box of a size around a point."""
    return Box(middle.x - width / 2, middle.y - height / 2, width, height)


CELL: Final = 64
"""The size of the squares by which what is taken is found."""


class OccupancyMap:
    """What is taken on the map, and where the trails run."""

    def __init__(self, whole: Box) -> None:
        self.whole = whole
        self._taken: list[tuple[Box, float]] = []
        self._boxes: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
        self._trails: defaultdict[tuple[int, int], list[Point]] = defaultdict(list)

    def occupy(self, box: Box, weight: float = 1.0) -> None:
        """Mark a box as taken; what covers it later costs its area times the weight."""
        for cell in _cells(box):
            self._boxes[cell].append(len(self._taken))
        self._taken.append((box, weight))

    def add_trail(self, points: Iterable[Point]) -> None:
        """Add the points of a trail."""
        for point in points:
            self._trails[int(point.x // CELL), int(point.y // CELL)].append(point)

    def copy(self) -> OccupancyMap:
        """A copy that can be filled in another way."""
        found = OccupancyMap(self.whole)
        found._taken = self._taken.copy()
        found._boxes.update((cell, numbers.copy()) for cell, numbers in self._boxes.items())
        found._trails = self._trails
        return found

    def cost(self, box: Box, trail: float = ON_A_TRAIL) -> float:
        """How much would be hidden by a box; `trail` is the weight of a point of a trail."""
        near: set[int] = set()
        on_trail = 0
        for cell in _cells(box):
            near.update(self._boxes.get(cell, ()))
            on_trail += sum(map(box.holds, self._trails.get(cell, ())))
        # In the order of their numbers, as the sum of floats depends on it.
        found = (self._taken[number] for number in sorted(near))
        hidden = sum(weight * box.overlap(taken) for taken, weight in found)
        outside = box.width * box.height - box.overlap(self.whole)
        return hidden + OUTSIDE * outside + trail * on_trail

    def place_best(
        self,
        places: Sequence[Box],
        weight: float = 1.0,
        *,
        extra: Callable[[Box], float] = lambda _: 0.0,
    ) -> Box:
        """Occupy and return the place that hides and costs least; of equals the first."""
        best = min(places, key=lambda box: round(self.cost(box) + extra(box), 3))
        self.occupy(best, weight)
        return best


def _cells(box: Box) -> Iterator[tuple[int, int]]:
    """The squares that a box touches."""
    across = range(int(box.left // CELL), int((box.left + box.width) // CELL) + 1)
    down = range(int(box.top // CELL), int((box.top + box.height) // CELL) + 1)
    return ((column, row) for column in across for row in down)


def ring_around(
    body: Box, width: float, height: float, gaps: Sequence[float], steps: int = 9
) -> list[Box]:
    """Places for a thing all around a body, on ellipses that touch its sides: below it first.

    `steps` is how many places there are from below the body to above it.
    """
    x, y = body.centre
    across, down = (body.width + width) / 2, (body.height + height) / 2
    turns = [(side * step * pi / steps) for step in range(steps + 1) for side in (1, -1)][1:-1]
    return [
        box_around(
            Point(x + sin(turn) * (across + gap), y + cos(turn) * (down + gap)), width, height
        )
        for gap in gaps
        for turn in turns
    ]


ROUNDS: Final = 80
PUSH: Final = 0.3
"""The share of what is missing between two sites that each of them gives in a round."""


def spread_apart(
    places: Mapping[str, Point], rooms: Mapping[str, Box], whole: Box
) -> dict[str, Point]:
    """Move sites apart until their boxes do not overlap; a box is relative to its site."""
    boxes = {site: rooms[site].shift(*place) for site, place in places.items()}
    names = list(boxes)
    for _ in range(ROUNDS):
        has_moved = False
        for number, one in enumerate(names):
            for other in names[number + 1 :]:
                across, down = _push(boxes[one], boxes[other])
                if across or down:
                    boxes[one] = boxes[one].shift(-across, -down)
                    boxes[other] = boxes[other].shift(across, down)
                    has_moved = True
        boxes = {site: keep_inside(box, whole) for site, box in boxes.items()}
        if not has_moved:
            break
    return {
        site: Point(round(box.left - rooms[site].left, 1), round(box.top - rooms[site].top, 1))
        for site, box in boxes.items()
    }


def _push(one: Box, other: Box) -> tuple[float, float]:
    """How far the second of two boxes that overlap should give way: the shorter way."""
    across = other.left - one.left + (other.width - one.width) / 2
    wide = (one.width + other.width) / 2 - abs(across)
    if wide <= 0:
        return 0.0, 0.0
    down = other.top - one.top + (other.height - one.height) / 2
    high = (one.height + other.height) / 2 - abs(down)
    if high <= 0:
        return 0.0, 0.0
    if wide < high:
        return PUSH * wide * (1 if across >= 0 else -1), 0.0
    return 0.0, PUSH * high * (1 if down >= 0 else -1)


def keep_inside(box: Box, whole: Box) -> Box:
    """A box moved onto the map."""
    return box._replace(
        left=min(max(box.left, whole.left), whole.left + whole.width - box.width),
        top=min(max(box.top, whole.top), whole.top + whole.height - box.height),
    )
