"""The layout of a page: all that a board and its shape decide, computed once.

Elephants have a slot at each site for every seat. A slot depends on nothing but its site and its
seat, so only the elephant that moves is seen to move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import cos, hypot, pi, sin
from typing import Final

from howdah.games.bombay.board import Board, BoardSite, Kind
from howdah.games.bombay.state import SEATS
from howdah.games.bombay.svg import market
from howdah.games.bombay.svg.city import ribbon_box
from howdah.games.bombay.svg.elephant import HEIGHT, WIDTH
from howdah.games.bombay.svg.elephant import SCALE as SHEET_SCALE
from howdah.games.bombay.svg.layout import BODIES, BoardKey, Layout, board_key, compute_layout
from howdah.games.bombay.svg.placement import Box, OccupancyMap, hull
from howdah.games.bombay.svg.sizes import SIZES, Sizes
from howdah.games.bombay.svg.trail import Trail
from howdah.games.bombay.svg.water import is_at_sea
from howdah.render.common.geometry import Point, distance, format_point
from howdah.render.types import Shape, Size

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
"""How many slots of a site are compared with those of other seats."""

Slots = Mapping[str, tuple[Box, ...]]


@dataclass(frozen=True)
class _Slot:
    """A place at a site for an elephant, and the cost of what it would hide there."""

    box: Box
    cost: float

    def total_cost(self, near: Sequence[Box], far: Sequence[Box]) -> float:
        """The cost of the slot with those of other seats, at this site and at others."""
        beside = sum(self.box.overlap(other) for other in near)
        elsewhere = sum(self.box.overlap(other) for other in far)
        return round(self.cost + BESIDE * beside + ELSEWHERE * elsewhere, 3)


def elephant_slots(sites: Sequence[BoardSite], layout: Layout, sizes: Sizes) -> Slots:
    """The slots of the elephants by site and seat; the first seats have the best ones."""
    room = _room(sites, layout, sizes)
    size = sizes.elephant / SHEET_SCALE
    places = {site.id: _places(site.id, layout, room, size) for site in sites}
    taken: dict[str, list[Box]] = {site.id: [] for site in sites}
    for _ in SEATS:
        chosen = {site.id: _best(site.id, places[site.id], taken) for site in sites}
        for site_id, stand in chosen.items():
            taken[site_id].append(stand)
    return {site_id: tuple(stands) for site_id, stands in taken.items()}


def _room(sites: Sequence[BoardSite], layout: Layout, sizes: Sizes) -> OccupancyMap:
    """The map with all that elephants should not hide."""
    room = OccupancyMap(layout.whole)
    for trail in layout.trails:
        room.add_trail(trail.points())
    for place in layout.markets:
        room.occupy(market.BODY.shift(*place), SIGN)
    for plaque in layout.plaques.values():
        room.occupy(plaque, SIGN)
    for label in layout.labels.values():
        room.occupy(label, LABEL)
    for site in sites:
        place = layout.places[site.id]
        room.occupy(BODIES[site.kind].shift(*place), BODY_WEIGHTS[site.kind])
        if site.kind == "hilltop":
            room.occupy(ON_A_HILL.shift(*place), BODY_WEIGHTS["crossroads"])
        if site.kind == "city":
            room.occupy(ribbon_box(site, sizes).shift(*place), LABEL)
    return room


def _places(site: str, layout: Layout, room: OccupancyMap, size: float) -> list[_Slot]:
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
    free = [box for box in boxes if _is_acceptable(box, Point(x, y), near, layout.whole)] or boxes
    part = room.within(hull(free))
    found = [_Slot(box, part.cost(box, TRAIL) + _standing_cost(box, site, layout)) for box in free]
    return sorted(found, key=lambda place: place.cost)[:BEST]


def _is_acceptable(stand: Box, site: Point, near: Sequence[Point], whole: Box) -> bool:
    """Whether a place is on the map and nearer to its site than to any other."""
    if not whole.expand(-MARGIN).holds_all(hull([stand, stand.shift(0, -LOAD)])):
        return False
    away = distance(stand.centre, site)
    return all(distance(stand.centre, place) >= away for place in near)


def _standing_cost(stand: Box, site: str, layout: Layout) -> float:
    """The cost of a slot far from its site, and of one in the sea."""
    wet = WET if is_at_sea(feet_at(stand), layout.shore) else 0.0
    return FAR * distance(stand.centre, layout.places[site]) + wet


def _best(site: str, places: Sequence[_Slot], taken: Mapping[str, Sequence[Box]]) -> Box:
    """The best place at a site that is left for the next seat."""
    whole = hull([place.box for place in places])
    far = [
        stand
        for other, stands in taken.items()
        for stand in stands
        if other != site and stand.overlap(whole)
    ]
    return min(places, key=lambda place: place.total_cost(taken[site], far)).box


def feet_at(stand: Box) -> Point:
    """Where the feet of an elephant are in its slot."""
    return Point(round(stand.centre.x, 1), round(stand.top + stand.height - 2, 1))


NEAR: Final = 14.0
"""How far from its feet the steps of an elephant begin."""
SHORT: Final = 10.0
"""Shorter footprints are not drawn: the elephant is at its site anyway."""
BADGE: Final = Size(38, 22)
ORDER: Final = 12.0
"""What each later direction costs more than the one before."""
RIM: Final = 1.0
"""The rim of a site, which a badge may hide."""
DIRECTIONS: Final = (-2, -6, -3, -5, -1, -7, -4, 2, 6, 1, 7, 0, 8, 4)
"""Where a badge may lie on a ring, in eighths of half a turn: above it first, then beside it."""


@dataclass(frozen=True, eq=False)
class PageLayout:
    """Where everything is on a page; one for each board and shape."""

    layout: Layout
    sizes: Sizes
    feet: Mapping[str, tuple[Point, ...]]
    """The place of each elephant's feet, by site and seat."""
    steps: Mapping[str, tuple[str, ...]]
    """The way from each elephant to what stands on its site, by site and seat."""
    rings: Mapping[str, Size]
    """The half axes of the ring of light around a site."""
    badges: Mapping[str, Point]
    """Where the cost of a move to a site is shown."""


