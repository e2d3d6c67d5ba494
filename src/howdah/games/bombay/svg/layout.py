"""The layout of a board: its frame, and where sites, trails, plaques and labels are all game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from howdah.games.bombay.board import Board, BoardSite, Kind
from howdah.games.bombay.svg import market
from howdah.games.bombay.svg.city import ribbon_box
from howdah.games.bombay.svg.placement import Box, Room, around, hull, moved_apart
from howdah.games.bombay.svg.sizes import MEASURES, TALL_MAP, Measures
from howdah.games.bombay.svg.terrain import free_spots
from howdah.games.bombay.svg.trail import Trail, trail_between
from howdah.games.bombay.svg.water import STEP, coast, river
from howdah.render.common.geometry import BLOCK, MAP_HEIGHT, MAP_WIDTH, Frame, Point
from howdah.render.common.text_metrics import width_of
from howdah.render.types import Shape

TALLEST: Final = 1100.0
WEST, EAST, NORTH, SOUTH = 66.0, 44.0, 48.0, 48.0
"""What is left free around the sites of a tall map."""


def frame_of(places: Sequence[tuple[float, float]]) -> Frame:
    """The frame in which all places of a board are seen, as large as they can be."""
    wide = max(1.0, *(x for x, _ in places))
    high = max(1.0, *(y for _, y in places))
    height = BLOCK * round(min(max(MAP_WIDTH * high / wide, MAP_HEIGHT), TALLEST) / BLOCK)
    scale = min(MAP_WIDTH / wide, height / high)
    left, top = (MAP_WIDTH - wide * scale) / 2, (height - high * scale) / 2
    return Frame(MAP_WIDTH, height, scale, left, top)


@dataclass(frozen=True)
class TallFrame(Frame):
    """A frame in which a board is stretched, so that it fills a phone from side to side."""

    drop: float
    """How a board's measures become pixels from north to south."""

    def at(self, x: float, y: float) -> Point:
        """The place of a board's coordinates."""
        return Point(round(self.left + x * self.scale, 1), round(self.top + y * self.drop, 1))


def tall_frame_of(places: Sequence[tuple[float, float]]) -> TallFrame:
    """The frame in which the sites of a board reach from edge to edge of a phone."""
    wide, high = TALL_MAP
    scale, left = _spread([x for x, _ in places], WEST, wide - EAST)
    drop, top = _spread([y for _, y in places], NORTH, high - SOUTH)
    return TallFrame(wide, high, scale, left, top, drop)


def _spread(values: Sequence[float], first: float, last: float) -> tuple[float, float]:
    """The scale and start that bring values from the first place to the last."""
    low, high = min(values), max(values)
    scale = (last - first) / ((high - low) or 1)
    return scale, first - low * scale


BODIES: Final[Mapping[Kind, Box]] = {
    "hilltop": Box(-46, -42, 92, 64),
    "city": Box(-45, -40, 90, 75),
    "post": Box(-25, -34, 50, 57),
    "crossroads": Box(-21, -30, 42, 51),
}
"""The room a site needs, whatever stands on it."""

AT_SEA: Final = 0.25
EDGE, PAST = 3.0, 7.0
"""What sites that are moved apart keep free at the edge of the map, and around them."""
ASIDE: Final = 12.0
"""The cost of each step that a plaque is aside of its city."""


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

    @property
    def whole(self) -> Box:
        """The whole map."""
        return Box(0, 0, self.frame.width, self.frame.height)

    def room(self) -> Room:
        """The room that is left, for the pieces of one picture."""
        return self.taken.copy()


class Chart(NamedTuple):
    """What of a board is drawn; unlike a board it can be the key of what is kept."""

    canvas: tuple[float, float]
    markets: tuple[tuple[float, float], ...]
    sites: tuple[BoardSite, ...]
    trails: tuple[tuple[str, str], ...]


def chart_of(board: Board) -> Chart:
    """The chart of a board."""
    return Chart(board.canvas, board.markets, board.sites, board.trails)


def layout_of(board: Board, shape: Shape = "wide") -> Layout:
    """The layout of a board."""
    return layout_on(chart_of(board), shape)


