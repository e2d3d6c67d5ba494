"""Markets: three stalls with their prices, the bolts stacked by silk and counted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from howdah.games.bombay.names import MARKET_NAMES, ColourName
from howdah.games.bombay.rules import BUY_RUPEES, BUY_STARS
from howdah.games.bombay.svg.palette import Palette
from howdah.games.bombay.svg.placement import Box
from howdah.games.bombay.svg.silk import letter
from howdah.games.bombay.svg.tooltips import describe_market
from howdah.i18n import translate
from howdah.render.markup import (
    bold_line,
    ellipse,
    group,
    group_at,
    path,
    rect,
    text_line,
    tooltip,
    use,
)

WIDTH: Final = 128.0
HEIGHT: Final = 96.0
BODY: Final = Box(-WIDTH / 2, -HEIGHT / 2 - 6, WIDTH, HEIGHT + 12)
"""The room that a stall needs with its price plate, around 0 0."""
STACK: Final = 29.0
BOLT_HEIGHT: Final = 10.0
FLOOR: Final = 26.0


def draw_market(
    number: int, bales: Mapping[ColourName, int], x: float, y: float, palette: Palette
) -> str:
    """One market around x y, by its place from the left."""
    name = MARKET_NAMES[number]
    return group_at(
        x,
        y,
        tooltip(describe_market(number, bales)),
        draw_stall(palette),
        _stacks(name, bales, palette) if bales else empty_market_text(palette),
        price_plate(number, palette),
        id=f"market-{name}",
        data_market=name,
    )


def draw_stall(palette: Palette) -> str:
    """The booth of a market around 0 0, its floor empty."""
    half, top = WIDTH / 2, -HEIGHT / 2
    scallops = "".join(
        path(
            f"M{-half + 16 * n} {top + 14}V{top + 21}a8 6 0 0 0 16 0V{top + 14}Z",
            fill=palette.print if n % 2 == 0 else palette.ivory,
        )
        for n in range(8)
    )
    return group(
        ellipse(0, 48, half, 5, fill="#000", opacity="0.18", stroke="none"),
        rect(-half + 2, top + 10, WIDTH - 4, HEIGHT - 12, rx=3, fill=palette.plaque),
        scallops,
        rect(-half - 1, 45, WIDTH + 2, 5, rx=2, fill=palette.wood),
        stroke=palette.line,
        stroke_width=1.1,
    )


def price_plate(number: int, palette: Palette) -> str:
    """The price plate over the awning: rupees and stars, as numbers and as signs."""
    top = -HEIGHT / 2
    return group(
        rect(
            -46, top - 5, 92, 21, rx=5, fill=palette.plaque, stroke=palette.line, stroke_width=1.2
        ),
        bold_line(-34, top + 11, BUY_RUPEES[number], 15),
        use("coin", -20, top + 5.5, scale=0.95),
        path(f"M0 {top}V{top + 11}", stroke=palette.edge, stroke_width=1),
        bold_line(14, top + 11, BUY_STARS[number], 15),
        use("star", 29, top + 5.5, scale=0.95),
        fill=palette.ink,
    )


def _stacks(name: str, bales: Mapping[ColourName, int], palette: Palette) -> str:
    start = -(len(bales) - 1) * STACK / 2
    return "".join(
        _stack(name, colour, count, start + STACK * place, palette)
        for place, (colour, count) in enumerate(bales.items())
    )


def _stack(name: str, colour: ColourName, count: int, x: float, palette: Palette) -> str:
    bolts = "".join(
        group(
            use(f"bolt-{colour}", x - 13, FLOOR - BOLT_HEIGHT * (place + 1)),
            id=f"bale-{name}-{colour}-{place + 1}",
            data_bale=colour,
        )
        for place in range(count)
    )
    return bolts + bold_line(x, FLOOR + 15, f"{count} {letter(colour)}", 12.5, fill=palette.ink)


def empty_market_text(palette: Palette) -> str:
    """The text in an empty market."""
    return text_line(
        0,
        18,
        translate("no bales"),
        13,
        text_anchor="middle",
        font_style="italic",
        fill=palette.faint,
    )
