"""The stage of a page: all that a board and its shape decide, worked out once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import cos, hypot, pi, sin
from typing import Final

from howdah.games.bombay.board import Board, BoardSite
from howdah.games.bombay.svg.elephant_slots import Stands, feet_of, stands_of
from howdah.games.bombay.svg.layout import BODIES, Chart, Layout, chart_of, layout_on
from howdah.games.bombay.svg.placement import Box, Room
from howdah.games.bombay.svg.sizes import MEASURES, Measures
from howdah.render.common.curve import pair
from howdah.render.common.geometry import Point
from howdah.render.types import Shape, Size

NEAR: Final = 14.0
"""How far from its feet the steps of an elephant begin."""
SHORT: Final = 10.0
"""Steps shorter than this tell nothing, for the elephant stands at its site anyway."""
BADGE: Final = Size(38, 22)
ORDER: Final = 12.0
"""What each later direction costs more than the one before."""
RIM: Final = 1.0
"""The rim of a site, which a badge may hide."""
DIRECTIONS: Final = (-2, -6, -3, -5, -1, -7, -4, 2, 6, 1, 7, 0, 8, 4)
"""Where a badge may lie on a ring, in eighths of half a turn: above it first, then beside it."""


@dataclass(frozen=True, eq=False)
class Stage:
    """Where everything is on a page; there is one for each board and shape."""

    layout: Layout
    measures: Measures
    feet: Mapping[str, tuple[Point, ...]]
    """The place of each elephant's feet, by site and seat."""
    steps: Mapping[str, tuple[str, ...]]
    """The way from each elephant to what stands on its site, by site and seat."""
    rings: Mapping[str, Size]
    """The half axes of the ring of light around a site."""
    badges: Mapping[str, Point]
    """Where the cost of a move to a site is shown."""


def stage_of(board: Board, shape: Shape) -> Stage:
    """The stage of a board."""
    return _stage(chart_of(board), shape)


@lru_cache(maxsize=16)
def _stage(chart: Chart, shape: Shape) -> Stage:
    """The stage of a chart, worked out once and kept for the next frame."""
    layout, measures = layout_on(chart, shape), MEASURES[shape]
    stands = stands_of(chart.sites, layout, measures)
    rings = {site.id: _ring(site, measures) for site in chart.sites}
    signs = _signs(chart.sites, layout, stands)
    return Stage(
        layout,
        measures,
        feet={site: tuple(map(feet_of, fan)) for site, fan in stands.items()},
        steps={
            site.id: tuple(_steps(feet_of(stand), site, layout) for stand in stands[site.id])
            for site in chart.sites
        },
        rings=rings,
        badges={
            site: _badge(signs, place, rings[site], measures)
            for site, place in layout.places.items()
        },
    )


def _steps(feet: Point, site: BoardSite, layout: Layout) -> str:
    """The drawing commands from an elephant's feet to the edge of its site."""
    place, body = layout.places[site.id], BODIES[site.kind]
    across, down = feet.x - place.x, feet.y - place.y
    edge = min(body.width / 2 / max(1.0, abs(across)), body.height / 2 / max(1.0, abs(down)))
    start = 1 - NEAR / max(1.0, hypot(across, down))
    if (start - edge) * hypot(across, down) < SHORT:
        return ""
    ends = (Point(place.x + share * across, place.y + share * down) for share in (start, edge))
    return f"M{'L'.join(map(pair, ends))}"


def _ring(site: BoardSite, measures: Measures) -> Size:
    """A ring wider than what stands on its site, and never too small to be touched."""
    return Size(max(measures.touch, BODIES[site.kind].width / 2 + 10), max(measures.touch, 34))


def _signs(sites: Sequence[BoardSite], layout: Layout, stands: Stands) -> Room:
    """The map with what badges should not hide."""
    room = Room(layout.whole)
    for sign in (*layout.plaques.values(), *layout.labels.values()):
        room.take(sign, 4)
    for site in sites:
        room.take(BODIES[site.kind].moved(*layout.places[site.id]).grown(-RIM), 2)
        for stand in stands[site.id]:
            room.take(stand, 0.1)
    return room


def _badge(signs: Room, site: Point, ring: Size, measures: Measures) -> Point:
    """The place on a ring where a badge hides least."""
    wide, high = BADGE.width * measures.badge, BADGE.height * measures.badge
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
