"""The layout of a board: where everything is that does not change in a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from howdah.core.lru import LruCache
from howdah.games.bombay.board import Board, BoardSite
from howdah.games.bombay.svg.badge_places import BadgePlaces
from howdah.games.bombay.svg.placement import (
    Box,
    OccupancyMap,
    box_around,
    keep_inside,
    ring_around,
    spread_apart,
)
from howdah.games.bombay.svg.site_places import arranged_places
from howdah.games.bombay.svg.sizes import BODIES, SIZES, TALL_MAP, Sizes
from howdah.games.bombay.svg.slots import Slots, choose_slots
from howdah.games.bombay.svg.trails import Trail, trail_between
from howdah.games.bombay.svg.water import STEP, coast_line, river_course
from howdah.i18n import LANGUAGES, Language, use_language
from howdah.render.cloth import BLOCK
from howdah.render.geometry import MAP_HEIGHT, MAP_WIDTH, Frame, Point, distance
from howdah.render.phrases import translate_name
from howdah.render.text_metrics import fit_text, text_width
from howdah.render.types import Shape

TALLEST: Final = 1100.0
WEST, EAST, NORTH, SOUTH = 66.0, 44.0, 48.0, 48.0
"""What is left free around the sites of a tall map."""
EDGE, PAST = 3.0, 7.0
"""What sites that are moved apart keep free at the edge of the map, and around them."""
AT_SEA: Final = 0.25
ASIDE: Final = 12.0
"""The cost of each step that a plaque is aside of its city."""
AROUND: Final = 150.0
"""The cost of a label that is not under its site."""
STALL_GAP: Final = 6.0
BAG: Final = 56.0
"""The room that the bag needs beside the markets."""
MOVED: Final = 30.0
"""The cost of each step that the row of markets is away from where the board has it."""
HEAVY: Final = 2.0
"""The weight of what other things should not hide."""
LONGEST_NAME: Final = 120.0
MARK_SIZE: Final = 10.5
"""The height of the letters of a city's id."""


@dataclass(frozen=True, eq=False)
class Layout:
    """Where everything is on the map; one for each board and shape.

    Where elephants stand takes as long to find as all the rest, and only frames need it.
    """

    sites: tuple[BoardSite, ...]
    frame: Frame
    sizes: Sizes
    places: Mapping[str, Point]
    markets: tuple[Point, ...]
    """The middle of each stall; none if the map has no room for them."""
    bag: Point | None
    trails: tuple[Trail, ...]
    plaques: Mapping[str, Box]
    labels: Mapping[str, Box]
    shore: tuple[Point, ...]
    course: tuple[Point, ...]
    """The course of the river."""
    taken: OccupancyMap
    """The map with all of this."""
    signs: tuple[Box, ...]
    """What elephants and badges should not hide."""

    @cached_property
    def feet(self) -> Slots:
        """Where the feet of each elephant are, by site and seat."""
        return choose_slots(self.sites, self.places, self.taken, self.shore, self.signs, self.sizes)

    @cached_property
    def badges(self) -> BadgePlaces:
        """Where the badges of moves may be shown."""
        whole = frame_box(self.frame)
        return BadgePlaces(self.sites, self.places, self.signs, self.feet, self.sizes, whole)

    def trail_from(self, origin: str, target: str) -> Trail | None:
        """The trail from a site to another, in that direction."""
        for trail in self.trails:
            if trail.ends == (origin, target):
                return trail
            if trail.ends == (target, origin):
                return Trail((origin, target), trail.end, trail.bend, trail.start)
        return None


class _BoardKey(NamedTuple):
    """The parts of a board that are drawn; hashable, so it can be the key of a cache."""

    canvas: tuple[float, float]
    markets: tuple[tuple[float, float], ...]
    sites: tuple[BoardSite, ...]
    trails: tuple[tuple[str, str], ...]


def layout_for(board: Board, shape: Shape) -> Layout:
    """The layout of a board for a shape of the page."""
    # By the text of the board first: a text remembers its hash, a tuple of sites does not.
    return _LAYOUTS.get((board.source, shape), lambda: _layout(_key(board), shape))


def _key(board: Board) -> _BoardKey:
    return _BoardKey(board.canvas, board.markets, board.sites, board.trails)


_LAYOUTS: Final[LruCache[Layout]] = LruCache(16)


