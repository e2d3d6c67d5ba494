"""The figures of the rules page: each shows what a section explains, without words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import accumulate
from typing import Final, NamedTuple

from howdah.games.bombay.names import FACE_NAMES, TOKEN_NAMES, ColourName, TokenName
from howdah.games.bombay.rules import DRAW
from howdah.games.bombay.svg.pieces import draw_figure, draw_stacks
from howdah.games.bombay.svg.sizes import WIDE
from howdah.games.bombay.svg.symbols import draw_stall
from howdah.games.bombay.svg.trails import draw_trails, trail_between
from howdah.render.css import seat_class
from howdah.render.geometry import Point, format_point
from howdah.render.markup import (
    SANS,
    Attributes,
    bold_line,
    circle,
    ellipse,
    group,
    group_at,
    path,
    rect,
    tag,
    use,
)

WIDTH: Final = 440.0
"""No wider than a phone can show with its numbers still large enough to read."""
GREY: Final = 1
BROWN: Final = 3
PINK: Final = 4
BOMBAY: Final = "city-2"
"""The skyline of Bombay."""


class FigureSite(NamedTuple):
    """A site of the figure of all sites."""

    symbol: str
    place: Point
    stars: int
    """What it costs to enter it."""
    label: Point
    """Where that is written."""


SITES: Final = {
    "A": FigureSite("hilltop", Point(72, 150), 2, Point(72, 192)),
    "B": FigureSite("hilltop", Point(380, 262), 2, Point(380, 304)),
    "D": FigureSite(BOMBAY, Point(256, 72), 1, Point(256, 108)),
    "E": FigureSite("open-purple", Point(165, 62), 1, Point(165, 104)),
    "F": FigureSite("closed-yellow", Point(172, 258), 1, Point(172, 300)),
    "G": FigureSite("yellow-city", Point(196, 148), 1, Point(196, 188)),
    "H": FigureSite("milestone", Point(306, 178), 1, Point(306, 211)),
}
TRAILS: Final = ("AE", "AF", "AG", "ED", "GD", "GH", "FH", "DH", "HB")
DRAWN: Final[Mapping[ColourName, int]] = {"yellow": 3, "blue": 3, "purple": 2, "orange": 1}
MARKETS: Final[tuple[Mapping[ColourName, int], ...]] = (
    {"yellow": 3, "blue": 3},
    {"purple": 2},
    {"orange": 1},
)
MARKET_AWNINGS: Final = (64, 92, 220, 366)
"""Where the arrow from each heap of drawn bales ends."""
CountedIcon = tuple[str, str]
"""A number, and the symbol of what it counts."""
GIFTS: Final[Mapping[TokenName, CountedIcon]] = {
    "client": ("+1", "client"),
    "rupees": ("+2", "coin"),
    "city": ("+1", "gate"),
    "bale": ("+1", "gift-bale"),
}


class TurnStep(NamedTuple):
    """A step of the worked turn, and how things stand after it."""

    action: str
    price: tuple[CountedIcon, ...]
    """What it costs besides a star."""
    changes: tuple[CountedIcon, ...]
    """What it pays."""
    bales: tuple[ColourName, ...]
    demands: tuple[ColourName, ...]
    sold: int | None
    """The place of the cube that has just sunk."""
    city_tokens_left: int
    purse: tuple[int, int, int]
    """Rupees, client tokens and city tokens of the player."""


WORKED_TURN: Final = (
    TurnStep(
        action="move D3",
        price=(),
        changes=(),
        bales=("purple", "yellow"),
        demands=("purple", "yellow", "orange"),
        sold=None,
        city_tokens_left=3,
        purse=(1, 0, 0),
    ),
    TurnStep(
        action="sell purple",
        price=(("1", "bolt-purple"),),
        changes=(("+4", "coin"), ("+1", "client"), ("+1", "gate")),
        bales=("yellow",),
        demands=("yellow", "orange", "purple"),
        sold=2,
        city_tokens_left=2,
        purse=(5, 1, 1),
    ),
    TurnStep(
        action="sell yellow",
        price=(("1", "bolt-yellow"),),
        changes=(("+5", "coin"),),
        bales=(),
        demands=("orange", "purple", "yellow"),
        sold=2,
        city_tokens_left=2,
        purse=(10, 1, 1),
    ),
)
"""Brown steps into Bombay with two bales and sells both."""


def sites() -> str:
    """Every kind of site with its letter and the stars to enter it."""
    return _draw(
        326,
        _draw_trails(*((SITES[way[0]].place, SITES[way[1]].place) for way in TRAILS)),
        *(use(site.symbol, *site.place) for site in SITES.values()),
        group_at(304, 42, _draw_demands(("yellow", "purple", "orange"), 3)),
        _draw_elephant(GREY, (), Point(62, 138)),
        *(_draw_entry(name, site) for name, site in SITES.items()),
    )


def _draw_entry(name: str, site: FigureSite) -> str:
    x, y = site.label
    look: Attributes = {"stroke": "var(--halo)", "stroke_width": 4, "paint_order": "stroke"}
    label = bold_line(x - 24, y + 6, name, 18, fill="var(--ink)", **look)
    return label + _draw_pill(x + 10, y, (str(site.stars), "star"))


def restock() -> str:
    """Nine bales out of the bag, and the market into which each colour goes."""
    return _draw(
        236,
        use("bag", 48, 48, scale=1.7),
        bold_line(48, 63, DRAW, 22, fill="var(--sepia)"),
        _draw_arrow(Point(84, 48), Point(112, 48)),
        *(_draw_heap(place, *heap) for place, heap in enumerate(DRAWN.items())),
        *(_draw_market(place, held, 78 + 142 * place, 174) for place, held in enumerate(MARKETS)),
    )


def _draw_heap(place: int, colour: ColourName, count: int) -> str:
    """Bales of one colour as they were drawn, how many they are, and the way they go."""
    x = 126.0 + 78 * place
    bolts = "".join(use(f"bolt-{colour}", x, 54 - 11 * number) for number in range(count))
    way = _draw_arrow(Point(x + 24, 84), Point(MARKET_AWNINGS[place], 112))
    return bolts + bold_line(x + 40, 64, count, 17, fill="var(--ink)") + way


def _draw_market(number: int, bales: Mapping[ColourName, int], x: float, y: float) -> str:
    stacks = draw_stacks(bales.items(), Point(0, 0), WIDE, named=False)
    return group_at(x, y, draw_stall(number, WIDE), *stacks)


def buy() -> str:
    """A whole turn: one star down from the hill, then two stars and a rupee at the market."""
    hill, post = Point(64, 118), Point(176, 112)
    return _draw(
        176,
        _draw_trails((hill, post)),
        use("hilltop", *hill),
        use("open-purple", *post),
        _draw_elephant(GREY, ("purple",), Point(244, 146)),
        _draw_market(1, {"purple": 2}, 364, 76),
        _draw_arrow(Point(294, 92), Point(244, 92)),
        _draw_pill(114, 154, ("1", "star")),
        _draw_pill(232, 44, ("1", "coin"), ("2", "star")),
    )


def sell() -> str:
    """A purple bale sold in Bombay: what it pays, and how the demands move."""
    return _draw(
        252,
        group_at(14, 20, _draw_demands(("yellow", "purple", "orange"), 3, ringed=1), scale=1.35),
        group_at(251, 20, _draw_demands(("yellow", "orange", "purple"), 2, ringed=2), scale=1.35),
        use(BOMBAY, 76, 138),
        _draw_arrow(Point(196, 53), Point(242, 53)),
        _draw_pill(220, 112, ("1", "star")),
        _draw_pill(178, 146, ("+3", "coin")),
        _draw_pill(262, 146, ("+1", "client")),
        _draw_pill(220, 180, ("+1", "gate")),
        _draw_elephant(BROWN, ("purple",), Point(72, 236)),
        _draw_arrow(Point(116, 220), Point(146, 220)),
        use("bolt-purple", 154, 215),
        _draw_arrow(Point(188, 220), Point(208, 220)),
        use("bag", 236, 220, scale=1.2),
        _draw_elephant(BROWN, (), Point(370, 236)),
    )


def _draw_demands(
    colours: tuple[ColourName, ...], tokens: int, *, ringed: int | None = None
) -> str:
    """The plaque of a city, perhaps a ring around one of its demands."""
    plaque = WIDE.plaque
    cubes = (use(f"demand-{colour}", *at) for colour, at in zip(colours, plaque.cubes))
    shown = use("plaque") + "".join(cubes) + use(f"tokens-{tokens}")
    if ringed is None:
        return shown
    x, y = plaque.cubes[ringed]
    return shown + rect(x - 2, y - 2, 33, 24, rx=5, **_RING)


_RING: Final[Attributes] = {"fill": "none", "stroke": "var(--heading)", "stroke_width": 1.8}


def build() -> str:
    """A palace built on a palace token, and the rupee it earns when a rival comes by."""
    x, y = site = Point(276, 100)
    return _draw(
        168,
        _draw_trails((Point(430, 104), site)),
        use("yellow-rupees", 92, 66, scale=1.3),
        _draw_elephant(PINK, ("blue",), Point(50, 132)),
        _draw_arrow(Point(128, 84), Point(222, 84)),
        _draw_pill(174, 56, ("1", "star"), ("1", "bolt-blue")),
        _draw_pill(174, 116, ("+2", "coin")),
        ellipse(x, y + 4, 36, 12, fill="var(--cloth)", opacity="0.8"),
        use(f"pavilion-{PINK}", x, y, scale=1.35),
        _draw_elephant(GREY, (), Point(384, 102), facing=-1),
        _draw_arrow(Point(346, 70), Point(312, 70)),
        _draw_pill(x, 140, ("+1", "coin"), ("", f"mark-{PINK}")),
    )


def _draw_step(step: TurnStep) -> str:
    """The city and the elephant, what the step costs and pays, and what it leaves."""
    city, counts = Point(106, 58), zip(map(str, step.purse), ("coin", "client", "gate"))
    return _draw(
        196,
        *_draw_arrival(city) if step.sold is None else (use(BOMBAY, *city),),
        _draw_elephant(BROWN, step.bales, Point(city.x + 10, 144)),
        _draw_pill(214, 34, ("1", "star"), *step.price),
        *(
            _draw_pill(214, 34 + 33 * row, change)
            for row, change in enumerate(step.changes, start=1)
        ),
        group_at(
            274, 22, _draw_demands(step.demands, step.city_tokens_left, ringed=step.sold), scale=1.2
        ),
        _draw_pill(WIDTH / 2, 174, ("", f"mark-{BROWN}"), *counts),
    )


def _draw_arrival(city: Point) -> tuple[str, ...]:
    """The crossroads that the elephant has left, and its way into the city."""
    origin = Point(34, 134)
    return (
        _draw_trails((origin, city)),
        use("milestone", *origin),
        use(BOMBAY, *city),
        _draw_arrow(Point(44, 110), Point(66, 88)),
    )


def tokens() -> str:
    """The four palace tokens in both faces, and what each gives."""
    return _draw(
        176,
        *(
            use(f"{face}-{token}", 64 + 104 * column, 36 + 58 * row, scale=1.35)
            for row, face in enumerate(FACE_NAMES)
            for column, token in enumerate(TOKEN_NAMES)
        ),
        *(
            _draw_pill(64 + 104 * column, 148, GIFTS[token])
            for column, token in enumerate(TOKEN_NAMES)
        ),
    )


FIGURES: Final[Mapping[str, Callable[[], str]]] = {
    "sites": sites,
    "restock": restock,
    "buy": buy,
    "sell": sell,
    "build": build,
    **{
        f"turn-{number}": partial(_draw_step, step)
        for number, step in enumerate(WORKED_TURN, start=1)
    },
    "tokens": tokens,
}
"""Every figure by the name that the rules page gives it."""


def rule_figure(name: str) -> str:
    """A small drawing for the rules page; the page defines the symbols that it uses."""
    return FIGURES[name]()


def _draw(height: float, *parts: str) -> str:
    """A figure on a piece of cloth."""
    look: Attributes = {"fill": "var(--plain)", "stroke": "var(--edge)", "stroke_width": 1.4}
    return tag(
        "svg",
        rect(1, 1, WIDTH - 2, height - 2, rx=8, **look),
        *parts,
        viewBox=f"0 0 {WIDTH:g} {height:g}",
        aria_hidden="true",
        font_family=SANS,
    )


def _draw_trails(*ends: tuple[Point, Point]) -> str:
    return draw_trails(trail_between(("", ""), one, other, ()) for one, other in ends)


def _draw_elephant(
    seat: int, bales: tuple[ColourName, ...], feet: Point, *, facing: int = 1
) -> str:
    """A player's elephant with what it carries, facing right, or left if `facing` is -1."""
    shown = use("shadow") + draw_figure(seat, bales, WIDE)
    return group(shown, transform=f"translate({format_point(feet)}) scale({1.12 * facing} 1.12)")


