"""Cities: a skyline each, the name on a ribbon, and a plaque with what the city demands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from howdah.games.bombay.board import BoardSite
from howdah.games.bombay.names import ColourName
from howdah.games.bombay.rules import SALE_CLIENTS, SALE_RUPEES
from howdah.games.bombay.svg.palette import Palette
from howdah.games.bombay.svg.placement import Box
from howdah.games.bombay.svg.silk import cube, initial
from howdah.games.bombay.svg.sizes import WIDE, Measures
from howdah.games.bombay.svg.skyline import SKYLINES
from howdah.games.bombay.svg.tooltips import city_told
from howdah.render.common.text_metrics import fitted, width_of
from howdah.render.markup import SERIF, Look, bold, box, group, oval, path, placed, titled, use

PLAQUE_WIDTH, PLAQUE_HEIGHT = WIDE.plaque
ROW: Final = 21.0
MARK_SIZE: Final = 10.0
LONGEST_NAME: Final = 120.0


def skyline(number: int, palette: Palette) -> str:
    """The buildings of a city, by its order among the cities."""
    draw: Callable[[Palette], str] = SKYLINES[number % len(SKYLINES)]
    return group(
        oval(0, 15, 46, 5, fill="#000", opacity="0.15"),
        draw(palette),
        stroke=palette.line,
        stroke_width=1.1,
        stroke_linejoin="round",
    )


def ribbon_box(site: BoardSite, measures: Measures = WIDE) -> Box:
    """The room that a city's ribbon needs, around the city at 0 0."""
    name, mark = _ribbon_words(site, measures)
    width = width_of(name, measures.ribbon) + width_of(mark, MARK_SIZE) + 34
    return Box(-width / 2, 15, width, measures.ribbon + 7)


def _ribbon_words(site: BoardSite, measures: Measures) -> tuple[str, str]:
    name = fitted(site.name or "", measures.ribbon, LONGEST_NAME)
    return name, site.id if measures.has_marks else ""


def ribbon(site: BoardSite, palette: Palette, measures: Measures = WIDE) -> str:
    """The name of a city on its ribbon, around the city at 0 0."""
    half, foot = ribbon_box(site, measures).width / 2, measures.ribbon + 22
    inner, fold = half - 9, (20 + foot) / 2
    tails = (
        f"M{-half:.1f} 20H{-inner:.1f}V{foot:g}H{-half:.1f}L{-half + 5:.1f} {fold:g}Z"
        f"M{half:.1f} 20H{inner:.1f}V{foot:g}H{half:.1f}L{half - 5:.1f} {fold:g}Z"
    )
    return group(
        path(tails, fill=palette.roof),
        box(-inner, 16, 2 * inner, measures.ribbon + 5, rx=1.5, fill=palette.print),
        _words_on_ribbon(site, palette, measures),
        stroke=palette.line,
        stroke_width=1,
    )


def _words_on_ribbon(site: BoardSite, palette: Palette, measures: Measures) -> str:
    """The mark of a city and its name, from left to right; a name alone in the middle."""
    name, mark = _ribbon_words(site, measures)
    size = measures.ribbon
    start = -(width_of(name, size) + width_of(mark, MARK_SIZE) + 5) / 2
    after = start + width_of(mark, MARK_SIZE) + 5
    face: Look = {"font_family": SERIF}
    if mark:
        written = bold(start, 29, mark, MARK_SIZE, text_anchor="start") + bold(
            after, 29.5, name, size, text_anchor="start", **face
        )
    else:
        written = bold(0, size + 16.5, name, size, **face)
    return group(written, fill=palette.ribbon_ink, stroke="none")


def plaque(
    site: BoardSite, demands: tuple[ColourName, ...], tokens_left: int, palette: Palette
) -> str:
    """What a city pays for which silk, from the top, and its tokens left; corner at 0 0."""
    rows = [_demand(site.id, rank, colour, palette) for rank, colour in enumerate(demands)]
    return group(
        titled(city_told(site, demands, tokens_left)),
        box(
            0,
            0,
            PLAQUE_WIDTH,
            PLAQUE_HEIGHT,
            rx=5,
            fill=palette.plaque,
            stroke=palette.edge,
            stroke_width=1.4,
        ),
        *rows,
        _tokens(site.id, tokens_left, palette),
    )


def _demand(site: str, rank: int, colour: ColourName, palette: Palette) -> str:
    foot = 19 + rank * ROW
    pay = bold(7, foot - 0.5, SALE_RUPEES[rank], 14, text_anchor="start", fill=palette.ink)
    if SALE_CLIENTS[rank]:
        pay += bold(20, foot - 1, "+", 11, fill=palette.ink)
        pay += use("client", 29, foot - 6, scale=0.72, fill=palette.ink)
    piece = placed(
        37.5,
        foot - 12,
        cube(colour, palette),
        scale=0.9,
        id=f"demand-{site}-{colour}",
        data_demand=colour,
        data_rank=rank + 1,
    )
    coin = "" if SALE_CLIENTS[rank] else use("coin", 22.5, foot - 5.5, scale=0.68)
    return pay + coin + piece + initial(colour, 62.5, foot - 1, 9.5, palette)


def _tokens(site: str, left: int, palette: Palette) -> str:
    """The pile of the city's own tokens."""
    y = PLAQUE_HEIGHT - 10.5
    pile = "".join(token(14 + 7 * number, y, palette) for number in range(left))
    return group(
        path(f"M5 {y - 11}H{PLAQUE_WIDTH - 5}", stroke=palette.edge, stroke_width=0.8),
        pile,
        bold(PLAQUE_WIDTH - 6, y + 4.5, f"\u00d7{left}", 12, text_anchor="end", fill=palette.ink),
        id=f"city-tokens-{site}",
        data_tokens_left=left,
    )


def token(x: float, y: float, palette: Palette) -> str:
    """A city token."""
    return group(
        oval(x, y, 7.5, 7.5, fill=palette.paper, stroke=palette.line, stroke_width=0.9),
        use("gate", x, y, scale=0.55),
    )
