"""What changes on the board: pieces at the sites, bales, elephants, and where one may go."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from howdah.core.lru import LruCache
from howdah.games.bombay.board import Board, BoardSite
from howdah.games.bombay.consequences import MoveFacts
from howdah.games.bombay.descriptions import describe_move
from howdah.games.bombay.names import MARKET_NAMES, ColourName
from howdah.games.bombay.svg.badge_places import BadgePlace
from howdah.games.bombay.svg.badges import STRONG, draw_badge, moves_with_badges
from howdah.games.bombay.svg.elephant_boxes import LIFT
from howdah.games.bombay.svg.layout import Layout, layout_for
from howdah.games.bombay.svg.sizes import TALL, Sizes
from howdah.games.bombay.svg.symbols import (
    basket_step,
    market_row_places,
)
from howdah.games.bombay.svg.trails import trail_symbol
from howdah.games.bombay.tooltips import (
    ElephantView,
    SiteContents,
    describe_bag,
    describe_elephant,
    describe_market,
    describe_site,
    hashable_sites,
    letter,
    site_contents,
)
from howdah.games.bombay.view import BombayView
from howdah.i18n import Language, current_language, translate
from howdah.render.geometry import Point, format_point
from howdah.render.markup import (
    bold_line,
    group,
    group_at,
    tag,
    text_line,
    tooltip,
    use,
)
from howdah.render.types import Shape


def layers(view: BombayView, shape: Shape, *, pick: str | None = None) -> dict[str, str]:
    """What a viewer sees on the board now."""
    layout = layout_for(view.board, shape)
    found = {
        "lights": "",
        "bales": _draw_bales(view, layout.markets, layout.bag, layout.sizes),
        "sites": _draw_sites(view, layout),
        "elephants": "".join(_draw_elephants(view, layout)),
        "targets": "",
    }
    return found | choice_layers(view, shape, pick=pick) if view.legal_actions else found


def choice_layers(
    view: BombayView,
    shape: Shape,
    *,
    pick: str | None = None,  # noqa: ARG001 - every renderer takes one, Bombay has no previews
) -> dict[str, str]:
    """Where the viewer may go."""
    layout = layout_for(view.board, shape)
    moves, language = moves_with_badges(view, layout), current_language()
    return {
        "lights": _draw_lights(view, [move.site for move, _ in moves], layout),
        "targets": "".join([_draw_target(move, place, layout, language) for move, place in moves]),
    }


def placement(board: Board, shape: Shape) -> str:
    """The transform of all layers: the map is inside the border of the cloth."""
    border = layout_for(board, shape).sizes.border
    return f"translate({border:g} {border:g})"


_SITES: Final[LruCache[str]] = LruCache(1 << 8)
"""The sites as they were drawn lately: few actions change any of them."""


def _draw_sites(view: BombayView, layout: Layout) -> str:
    """All that stands at the sites, but the elephants."""
    language = current_language()
    return _SITES.get(
        (hashable_sites(view), layout, language),
        lambda: (
            use("grounds")
            + "".join(
                _draw_site(site_contents(view, site), site, layout, language)
                for site in view.board.sites
            )
        ),
    )


@lru_cache(maxsize=1 << 12)
def _draw_site(contents: SiteContents, site: BoardSite, layout: Layout, _language: Language) -> str:
    """What stands at a site and can change; cached, as few sites change from move to move."""
    place, title = layout.places[site.id], tooltip(describe_site(contents, site))
    card = f"site:{site.id}"
    if site.kind == "city":
        demands = _draw_demands(contents, site, layout)
        return group(title, use("reach", *place), *demands, data_card=card)
    symbol = f"#{_symbol(contents, site)}"
    return tag("use", title, href=symbol, x=place.x, y=place.y, data_card=card)


def _symbol(contents: SiteContents, site: BoardSite) -> str:
    """The symbol of what stands at a site that is not a city."""
    is_hill = site.kind == "hilltop"
    if contents.palace is not None:
        return f"hill-palace-{contents.palace}" if is_hill else f"palace-{contents.palace}"
    if contents.post is not None:
        return f"{'closed' if contents.is_closed else 'open'}-{contents.post}"
    if contents.token is not None:
        return f"{contents.face}-{contents.token}"
    if is_hill:
        return "reach"
    return "milestone" if site.kind == "crossroads" else "plain-place"


def _draw_demands(contents: SiteContents, site: BoardSite, layout: Layout) -> Iterable[str]:
    """The cubes on the plaque of a city, from the top, and its tokens left."""
    corner, plaque = layout.plaques[site.id], layout.sizes.plaque
    for rank, (colour, place) in enumerate(zip(contents.demands, plaque.cubes)):
        x, y, card = corner.left + place.x, corner.top + place.y, f"demand:{site.id}:{rank}"
        yield use(f"demand-{colour}", x, y, id=f"cube-{site.id}-{colour}", data_card=card)
    tokens, card = f"tokens-{contents.tokens_left}", f"tokens:{site.id}"
    yield use(tokens, corner.left, corner.top, data_card=card)


def _draw_bales(view: BombayView, places: Iterable[Point], bag: Point | None, sizes: Sizes) -> str:
    """The bales in the markets, and how many are in the bag; nothing if they are not on the map."""
    language = current_language()
    markets = (
        _draw_market(number, tuple(bales.items()), place, sizes, language)
        for number, (bales, place) in enumerate(zip(view.markets, places))
    )
    if bag is None:
        return "".join(markets)
    return "".join(markets) + _draw_bag(tuple(view.bag.items()), bag, sizes, language)


@lru_cache(maxsize=1 << 10)
def _draw_market(
    number: int,
    bales: tuple[tuple[ColourName, int], ...],
    place: Point,
    sizes: Sizes,
    _language: Language,
) -> str:
    """The bales of a market whose middle is at a place, stacked by silk and counted."""
    return group(
        tooltip(describe_market(number, dict(bales))),
        use("stall-reach", *place),
        *draw_stacks(bales, place, sizes, named=True) or [_no_bales(place, sizes)],
        id=f"market-{MARKET_NAMES[number]}",
        data_card=f"market:{MARKET_NAMES[number]}",
    )


def draw_stacks(
    bales: Iterable[tuple[ColourName, int]], middle: Point, sizes: Sizes, *, named: bool
) -> list[str]:
    """Bales around the middle of a stall, stacked by silk and counted; pieces are `named`."""
    silks, stall = list(bales), sizes.stall
    start, floor = middle.x - (len(silks) - 1) * stall.stack / 2, middle.y + stall.floor
    feet = (Point(start + stall.stack * nth, floor) for nth in range(len(silks)))
    return [_draw_stack(*silk, foot, sizes, named=named) for silk, foot in zip(silks, feet)]


def _draw_stack(colour: ColourName, count: int, foot: Point, sizes: Sizes, *, named: bool) -> str:
    stall, symbol = sizes.stall, f"bale-{colour}"
    left, first = foot.x - 13 * stall.bolt, foot.y - 10 * stall.bolt
    ids = (f"{symbol}-{nth + 1}" if named else None for nth in range(count))
    bolts = (use(symbol, left, first - stall.step * nth, id=it) for nth, it in enumerate(ids))
    text = f"{count} {letter(colour)}"
    return "".join(bolts) + text_line(
        foot.x, foot.y + 1.2 * stall.letters, text, stall.letters, **STRONG
    )


def _no_bales(place: Point, sizes: Sizes) -> str:
    return text_line(place.x, place.y + 18, translate("no bales"), sizes.stall.letters, **STRONG)


@lru_cache(maxsize=1 << 10)
def _draw_bag(
    bales: tuple[tuple[ColourName, int], ...], place: Point, sizes: Sizes, _language: Language
) -> str:
    """The number of bales in the bag; the bag itself is printed on the backdrop."""
    size, count = sizes.stall.bag, sum(count for _, count in bales)
    return group(
        tooltip(describe_bag(dict(bales))),
        use("bag-reach", *place),
        bold_line(place.x, place.y + 9 * size, count, 10 * size, fill="var(--sepia)"),
        id="in-bag",
        data_card="bag",
    )


def draw_market_row(view: BombayView) -> str:
    """The row of markets for a phone, whose map has no room for them; `MARKET_ROW` large."""
    places, bag = market_row_places()
    return use("market-row") + _draw_bales(view, places, bag, TALL)


def _draw_elephants(view: BombayView, layout: Layout) -> list[str]:
    """All elephants, those farther south in front, and the one to move before them all."""
    language = current_language()
    feet = {player.seat: layout.feet[player.site][player.seat] for player in view.players}
    order = sorted(
        view.players, key=lambda player: (player.seat == view.to_play, feet[player.seat].y)
    )
    return [
        _draw_elephant(
            ElephantView(player.seat, player.name, player.site, player.bales),
            feet[player.seat],
            layout.sizes,
            language,
            lit=player.seat == view.to_play,
        )
        for player in order
    ]


@lru_cache(maxsize=1 << 12)
def _draw_elephant(
    elephant: ElephantView, feet: Point, sizes: Sizes, _language: Language, *, lit: bool
) -> str:
    """An elephant with its bales; the one to move is lifted and lit."""
    seat = elephant.seat
    return group_at(
        *feet,
        tooltip(describe_elephant(elephant)),
        use("lit-ground" if lit else "shadow"),
        draw_figure(seat, elephant.bales, sizes, -LIFT * sizes.elephant if lit else 0),
        id=f"elephant-{seat}",
        data_to_play="true" if lit else None,
        data_card=f"elephant:{seat}",
    )


def draw_figure(seat: int, bales: tuple[ColourName, ...], sizes: Sizes, y: float = 0) -> str:
    """The elephant of a seat with what it carries."""
    step = basket_step(sizes)
    loads = (use(f"load-{colour}", step * nth, y) for nth, colour in enumerate(bales))
    return use(f"figure-{seat}", 0, y) + "".join(loads)


def _draw_lights(view: BombayView, sites: list[BoardSite], layout: Layout) -> str:
    """The trails that the viewer may take, and the sites they lead to."""
    if view.to_play is None or not sites:
        return ""
    here = view.players[view.to_play].site
    ways = (use(trail_symbol(here, site.id)) for site in sites)
    glows = (use(f"glow-{site.kind}", *layout.places[site.id]) for site in sites)
    return group(*ways, *glows, **{"class": "lit"})


@lru_cache(maxsize=1 << 12)
def _draw_target(move: MoveFacts, place: BadgePlace, layout: Layout, _language: Language) -> str:
    """A button for a site that may be entered, with a badge of what that costs and brings."""
    site = move.site
    return group(
        tooltip(str(describe_move(move))),
        use(f"ring-{site.kind}", *layout.places[site.id]),
        draw_badge(move, place, layout.sizes),
        role="button",
        tabindex="0",
        data_act=f"move {site.id}",
        **{"class": "choice"},
    )


ON: Final = 0.25
"""The share of a trail after which an elephant walks on the trail itself."""


def draw_route(board: Board, shape: Shape, origin: str, target: str, seat: int) -> str:
    """The path data of a seat's way between two sites; straight if no trail joins them."""
    return _find_route(layout_for(board, shape), origin, target, seat)


@lru_cache(maxsize=1 << 12)
def _find_route(layout: Layout, origin: str, target: str, seat: int) -> str:
    start, end = layout.feet[origin][seat], layout.feet[target][seat]
    trail = layout.trail_from(origin, target)
    if trail is None:
        return f"M{format_point(start)}L{format_point(end)}"
    first, last = trail.at(ON), trail.at(1 - ON)
    corners = (
        (trail.ahead(ON, -ON), first),
        (trail.ahead(ON, 0.5 - ON), last),
        (trail.ahead(1 - ON, ON), end),
    )
    return f"M{format_point(start)}" + "".join(
        f"Q{format_point(bend)} {format_point(to)}" for bend, to in corners
    )
