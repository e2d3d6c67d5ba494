"""The land: tinted desert and hills, and what grows there where nothing else lies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, Literal, NamedTuple

from howdah.games.bombay.board import Board
from howdah.games.bombay.svg.layout import Layout
from howdah.games.bombay.svg.placement import box_around
from howdah.games.bombay.svg.water import draw_river, draw_sea, is_at_sea
from howdah.render.geometry import Frame, Point, distance
from howdah.render.markup import ellipse, group, rect, tag, use

Ground = Literal["desert", "hills", "bank", "plain"]
PLANTS: Final[Mapping[Ground, tuple[str, ...]]] = {
    "desert": ("dunes", "dune", "thorns", "dunes", "stones"),
    "hills": ("ridge", "tree", "ridge", "grass", "stones"),
    "bank": ("palm", "reeds", "palm", "grass"),
    "plain": ("tree", "grass", "flower", "grass", "flower"),
}
"""What grows on each ground, in turn."""
GRID: Final = (52.0, 47.0)
BANK: Final = 70.0
"""How far from the river things grow that need water."""


class Zone(NamedTuple):
    """A part of the land with a tint of its own, by shares of the map's size."""

    ground: Ground
    x: float
    y: float
    rx: float
    ry: float

    def holds(self, point: Point, frame: Frame) -> bool:
        """Whether a point lies well inside the zone."""
        across = (point.x / frame.width - self.x) / self.rx
        down = (point.y / frame.height - self.y) / self.ry
        return across * across + down * down < 0.7


ZONES: Final = (
    Zone("desert", 0.44, 0.06, 0.36, 0.32),
    Zone("desert", 0.92, 0.62, 0.24, 0.30),
    Zone("hills", 0.18, 0.62, 0.13, 0.48),
)
"""Desert in the north and in the east, hills behind the coast."""
HILL_SIZE: Final = (0.2, 0.22)
"""The hills around a hilltop."""


def draw_land(board: Board, layout: Layout) -> str:
    """The land with its tints, the river and the sea, and what grows where nothing lies."""
    frame = layout.frame
    edge = tag("clipPath", rect(0, 0, frame.width, frame.height, rx=3), id="map-edge")
    zones = _zones(board, layout)
    return tag("defs", edge) + group(
        *(_draw_zone(zone, frame) for zone in zones),
        draw_river(layout.course),
        draw_sea(layout.shore),
        group(*_draw_plants(layout, zones), opacity="0.8"),
        clip_path="url(#map-edge)",
    )


def _zones(board: Board, layout: Layout) -> list[Zone]:
    wide, high = layout.frame.width, layout.frame.height
    tops = (layout.places[site.id] for site in board.sites if site.kind == "hilltop")
    return [*ZONES, *(Zone("hills", at.x / wide, at.y / high, *HILL_SIZE) for at in tops)]


def _draw_zone(zone: Zone, frame: Frame) -> str:
    wide, high = frame.width, frame.height
    return ellipse(
        zone.x * wide, zone.y * high, zone.rx * wide, zone.ry * high, fill=f"url(#{zone.ground})"
    )


def _draw_plants(layout: Layout, zones: Sequence[Zone]) -> Iterator[str]:
    """Something that belongs to the ground on every free spot."""
    counts: dict[Ground, int] = dict.fromkeys(PLANTS, 0)
    for spot in _free_spots(layout):
        ground = _ground_at(spot, layout, zones)
        plants = PLANTS[ground]
        yield use(plants[counts[ground] % len(plants)], spot.x, spot.y)
        counts[ground] += 1


def _ground_at(spot: Point, layout: Layout, zones: Sequence[Zone]) -> Ground:
    if any(distance(spot, point) < BANK for point in layout.course):
        return "bank"
    return next((zone.ground for zone in zones if zone.holds(spot, layout.frame)), "plain")


def _free_spots(layout: Layout) -> Iterator[Point]:
    """The places on dry land where nothing lies."""
    for spot in _scatter_points(layout.frame):
        here = box_around(spot, 44, 38)
        if (
            layout.taken.cost(here) == 0
            and not is_at_sea(spot, layout.shore)
            and not any(here.holds(point) for point in layout.course)
        ):
            yield spot


def _scatter_points(frame: Frame) -> Iterator[Point]:
    """Places all over the map, in no visible order yet always the same."""
    across, down = GRID
    for row in range(int(frame.height / down)):
        for column in range(int(frame.width / across)):
            yield Point(
                across * (column + 0.5) + (row * 29 + column * 17) % 23 - 11,
                down * (row + 0.5) + (row * 13 + column * 31) % 19 - 9,
            )
