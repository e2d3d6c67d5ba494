"""Sites that would lie too close on a small map are moved apart, each as little as it can be."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Final

from howdah.games.bombay.svg.placement import Box
from howdah.render.common.geometry import Point

ROUNDS: Final = 80
PUSH: Final = 0.3
"""The share of what is missing between two sites that each of them gives in a round."""


def moved_apart(
    places: Mapping[str, Point], rooms: Mapping[str, Box], whole: Box
) -> dict[str, Point]:
    """The places with room between them; a room is what a site needs, seen from its place."""
    moved = dict(places)
    for _ in range(ROUNDS):
        for one, other in combinations(moved, 2):
            push = _push(rooms[one].moved(*moved[one]), rooms[other].moved(*moved[other]))
            moved[one] = Point(moved[one].x - push.x, moved[one].y - push.y)
            moved[other] = Point(moved[other].x + push.x, moved[other].y + push.y)
        moved = {site: _inside(place, rooms[site], whole) for site, place in moved.items()}
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


def _inside(place: Point, room: Box, whole: Box) -> Point:
    """A place whose room lies on the map."""
    return Point(
        min(max(place.x, whole.left - room.left), whole.width - room.left - room.width),
        min(max(place.y, whole.top - room.top), whole.height - room.top - room.height),
    )
