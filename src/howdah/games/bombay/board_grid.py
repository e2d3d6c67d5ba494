"""The board of Bombay as a grid of texts: the sites as rows of the map, the markets as a list."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from howdah.core.lru import LruCache
from howdah.games.bombay.board import STARS_TO_ENTER, Board, BoardSite
from howdah.games.bombay.descriptions import TOKEN_GAINS, describe_stars_left
from howdah.games.bombay.names import COLOUR_NAMES, ColourName
from howdah.games.bombay.rules import SALE_CLIENTS, SALE_RUPEES
from howdah.games.bombay.svg.layout import layout_for
from howdah.games.bombay.tooltips import (
    SiteContents,
    describe_bag,
    describe_bales,
    describe_market,
    hashable_sites,
    site_contents,
)
from howdah.games.bombay.view import BombayView
from howdah.i18n import Language, current_language, translate, translate_count
from howdah.render.geometry import Point
from howdah.render.phrases import (
    Gain,
    capitalize,
    join_with_commas,
    printable,
    stars_text,
    translate_name,
    translate_word,
)
from howdah.render.types import Shape
from howdah.table.board_grid import GridCell, TextList, encode_lines

ROWS: Final = 5
"""How many rows the map is read as."""
EMPTY_CELL: Final = ""
NO_CHOICE: Final = ""
MARKER_RADIUS: Final[Mapping[Shape, float]] = {"wide": 44.0, "tall": 38.0}


def rows(board: Board, shape: Shape) -> list[list[GridCell]]:
    """The sites in stripes of the map."""
    places = layout_for(board, shape).places
    stripes = defaultdict[int, list[BoardSite]](list)
    for site in sorted(board.sites, key=lambda site: site.x):
        stripes[int(site.y * ROWS / board.canvas[1])].append(site)
    return [
        [_cell(board, site, places[site.id]) for site in stripes[stripe]]
        for stripe in sorted(stripes)
    ]


def _cell(board: Board, site: BoardSite, place: Point) -> GridCell:
    sites = {other.id: other for other in board.sites}
    near = join_with_commas(_short_name(sites[other]) for other in board.neighbours(site.id))
    trails = translate("Trails to {sites}.", sites=near)
    name = _cell_name(site, current_language())
    return GridCell(site.id, *place, name, trails, f"move {site.id}", f"site:{site.id}")


@lru_cache(maxsize=1 << 9)
def _cell_name(site: BoardSite, _language: Language) -> str:
    match site.kind:
        case "city":
            city = translate_name(site.name or "")
            return translate("{city}, city {site}.", city=city, site=site.id)
        case "hilltop":
            return translate("Hilltop {site}.", site=site.id)
        case "crossroads":
            return translate("Crossroads {site}.", site=site.id)
        case _:
            return translate("Site {site}.", site=site.id)


def _short_name(site: BoardSite) -> str:
    return translate_name(site.name) if site.name else site.id


_SITES: Final[LruCache[str]] = LruCache(1 << 8)
"""As they were lately: few actions change any of them."""


def texts(view: BombayView) -> dict[str, str]:
    """What stands at the sites, and the elephants, which move more often."""
    return {"sites": _site_texts(view), "elephants": _elephant_texts(view)}


def _site_texts(view: BombayView) -> str:
    names = tuple(map(printable, view.names))
    language = current_language()
    return _SITES.get(
        (hashable_sites(view), view.board.source, names, language),
        lambda: encode_lines(
            {
                site.id: _describe_site(site_contents(view, site), site, names, language)
                for site in view.board.sites
            }
        ),
    )


@lru_cache(maxsize=1 << 12)
def _describe_site(
    contents: SiteContents, site: BoardSite, names: tuple[str, ...], _language: Language
) -> str:
    """What stands at a site, without its name."""
    if site.kind == "city":
        return translate_count(
            "Buys {demands}. {count} city token left.",
            "Buys {demands}. {count} city tokens left.",
            contents.tokens_left,
            demands=_describe_demands(contents.demands),
        )
    entry = [_describe_entry(site)] if site.kind == "hilltop" else []
    return " ".join([_describe_building(contents, names), *entry])


def _describe_building(contents: SiteContents, names: tuple[str, ...]) -> str:
    if contents.post is not None:
        colour = translate_word(contents.post)
        return capitalize(
            translate("{colour} trading post, closed.", colour=colour)
            if contents.is_closed
            else translate("{colour} trading post, open.", colour=colour)
        )
    if contents.palace is not None:
        return translate("{name}'s palace.", name=names[contents.palace])
    if contents.token is not None:
        return translate("Palace token: {gain}.", gain=TOKEN_GAINS[contents.token])
    return translate("You can build a palace here.")


def _describe_entry(site: BoardSite) -> str:
    return translate("{stars} to enter.", stars=stars_text(STARS_TO_ENTER[site.kind]))


def _describe_demands(demands: tuple[ColourName, ...]) -> str:
    return join_with_commas(
        translate("{colour} ({gains})", colour=translate_word(colour), gains=_gains(rank, colour))
        for rank, colour in enumerate(demands)
    )


def _gains(rank: int, colour: ColourName) -> str:
    """What a sale earns, but for the token of the city."""
    rupees = Gain("rupees", SALE_RUPEES[rank] + (colour == "yellow"))
    clients = Gain("clients", SALE_CLIENTS[rank] + (colour == "purple"))
    if not clients.count:
        return str(rupees)
    return translate("{one} and {other}", one=rupees, other=clients)


def _elephant_texts(view: BombayView) -> str:
    language, found = current_language(), defaultdict[str, list[str]](list)
    for player in view.players:
        found[player.site].append(_describe_elephant(player.name, player.bales, language))
    return encode_lines({site: " ".join(elephants) for site, elephants in found.items()})


@lru_cache(maxsize=1 << 10)
def _describe_elephant(name: str, bales: tuple[ColourName, ...], _language: Language) -> str:
    return translate(
        "{name}'s elephant, carrying {bales}.", name=printable(name), bales=describe_bales(bales)
    )


def start(view: BombayView) -> str:
    """The site of the elephant to move; before the first turn that of the first player's."""
    return view.players[view.first_player if view.to_play is None else view.to_play].site


