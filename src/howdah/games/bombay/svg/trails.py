"""Trails: soft seams from site to site, lighter where the player may go."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from howdah.render.geometry import Point, distance, format_point
from howdah.render.markup import path

BENDS: Final = (0.07, -0.07, 0.0, 0.16, -0.16)
CLEAR: Final = 48.0
STEP: Final = 14.0


@dataclass(frozen=True)
class Trail:
    """A trail between two sites, bent around a point beside it."""

    ends: tuple[str, str]
    start: Point
    bend: Point
    end: Point

    def points(self) -> list[Point]:
        """Points along the trail."""
        count = max(2, round(distance(self.start, self.end) / STEP))
        return [self.at(step / count) for step in range(count + 1)]

    def at(self, share: float) -> Point:
        """The point at a share of the way."""
        rest = 1 - share
        near, middle, far = rest * rest, 2 * rest * share, share * share
        return Point(
            near * self.start.x + middle * self.bend.x + far * self.end.x,
            near * self.start.y + middle * self.bend.y + far * self.end.y,
        )

    def ahead(self, share: float, by: float) -> Point:
        """The point reached from a share of the way by going straight on."""
        here, rest = self.at(share), 1 - share
        across = rest * (self.bend.x - self.start.x) + share * (self.end.x - self.bend.x)
        down = rest * (self.bend.y - self.start.y) + share * (self.end.y - self.bend.y)
        return Point(here.x + 2 * by * across, here.y + 2 * by * down)

    @property
    def line(self) -> str:
        """The drawing commands of the trail."""
        return f"M{format_point(self.start)}Q{format_point(self.bend)} {format_point(self.end)}"


def trail_between(
    ends: tuple[str, str], start: Point, end: Point, others: Sequence[Point]
) -> Trail:
    """The trail that keeps clear of other places, with a slight bend if it can have one."""
    trails = [Trail(ends, start, _bend_point(start, end, bend), end) for bend in BENDS]
    middle, reach = _bend_point(start, end, 0), 0.6 * distance(start, end) + CLEAR
    near = [other for other in others if distance(other, middle) < reach]
    return min(trails, key=lambda trail: round(_closeness(trail, near), 3))


def _bend_point(start: Point, end: Point, bend: float) -> Point:
    middle = Point((start.x + end.x) / 2, (start.y + end.y) / 2)
    return Point(middle.x - (end.y - start.y) * bend, middle.y + (end.x - start.x) * bend)


def _closeness(trail: Trail, others: Sequence[Point]) -> float:
    """How far the trail comes into other places; 0 if it is clear of all."""
    points = trail.points()[1:-1:2]
    return sum(max(0.0, CLEAR - distance(point, other)) for point in points for other in others)


def draw_trails(trails: Iterable[Trail]) -> str:
    """Trails: first their ground, then their stitches, then the way itself."""
    line = "".join(trail.line for trail in trails)
    return (
        path(line, fill="none", stroke="var(--halo)", stroke_width=11)
        + path(line, fill="none", stroke="var(--stitch)", stroke_width=8.6, stroke_dasharray="5 3")
        + path(line, fill="none", stroke="var(--trail)", stroke_width=6, stroke_linecap="round")
    )


def trail_symbol(one: str, other: str) -> str:
    """The symbol of the lit trail between two sites."""
    return f"way-{'-'.join(sorted((one, other)))}"
