"""Where elephants stand on a page: a fan of places around each site, one for every seat.

A place depends on nothing but its site and its seat, so that only the elephant that moves is
seen to move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from howdah.games.bombay.board import BoardSite, Kind
from howdah.games.bombay.state import SEATS
from howdah.games.bombay.svg import market
from howdah.games.bombay.svg.city import ribbon_box
from howdah.games.bombay.svg.coast import is_at_sea
from howdah.games.bombay.svg.elephant import HEIGHT, WIDTH
from howdah.games.bombay.svg.elephant import SCALE as SHEET_SCALE
from howdah.games.bombay.svg.layout import BODIES, Layout
from howdah.games.bombay.svg.placement import Box, Room, hull
from howdah.games.bombay.svg.sizes import Measures
from howdah.render.common.curve import distance
from howdah.render.common.geometry import Point

BODY_WEIGHTS: Final[Mapping[Kind, float]] = {
    "hilltop": 1.0,
    "city": 1.8,
    "post": 5.0,
    "crossroads": 5.0,
}
"""What it costs to hide a site: a token must be seen, a hill may be stood on."""
ON_A_HILL: Final = Box(-20, -56, 40, 46)
"""The room of a palace on a hilltop."""
SIGN: Final = 12.0
LABEL: Final = 2.0
TRAIL: Final = 4.0
FAR: Final = 9.0
WET: Final = 2_500.0
BESIDE: Final = 2.0
"""The weight of a place that another elephant has at the same site."""
ELSEWHERE: Final = 0.1
"""The weight of a place that another elephant has at another site: both are seldom taken."""
MARGIN: Final = 5.0
"""How far elephants keep from the edge of the map, so that the light under them is on it."""
LOAD: Final = 12.0
"""How much higher an elephant is that carries bales."""
REACH: Final = 100
STEP: Final = 10
BEST: Final = 140
"""How many places at a site are looked at with those of others in mind."""

Stands = Mapping[str, tuple[Box, ...]]


@dataclass(frozen=True)
class _Place:
    """A place at a site where an elephant could stand, and what it would hide there."""

    box: Box
    cost: float

    def worth(self, near: Sequence[Box], far: Sequence[Box]) -> float:
        """The cost of the place with those that other seats have, at this site and at others."""
        beside = sum(self.box.overlap(other) for other in near)
        elsewhere = sum(self.box.overlap(other) for other in far)
        return round(self.cost + BESIDE * beside + ELSEWHERE * elsewhere, 3)


def stands_of(sites: Sequence[BoardSite], layout: Layout, measures: Measures) -> Stands:
    """The places of the elephants by site and seat; the first seats have the best of all sites."""
    room = _room(sites, layout, measures)
    size = measures.elephant / SHEET_SCALE
    places = {site.id: _places(site.id, layout, room, size) for site in sites}
    taken: dict[str, list[Box]] = {site.id: [] for site in sites}
    for _ in SEATS:
        chosen = {site.id: _best(site.id, places[site.id], taken) for site in sites}
        for site_id, stand in chosen.items():
            taken[site_id].append(stand)
    return {site_id: tuple(stands) for site_id, stands in taken.items()}


def _room(sites: Sequence[BoardSite], layout: Layout, measures: Measures) -> Room:
    """The map with all that elephants should not hide."""
    room = Room(layout.whole)
    for trail in layout.trails:
        room.run(trail.points())
    for place in layout.markets:
        room.take(market.BODY.moved(*place), SIGN)
    for plaque in layout.plaques.values():
        room.take(plaque, SIGN)
    for label in layout.labels.values():
        room.take(label, LABEL)
    for site in sites:
        place = layout.places[site.id]
        room.take(BODIES[site.kind].moved(*place), BODY_WEIGHTS[site.kind])
        if site.kind == "hilltop":
            room.take(ON_A_HILL.moved(*place), BODY_WEIGHTS["crossroads"])
        if site.kind == "city":
            room.take(ribbon_box(site, measures).moved(*place), LABEL)
    return room


def _places(site: str, layout: Layout, room: Room, size: float) -> list[_Place]:
    """All places around a site; those nearer to another site only if there are no others."""
    x, y = layout.places[site]
    wide, high = WIDTH * size, HEIGHT * size
    offsets = range(-REACH, REACH + 1, STEP)
    boxes = [
        Box(x + across - wide / 2, y + down - high / 2, wide, high)
        for across in offsets
        for down in offsets
    ]
    near = [p for p in layout.places.values() if distance(p, Point(x, y)) < 4 * REACH]
    free = [box for box in boxes if _is_at_home(box, Point(x, y), near, layout.whole)] or boxes
    part = room.within(hull(free))
    found = [_Place(box, part.cost(box, TRAIL) + _uneasy(box, site, layout)) for box in free]
    return sorted(found, key=lambda place: place.cost)[:BEST]


def _is_at_home(stand: Box, site: Point, near: Sequence[Point], whole: Box) -> bool:
    """Whether a place is on the map and nearer to its site than to any other."""
    if not whole.grown(-MARGIN).holds_all(hull([stand, stand.moved(0, -LOAD)])):
        return False
    away = distance(stand.centre, site)
    return all(distance(stand.centre, place) >= away for place in near)


def _uneasy(stand: Box, site: str, layout: Layout) -> float:
    """The cost of standing far from one's site, and of wet feet."""
    wet = WET if is_at_sea(feet_of(stand), layout.shore) else 0.0
    return FAR * distance(stand.centre, layout.places[site]) + wet


def _best(site: str, places: Sequence[_Place], taken: Mapping[str, Sequence[Box]]) -> Box:
    """The best place at a site that is left for the next seat."""
    whole = hull([place.box for place in places])
    far = [
        stand
        for other, stands in taken.items()
        for stand in stands
        if other != site and stand.overlap(whole)
    ]
    return min(places, key=lambda place: place.worth(taken[site], far)).box


def feet_of(stand: Box) -> Point:
    """Where the feet of an elephant are at its place."""
    return Point(round(stand.centre.x, 1), round(stand.top + stand.height - 2, 1))
