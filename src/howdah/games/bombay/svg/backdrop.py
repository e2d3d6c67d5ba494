"""The backdrop of a page: cloth, land, trails and empty places, sent once for a whole game."""

from __future__ import annotations

import re
from typing import Final

from howdah.games.bombay.board import Board
from howdah.games.bombay.svg.elephant import elephant_definitions
from howdah.games.bombay.svg.elephants import herd_definitions
from howdah.games.bombay.svg.icons import pictogram_definitions
from howdah.games.bombay.svg.market_stalls import stall_definitions, stalls_drawn
from howdah.games.bombay.svg.move_targets import invitation_definitions
from howdah.games.bombay.svg.page_layout import Stage
from howdah.games.bombay.svg.palette import Palette
from howdah.games.bombay.svg.silk import silk_definitions
from howdah.games.bombay.svg.site_pieces import demand_definitions, ground, standing_definitions
from howdah.games.bombay.svg.terrain import (
    ground_definitions,
    growth_definitions,
    growths,
    hill_definitions,
    land,
)
from howdah.games.bombay.svg.water import (
    river_drawn,
    sea_definitions,
    sea_on_page,
    water_definition,
)
from howdah.render.common.cloth import border_print, cloth
from howdah.render.common.geometry import BORDER, MARGIN, Frame
from howdah.render.markup import SANS, box, group, number, path, placed, tag, use

LINES: Final = re.compile(r' d="(?P<commands>[^"]*)"')
NUMBERS: Final = re.compile(r"-?\d*\.\d+")


def backdrop_drawn(board: Board, stage: Stage, palette: Palette) -> str:
    """All that never changes in a game."""
    border = stage.measures.border
    drawn = group(
        tag("defs", _definitions(stage, palette)),
        _cloth(stage, palette),
        placed(border, border, _map(board, stage, palette)),
        font_family=SANS,
    )
    return LINES.sub(_tightened, drawn)


def _tightened(line: re.Match[str]) -> str:
    """A line of a path without the decimals that no eye can see, nor spaces that no one needs."""
    rounded = NUMBERS.sub(lambda found: number(float(found[0])), line["commands"])
    return f' d="{rounded.replace(" -", "-")}"'


def _definitions(stage: Stage, palette: Palette) -> str:
    frame, measures = stage.layout.frame, stage.measures
    lines = "".join(trail.line for trail in stage.layout.trails)
    return "".join(
        [
            border_print(palette) if measures.border == BORDER else "",
            ground_definitions(frame, palette),
            growth_definitions(palette),
            sea_definitions(palette),
            silk_definitions(palette),
            pictogram_definitions(palette),
            hill_definitions(palette),
            elephant_definitions(palette),
            standing_definitions(palette),
            demand_definitions(palette, measures),
            herd_definitions(palette, measures.elephant),
            invitation_definitions(palette, measures.badge),
            stall_definitions(palette) if measures.has_markets else "",
            water_definition(stage.layout.shore),
            path(lines, id="trails", fill="none"),
        ]
    )


def _cloth(stage: Stage, palette: Palette) -> str:
    """The cloth with its printed border; a phone has room for a narrow one only."""
    frame, border = stage.layout.frame, stage.measures.border
    if border == BORDER:
        return placed(-MARGIN, -MARGIN, cloth(frame, palette))
    return _narrow_cloth(frame, border, palette)


def _narrow_cloth(frame: Frame, border: float, palette: Palette) -> str:
    """A cloth whose border is a row of beads."""
    wide, high, half = frame.width + 2 * border, frame.height + 2 * border, border / 2
    beads = group(
        box(half, half, wide - border, high - border),
        fill="none",
        stroke=palette.cloth,
        stroke_width=3.6,
        stroke_dasharray="0.1 9",
        stroke_linecap="round",
    )
    ground = box(border, border, frame.width, frame.height, fill=palette.plain)
    return box(0, 0, wide, high, rx=4, fill=palette.print) + beads + ground


def _map(board: Board, stage: Stage, palette: Palette) -> str:
    cities = board.cities
    return "".join(
        [
            group(_land(board, stage, palette), clip_path="url(#map-edge)"),
            use("trails", stroke=palette.halo, stroke_width=11),
            use("trails", stroke=palette.stitch, stroke_width=8.6, stroke_dasharray="5 3"),
            use("trails", stroke=palette.trail, stroke_width=6, stroke_linecap="round"),
            stalls_drawn(stage, palette),
            *(
                ground(site, cities.index(site) if site in cities else 0, stage, palette)
                for site in board.sites
            ),
        ]
    )


def _land(board: Board, stage: Stage, palette: Palette) -> str:
    """The land with its coast and river, and what grows where nothing lies."""
    layout = stage.layout
    tops = [layout.places[site.id] for site in board.sites if site.kind == "hilltop"]
    return "".join(
        [
            land(layout.frame, tops),
            river_drawn(layout.course, palette),
            sea_on_page(palette),
            growths(layout.spots),
        ]
    )
