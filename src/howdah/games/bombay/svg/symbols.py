"""Symbols composed from the drawings of the art files, with what the rules and the language say.

The art files hold what an artist draws. The numbers on it (prices, stars, tokens left) come from
the rules, the letters from the reader's language, the sizes from the shape of the page.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from howdah.games.bombay.board import STARS_TO_ENTER
from howdah.games.bombay.names import (
    COLOUR_NAMES,
    FACE_NAMES,
    MARKET_NAMES,
    TOKEN_NAMES,
)
from howdah.games.bombay.rules import (
    BASKETS,
    BUY_RUPEES,
    BUY_STARS,
    SALE_CLIENTS,
    SALE_RUPEES,
    STARS,
)
from howdah.games.bombay.state import SEATS
from howdah.games.bombay.svg.badges import STRONG, badge_symbols
from howdah.games.bombay.svg.sizes import (
    BODIES,
    MARKET_ROW,
    TALL,
    WIDE,
    PlaqueLayout,
    Sizes,
    ring_size,
    touch_size,
)
from howdah.games.bombay.tooltips import letter
from howdah.render.art import load_symbols
from howdah.render.css import seat_class
from howdah.render.geometry import Point
from howdah.render.markup import (
    Attributes,
    circle,
    ellipse,
    group,
    group_at,
    path,
    rect,
    tag,
    text_line,
    use,
)

ART: Final = "howdah.games.bombay.svg"
"""The package whose folder `art` has the drawings."""
BASKET_X: Final = (-16.5, -2.5)
HIT: Final[Attributes] = {"fill": "none", "pointer_events": "all"}
"""The look of what only a pointer finds."""
RIM: Final = -37.5
"""The foot of the baskets, as high as the elephant's back."""


def symbols() -> dict[str, str]:
    """Every drawing by its id, the composed ones as a wide board has them."""
    return {**load_symbols(ART), **composed_symbols(WIDE)}


def composed_symbols(sizes: Sizes) -> dict[str, str]:
    """The symbols of a board by their ids, in the current language."""
    parts = (
        _elephants(sizes),
        _bales(sizes),
        _posts(sizes),
        _tokens_and_palaces(sizes),
        _plaques(sizes),
        _targets(sizes),
        badge_symbols(sizes),
        () if sizes.is_roomy else _market_row(sizes),
    )
    drawn = {name: group(*children, id=name) for part in parts for name, children in part}
    return {**drawn, **_portraits(sizes), **_star_icons()}


Composed = Iterator[tuple[str, tuple[str, ...]]]


def _elephants(sizes: Sizes) -> Composed:
    """The elephant of every seat with empty baskets, and the light and the shadow under it."""
    scale = f"scale({sizes.elephant:g})"
    for seat in SEATS:
        figure = group(
            use("elephant"),
            *(use("basket", x, RIM) for x in BASKET_X[:BASKETS]),
            use(f"mark-{seat}", -9.5, -27, fill="var(--ivory)"),
            transform=scale,
            **{"class": seat_class(seat)},
        )
        yield f"figure-{seat}", (figure,)
    yield "lit-ground", (group(use("spotlight"), transform=scale),)
    yield "shadow", (group(use("shade"), transform=scale),)


def basket_step(sizes: Sizes) -> float:
    """From a basket of an elephant to the other."""
    return (BASKET_X[1] - BASKET_X[0]) * sizes.elephant


def _bales(sizes: Sizes) -> Composed:
    """A bale as it stands in the first basket of an elephant, and as it lies in a market."""
    scale = f"scale({sizes.elephant:g})"
    for colour in COLOUR_NAMES:
        x = BASKET_X[0]
        load = group(
            use(f"roll-{colour}", x, RIM - 5, scale=sizes.bale),
            use("basket", x, RIM),
            transform=scale,
        )
        yield f"load-{colour}", (load,)
        yield f"bale-{colour}", (use(f"bolt-{colour}", scale=sizes.stall.bolt),)


