"""The sites of a page: what is printed there, and the pieces that stand on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from howdah.games.bombay.board import BoardSite
from howdah.games.bombay.names import COLOUR_NAMES
from howdah.games.bombay.rules import SALE_CLIENTS, SALE_RUPEES
from howdah.games.bombay.svg.city import city_token, ribbon, skyline
from howdah.games.bombay.svg.page_layout import PageLayout
from howdah.games.bombay.svg.palette import LABEL, STRONG, Palette, seat_class
from howdah.games.bombay.svg.silk import cube, letter
from howdah.games.bombay.svg.sizes import TALL, WIDE, Sizes
from howdah.games.bombay.svg.tokens import (
    crossroads_definitions,
    palace_definitions,
    post_definitions,
    token_definitions,
)
from howdah.games.bombay.svg.tooltips import SiteContents, describe_site, site_contents
from howdah.games.bombay.view import BombayView
from howdah.i18n import Language, current_language
from howdah.render.common.geometry import Point
from howdah.render.markup import circle, group, group_at, path, rect, text_line, tooltip, use


@dataclass(frozen=True)
class PlaqueLayout:
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


PLAQUES: Final[Mapping[Sizes, PlaqueLayout]] = {
    WIDE: PlaqueLayout(
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
    TALL: PlaqueLayout(
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


def demand_definitions(palette: Palette, sizes: Sizes) -> str:
    """The empty plaque, a demand cube of each silk with its letter, and a city token."""
    plaque = PLAQUES[sizes]
    cubes = [
        group(
            cube(colour, palette),
            text_line(28, 13, letter(colour), 12.5, **STRONG) if sizes.has_marks else "",
            id=f"demand-{colour}",
            transform=f"scale({plaque.cube:g})",
        )
        for colour in COLOUR_NAMES
    ]
    return "".join(
        [
            group(_ground(plaque, sizes, palette), id="plaque"),
            *cubes,
            group(city_token(0, 0, palette), id="city-token"),
        ]
    )


def _ground(plaque: PlaqueLayout, sizes: Sizes, palette: Palette) -> str:
    """The plaque with what each rank pays, its corner at 0 0."""
    edge = rect(
        0,
        0,
        *sizes.plaque,
        rx=5,
        fill=palette.plaque,
        stroke=palette.edge,
        stroke_width=1.4,
    )
    rule = path(plaque.rule, stroke=palette.edge, stroke_width=0.8)
    pay = (_pay(rank, plaque, palette) for rank in range(len(SALE_RUPEES)))
    return "".join([edge, rule, *pay])


def _pay(rank: int, plaque: PlaqueLayout, palette: Palette) -> str:
    """What a sale brings at a rank: rupees, and perhaps a client."""
    (x, y), size = plaque.pay[rank], plaque.letters
    rupees = text_line(x, y, SALE_RUPEES[rank], size, **STRONG)
    if not SALE_CLIENTS[rank]:
        return rupees + use("coin", x + 0.8 * size, y - 0.34 * size, scale=plaque.sign)
    return (
        rupees
        + text_line(x + 0.6 * size, y - 0.5, "+", 0.8 * size, **STRONG)
        + use("client", x + 1.2 * size, y - 0.36 * size, scale=plaque.sign, fill=palette.ink)
    )


def draw_demands(standing: SiteContents, site: BoardSite, page: PageLayout) -> str:
    """Draw the cubes on the plaque of a city, from the top, and its tokens left."""
    corner, plaque = page.layout.plaques[site.id], PLAQUES[page.sizes]
    left = standing.tokens_left
    cubes = [
        group_at(
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
        group_at(
            corner.left + plaque.token.x + plaque.step * number,
            corner.top + plaque.token.y,
            use("city-token"),
            id=f"city-token-{site.id}-{number + 1}",
        )
        for number in range(left)
    ]
    count = text_line(
        corner.left + plaque.count.x,
        corner.top + plaque.count.y,
        f"\u00d7{left}",
        0.87 * plaque.letters,
        data_tokens_left=left,
        **STRONG,
    )
    return "".join([*cubes, *tokens, count])


def piece_definitions(palette: Palette) -> str:
    """Every trading post, palace token and palace, and the free places."""
    palaces = [
        group(
            group(use("palace"), **seat_class(seat)),
            use(f"sign-{seat}", 0, -8, scale=0.95),
            id=f"pavilion-{seat}",
        )
        for seat in range(len(palette.players))
    ]
    return "".join(
        [
            post_definitions(palette),
            token_definitions(palette),
            crossroads_definitions(palette),
            palace_definitions(palette),
            *palaces,
        ]
    )


def draw_site_ground(site: BoardSite, number: int, page: PageLayout, palette: Palette) -> str:
    """What is printed at a site, whatever stands there; the number is that of the city."""
    place = page.layout.places[site.id]
    if site.kind == "city":
        corner = page.layout.plaques[site.id]
        printed = group_at(
            *place, skyline(number, palette), ribbon(site, palette, page.sizes)
        ) + use("plaque", corner.left, corner.top)
    else:
        hill = use("hill", *place) if site.kind == "hilltop" else ""
        printed = hill + _label(site, page)
    return group(printed, id=f"ground-{site.id}")


def _label(site: BoardSite, page: PageLayout) -> str:
    label, size = page.layout.labels[site.id], page.sizes.label
    return text_line(label.centre.x, label.top + 0.96 * size, site.id, size, **LABEL)


def draw_site_pieces(view: BombayView, site: BoardSite, page: PageLayout, palette: Palette) -> str:
    """Draw what stands at a site and can change, with its tooltip."""
    return _draw_site_pieces(
        site_contents(view, site), site, page, palette.cloth, current_language()
    )


@lru_cache(maxsize=1 << 13)
def _draw_site_pieces(
    standing: SiteContents, site: BoardSite, page: PageLayout, cloth: str, _language: Language
) -> str:
    """A site, cached: few sites change from move to move."""
    is_city = site.kind == "city"
    found = draw_demands(standing, site, page) if is_city else _piece(standing, site, page, cloth)
    return group(
        tooltip(describe_site(standing, site)),
        circle(*page.layout.places[site.id], page.sizes.touch, fill="none", pointer_events="all"),
        found,
        id=f"site-{site.id}",
        data_site=site.id,
        data_kind=site.kind,
    )


def _piece(standing: SiteContents, site: BoardSite, page: PageLayout, cloth: str) -> str:
    """The token or palace on a place that is not a city, or the mark of a free place."""
    x, y = page.layout.places[site.id]
    if standing.palace is not None:
        return _palace(site, standing.palace, x, y, cloth)
    if standing.post is not None:
        kind = "shut" if standing.is_closed else "post"
        return use(
            f"{kind}-{standing.post}",
            x,
            y,
            data_post=standing.post,
            data_state="closed" if standing.is_closed else "open",
        )
    if standing.token is not None:
        return group_at(
            x,
            y,
            use(f"rim-{standing.face}"),
            use(f"gift-{standing.token}"),
            id=f"token-{site.id}",
            data_token=standing.token,
        )
    if site.kind == "hilltop":
        return ""
    return use("milestone" if site.kind == "crossroads" else "plain-place", x, y)


def _palace(site: BoardSite, seat: int, x: float, y: float, cloth: str) -> str:
    foot = y - 8 if site.kind == "hilltop" else y + 15
    cleared = "" if site.kind == "hilltop" else circle(x, y + 2, 22, fill=cloth, opacity="0.8")
    return cleared + group_at(
        x, foot, use(f"pavilion-{seat}"), id=f"palace-{site.id}", data_palace=seat
    )
