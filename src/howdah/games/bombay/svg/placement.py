"""Free room on the map: where small things hide nothing, and sites moved apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import cos, pi, sin
from typing import Final

from howdah.render.common.geometry import Point

OUTSIDE: Final = 4.0
ON_A_TRAIL: Final = 25.0


@dataclass(frozen=True)
class Box:
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
        wide = min(self.left + self.width, other.left + other.width) - max(self.left, other.left)
        high = min(self.top + self.height, other.top + other.height) - max(self.top, other.top)
        return wide * high if wide > 0 and high > 0 else 0.0

    def holds(self, point: Point) -> bool:
        """Whether a point lies in the box."""
        across, down = point.x - self.left, point.y - self.top
        return 0 <= across <= self.width and 0 <= down <= self.height

    def holds_all(self, other: Box) -> bool:
        """Whether another box lies in this one."""
        far = Point(other.left + other.width, other.top + other.height)
        return self.holds(Point(other.left, other.top)) and self.holds(far)

    def shift(self, x: float, y: float) -> Box:
        """The box moved by x and y."""
        return Box(self.left + x, self.top + y, self.width, self.height)

    def expand(self, by: float) -> Box:
        """The box with a margin on every side."""
        return Box(self.left - by, self.top - by, self.width + 2 * by, self.height + 2 * by)


def hull(boxes: Sequence[Box]) -> Box:
    """The smallest box around boxes."""
    left, top = min(box.left for box in boxes), min(box.top for box in boxes)
    right = max(box.left + box.width for box in boxes)
    foot = max(box.top + box.height for box in boxes)
    return Box(left, top, right - left, foot - top)


class OccupancyMap:
    """What is taken on the map, and where the trails run."""

    def __init__(self, whole: Box) -> None:
        self._whole = whole
        self._taken: list[tuple[Box, float]] = []
        self._trail: list[Point] = []

    def occupy(self, box: Box, weight: float = 1.0) -> None:
        """Mark a box as taken; what covers it later costs its area times the weight."""
        self._taken.append((box, weight))

    def add_trail(self, points: Iterable[Point]) -> None:
        """Add the points of a trail."""
        self._trail.extend(points)

    def copy(self) -> OccupancyMap:
        """A copy that can be filled in another way."""
        room = OccupancyMap(self._whole)
        room._taken, room._trail = self._taken.copy(), self._trail
        return room

    def within(self, part: Box) -> OccupancyMap:
        """A copy with only what lies in a part of the map."""
        room = OccupancyMap(self._whole)
        room._taken = [(box, weight) for box, weight in self._taken if part.overlap(box)]
        room._trail = [point for point in self._trail if part.holds(point)]
        return room

    def cost(self, box: Box, trail: float = ON_A_TRAIL) -> float:
        """How much would be hidden by a box; `trail` is the weight of a point of a trail."""
        hidden = sum(weight * box.overlap(other) for other, weight in self._taken)
        outside = box.width * box.height - box.overlap(self._whole)
        on_trail = sum(1 for point in self._trail if box.holds(point))
        return hidden + OUTSIDE * outside + trail * on_trail

    def place_best(
        self,
        places: Sequence[Box],
        weight: float = 1.0,
        *,
        trail: float = ON_A_TRAIL,
        extra: Callable[[Box], float] = lambda _: 0.0,
    ) -> Box:
        """Occupy and return the place that hides and costs least; of equals the first."""
        room = self.within(hull(places))

        def total_cost(box: Box) -> float:
            return round(room.cost(box, trail) + extra(box), 3)

        best = min(places, key=total_cost)
        self.occupy(best, weight)
        return best


def around(body: Box, width: float, height: float, gap: float) -> list[Box]:
    """Places for a thing next to a body: below first, then sideways and up, then farther out."""
    return [
        _beside(body, width, height, gap + far, pi / 2 + side * step * pi / 10)
        for far in (0.0, 12.0, 30.0, 56.0)
        for step in range(11)
        for side in (-1, 1)
    ]


def _beside(body: Box, width: float, height: float, gap: float, angle: float) -> Box:
    """The place in a direction from a body, just clear of it."""
    across, down = cos(angle), sin(angle)
    stretch = 1 / max(abs(across), abs(down))
    return Box(
        body.centre.x + across * stretch * ((body.width + width) / 2 + gap) - width / 2,
        body.centre.y + down * stretch * ((body.height + height) / 2 + gap) - height / 2,
        width,
        height,
    )


ROUNDS: Final = 80
PUSH: Final = 0.3
"""The share of what is missing between two sites that each of them gives in a round."""


def spread_apart(
    places: Mapping[str, Point], rooms: Mapping[str, Box], whole: Box
) -> dict[str, Point]:
    """Move sites apart until their boxes do not overlap; a box is relative to its site."""
    moved = dict(places)
    for _ in range(ROUNDS):
        for one, other in combinations(moved, 2):
            push = _push(rooms[one].shift(*moved[one]), rooms[other].shift(*moved[other]))
            moved[one] = Point(moved[one].x - push.x, moved[one].y - push.y)
            moved[other] = Point(moved[other].x + push.x, moved[other].y + push.y)
        moved = {site: _keep_inside(place, rooms[site], whole) for site, place in moved.items()}
    return {site: Point(round(x, 1), round(y, 1)) for site, (x, y) in moved.items()}


def _push(one: Box, other: Box) -> Point:
    """How far the second of two boxes that overlap should give way: the shorter way."""
    if not one.overlap(other):
        return Point(0, 0)
    across, down = other.centre.x - one.centre.x, other.centre.y - one.centre.y
    wide = (one.width + other.width) / 2 - abs(across)
    high = (one.height + other.height) / 2 - abs(down)
    if wide < high:
        return Point(PUSH * wide * (1 if across >= 0 else -1), 0)
    return Point(0, PUSH * high * (1 if down >= 0 else -1))


def _keep_inside(place: Point, room: Box, whole: Box) -> Point:
    """A place whose room lies on the map."""
    return Point(
        min(max(place.x, whole.left - room.left), whole.width - room.left - room.width),
        min(max(place.y, whole.top - room.top), whole.height - room.top - room.height),
    )
