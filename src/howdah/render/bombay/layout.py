"""The layout of a board: where sites, trails, plaques and labels lie, the same all game long."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from howdah.bombay.board import Board, BoardSite, Kind
from howdah.render.bombay import market
from howdah.render.bombay.city import PLAQUE_HEIGHT, PLAQUE_WIDTH, ribbon_box
from howdah.render.bombay.coast import STEP, coast
from howdah.render.bombay.growth import free_spots
from howdah.render.bombay.river import river
from howdah.render.bombay.room import Box, Room, around
from howdah.render.bombay.trail import Trail, trail_between
from howdah.render.bombay.window import frame_of
from howdah.render.house.frame import Frame, Point
from howdah.render.house.lettering import width_of

BODIES: Final[Mapping[Kind, Box]] = {
    "hilltop": Box(-46, -42, 92, 64),
    "city": Box(-45, -40, 90, 75),
    "post": Box(-25, -34, 50, 57),
    "crossroads": Box(-21, -30, 42, 51),
}
"""The room a site needs, whatever stands on it."""

LABEL_SIZE: Final = 12.0
AT_SEA: Final = 0.25


@dataclass(frozen=True)
class Layout:
    """All places on the map that do not change in a game."""

    frame: Frame
    places: Mapping[str, Point]
    markets: tuple[Point, ...]
    trails: tuple[Trail, ...]
    plaques: Mapping[str, Box]
    labels: Mapping[str, Box]
    shore: tuple[Point, ...]
    course: tuple[Point, ...]
    spots: tuple[Point, ...]
    taken: Room

    def room(self) -> Room:
        """The room that is left, for the pieces of one picture."""
        return self.taken.copy()


def layout_of(board: Board) -> Layout:
    """The layout of a board; it is worked out once and kept for the next picture."""
    return _layout(board.canvas, board.markets, board.sites, board.trails)


@lru_cache(maxsize=16)
def _layout(
    canvas: tuple[float, float],
    stalls: tuple[tuple[float, float], ...],
    sites: tuple[BoardSite, ...],
    ways: tuple[tuple[str, str], ...],
) -> Layout:
    frame = frame_of([canvas, *stalls, *((site.x, site.y) for site in sites)])
    places = {site.id: frame.at(site.x, site.y) for site in sites}
    markets = tuple(_inside(frame, frame.at(x, y)) for x, y in stalls)
    trails = tuple(_trails(ways, places))
    shore = tuple(coast(frame, [*places.values()]))
    course = tuple(river(frame, shore, [*places.values(), *markets]))
    room = _room(frame, markets, trails, shore)
    for site in sites:
        _take_site(room, site, places[site.id])
    plaques = {site.id: _plaque(room, places[site.id]) for site in sites if site.kind == "city"}
    labels = {site.id: _label(room, site, places[site.id]) for site in sites if site.kind != "city"}
    spots = free_spots(frame, room, shore, course)
    return Layout(frame, places, markets, trails, plaques, labels, shore, course, spots, taken=room)


def _room(
    frame: Frame, markets: Iterable[Point], trails: Iterable[Trail], shore: Iterable[Point]
) -> Room:
    """The room around the markets and trails; the sea may be stood in only if need be."""
    room = Room(Box(0, 0, frame.width, frame.height))
    for point in shore:
        room.take(Box(-40, point.y - STEP / 2, point.x + 40, STEP), AT_SEA)
    for trail in trails:
        room.run(trail.points())
    for x, y in markets:
        room.take(Box(x - market.WIDTH / 2, y - market.HEIGHT / 2 - 6, market.WIDTH, 108), 2)
    return room


def _inside(frame: Frame, point: Point) -> Point:
    """A market's place, moved so that the whole stall is on the map."""
    half, low = market.WIDTH / 2 + 4, market.HEIGHT / 2 + 8
    return Point(
        min(max(point.x, half), frame.width - half), min(max(point.y, low), frame.height - low)
    )


def _trails(ways: Iterable[tuple[str, str]], places: Mapping[str, Point]) -> Iterable[Trail]:
    for ends in ways:
        others = [place for site, place in places.items() if site not in ends]
        yield trail_between(ends, places[ends[0]], places[ends[1]], others)


def _take_site(room: Room, site: BoardSite, place: Point) -> None:
    room.take(BODIES[site.kind].moved(*place), 2)
    if site.kind == "city":
        room.take(ribbon_box(site).moved(*place), 2)


def _plaque(room: Room, place: Point) -> Box:
    """The place of a city's plaque: beside the city if it can be."""
    wide, high = PLAQUE_WIDTH, PLAQUE_HEIGHT
    beside = [
        Box(place.x + side, place.y + up, wide, high)
        for up in (-50.0, -62.0, -38.0, -74.0, -20.0)
        for side in (50.0, -50.0 - wide)
    ]
    over = [Box(place.x - wide / 2, place.y + up, wide, high) for up in (38.0, -44.0 - high)]
    return room.settle([*beside, *over], 2)


def _label(room: Room, site: BoardSite, place: Point) -> Box:
    """The place of a site's id: as near as it can be without hiding anything."""
    width = width_of(site.id, LABEL_SIZE) + 6
    return room.settle(around(BODIES[site.kind].moved(*place), width, 14, 0.5)[:44], 2)
