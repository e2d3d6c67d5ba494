"""The backdrop of a page: cloth, land, trails and empty places, sent once for a whole game."""

from __future__ import annotations

import re
from typing import Final

from howdah.games.bombay.board import Board
from howdah.games.bombay.svg.elephant import elephant_definitions
from howdah.games.bombay.svg.elephants import elephant_symbols
from howdah.games.bombay.svg.icons import icon_definitions
from howdah.games.bombay.svg.market_stalls import draw_stalls, stall_definitions
from howdah.games.bombay.svg.move_targets import target_definitions
from howdah.games.bombay.svg.page_layout import PageLayout
from howdah.games.bombay.svg.palette import Palette
from howdah.games.bombay.svg.silk import silk_definitions
from howdah.games.bombay.svg.site_pieces import (
    demand_definitions,
    draw_site_ground,
    piece_definitions,
)
from howdah.games.bombay.svg.terrain import (
    draw_land,
    draw_plants,
    hill_definitions,
    plant_definitions,
    terrain_definitions,
)
from howdah.games.bombay.svg.water import (
    draw_river,
    draw_sea_on_page,
    sea_definitions,
    water_definition,
)
from howdah.render.common.cloth import border_pattern, cloth
from howdah.render.common.geometry import BORDER, MARGIN, Frame
from howdah.render.markup import SANS, format_number, group, group_at, path, rect, tag, use

LINES: Final = re.compile(r' d="(?P<commands>[^"]*)"')
NUMBERS: Final = re.compile(r"-?\d*\.\d+")


def draw_backdrop(board: Board, page: PageLayout, palette: Palette) -> str:
    """Draw all that never changes in a game."""
    border = page.sizes.border
    drawn = group(
        tag("defs", _definitions(page, palette)),
        _cloth(page, palette),
        group_at(border, border, _map(board, page, palette)),
        font_family=SANS,
    )
    return LINES.sub(_shorten_path, drawn)


def _shorten_path(line: re.Match[str]) -> str:
    """Path data without invisible decimals and needless spaces."""
    rounded = NUMBERS.sub(lambda found: format_number(float(found[0])), line["commands"])
    return f' d="{rounded.replace(" -", "-")}"'


def _definitions(page: PageLayout, palette: Palette) -> str:
    frame, sizes = page.layout.frame, page.sizes
    lines = "".join(trail.line for trail in page.layout.trails)
    return "".join(
        [
            border_pattern(palette) if sizes.border == BORDER else "",
            terrain_definitions(frame, palette),
            plant_definitions(palette),
            sea_definitions(palette),
            silk_definitions(palette),
            icon_definitions(palette),
            hill_definitions(palette),
            elephant_definitions(palette),
            piece_definitions(palette),
            demand_definitions(palette, sizes),
            elephant_symbols(palette, sizes.elephant),
            target_definitions(palette, sizes.badge),
            stall_definitions(palette) if sizes.has_markets else "",
            water_definition(page.layout.shore),
            path(lines, id="trails", fill="none"),
        ]
    )


def _cloth(page: PageLayout, palette: Palette) -> str:
    """The cloth with its printed border; a phone has room for a narrow one only."""
    frame, border = page.layout.frame, page.sizes.border
    if border == BORDER:
        return group_at(-MARGIN, -MARGIN, cloth(frame, palette))
    return _narrow_cloth(frame, border, palette)


def _narrow_cloth(frame: Frame, border: float, palette: Palette) -> str:
    """A cloth whose border is a row of beads."""
    wide, high, half = frame.width + 2 * border, frame.height + 2 * border, border / 2
    beads = group(
        rect(half, half, wide - border, high - border),
        fill="none",
        stroke=palette.cloth,
        stroke_width=3.6,
        stroke_dasharray="0.1 9",
        stroke_linecap="round",
    )
    ground = rect(border, border, frame.width, frame.height, fill=palette.plain)
    return rect(0, 0, wide, high, rx=4, fill=palette.print) + beads + ground


def _map(board: Board, page: PageLayout, palette: Palette) -> str:
    cities = board.cities
    return "".join(
        [
            group(_land(board, page, palette), clip_path="url(#map-edge)"),
            use("trails", stroke=palette.halo, stroke_width=11),
            use("trails", stroke=palette.stitch, stroke_width=8.6, stroke_dasharray="5 3"),
            use("trails", stroke=palette.trail, stroke_width=6, stroke_linecap="round"),
            draw_stalls(page, palette),
            *(
                draw_site_ground(site, cities.index(site) if site in cities else 0, page, palette)
                for site in board.sites
            ),
        ]
    )


def _land(board: Board, page: PageLayout, palette: Palette) -> str:
    """The land with its coast and river, and what grows where nothing lies."""
    layout = page.layout
    tops = [layout.places[site.id] for site in board.sites if site.kind == "hilltop"]
    return "".join(
        [
            draw_land(layout.frame, tops),
            draw_river(layout.course, palette),
            draw_sea_on_page(palette),
            draw_plants(layout.spots),
        ]
    )
