"""Where elephants stand: slots around each site, one for every seat, and the badges beside them.

A slot depends on nothing but its site and its seat, so only the elephant that moves is seen to
move. Slots touch their site and are nearer to it than to any other, so that nobody misreads them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from howdah.games.bombay.board import BoardSite, Kind
from howdah.games.bombay.state import SEATS
from howdah.games.bombay.svg.placement import (
    Box,
    OccupancyMap,
    box_around,
    keep_inside,
    ring_around,
)
from howdah.games.bombay.svg.sizes import BODIES, ELEPHANT, Sizes, ring_size
from howdah.games.bombay.svg.water import is_at_sea
from howdah.render.geometry import Point, distance
from howdah.render.types import Size

Slots = Mapping[str, tuple[Box, ...]]
"""The room of each elephant by site and seat."""

GAPS: Final[Mapping[Kind, tuple[float, ...]]] = {
    "hilltop": (-20.0, -10.0),
    "city": (-18.0, -10.0, -2.0),
    "post": (-5.0, 2.0, 8.0),
    "crossroads": (-5.0, 2.0, 8.0),
}
"""How far a slot may be from what stands on its site; an elephant may stand on the slope of a hill,
or before the walls of a city, but it never hides a token."""
SIGN: Final = 30.0
TOKEN: Final = 6.0
"""The rim of what stands on a site, which an elephant may hide."""
TRAIL: Final = 3.0
FAR: Final = 30.0
WET: Final = 6_500.0
STRAY: Final = 24_000.0
"""The cost of a slot that is nearer to another site."""
CLEAR: Final = 6.0
"""How much nearer a slot should be to its own site."""
BESIDE: Final = 20.0
"""What it costs to hide another elephant at the same site; to hide a little of it costs little."""
ELSEWHERE: Final = 0.15
"""The weight of a slot at another site: both are seldom taken."""
BEST: Final = 40
"""How many slots of a site are compared beside each other."""
ROUNDS: Final = 3
"""How often the slots of a site are chosen again beside each other."""
MARGIN: Final = 3.0
NEAR: Final = 250.0
"""Sites that are farther away cannot be nearer to a slot."""
LOAD: Final = 10.0
"""How much higher an elephant is that carries bales."""


def choose_slots(
    sites: Sequence[BoardSite],
    places: Mapping[str, Point],
    room: OccupancyMap,
    shore: Sequence[Point],
    signs: Sequence[Box],
    sizes: Sizes,
) -> Slots:
    """The slots of all sites; the first seats have the best ones. Signs are never covered."""
    chosen: dict[str, tuple[Box, ...]] = {}
    filled = room.copy()
    tokens = [
        BODIES[site.kind].shift(*places[site.id]).expand(-TOKEN)
        for site in sites
        if site.kind in ("post", "crossroads")
    ]
    for sign in (*signs, *tokens):
        filled.occupy(sign, SIGN)
    for site in sites:
        chosen[site.id] = _site_slots(site, places, filled, shore, sizes)
        for slot in chosen[site.id]:
            filled.occupy(slot, ELSEWHERE)
    return chosen


def _site_slots(
    site: BoardSite,
    places: Mapping[str, Point],
    room: OccupancyMap,
    shore: Sequence[Point],
    sizes: Sizes,
) -> tuple[Box, ...]:
    """The slots at a site, each the one that costs least beside those of the other seats."""
    place, ring = places[site.id], _ring(site.kind, sizes)
    near = [other for other in places.values() if 0 < distance(other, place) < NEAR]
    inside = room.whole.expand(-MARGIN)
    boxes = [keep_inside(slot.shift(*place), inside) for slot in ring.slots]
    costs = [room.cost(_with_load(box), TRAIL) + _cost(box, place, near, shore) for box in boxes]
    best = sorted(range(len(boxes)), key=costs.__getitem__)[:BEST]
    chosen: dict[int, int] = {}
    for _ in range(ROUNDS):
        for seat in SEATS:
            others = [slot for other, slot in chosen.items() if other != seat]
            chosen[seat] = min(best, key=lambda slot: costs[slot] + ring.cost(slot, others))
    return tuple(boxes[slot] for slot in sorted(chosen.values(), key=costs.__getitem__))


class _Ring(NamedTuple):
    """The slots around a kind of site at 0 0, and what it costs to take each two of them."""

    slots: tuple[Box, ...]
    costs: tuple[tuple[float, ...], ...]

    def cost(self, slot: int, others: Sequence[int]) -> float:
        """The cost of a slot beside others."""
        costs = self.costs[slot]
        return sum([costs[other] for other in others])


@cache
def _ring(kind: Kind, sizes: Sizes) -> _Ring:
    wide, high = (length * sizes.elephant for length in ELEPHANT)
    slots = tuple(ring_around(BODIES[kind], wide, high, GAPS[kind]))
    area = wide * high
    return _Ring(
        slots,
        tuple(tuple(BESIDE * one.overlap(other) ** 2 / area for other in slots) for one in slots),
    )


def _with_load(slot: Box) -> Box:
    """What an elephant may hide: it keeps off the edge of the map, and its bales reach higher."""
    return Box(slot.left, slot.top - LOAD, slot.width, slot.height + LOAD).expand(MARGIN)


def _cost(slot: Box, site: Point, others: Sequence[Point], shore: Sequence[Point]) -> float:
    """The cost of a slot that is far from its site, nearer to another, or in the sea."""
    middle = slot.centre
    away = distance(middle, site)
    is_stray = any(distance(middle, other) < away + CLEAR for other in others)
    is_wet = is_at_sea(feet_at(slot), shore)
    return FAR * away + STRAY * is_stray + WET * is_wet


def feet_at(slot: Box) -> Point:
    """Where the feet of an elephant are in its slot."""
    return Point(round(slot.centre.x, 1), round(slot.top + slot.height - 2, 1))


BADGE: Final = Size(38, 22)
ORDER: Final = 5.0
"""What each step from the top of a ring costs, clockwise and back in turns."""


def choose_badges(
    sites: Sequence[BoardSite],
    places: Mapping[str, Point],
    signs: Sequence[Box],
    slots: Slots,
    sizes: Sizes,
    whole: Box,
) -> dict[str, Point]:
    """Where the cost of a move to each site is shown: on its ring, where it hides least."""
    room = OccupancyMap(whole)
    for sign in signs:
        room.occupy(sign, SIGN)
    for site in sites:
        room.occupy(BODIES[site.kind].shift(*places[site.id]).expand(-1), 8)
        for slot in slots[site.id]:
            room.occupy(slot, 0.8)
    return {site.id: _badge(room, site, places[site.id], sizes) for site in sites}


def _badge(room: OccupancyMap, site: BoardSite, place: Point, sizes: Sizes) -> Point:
    ring, scale = ring_size(site.kind, sizes), sizes.badge
    wide, high = BADGE.width * scale, BADGE.height * scale
    body = box_around(place, 2 * ring.width - wide + 12, 2 * ring.height - high + 12)
    boxes = [keep_inside(box, room.whole) for box in ring_around(body, wide, high, (0.0,))]
    from_top = [*reversed(boxes)]
    costs = [room.cost(box) + ORDER * order for order, box in enumerate(from_top)]
    best = from_top[costs.index(min(costs))]
    return Point(round(best.centre.x, 1), round(best.centre.y, 1))
