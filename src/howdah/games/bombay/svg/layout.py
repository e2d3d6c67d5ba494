"""The layout of a board: its frame, and where sites, trails, plaques and labels are all game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from howdah.games.bombay.board import Board, BoardSite, Kind
from howdah.games.bombay.svg import market
from howdah.games.bombay.svg.city import ribbon_box
from howdah.games.bombay.svg.placement import Box, OccupancyMap, around, hull, spread_apart
from howdah.games.bombay.svg.sizes import SIZES, TALL_MAP, Sizes
from howdah.games.bombay.svg.terrain import free_spots
from howdah.games.bombay.svg.trail import Trail, trail_between
from howdah.games.bombay.svg.water import STEP, coast_line, river_course
from howdah.render.common.geometry import BLOCK, MAP_HEIGHT, MAP_WIDTH, Frame, Point
from howdah.render.common.text_metrics import text_width
from howdah.render.types import Shape

TALLEST: Final = 1100.0
WEST, EAST, NORTH, SOUTH = 66.0, 44.0, 48.0, 48.0
"""What is left free around the sites of a tall map."""


def wide_frame(places: Sequence[tuple[float, float]]) -> Frame:
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


def tall_frame(places: Sequence[tuple[float, float]]) -> TallFrame:
    """The frame in which the sites of a board reach from edge to edge of a phone."""
    wide, high = TALL_MAP
    scale, left = _fit_range([x for x, _ in places], WEST, wide - EAST)
    drop, top = _fit_range([y for _, y in places], NORTH, high - SOUTH)
    return TallFrame(wide, high, scale, left, top, drop)


def _fit_range(values: Sequence[float], first: float, last: float) -> tuple[float, float]:
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
    taken: OccupancyMap

    @property
    def whole(self) -> Box:
        """The whole map."""
        return Box(0, 0, self.frame.width, self.frame.height)

    def room(self) -> OccupancyMap:
        """The room that is left, for the pieces of one picture."""
        return self.taken.copy()


class BoardKey(NamedTuple):
    """The parts of a board that are drawn; hashable, so it can be the key of a cache."""

    canvas: tuple[float, float]
    markets: tuple[tuple[float, float], ...]
    sites: tuple[BoardSite, ...]
    trails: tuple[tuple[str, str], ...]


def board_key(board: Board) -> BoardKey:
    """The cache key of a board."""
    return BoardKey(board.canvas, board.markets, board.sites, board.trails)


def layout_for(board: Board, shape: Shape = "wide") -> Layout:
    """The layout of a board for a shape of the page."""
    return compute_layout(board_key(board), shape)


@lru_cache(maxsize=16)
def compute_layout(chart: BoardKey, shape: Shape) -> Layout:
    """Compute a layout; cached for the next drawing."""
    sizes, sites = SIZES[shape], chart.sites
    frame = _frame(chart, sizes)
    places = _site_places(frame, sites, sizes)
    stalls = chart.markets if sizes.has_markets else ()
    markets = tuple(_keep_on_map(frame, frame.at(x, y)) for x, y in stalls)
    trails = tuple(_trails(chart.trails, places))
    shore = tuple(coast_line(frame, [*places.values()], sizes.shore))
    course = tuple(river_course(frame, shore, [*places.values(), *markets]))
    room = _room(frame, markets, trails, shore)
    for site in sites:
        _take_site(room, site, places[site.id], sizes)
    cities, others = _cities_and_others(sites)
    plaques = {site.id: _plaque(room, site, places[site.id], sizes) for site in cities}
    labels = {site.id: _label(room, site, places[site.id], sizes.label) for site in others}
    spots = free_spots(frame, room, shore, course)
    return Layout(frame, places, markets, trails, plaques, labels, shore, course, spots, taken=room)


def _frame(chart: BoardKey, sizes: Sizes) -> Frame:
    """The window of the map; without markets the sites alone fill it."""
    spots = [(site.x, site.y) for site in chart.sites]
    if sizes.has_markets:
        return wide_frame([chart.canvas, *chart.markets, *spots])
    return tall_frame(spots)


def _site_places(frame: Frame, sites: Iterable[BoardSite], sizes: Sizes) -> dict[str, Point]:
    """The places of the sites: as the board has them, or moved apart where there is little room."""
    places = {site.id: frame.at(site.x, site.y) for site in sites}
    if sizes.has_markets:
        return places
    rooms = {site.id: _needed_box(site, sizes) for site in sites}
    return spread_apart(places, rooms, Box(0, 0, frame.width, frame.height).expand(-EDGE))


def _needed_box(site: BoardSite, sizes: Sizes) -> Box:
    """The room that a site needs with its plaque or label, and a way past it."""
    body = BODIES[site.kind]
    if site.kind != "city":
        wide = max(body.width + 2 * PAST, 2 * sizes.touch)
        return Box(-wide / 2, body.top - PAST, wide, body.height + sizes.label + 2 * PAST)
    name, (wide, high) = ribbon_box(site, sizes), sizes.plaque
    return hull([body, Box(-wide / 2, name.top + name.height, wide, high)]).expand(2)


def _cities_and_others(sites: Iterable[BoardSite]) -> tuple[list[BoardSite], list[BoardSite]]:
    cities = [site for site in sites if site.kind == "city"]
    return cities, [site for site in sites if site.kind != "city"]


def _room(
    frame: Frame, markets: Iterable[Point], trails: Iterable[Trail], shore: Iterable[Point]
) -> OccupancyMap:
    """The room around the markets and trails; the sea may be stood in only if need be."""
    room = OccupancyMap(Box(0, 0, frame.width, frame.height))
    for point in shore:
        room.occupy(Box(-40, point.y - STEP / 2, point.x + 40, STEP), AT_SEA)
    for trail in trails:
        room.add_trail(trail.points())
    for place in markets:
        room.occupy(market.BODY.shift(*place), 2)
    return room


def _keep_on_map(frame: Frame, point: Point) -> Point:
    """A market's place, moved so that the whole stall is on the map."""
    half, low = market.WIDTH / 2 + 4, market.HEIGHT / 2 + 8
    return Point(
        min(max(point.x, half), frame.width - half), min(max(point.y, low), frame.height - low)
    )


