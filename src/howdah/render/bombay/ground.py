"""The ground: a wooden table, the cloth with its block-printed border, and the land on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from howdah.render.bombay.coast import is_at_sea
from howdah.render.bombay.frame import BLOCK, BORDER, MARGIN, Frame, Point
from howdah.render.bombay.palette import Palette
from howdah.render.bombay.room import Box, Room
from howdah.render.markup import Look, box, disc, group, oval, path, tag, use

PRINT: Final = 21.0
GROWTHS: Final = ("palm", "grass", "flower", "dune")
GRID: Final = (52.0, 47.0)


def ground_definitions(frame: Frame, palette: Palette) -> str:
    """The vignette, the tints of the land, the print of the border and what grows."""
    return "".join(
        [
            _glow("vignette", palette.table, palette.table_edge, "0.9"),
            _fade("desert", palette.desert),
            _fade("hills", palette.hills),
            _border_print(palette),
            _growth(palette),
            tag(
                "clipPath",
                box(0, 0, frame.width, frame.height, rx=3),
                id="map-edge",
            ),
        ]
    )


def _glow(name: str, middle: str, rim: str, radius: str) -> str:
    stops = tag("stop", offset="0.45", stop_color=middle) + tag("stop", offset="1", stop_color=rim)
    return tag("radialGradient", stops, id=name, cx="0.5", cy="0.45", r=radius)


def _fade(name: str, colour: str) -> str:
    stops = "".join(
        tag("stop", offset=offset, stop_color=colour, stop_opacity=shade)
        for offset, shade in (("0", "1"), ("0.6", "0.75"), ("1", "0"))
    )
    return tag("radialGradient", stops, id=name)


def _border_print(palette: Palette) -> str:
    """One block of the border: a flower between two leaves."""
    flower = "".join(
        oval(0, -4.4, 1.9, 3, fill=palette.cloth, transform=f"translate(12.5 10.5) rotate({turn})")
        for turn in range(0, 360, 60)
    )
    leaves = path(
        "M0 3.5C5 5 5 16 0 17.5C-5 16 -5 5 0 3.5ZM25 3.5C30 5 30 16 25 17.5C20 16 20 5 25 3.5Z",
        fill=palette.print_pale,
    )
    return tag(
        "pattern",
        box(0, 0, BLOCK, PRINT, fill=palette.print),
        leaves,
        flower,
        disc(12.5, 10.5, 1.8, fill=palette.gold),
        id="border-print",
        width=BLOCK,
        height=PRINT,
        patternUnits="userSpaceOnUse",
    )


def _growth(palette: Palette) -> str:
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


def table(frame: Frame, palette: Palette) -> str:
    """The wood under everything."""
    size = frame.sheet
    grain = "".join(
        f"M0 {y}C{size.x * 0.3:.0f} {y - 9} {size.x * 0.6:.0f} {y + 11} {size.x:.0f} {y - 3}"
        for y in range(30, int(size.y), 37)
    )
    return box(0, 0, size.x, size.y, fill="url(#vignette)") + path(
        grain, fill="none", stroke=palette.grain, stroke_width=1.4, opacity="0.6"
    )


def cloth(frame: Frame, palette: Palette) -> str:
    """The cloth on the table, its printed border around the map."""
    wide, high = frame.width + 2 * BORDER, frame.height + 2 * BORDER
    strip: Look = {"fill": "url(#border-print)"}
    sides = "".join(
        box(0, 0, length, BORDER, transform=f"translate({x:g} {y:g}) rotate({turn})", **strip)
        for x, y, turn, length in (
            (BORDER, 0, 0, frame.width),
            (wide - BORDER, high, 180, frame.width),
            (wide, BORDER, 90, frame.height),
            (0, high - BORDER, 270, frame.height),
        )
    )
    corners = "".join(_corner(x, y, palette) for x in (0, wide - 21) for y in (0, high - 21))
    return group(
        box(4, 6, wide, high, rx=4, fill="#000", opacity="0.35"),
        sides,
        corners,
        box(BORDER, BORDER, frame.width, frame.height, fill=palette.plain),
        box(
            BORDER,
            BORDER,
            frame.width,
            frame.height,
            fill="none",
            stroke=palette.cloth,
            stroke_width=5,
        ),
        box(0.7, 0.7, wide - 1.4, high - 1.4, fill="none", stroke=palette.cloth, stroke_width=1.6),
        transform=f"translate({MARGIN:g} {MARGIN:g})",
    )


def _corner(x: float, y: float, palette: Palette) -> str:
    return (
        box(x, y, 21, 21, fill=palette.print)
        + path(f"M{x + 10.5} {y + 2.5}l8 8-8 8-8-8z", fill=palette.cloth)
        + disc(x + 10.5, y + 10.5, 3.4, fill=palette.print)
    )


def land(frame: Frame, hilltops: Sequence[Point]) -> str:
    """The tints of the land: desert in the north, hills around the hilltops and in the south."""
    wide, high = frame.width, frame.height
    tints = [
        ("desert", wide * 0.42, high * 0.08, wide * 0.36, high * 0.30),
        ("desert", wide * 0.92, high * 0.62, wide * 0.24, high * 0.26),
        ("hills", wide * 0.18, high * 0.62, wide * 0.12, high * 0.48),
        *(("hills", top.x, top.y, wide * 0.2, high * 0.22) for top in hilltops),
    ]
    return "".join(oval(x, y, rx, ry, fill=f"url(#{tint})") for tint, x, y, rx, ry in tints)


def growths(frame: Frame, room: Room, shore: Sequence[Point], course: Sequence[Point]) -> str:
    """Small prints of what grows, only where nothing else is."""
    across, down = GRID
    spots = [
        Point(
            across * (column + 0.5) + (row * 29 + column * 17) % 23 - 11,
            down * (row + 0.5) + (row * 13 + column * 31) % 19 - 9,
        )
        for row in range(int(frame.height / down))
        for column in range(int(frame.width / across))
    ]
    free = [spot for spot in spots if _is_free(spot, room, course) and not is_at_sea(spot, shore)]
    return group(
        *(
            use(GROWTHS[(number * 7 + number // 3) % 4], spot.x, spot.y)
            for number, spot in enumerate(free)
        ),
        opacity="0.75",
    )


def _is_free(spot: Point, room: Room, course: Sequence[Point]) -> bool:
    here = Box(spot.x - 22, spot.y - 19, 44, 38)
    return room.cost(here) == 0 and not any(here.holds(point) for point in course)