def page_layout_for(board: Board, shape: Shape) -> PageLayout:
    """The page layout of a board and a shape."""
    return _compute_page_layout(board_key(board), shape)


@lru_cache(maxsize=16)
def _compute_page_layout(chart: BoardKey, shape: Shape) -> PageLayout:
    """Compute a page layout; cached for the next frame."""
    layout, sizes = compute_layout(chart, shape), SIZES[shape]
    stands = elephant_slots(chart.sites, layout, sizes)
    rings = {site.id: _ring(site, sizes) for site in chart.sites}
    signs = _signs(chart.sites, layout, stands)
    return PageLayout(
        layout,
        sizes,
        feet={site: tuple(map(feet_at, fan)) for site, fan in stands.items()},
        steps={
            site.id: tuple(_steps(feet_at(stand), site, layout) for stand in stands[site.id])
            for site in chart.sites
        },
        rings=rings,
        badges={
            site: _badge(signs, place, rings[site], sizes) for site, place in layout.places.items()
        },
    )


def _steps(feet: Point, site: BoardSite, layout: Layout) -> str:
    """The path data from an elephant's feet to the edge of its site."""
    place, body = layout.places[site.id], BODIES[site.kind]
    across, down = feet.x - place.x, feet.y - place.y
    edge = min(body.width / 2 / max(1.0, abs(across)), body.height / 2 / max(1.0, abs(down)))
    start = 1 - NEAR / max(1.0, hypot(across, down))
    if (start - edge) * hypot(across, down) < SHORT:
        return ""
    ends = (Point(place.x + share * across, place.y + share * down) for share in (start, edge))
    return f"M{'L'.join(map(format_point, ends))}"


def _ring(site: BoardSite, sizes: Sizes) -> Size:
    """A ring wider than what stands on its site, and never too small to be touched."""
    return Size(max(sizes.touch, BODIES[site.kind].width / 2 + 10), max(sizes.touch, 34))


def _signs(sites: Sequence[BoardSite], layout: Layout, stands: Slots) -> OccupancyMap:
    """The map with what badges should not hide."""
    room = OccupancyMap(layout.whole)
    for sign in (*layout.plaques.values(), *layout.labels.values()):
        room.occupy(sign, 4)
    for site in sites:
        room.occupy(BODIES[site.kind].shift(*layout.places[site.id]).expand(-RIM), 2)
        for stand in stands[site.id]:
            room.occupy(stand, 0.1)
    return room


def _badge(signs: OccupancyMap, site: Point, ring: Size, sizes: Sizes) -> Point:
    """The place on a ring where a badge hides least."""
    wide, high = BADGE.width * sizes.badge, BADGE.height * sizes.badge
    places = [
        Box(
            site.x + (ring.width + 5) * cos(turn * pi / 8) - wide / 2,
            site.y + (ring.height + 5) * sin(turn * pi / 8) - high / 2,
            wide,
            high,
        )
        for turn in DIRECTIONS
    ]
    costs = [signs.cost(place) + ORDER * rank for rank, place in enumerate(places)]
    best = places[costs.index(min(costs))]
    return Point(round(best.centre.x, 1), round(best.centre.y, 1))


ON: Final = 0.25
"""The share of a trail after which an elephant walks on the trail itself."""


def elephant_route(page: PageLayout, origin: str, target: str, seat: int) -> str:
    """The path data of a seat's way between two sites; straight if no trail joins them."""
    start, end = page.feet[origin][seat], page.feet[target][seat]
    trail = trail_from(page, origin, target)
    if trail is None:
        return f"M{format_point(start)}L{format_point(end)}"
    first, last = trail.at(ON), trail.at(1 - ON)
    corners = (
        (trail.ahead(ON, -ON), first),
        (trail.ahead(ON, 0.5 - ON), last),
        (trail.ahead(1 - ON, ON), end),
    )
    return f"M{format_point(start)}" + "".join(
        f"Q{format_point(bend)} {format_point(to)}" for bend, to in corners
    )


def trail_from(page: PageLayout, origin: str, target: str) -> Trail | None:
    """The trail from a site to another, in that direction."""
    for trail in page.layout.trails:
        if trail.ends == (origin, target):
            return trail
        if trail.ends == (target, origin):
            return Trail((origin, target), trail.end, trail.bend, trail.start)
    return None