@lru_cache(maxsize=16)
def _layout(board: _BoardKey, shape: Shape) -> Layout:
    sizes, sites = SIZES[shape], board.sites
    frame = _frame(board, sizes)
    arranged = arranged_places(sites, board.canvas, shape)
    places = arranged or _site_places(frame, sites, sizes)
    markets, bag = _market_row(frame, board, places, sizes) if sizes.is_roomy else ((), None)
    trails = tuple(_trails(board.trails, places))
    shore = tuple(coast_line(frame, [*places.values()], sizes.shore))
    stalls = [stall_box(sizes).shift(*market) for market in markets]
    ribbons = [ribbon_box(s, sizes).shift(*places[s.id]) for s in sites if s.kind == "city"]
    bodies = [BODIES[s.kind].shift(*places[s.id]) for s in sites]
    bags = [box_around(bag, BAG, BAG)] if bag is not None else []
    room = _room(frame, trails, shore, [*stalls, *bags, *bodies, *ribbons])
    plaques = {s.id: _plaque(room, s, places[s.id], sizes) for s in sites if s.kind == "city"}
    labels = {s.id: _label(room, s, places[s.id], sizes) for s in sites if s.kind != "city"}
    signs = [*plaques.values(), *labels.values(), *stalls, *bags, *ribbons]
    return Layout(
        sites=sites,
        frame=frame,
        sizes=sizes,
        places=places,
        markets=markets,
        bag=bag,
        trails=trails,
        plaques=plaques,
        labels=labels,
        shore=shore,
        course=tuple(river_course(frame, shore, [*places.values(), *markets])),
        taken=room,
        signs=tuple(signs),
    )


def _frame(board: _BoardKey, sizes: Sizes) -> Frame:
    """The window of the map; without markets the sites alone fill it."""
    spots = [(site.x, site.y) for site in board.sites]
    if sizes.is_roomy:
        return _wide_frame([board.canvas, *board.markets, *spots])
    return _tall_frame(spots)


def _wide_frame(places: Sequence[tuple[float, float]]) -> Frame:
    """The frame in which all places of a board are seen, as large as they can be."""
    wide = max(1.0, *(x for x, _ in places))
    high = max(1.0, *(y for _, y in places))
    height = BLOCK * round(min(max(MAP_WIDTH * high / wide, MAP_HEIGHT), TALLEST) / BLOCK)
    scale = min(MAP_WIDTH / wide, height / high)
    left, top = (MAP_WIDTH - wide * scale) / 2, (height - high * scale) / 2
    return Frame(MAP_WIDTH, height, scale, left, top)


def _tall_frame(places: Sequence[tuple[float, float]]) -> Frame:
    """The frame in which the sites of a board, stretched, reach from edge to edge of a phone."""
    wide, high = TALL_MAP
    scale, left = _fit_range([x for x, _ in places], WEST, wide - EAST)
    drop, top = _fit_range([y for _, y in places], NORTH, high - SOUTH)
    return Frame(wide, high, scale, left, top, drop / scale)


def _fit_range(values: Sequence[float], first: float, last: float) -> tuple[float, float]:
    """The scale and start that bring values from the first place to the last."""
    low, high = min(values), max(values)
    scale = (last - first) / ((high - low) or 1)
    return scale, first - low * scale


def _site_places(frame: Frame, sites: Iterable[BoardSite], sizes: Sizes) -> dict[str, Point]:
    """The places of the sites: as the board has them, or moved apart where there is little room."""
    places = {site.id: frame.at(site.x, site.y) for site in sites}
    if sizes.is_roomy:
        return places
    rooms = {site.id: _needed_box(site, sizes) for site in sites}
    return spread_apart(places, rooms, frame_box(frame).expand(-EDGE))


def frame_box(frame: Frame) -> Box:
    """The whole map."""
    return Box(0, 0, frame.width, frame.height)


def _needed_box(site: BoardSite, sizes: Sizes) -> Box:
    """The room that a site needs with its plaque or label, and a way past it."""
    body = BODIES[site.kind]
    if site.kind != "city":
        wide = max(body.width + 2 * PAST, 2 * sizes.touch)
        return Box(-wide / 2, body.top - PAST, wide, body.height + sizes.label + 2 * PAST)
    name, (wide, high) = ribbon_box(site, sizes), sizes.plaque.size
    foot = name.top + name.height + high
    return Box(-wide / 2, body.top, wide, foot - body.top).expand(2)