def _posts(sizes: Sizes) -> Composed:
    """Every trading post, open and closed, with the letter of its silk."""
    for colour in COLOUR_NAMES:
        size, middle = sizes.shield / 10, -27
        shield = use("shield", 0, middle * (1 - size), scale=size)
        sign = shield + text_line(0, middle + 3.6 * size, letter(colour), 10 * size, **STRONG)
        for state in ("open", "closed"):
            yield f"{state}-{colour}", (_reach(sizes), use(f"post-{colour}-{state}"), sign)


def _reach(sizes: Sizes) -> str:
    """What a pointer finds around a site."""
    return circle(0, 0, sizes.touch, **HIT)


def _tokens_and_palaces(sizes: Sizes) -> Composed:
    for face in FACE_NAMES:
        for token in TOKEN_NAMES:
            yield f"{face}-{token}", (_reach(sizes), use(f"rim-{face}"), use(f"gift-{token}"))
    ground = circle(0, 2, 22, fill="var(--cloth)", opacity="0.8")
    for seat in SEATS:
        palace = group(
            use("palace"),
            use(f"mark-{seat}", 0, -8, scale=0.95, fill="var(--ivory)"),
            **{"class": seat_class(seat)},
        )
        yield f"pavilion-{seat}", (palace,)
        yield f"palace-{seat}", (_reach(sizes), ground, use(f"pavilion-{seat}", 0, 15))
        yield f"hill-palace-{seat}", (_reach(sizes), use(f"pavilion-{seat}", 0, -8))
    stars = STARS_TO_ENTER["hilltop"]
    cost = (use("star", (number - (stars - 1) / 2) * 17, 8) for number in range(stars))
    yield "hilltop", (use("hill"), *cost)
    yield "reach", (_reach(sizes),)
    wide, high = sizes.stall.size
    yield "stall-reach", (rect(-wide / 2, -high / 2, wide, high, **HIT),)
    yield "bag-reach", (circle(0, 0, 15 * sizes.stall.bag, **HIT),)


PORTRAIT: Final = "-30 -50 66 53"
"""The part of the drawing that shows an elephant with its bales."""


def _portraits(sizes: Sizes) -> dict[str, str]:
    """The elephants and what they carry as icons, one over the other."""
    parts = {f"icon-figure-{seat}": use(f"figure-{seat}") for seat in SEATS}
    for colour in COLOUR_NAMES:
        for basket in range(BASKETS):
            load = use(f"load-{colour}", basket_step(sizes) * basket)
            parts[f"icon-load-{colour}-{basket}"] = load
    return {name: _icon(name, PORTRAIT, drawn) for name, drawn in parts.items()}


def _icon(name: str, box: str, *drawn: str) -> str:
    return tag("symbol", *drawn, id=name, viewBox=box, overflow="visible")


def _star_icons() -> dict[str, str]:
    """Rows of stars beside text: what an action costs, and what is left of a turn."""
    rows = {f"icon-stars-{count}": ["star"] * count for count in range(1, STARS + 1)}
    for left in range(STARS + 1):
        rows[f"icon-stars-left-{left}"] = ["star"] * left + ["star-spent"] * (STARS - left)
    return {
        name: _icon(
            name,
            f"-9 -9 {18 * len(row)} 18",
            *(use(symbol, 18 * place) for place, symbol in enumerate(row)),
        )
        for name, row in rows.items()
    }


def _plaques(sizes: Sizes) -> Composed:
    """The plaque with what each rank pays, a demand cube of each silk, and piles of city tokens."""
    plaque = sizes.plaque
    (wide, high), count, token = plaque.size, plaque.count, plaque.token
    look: Attributes = {"fill": "var(--plaque)", "stroke": "var(--edge)", "stroke_width": 1.4}
    edge = rect(0, 0, wide, high, rx=5, **look)
    rule = path(plaque.rule, stroke="var(--edge)", stroke_width=0.8)
    yield "plaque", (edge, rule, *(_pay(rank, plaque) for rank in range(len(SALE_RUPEES))))
    for colour in COLOUR_NAMES:
        initial = text_line(28, 13, letter(colour), 12.5, **STRONG) if sizes.is_roomy else ""
        cube = group(use(f"cube-{colour}"), initial, transform=f"scale({plaque.cube:g})")
        yield f"demand-{colour}", (use("demand-reach"), cube)
    for left in range(len(SEATS)):  # a city has one token less than there are players
        pile = (use("city-token", token.x + plaque.step * n, token.y) for n in range(left))
        number = text_line(count.x, count.y, f"\u00d7{left}", 0.87 * plaque.letters, **STRONG)
        yield f"tokens-{left}", (use("tokens-reach"), *pile, number)
    yield "demand-reach", (_demand_reach(plaque),)
    yield "tokens-reach", (_tokens_reach(plaque),)


