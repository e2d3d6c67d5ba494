"""What grows on the land: small prints, only where nothing else is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from howdah.games.bombay.svg.coast import is_at_sea
from howdah.games.bombay.svg.palette import Palette
from howdah.games.bombay.svg.placement import Box, Room
from howdah.render.common.geometry import Frame, Point
from howdah.render.markup import Look, group, oval, path, use

GROWTHS: Final = ("palm", "grass", "flower", "dune")
GRID: Final = (52.0, 47.0)


def growth_definitions(palette: Palette) -> str:
    """A palm, some grass, a flower and a dune."""
    line: Look = {
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
                    oval(0, -4, 1.7, 2.8, fill=palette.growth, transform=f"rotate({turn})")
                    for turn in range(0, 360, 72)
                ),
                id="flower",
            ),
            group(path("M-11 3C-6 -4 0 -4 4 3M1 -1C5 -4 9 -2 11 3", **line), id="dune"),
        ]
    )


def free_spots(
    frame: Frame, room: Room, shore: Sequence[Point], course: Sequence[Point]
) -> tuple[Point, ...]:
    """The places on dry land where nothing lies."""
    return tuple(
        spot
        for spot in _scattered(frame)
        if not is_at_sea(spot, shore) and _is_free(spot, room, course)
    )


def _scattered(frame: Frame) -> list[Point]:
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


def _is_free(spot: Point, room: Room, course: Sequence[Point]) -> bool:
    here = Box(spot.x - 22, spot.y - 19, 44, 38)
    return room.cost(here) == 0 and not any(here.holds(point) for point in course)


def growths(spots: Sequence[Point]) -> str:
    """Something that grows on every spot."""
    return group(
        *(
            use(GROWTHS[(number * 7 + number // 3) % len(GROWTHS)], spot.x, spot.y)
            for number, spot in enumerate(spots)
        ),
        opacity="0.75",
    )
