"""The plaques of the cities on a page: what is paid is printed, cubes and city tokens lie on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from howdah.games.bombay.board import BoardSite
from howdah.games.bombay.names import COLOUR_NAMES
from howdah.games.bombay.rules import SALE_CLIENTS, SALE_RUPEES
from howdah.games.bombay.svg.city import token
from howdah.games.bombay.svg.css_classes import STRONG
from howdah.games.bombay.svg.page_layout import Stage
from howdah.games.bombay.svg.palette import Palette
from howdah.games.bombay.svg.silk import cube, letter
from howdah.games.bombay.svg.sizes import TALL, WIDE, Measures
from howdah.games.bombay.svg.tooltips import Standing
from howdah.render.common.geometry import Point
from howdah.render.markup import box, group, path, placed, use, words


@dataclass(frozen=True)
class Plaque:
    """Where things are on a plaque, from its upper left corner."""

    pay: tuple[Point, ...]
    """The middle of the number that each rank pays, the most first."""
    letters: float
    sign: float
    """How many times larger the coin and the client are than they are drawn."""
    cubes: tuple[Point, ...]
    cube: float
    token: Point
    step: float
    """From a city token to the next."""
    count: Point
    rule: str
    """The line that parts the demands from the city tokens."""


PLAQUES: Final[Mapping[Measures, Plaque]] = {
    WIDE: Plaque(
        pay=(Point(11, 18.5), Point(11, 39.5), Point(11, 60.5)),
        letters=15,
        sign=0.75,
        cubes=(Point(37.5, 7), Point(37.5, 28), Point(37.5, 49)),
        cube=0.9,
        token=Point(14, 77.5),
        step=7,
        count=Point(55, 82),
        rule="M5 66.5H65",
    ),
    TALL: Plaque(
        pay=(Point(12, 18), Point(43, 18), Point(73, 18)),
        letters=17.5,
        sign=0.85,
        cubes=(Point(8, 27), Point(39, 27), Point(76, 27)),
        cube=1.15,
        token=Point(115, 14),
        step=2,
        count=Point(119, 42),
        rule="M105.5 5V47",
    ),
}


def demand_definitions(palette: Palette, measures: Measures) -> str:
    """The empty plaque, a demand cube of each silk with its letter, and a city token."""
    plaque = PLAQUES[measures]
    cubes = [
        group(
            cube(colour, palette),
            words(28, 13, letter(colour), 12.5, **STRONG) if measures.has_marks else "",
            id=f"demand-{colour}",
            transform=f"scale({plaque.cube:g})",
        )
        for colour in COLOUR_NAMES
    ]
    return "".join(
        [
            group(_ground(plaque, measures, palette), id="plaque"),
            *cubes,
            group(token(0, 0, palette), id="city-token"),
        ]
    )


def _ground(plaque: Plaque, measures: Measures, palette: Palette) -> str:
    """The plaque with what each rank pays, its corner at 0 0."""
    edge = box(
        0,
        0,
        *measures.plaque,
        rx=5,
        fill=palette.plaque,
        stroke=palette.edge,
        stroke_width=1.4,
    )
    rule = path(plaque.rule, stroke=palette.edge, stroke_width=0.8)
    pay = (_pay(rank, plaque, palette) for rank in range(len(SALE_RUPEES)))
    return "".join([edge, rule, *pay])


def _pay(rank: int, plaque: Plaque, palette: Palette) -> str:
    """What a sale brings at a rank: rupees, and perhaps a client."""
    (x, y), size = plaque.pay[rank], plaque.letters
    rupees = words(x, y, SALE_RUPEES[rank], size, **STRONG)
    if not SALE_CLIENTS[rank]:
        return rupees + use("coin", x + 0.8 * size, y - 0.34 * size, scale=plaque.sign)
    return (
        rupees
        + words(x + 0.6 * size, y - 0.5, "+", 0.8 * size, **STRONG)
        + use("client", x + 1.2 * size, y - 0.36 * size, scale=plaque.sign, fill=palette.ink)
    )


def demands(standing: Standing, site: BoardSite, stage: Stage) -> str:
    """What lies on the plaque of a city: its cubes from the top, and its tokens left."""
    corner, plaque = stage.layout.plaques[site.id], PLAQUES[stage.measures]
    left = standing.tokens_left
    cubes = [
        placed(
            corner.left + place.x,
            corner.top + place.y,
            use(f"demand-{colour}"),
            id=f"cube-{site.id}-{colour}",
            data_demand=colour,
            data_rank=rank,
        )
        for rank, (colour, place) in enumerate(zip(standing.demands, plaque.cubes), start=1)
    ]
    tokens = [
        placed(
            corner.left + plaque.token.x + plaque.step * number,
            corner.top + plaque.token.y,
            use("city-token"),
            id=f"city-token-{site.id}-{number + 1}",
        )
        for number in range(left)
    ]
    count = words(
        corner.left + plaque.count.x,
        corner.top + plaque.count.y,
        f"\u00d7{left}",
        0.87 * plaque.letters,
        data_tokens_left=left,
        **STRONG,
    )
    return "".join([*cubes, *tokens, count])
