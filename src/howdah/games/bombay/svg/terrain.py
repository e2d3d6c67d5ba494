"""The land: soft tints, hilltops, and small plants where nothing else lies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from howdah.games.bombay.board import STARS_TO_ENTER
from howdah.games.bombay.svg.palette import Palette
from howdah.games.bombay.svg.placement import Box, OccupancyMap
from howdah.games.bombay.svg.water import is_at_sea
from howdah.render.common.geometry import Frame, Point
from howdah.render.markup import Attributes, ellipse, group, path, rect, tag, use


def terrain_definitions(frame: Frame, palette: Palette) -> str:
    """The tints of the land and the edge of the map."""
    edge = tag("clipPath", rect(0, 0, frame.width, frame.height, rx=3), id="map-edge")
    return _fade("desert", palette.desert) + _fade("hills", palette.hills) + edge


def _fade(name: str, colour: str) -> str:
    stops = "".join(
        tag("stop", offset=offset, stop_color=colour, stop_opacity=shade)
        for offset, shade in (("0", "1"), ("0.6", "0.75"), ("1", "0"))
    )
    return tag("radialGradient", stops, id=name)


def draw_land(frame: Frame, hilltops: Sequence[Point]) -> str:
    """The tints of the land: desert in the north, hills around the hilltops and in the south."""
    wide, high = frame.width, frame.height
    tints = [
        ("desert", wide * 0.42, high * 0.08, wide * 0.36, high * 0.30),
        ("desert", wide * 0.92, high * 0.62, wide * 0.24, high * 0.26),
        ("hills", wide * 0.18, high * 0.62, wide * 0.12, high * 0.48),
        *(("hills", top.x, top.y, wide * 0.2, high * 0.22) for top in hilltops),
    ]
    return "".join(ellipse(x, y, rx, ry, fill=f"url(#{tint})") for tint, x, y, rx, ry in tints)


PLANTS: Final = ("palm", "grass", "flower", "dune")
GRID: Final = (52.0, 47.0)


def plant_definitions(palette: Palette) -> str:
    """A palm, some grass, a flower and a dune."""
    line: Attributes = {
        "fill": "none",
        "stroke": palette.growth,
        "stroke_width": 1.6,
        "stroke_linecap": "round",
    }
    return "".join(
        [
            group(
                path(
                    "M0 9C1 4 1 0 0 -4M0 -4C-4 -8 -8 -6 -9 -2M0 -4C4 -8 8 -6 9 -2"
                    "M0 -4C-2 -9 -5 -10 -8 -9M0 -4C2 -9 5 -10 8 -9",
                    **line,
                ),
                id="palm",
            ),
            group(path("M-6 5C-6 1 -8 0 -8 -2M-2 5V-4M2 5C2 1 4 0 5 -3", **line), id="grass"),
            group(
                *(
                    ellipse(0, -4, 1.7, 2.8, fill=palette.growth, transform=f"rotate({turn})")
                    for turn in range(0, 360, 72)
                ),
                id="flower",
            ),
            group(path("M-11 3C-6 -4 0 -4 4 3M1 -1C5 -4 9 -2 11 3", **line), id="dune"),
        ]
    )


def free_spots(
    frame: Frame, room: OccupancyMap, shore: Sequence[Point], course: Sequence[Point]
) -> tuple[Point, ...]:
    """The places on dry land where nothing lies."""
    return tuple(
        spot
        for spot in _scatter_points(frame)
        if not is_at_sea(spot, shore) and _is_free(spot, room, course)
    )


def _scatter_points(frame: Frame) -> list[Point]:
    """Places all over the map, in no visible order yet always the same."""
    across, down = GRID
    return [
        Point(
            across * (column + 0.5) + (row * 29 + column * 17) % 23 - 11,
            down * (row + 0.5) + (row * 13 + column * 31) % 19 - 9,
        )
        for row in range(int(frame.height / down))
        for column in range(int(frame.width / across))
    ]


def _is_free(spot: Point, room: OccupancyMap, course: Sequence[Point]) -> bool:
    here = Box(spot.x - 22, spot.y - 19, 44, 38)
    return room.cost(here) == 0 and not any(here.holds(point) for point in course)


def draw_plants(spots: Sequence[Point]) -> str:
    """Something that grows on every spot."""
    return group(
        *(
            use(PLANTS[(number * 7 + number // 3) % len(PLANTS)], spot.x, spot.y)
            for number, spot in enumerate(spots)
        ),
        opacity="0.75",
    )


STARS: Final = STARS_TO_ENTER["hilltop"]
SPREAD: Final = 17.0


def hill_definitions(palette: Palette) -> str:
    """The hill, its foot around 0 14 and its stars on the slope."""
    outline = (
        "M-48 16C-36 10 -30 -8 -18 -18C-10 -25 2 -27 12 -19C26 -9 34 8 48 16C24 23 -24 23 -48 16Z"
    )
    shade = "M12 -19C26 -9 34 8 48 16C34 20 18 21 4 21C20 10 20 -6 12 -19Z"
    strokes = (
        "M-30 8C-26 2 -24 -3 -20 -8M-14 -12C-11 -15 -9 -17 -6 -18.5M-37 14C-34 12 -33 11 -31 9"
    )
    stars = "".join(use("star", (number - (STARS - 1) / 2) * SPREAD, 8) for number in range(STARS))
    return group(
        ellipse(0, 17, 48, 6, fill="#000", opacity="0.12"),
        path(outline, fill=palette.hill, stroke=palette.line, stroke_width=1.3),
        path(shade, fill=palette.hill_shade),
        path(
            strokes,
            fill="none",
            stroke=palette.hill_shade,
            stroke_width=1.6,
            stroke_linecap="round",
        ),
        stars,
        id="hill",
    )
