"""The backdrop of a page: symbols, cloth, land, trails and empty places, sent once for a game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from howdah.games.bombay.board import Board, BoardSite
from howdah.games.bombay.svg.layout import MARK_SIZE, Layout, layout_for, ribbon_box, ribbon_parts
from howdah.games.bombay.svg.sizes import Sizes
from howdah.games.bombay.svg.symbols import composed_symbols, draw_stall
from howdah.games.bombay.svg.terrain import draw_land
from howdah.games.bombay.svg.trails import draw_trails, trail_symbol
from howdah.render.cloth import draw_cloth
from howdah.render.markup import (
    SANS,
    SERIF,
    Attributes,
    escape,
    format_number,
    group,
    group_at,
    path,
    rect,
    tag,
    text_line,
    use,
)
from howdah.render.types import Shape

SKYLINES: Final = 4
_PATH_DATA = re.compile(r" d='(?P<commands>[^']*)'")
_DECIMALS = re.compile(r"-?\d*\.\d+")


def backdrop(board: Board, shape: Shape) -> str:
    """What never changes in a game: composed symbols, cloth, land, trails, empty stalls.

    Cities, hills and labels are the symbol `grounds`: the layers show it above what is lit.
    """
    layout = layout_for(board, shape)
    frame, border = layout.frame, layout.sizes.border
    drawn = group(
        tag("defs", *composed_symbols(layout.sizes).values(), *_board_symbols(board, layout)),
        draw_cloth(frame.width, frame.height, border),
        group_at(border, border, _map(board, layout)),
        font_family=SANS,
    )
    return _PATH_DATA.sub(_shorten_path, drawn)


def _board_symbols(board: Board, layout: Layout) -> Iterator[str]:
    """What is printed at all sites, and each trail as it looks when one may walk it."""
    yield group(*(_draw_ground(site, board, layout) for site in board.sites), id="grounds")
    look: Attributes = {"fill": "none", "stroke_linecap": "round"}
    for trail in layout.trails:
        yield group(
            path(trail.line, stroke="var(--line)", stroke_width=9, **look),
            path(trail.line, stroke="var(--gold)", stroke_width=5.6, **look),
            id=trail_symbol(*trail.ends),
        )


def _shorten_path(line: re.Match[str]) -> str:
    """Path data without invisible decimals and needless spaces."""
    rounded = _DECIMALS.sub(lambda found: format_number(float(found[0])), line["commands"])
    return f" d='{rounded.replace(' -', '-')}'"


def _map(board: Board, layout: Layout) -> str:
    sizes, places = layout.sizes, enumerate(layout.markets)
    stalls = (group_at(*place, draw_stall(number, sizes)) for number, place in places)
    bag = use("bag", *layout.bag, scale=sizes.stall.bag) if layout.bag else ""
    return draw_land(board, layout) + draw_trails(layout.trails) + "".join(stalls) + bag


def _draw_ground(site: BoardSite, board: Board, layout: Layout) -> str:
    """What is printed at a site, whatever stands there."""
    place = layout.places[site.id]
    if site.kind == "city":
        corner = layout.plaques[site.id]
        skyline = use(f"city-{board.cities.index(site) % SKYLINES}")
        city = group_at(*place, skyline, draw_ribbon(site, layout.sizes))
        return city + use("plaque", corner.left, corner.top)
    hill = use("hilltop", *place) if site.kind == "hilltop" else ""
    label, size = layout.labels[site.id], layout.sizes.label
    look: Attributes = {"class": "label"}
    return hill + text_line(label.centre.x, label.top + 0.96 * size, site.id, size, **look)


def draw_ribbon(site: BoardSite, sizes: Sizes) -> str:
    """The name of a city on its ribbon, around the city at 0 0."""
    half, foot = ribbon_box(site, sizes).width / 2, sizes.ribbon + 22
    inner, fold = half - 9, (20 + foot) / 2
    tails = (
        f"M{-half:.1f} 20H{-inner:.1f}V{foot:g}H{-half:.1f}L{-half + 5:.1f} {fold:g}Z"
        f"M{half:.1f} 20H{inner:.1f}V{foot:g}H{half:.1f}L{half - 5:.1f} {fold:g}Z"
    )
    return group(
        path(tails, fill="var(--roof)"),
        rect(-inner, 16, 2 * inner, sizes.ribbon + 5, rx=1.5, fill="var(--print)"),
        _ribbon_text(site, sizes),
        stroke="var(--line)",
        stroke_width=1,
    )


def _ribbon_text(site: BoardSite, sizes: Sizes) -> str:
    """The mark of a city, where there is room for it, and its name."""
    name, mark = ribbon_parts(site, sizes)
    small = tag("tspan", f"{mark}\u00a0", font_size=MARK_SIZE, font_family=SANS) if mark else ""
    look: Attributes = {"font_family": SERIF, "font_weight": "700", "text_anchor": "middle"}
    paint: Attributes = {"fill": "var(--ribbon-ink)", "stroke": "none"}
    size = sizes.ribbon
    return tag("text", small, escape(name), y=size + 16.5, font_size=size, **look, **paint)
