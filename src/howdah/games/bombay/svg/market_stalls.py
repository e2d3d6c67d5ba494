"""The markets on a page: on the map if it is wide, in a row under it on a phone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from howdah.games.bombay.names import MARKET_NAMES, ColourName
from howdah.games.bombay.rules import BUY_RUPEES, BUY_STARS
from howdah.games.bombay.svg import market
from howdah.games.bombay.svg.page_layout import PageLayout
from howdah.games.bombay.svg.palette import STRONG, Palette
from howdah.games.bombay.svg.silk import letter
from howdah.games.bombay.svg.tooltips import describe_market
from howdah.games.bombay.view import BombayView
from howdah.i18n import translate
from howdah.render.common.geometry import Point
from howdah.render.markup import group, group_at, path, rect, text_line, tooltip, use
from howdah.render.types import Size


@dataclass(frozen=True)
class StallSizes:
    """The sizes of a market around 0 0, and of the stacks of bolts in it."""

    size: Size
    floor: float
    bolt: float
    """How many times larger a bolt is than it is drawn."""
    step: float
    """From a bolt to the one on it."""
    stack: float
    """From a stack to the next."""
    letters: float


ON_MAP: Final = StallSizes(
    Size(market.WIDTH, market.HEIGHT), market.FLOOR, 1, 10, market.STACK, 12.5
)
IN_ROW: Final = StallSizes(Size(178, 98), 27, 1.3, 9, 43, 16)
SCALLOPS: Final = 9
MARKETS_SIZE: Final = Size(550, 100)
"""The size of the row of markets that a phone shows under its map."""


def stall_definitions(palette: Palette) -> str:
    """The stall of a market on the map."""
    return group(market.draw_stall(palette), id="stall")


def draw_stalls(page: PageLayout, palette: Palette) -> str:
    """The stalls on the map with their prices, still empty."""
    return "".join(
        group_at(*place, use("stall"), market.price_plate(number, palette))
        for number, place in enumerate(page.layout.markets)
    )


def draw_bales_on_map(view: BombayView, page: PageLayout, palette: Palette) -> str:
    """The bales in the markets that stand on the map."""
    return "".join(
        _draw_bales(number, bales, place, ON_MAP, palette)
        for number, (bales, place) in enumerate(zip(view.markets, page.layout.markets))
    )


def draw_market_row(view: BombayView, palette: Palette) -> str:
    """The markets beside each other, each with its price and its bales."""
    wide, high = MARKETS_SIZE
    first, last = 1 + IN_ROW.size.width / 2, len(view.markets) - 1
    places = [
        Point(first + (wide - 2 * first) * number / last, high / 2) for number in range(last + 1)
    ]
    return "".join(
        group_at(*place, _booth(number, palette))
        + _draw_bales(number, bales, place, IN_ROW, palette)
        for number, (bales, place) in enumerate(zip(view.markets, places))
    )


def _booth(number: int, palette: Palette) -> str:
    """A small stall of the row around 0 0, its price on the awning."""
    wide, high = IN_ROW.size
    left, top, part = -wide / 2, -high / 2, wide / SCALLOPS
    scallops = [
        path(
            f"M{left + part * nth:.1f} {top + 6}v15a{part / 2:.1f} 7 0 0 0 {part:.1f} 0v-15z",
            fill=palette.print if nth % 2 == 0 else palette.ivory,
        )
        for nth in range(SCALLOPS)
    ]
    return group(
        rect(left, top + 4, wide, high - 4, rx=5, fill=palette.plaque),
        *scallops,
        stroke=palette.line,
        stroke_width=1.2,
    ) + _price(number, top, palette)


def _price(number: int, top: float, palette: Palette) -> str:
    return group(
        rect(
            -48, top + 1, 96, 25, rx=6, fill=palette.plaque, stroke=palette.edge, stroke_width=1.2
        ),
        text_line(-33, top + 20, BUY_RUPEES[number], 18.5, **STRONG),
        use("coin", -15, top + 13.5, scale=1.2),
        text_line(16, top + 20, BUY_STARS[number], 18.5, **STRONG),
        use("star", 34, top + 13, scale=1.2),
    )


def _draw_bales(
    number: int, bales: Mapping[ColourName, int], place: Point, shelf: StallSizes, palette: Palette
) -> str:
    """The bales of a market whose middle is at a place, stacked by silk and counted."""
    start = place.x - (len(bales) - 1) * shelf.stack / 2
    stacks = [
        _stack(colour, count, Point(start + shelf.stack * nth, place.y + shelf.floor), shelf)
        for nth, (colour, count) in enumerate(bales.items())
    ]
    wide, high = shelf.size
    return group(
        tooltip(describe_market(number, bales)),
        rect(place.x - wide / 2, place.y - high / 2, wide, high, fill="none", pointer_events="all"),
        *stacks,
        "" if bales else _no_bales(place, shelf, palette),
        id=f"market-{MARKET_NAMES[number]}",
        data_market=MARKET_NAMES[number],
    )


def _stack(colour: ColourName, count: int, foot: Point, shelf: StallSizes) -> str:
    left, first = foot.x - 13 * shelf.bolt, foot.y - 10 * shelf.bolt
    bolts = [
        group_at(
            left,
            first - shelf.step * nth,
            use(f"bolt-{colour}", scale=shelf.bolt),
            id=f"bale-market-{colour}-{nth + 1}",
            data_bale=colour,
        )
        for nth in range(count)
    ]
    label = f"{count} {letter(colour)}"
    return "".join(bolts) + text_line(
        foot.x, foot.y + 1.2 * shelf.letters, label, shelf.letters, **STRONG
    )


def _no_bales(place: Point, shelf: StallSizes, palette: Palette) -> str:
    return text_line(
        place.x,
        place.y + 18,
        translate("no bales"),
        shelf.letters,
        text_anchor="middle",
        font_style="italic",
        fill=palette.faint,
    )