def _draw_arrow(start: Point, end: Point) -> str:
    """A straight arrow from one point to another."""
    line = f"M{format_point(start)}L{format_point(end)}"
    return path(line, stroke="var(--ink)", stroke_width=2.6, marker_end="url(#arrow-head)")


DIGIT: Final = 11.0


def _draw_pill(x: float, y: float, *items: CountedIcon) -> str:
    """Counted things on a plate around x y."""
    widths = [_width(item) for item in items]
    left = x - sum(widths) / 2
    starts = accumulate(widths[:-1], initial=left)
    look: Attributes = {"fill": "var(--plaque)", "stroke": "var(--edge)", "stroke_width": 1.4}
    plate = rect(left - 5, y - 13, sum(widths) + 10, 26, rx=8, **look)
    return plate + "".join(_draw_counted(item, at, y) for item, at in zip(items, starts))


def _width(item: CountedIcon) -> float:
    text, thing = item
    return DIGIT * len(text) + (38 if thing.startswith("bolt") else 25)


def _draw_counted(item: CountedIcon, x: float, y: float) -> str:
    """A number and the sign after it, from x on."""
    text, thing = item
    number = bold_line(x + 3, y + 6, text, 17, text_anchor="start", fill="var(--ink)")
    return (number if text else "") + _draw_sign(thing, x + DIGIT * len(text) + 4, y)


def _draw_sign(thing: str, x: float, y: float) -> str:
    """The sign of what is counted, from x on; a mark is in the colour of its player."""
    if thing.startswith("bolt"):
        return use(thing, x + 1, y - 6, scale=1.15)
    if thing.startswith("mark"):
        mark = use(thing, x + 9, y, scale=1.5, fill="var(--player)", stroke="var(--ink)")
        return group(mark, **{"class": seat_class(int(thing[-1]))})
    coin = circle(x + 9, y, 9.4, fill="var(--paper)") if thing == "gate" else ""
    return coin + use(thing, x + 9, y, scale=0.8 if coin else 1.1, fill="var(--ink)")