def _trails(ways: Iterable[tuple[str, str]], places: Mapping[str, Point]) -> Iterable[Trail]:
    for ends in ways:
        others = [place for site, place in places.items() if site not in ends]
        yield trail_between(ends, places[ends[0]], places[ends[1]], others)


def _take_site(room: OccupancyMap, site: BoardSite, place: Point, sizes: Sizes) -> None:
    room.occupy(BODIES[site.kind].shift(*place), 2)
    if site.kind == "city":
        room.occupy(ribbon_box(site, sizes).shift(*place), 2)


def _plaque(room: OccupancyMap, site: BoardSite, place: Point, sizes: Sizes) -> Box:
    """The place of a city's plaque: a high one beside the city, a broad one under its name."""
    wide, high = sizes.plaque
    if wide > high:
        foot = ribbon_box(site, sizes).shift(*place)
        under = [
            Box(place.x - wide / 2 + side, foot.top + foot.height - 1, wide, high)
            for side in (0.0, -8.0, 8.0, -16.0, 16.0, -24.0, 24.0, -32.0, 32.0)
        ]
        return room.place_best(under, 2, extra=lambda box: ASIDE * abs(box.centre.x - place.x))
    beside = [
        Box(place.x + side, place.y + up, wide, high)
        for up in (-50.0, -62.0, -38.0, -74.0, -20.0)
        for side in (50.0, -50.0 - wide)
    ]
    over = [Box(place.x - wide / 2, place.y + up, wide, high) for up in (38.0, -44.0 - high)]
    return room.place_best([*beside, *over], 2)


def _label(room: OccupancyMap, site: BoardSite, place: Point, size: float) -> Box:
    """The place of a site's id: as near as it can be without hiding anything."""
    width = text_width(site.id, size) + 6
    return room.place_best(around(BODIES[site.kind].shift(*place), width, size + 2, 0.5)[:44], 2)