def _market_row(
    frame: Frame, board: _BoardKey, places: Mapping[str, Point], sizes: Sizes
) -> tuple[tuple[Point, ...], Point]:
    """The stalls in one row with the bag at its end, near to where the board has the markets."""
    stall, count = stall_box(sizes), len(board.markets)
    wide = count * stall.width + (count - 1) * STALL_GAP + BAG
    room = OccupancyMap(frame_box(frame))
    for site in board.sites:
        room.occupy(BODIES[site.kind].shift(*places[site.id]).expand(8))
    meant = [frame.at(x, y) for x, y in board.markets]
    middle = Point(sum(at.x for at in meant) / count, sum(at.y for at in meant) / count)
    rows = (
        box_around(Point(middle.x + across, middle.y + down), wide, stall.height)
        for down in range(-80, 81, 16)
        for across in range(-100, 101, 25)
    )
    row = room.place_best(
        [keep_inside(row, frame_box(frame).expand(-STALL_GAP)) for row in rows],
        extra=lambda box: MOVED * distance(box.centre, middle),
    )
    left, y = round(row.left), round(row.top - stall.top)
    step = stall.width + STALL_GAP
    stalls = tuple(Point(left + stall.width / 2 + step * n, y) for n in range(count))
    return stalls, Point(left + row.width - BAG / 2, y + 14)


def stall_box(sizes: Sizes) -> Box:
    """The room that a stall needs around 0 0, with its price plate."""
    wide, high = sizes.stall.size
    return Box(-wide / 2 - 1, -high / 2 - 6, wide + 2, high + 10)


def _trails(ways: Iterable[tuple[str, str]], places: Mapping[str, Point]) -> Iterable[Trail]:
    for ends in ways:
        others = [place for site, place in places.items() if site not in ends]
        yield trail_between(ends, places[ends[0]], places[ends[1]], others)


def _room(
    frame: Frame, trails: Iterable[Trail], shore: Iterable[Point], taken: Iterable[Box]
) -> OccupancyMap:
    """The room beside trails and what is taken; the sea may be stood in only if need be."""
    room = OccupancyMap(frame_box(frame))
    for point in shore:
        room.occupy(Box(-40, point.y - STEP / 2, point.x + 40, STEP), AT_SEA)
    for trail in trails:
        room.add_trail(trail.points())
    for box in taken:
        room.occupy(box, HEAVY)
    return room


def _plaque(room: OccupancyMap, site: BoardSite, place: Point, sizes: Sizes) -> Box:
    """The place of a city's plaque: under its name, a little aside if trails run there."""
    wide, high = sizes.plaque.size
    foot = ribbon_box(site, sizes).shift(*place)
    under = [
        Box(place.x - wide / 2 + side, foot.top + foot.height - 1, wide, high)
        for side in (0.0, -8.0, 8.0, -16.0, 16.0, -24.0, 24.0, -32.0, 32.0)
    ]
    return room.place_best(under, HEAVY, extra=lambda box: ASIDE * abs(box.centre.x - place.x))


def _label(room: OccupancyMap, site: BoardSite, place: Point, sizes: Sizes) -> Box:
    """The place of a site's id: under the site, where elephants need the least room, or around."""
    wide, high = text_width(site.id, sizes.label) + 6, sizes.label + 2
    body = BODIES[site.kind].shift(*place)
    foot = body.top + body.height
    under = [
        Box(place.x - wide / 2 + side, foot - (4 if side else 1), wide, high)
        for side in (0.0, -8.0, 8.0, -16.0, 16.0)
    ]
    around = ring_around(body, wide, high, (-2.0, 4.0))
    return room.place_best(
        [*under, *around],
        HEAVY,
        extra=lambda box: abs(box.centre.x - place.x) if box in under else AROUND,
    )


def ribbon_parts(site: BoardSite, sizes: Sizes) -> tuple[str, str]:
    """The name of a city, cut if it is long, and the mark beside it, if there is room for one."""
    name = fit_text(translate_name(site.name or ""), sizes.ribbon, LONGEST_NAME)
    return name, site.id if sizes.is_roomy else ""


def ribbon_box(site: BoardSite, sizes: Sizes) -> Box:
    """The room that a city's ribbon needs in every language, around the city at 0 0.

    A layout serves all languages: pieces stand at the same places for every viewer.
    """
    width = max(_ribbon_width(site, sizes, language) for language in LANGUAGES)
    return Box(-width / 2, 15, width, sizes.ribbon + 7)


def _ribbon_width(site: BoardSite, sizes: Sizes, language: Language) -> float:
    with use_language(language):
        name, mark = ribbon_parts(site, sizes)
    return text_width(name, sizes.ribbon) + text_width(mark, MARK_SIZE) + 34
