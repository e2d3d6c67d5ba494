"""The figures of the rules page: each shows what a section explains, without words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from howdah.games.bombay.board import BoardSite
from howdah.games.bombay.names import FACE_NAMES, TOKEN_NAMES, ColourName, TokenName
from howdah.games.bombay.rules import DRAW
from howdah.games.bombay.svg.city import PLAQUE_WIDTH, ROW, plaque, skyline
from howdah.games.bombay.svg.elephant import elephant_definitions
from howdah.games.bombay.svg.figure_parts import (
    CountedIcon,
    arrow,
    draw_elephant,
    draw_figure,
    label,
    pill,
)
from howdah.games.bombay.svg.icons import icon_definitions
from howdah.games.bombay.svg.market import draw_market
from howdah.games.bombay.svg.palette import Palette
from howdah.games.bombay.svg.silk import silk_definitions
from howdah.games.bombay.svg.terrain import hill_definitions
from howdah.games.bombay.svg.tokens import (
    crossroads_definitions,
    draw_post,
    medallion,
    palace_definitions,
    pavilion,
)
from howdah.games.bombay.svg.trail import draw_trails, trail_between
from howdah.render.common.geometry import Point
from howdah.render.markup import bold_line, ellipse, group_at, rect, use

GREY: Final = 1
BROWN: Final = 3
PINK: Final = 4
BOMBAY: Final = BoardSite("D3", "D", "city", 0, 0, "Bombay")
BOMBAY_SKYLINE: Final = 2

SITES: Final = {
    "A": Point(72, 150),
    "B": Point(380, 262),
    "D": Point(298, 72),
    "E": Point(165, 62),
    "F": Point(172, 258),
    "G": Point(196, 148),
    "H": Point(306, 178),
}
WAYS: Final = ("AE", "AF", "AG", "ED", "GD", "GH", "FH", "DH", "HB")
ENTRIES: Final = {
    "A": (2, Point(72, 192)),
    "B": (2, Point(380, 304)),
    "D": (1, Point(298, 108)),
    "E": (1, Point(165, 104)),
    "F": (1, Point(172, 300)),
    "G": (1, Point(196, 188)),
    "H": (1, Point(306, 211)),
}
"""The stars that entering a site of each letter costs, and where that is written."""

DRAWN: Final[Mapping[ColourName, int]] = {"yellow": 3, "blue": 3, "purple": 2, "orange": 1}
MARKETS: Final[tuple[Mapping[ColourName, int], ...]] = (
    {"yellow": 3, "blue": 3},
    {"purple": 2},
    {"orange": 1},
)
MARKET_AWNINGS: Final = (64, 92, 220, 366)
"""Where the arrow from each heap of drawn bales ends."""

GIFTS: Final[Mapping[TokenName, CountedIcon]] = {
    "client": ("+1", "client"),
    "rupees": ("+2", "coin"),
    "city": ("+1", "gate"),
    "bale": ("+1", "bolts"),
}


def sites(palette: Palette) -> str:
    """Every kind of site with its letter and the stars to enter it."""
    needs = (
        silk_definitions,
        icon_definitions,
        hill_definitions,
        crossroads_definitions,
        elephant_definitions,
    )
    trails = [trail_between((a, b), SITES[a], SITES[b], ()) for a, b in WAYS]
    return draw_figure(
        326,
        palette,
        needs,
        draw_trails(trails, palette, frozenset()),
        use("hill", *SITES["A"]),
        use("hill", *SITES["B"]),
        group_at(*SITES["D"], skyline(BOMBAY_SKYLINE, palette)),
        group_at(356, 22, plaque(BOMBAY, ("yellow", "purple", "orange"), 3, palette)),
        draw_post("E", "purple", *SITES["E"], palette, closed=False),
        draw_post("F", "yellow", *SITES["F"], palette, closed=True),
        group_at(*SITES["G"], medallion("city", "yellow", palette)),
        use("milestone", *SITES["H"]),
        draw_elephant(GREY, (), Point(62, 138), palette),
        *(_entry(name, palette) for name in ENTRIES),
    )


def _entry(name: str, palette: Palette) -> str:
    stars, (x, y) = ENTRIES[name]
    return label(name, x - 24, y + 6, palette) + pill(x + 10, y, palette, (str(stars), "star"))


def restock(palette: Palette) -> str:
    """Nine bales out of the bag, and the market into which each colour goes."""
    return draw_figure(
        236,
        palette,
        (silk_definitions, icon_definitions),
        use("bag", 48, 48, scale=1.7),
        bold_line(48, 63, DRAW, 22, fill="#2e211a"),
        arrow(Point(84, 48), Point(112, 48), palette),
        *(_heap(place, *heap, palette) for place, heap in enumerate(DRAWN.items())),
        *(
            draw_market(place, held, 78 + 142 * place, 174, palette)
            for place, held in enumerate(MARKETS)
        ),
    )


def _heap(place: int, colour: ColourName, count: int, palette: Palette) -> str:
    """Bales of one colour as they were drawn, how many they are, and the way they go."""
    x = 126.0 + 78 * place
    bolts = "".join(use(f"bolt-{colour}", x, 54 - 11 * number) for number in range(count))
    way = arrow(Point(x + 24, 84), Point(MARKET_AWNINGS[place], 112), palette)
    return bolts + bold_line(x + 40, 64, count, 17, fill=palette.ink) + way


def buy(palette: Palette) -> str:
    """A whole turn: one star down from the hill, then two stars and a rupee at the market."""
    hill, stall = Point(64, 118), Point(176, 112)
    trail = trail_between(("A", "E"), hill, stall, ())
    return draw_figure(
        176,
        palette,
        (silk_definitions, icon_definitions, hill_definitions, elephant_definitions),
        draw_trails([trail], palette, frozenset()),
        use("hill", *hill),
        draw_post("E", "purple", *stall, palette, closed=False),
        draw_elephant(GREY, ("purple",), Point(244, 146), palette),
        draw_market(1, {"purple": 2}, 364, 76, palette),
        arrow(Point(294, 92), Point(244, 92), palette),
        pill(114, 154, palette, ("1", "star")),
        pill(232, 44, palette, ("1", "coin"), ("2", "star")),
    )


def sell(palette: Palette) -> str:
    """A purple bale sold in Bombay: what it pays, and how the demands move."""
    return draw_figure(
        252,
        palette,
        (silk_definitions, icon_definitions, elephant_definitions),
        group_at(22, 22, _demands(("yellow", "purple", "orange"), 1, 3, palette), scale=1.4),
        group_at(320, 22, _demands(("yellow", "orange", "purple"), 2, 2, palette), scale=1.4),
        group_at(220, 48, skyline(BOMBAY_SKYLINE, palette)),
        arrow(Point(136, 88), Point(304, 88), palette),
        pill(220, 112, palette, ("1", "star")),
        pill(178, 146, palette, ("+3", "coin")),
        pill(262, 146, palette, ("+1", "client")),
        pill(220, 180, palette, ("+1", "gate")),
        draw_elephant(BROWN, ("purple",), Point(72, 236), palette),
        arrow(Point(116, 220), Point(146, 220), palette),
        use("bolt-purple", 154, 215),
        arrow(Point(188, 220), Point(208, 220), palette),
        use("bag", 236, 220, scale=1.2),
        draw_elephant(BROWN, (), Point(370, 236), palette),
    )


def _demands(colours: tuple[ColourName, ...], rank: int, tokens: int, palette: Palette) -> str:
    """The plaque of Bombay, a ring around one of its demands."""
    y, wide = 1.5 + ROW * rank, PLAQUE_WIDTH - 37.5
    ring = rect(35, y, wide, ROW, rx=5, fill="none", stroke=palette.heading, stroke_width=1.8)
    return plaque(BOMBAY, colours, tokens, palette) + ring


def build(palette: Palette) -> str:
    """A palace built on a palace token, and the rupee it earns when a rival comes by."""
    site = Point(276, 100)
    trail = trail_between(("G", "H"), Point(430, 104), site, ())
    return draw_figure(
        168,
        palette,
        (silk_definitions, icon_definitions, elephant_definitions, palace_definitions),
        draw_trails([trail], palette, frozenset()),
        group_at(92, 66, medallion("rupees", "yellow", palette), scale=1.3),
        draw_elephant(PINK, ("blue",), Point(50, 132), palette),
        arrow(Point(128, 84), Point(222, 84), palette),
        pill(174, 56, palette, ("1", "star"), ("1", "bolt-blue")),
        pill(174, 116, palette, ("+2", "coin")),
        ellipse(site.x, site.y + 4, 36, 12, fill=palette.cloth, opacity="0.8"),
        group_at(*site, pavilion(PINK, palette), scale=1.35),
        draw_elephant(GREY, (), Point(384, 102), palette, facing=-1),
        arrow(Point(346, 70), Point(312, 70), palette),
        pill(site.x, 140, palette, ("+1", "coin"), ("", str(PINK))),
    )


def tokens(palette: Palette) -> str:
    """The four palace tokens in both faces, and what each gives."""
    return draw_figure(
        176,
        palette,
        (silk_definitions, icon_definitions),
        *(
            group_at(64 + 104 * column, 36 + 58 * row, medallion(token, face, palette), scale=1.35)
            for row, face in enumerate(FACE_NAMES)
            for column, token in enumerate(TOKEN_NAMES)
        ),
        *(
            pill(64 + 104 * column, 148, palette, GIFTS[token])
            for column, token in enumerate(TOKEN_NAMES)
        ),
    )


FIGURES: Final[Mapping[str, Callable[[Palette], str]]] = {
    "sites": sites,
    "restock": restock,
    "buy": buy,
    "sell": sell,
    "build": build,
    "tokens": tokens,
}
"""Every figure by the name that the rules page gives it."""