@lru_cache(maxsize=16)
def layout_on(chart: Chart, shape: Shape) -> Layout:
    """The layout of a chart; it is worked out once and kept for the next picture."""
    measures, sites = MEASURES[shape], chart.sites
    frame = _frame(chart, measures)
    places = _site_places(frame, sites, measures)
    stalls = chart.markets if measures.has_markets else ()
    markets = tuple(_inside(frame, frame.at(x, y)) for x, y in stalls)
    trails = tuple(_trails(chart.trails, places))
    shore = tuple(coast(frame, [*places.values()], measures.shore))
    course = tuple(river(frame, shore, [*places.values(), *markets]))
    room = _room(frame, markets, trails, shore)
    for site in sites:
        _take_site(room, site, places[site.id], measures)
    cities, others = _cities_and_others(sites)
    plaques = {site.id: _plaque(room, site, places[site.id], measures) for site in cities}
    labels = {site.id: _label(room, site, places[site.id], measures.label) for site in others}
    spots = free_spots(frame, room, shore, course)
    return Layout(frame, places, markets, trails, plaques, labels, shore, course, spots, taken=room)


def _frame(chart: Chart, measures: Measures) -> Frame:
    """The window of the map; without markets the sites alone fill it."""
    spots = [(site.x, site.y) for site in chart.sites]
    if measures.has_markets:
        return frame_of([chart.canvas, *chart.markets, *spots])
    return tall_frame_of(spots)


def _site_places(frame: Frame, sites: Iterable[BoardSite], measures: Measures) -> dict[str, Point]:
    """The places of the sites: as the board has them, or moved apart where there is little room."""
    places = {site.id: frame.at(site.x, site.y) for site in sites}
    if measures.has_markets:
        return places
    rooms = {site.id: _needed(site, measures) for site in sites}
    return moved_apart(places, rooms, Box(0, 0, frame.width, frame.height).grown(-EDGE))


def _needed(site: BoardSite, measures: Measures) -> Box:
    """The room that a site needs with its plaque or label, and a way past it."""
    body = BODIES[site.kind]
    if site.kind != "city":
        wide = max(body.width + 2 * PAST, 2 * measures.touch)
        return Box(-wide / 2, body.top - PAST, wide, body.height + measures.label + 2 * PAST)
    name, (wide, high) = ribbon_box(site, measures), measures.plaque
    return hull([body, Box(-wide / 2, name.top + name.height, wide, high)]).grown(2)


def _cities_and_others(sites: Iterable[BoardSite]) -> tuple[list[BoardSite], list[BoardSite]]:
    cities = [site for site in sites if site.kind == "city"]
    return cities, [site for site in sites if site.kind != "city"]


def _room(
    frame: Frame, markets: Iterable[Point], trails: Iterable[Trail], shore: Iterable[Point]
) -> Room:
    """The room around the markets and trails; the sea may be stood in only if need be."""
    room = Room(Box(0, 0, frame.width, frame.height))
    for point in shore:
        room.take(Box(-40, point.y - STEP / 2, point.x + 40, STEP), AT_SEA)
    for trail in trails:
        room.run(trail.points())
    for place in markets:
        room.take(market.BODY.moved(*place), 2)
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


def _take_site(room: Room, site: BoardSite, place: Point, measures: Measures) -> None:
    room.take(BODIES[site.kind].moved(*place), 2)
    if site.kind == "city":
        room.take(ribbon_box(site, measures).moved(*place), 2)


def _plaque(room: Room, site: BoardSite, place: Point, measures: Measures) -> Box:
    """The place of a city's plaque: a high one beside the city, a broad one under its name."""
    wide, high = measures.plaque
    if wide > high:
        foot = ribbon_box(site, measures).moved(*place)
        under = [
            Box(place.x - wide / 2 + side, foot.top + foot.height - 1, wide, high)
            for side in (0.0, -8.0, 8.0, -16.0, 16.0, -24.0, 24.0, -32.0, 32.0)
        ]
        return room.settle(under, 2, extra=lambda box: ASIDE * abs(box.centre.x - place.x))
    beside = [
        Box(place.x + side, place.y + up, wide, high)
        for up in (-50.0, -62.0, -38.0, -74.0, -20.0)
        for side in (50.0, -50.0 - wide)
    ]
    over = [Box(place.x - wide / 2, place.y + up, wide, high) for up in (38.0, -44.0 - high)]
    return room.settle([*beside, *over], 2)


def _label(room: Room, site: BoardSite, place: Point, size: float) -> Box:
    """The place of a site's id: as near as it can be without hiding anything."""
    width = width_of(site.id, size) + 6
    return room.settle(around(BODIES[site.kind].moved(*place), width, size + 2, 0.5)[:44], 2)