def choices(view: BombayView, _pick: str | None) -> dict[str, str]:
    """The sites where the viewer may go."""
    moves = (action for action in view.legal_actions if action.startswith("move "))
    return {action.removeprefix("move "): action for action in moves}


def lists(view: BombayView) -> tuple[TextList, ...]:
    """The markets, what the cities buy, and the trading posts that are open."""
    language = current_language()
    markets = (
        _describe_market(number, tuple(bales.items()), language)
        for number, bales in enumerate(view.markets)
    )
    bag = _describe_bag(tuple(view.bag.items()), language)
    cities = (_describe_city(view, city) for city in view.board.cities)
    posts = _describe_open_posts(tuple(view.posts.items()), view.closed, language)
    return (
        TextList(translate("Markets"), (*markets, bag)),
        TextList(translate("Cities"), tuple(cities)),
        TextList(translate("Open trading posts"), posts),
    )


Bales = tuple[tuple[ColourName, int], ...]


@lru_cache(maxsize=1 << 10)
def _describe_market(number: int, bales: Bales, _language: Language) -> str:
    return describe_market(number, dict(bales))


@lru_cache(maxsize=1 << 10)
def _describe_bag(bales: Bales, _language: Language) -> str:
    return describe_bag(dict(bales))


def _describe_city(view: BombayView, city: BoardSite) -> str:
    said = _describe_site(site_contents(view, city), city, (), current_language())
    return f"{_cell_name(city, current_language())} {said}"


@lru_cache(maxsize=1 << 8)
def _describe_open_posts(
    posts: tuple[tuple[str, ColourName], ...], closed: tuple[ColourName, ...], _language: Language
) -> tuple[str, ...]:
    """The sites of the open posts, by their colours."""
    found = defaultdict[ColourName, list[str]](list)
    for site, colour in posts:
        if colour not in closed:
            found[colour].append(site)
    described = (
        translate("{colour}: {sites}", colour=translate_word(colour), sites=join_with_commas(sites))
        for colour, sites in sorted(found.items(), key=lambda it: COLOUR_NAMES.index(it[0]))
    )
    return tuple(described) or (translate("none"),)


def status(view: BombayView) -> str:
    """The stars that are left, or that a free bale has to be taken."""
    if view.take_due:
        return translate("Choose your free bale.")
    return f"{capitalize(describe_stars_left(view))}."


def describe_pick(_view: BombayView, _pick: str) -> str:
    """Nothing: an action is played without being picked first."""
    return ""