def _demand_reach(plaque: PlaqueLayout) -> str:
    """What a pointer finds of a demand: the cube, and the price above it."""
    first, second, _ = plaque.cubes
    return rect(-4, -first.y, second.x - first.x, plaque.size.height, **HIT)


def _tokens_reach(plaque: PlaqueLayout) -> str:
    """What a pointer finds of the city tokens on a plaque."""
    wide, high = plaque.size
    left = plaque.token.x - 9
    return rect(left, 0, wide - left, high, **HIT)


def _pay(rank: int, plaque: PlaqueLayout) -> str:
    """What a sale brings at a rank: rupees, and perhaps a client."""
    (x, y), size = plaque.pay[rank], plaque.letters
    rupees = text_line(x, y, SALE_RUPEES[rank], size, **STRONG)
    if not SALE_CLIENTS[rank]:
        return rupees + use("coin", x + 0.8 * size, y - 0.34 * size, scale=plaque.sign)
    client = use("client", x + 1.2 * size, y - 0.36 * size, scale=plaque.sign, fill="var(--ink)")
    return rupees + text_line(x + 0.6 * size, y - 0.5, "+", 0.8 * size, **STRONG) + client


def _targets(sizes: Sizes) -> Composed:
    """What marks a site that may be entered: the glow under it and the ring around it."""
    for kind in BODIES:
        wide, high = ring_size(kind)
        glow = ellipse(0, 0, wide, high, fill="url(#glow)", stroke="var(--line)", stroke_width=5)
        gold = ellipse(0, 0, wide, high, fill="none", stroke="var(--gold)", stroke_width=2.8)
        yield f"glow-{kind}", (glow, gold)
        hit = ellipse(0, 0, *touch_size(kind, sizes), fill="none", pointer_events="all")
        focus = ellipse(0, 0, wide, high, fill="none", stroke="var(--ink)", stroke_width=4)
        yield f"ring-{kind}", (hit, group(focus, opacity="0", **{"class": "focus"}))


def draw_stall(number: int, sizes: Sizes) -> str:
    """The empty stall of a market around 0 0 by its place from the left, with its price."""
    edge: Attributes = {"fill": "var(--plaque)", "stroke": "var(--line)", "stroke_width": 1.2}
    price = (
        rect(-46, -10.5, 92, 21, rx=5, **edge),
        text_line(-32, 5.5, BUY_RUPEES[number], 15, **STRONG),
        use("coin", -17, 0, scale=0.95),
        path("M0 -5.5V5.5", stroke="var(--edge)", stroke_width=1),
        text_line(15, 5.5, BUY_STARS[number], 15, **STRONG),
        use("star", 30, 0, scale=0.95),
    )
    stall = sizes.stall
    return use(stall.symbol) + group_at(0, stall.awning, *price, scale=stall.price)


def market_row_places() -> tuple[list[Point], Point]:
    """Where the stalls and the bag are in the row of markets under a phone's map."""
    (wide, high), stall = MARKET_ROW, TALL.stall.size.width
    places = [Point(1 + stall / 2 + (stall + 4) * n, high / 2) for n in range(len(MARKET_NAMES))]
    return places, Point(wide - 25, high / 2 + 8)


def _market_row(sizes: Sizes) -> Composed:
    """The empty stalls of the row, and the bag at its end."""
    places, bag = market_row_places()
    stalls = (group_at(*at, draw_stall(number, sizes)) for number, at in enumerate(places))
    yield "market-row", (*stalls, use("bag", *bag, scale=sizes.stall.bag))
