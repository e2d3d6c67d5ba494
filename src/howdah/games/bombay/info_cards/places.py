"""Cards of the places on the map: posts, cities and their demands, palaces and palace tokens."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Final

from howdah.games.bombay.board import STARS_TO_ENTER, BoardSite
from howdah.games.bombay.consequences import sale_gains
from howdah.games.bombay.descriptions import TOKEN_GAINS
from howdah.games.bombay.info_cards import icons
from howdah.games.bombay.info_cards.prices import (
    describe_price,
    describe_sale,
    market_of,
    market_title,
    sale_parts,
)
from howdah.games.bombay.info_cards.reader import find_city, find_site, reader_of, sentences
from howdah.games.bombay.names import ColourName, TokenName
from howdah.games.bombay.tooltips import describe_post, describe_token
from howdah.games.bombay.view import BombayView
from howdah.i18n import mark, translate, translate_count
from howdah.render.phrases import (
    join_with_commas,
    printable,
    stars_text,
    translate_name,
    translate_word,
)
from howdah.table.info_cards import InfoCard

TOKEN_EFFECTS: Final[Mapping[TokenName, str]] = {
    "client": mark("It counts as 1 client in your empire."),
    "rupees": mark("It pays you 2 rupees at once."),
    "city": mark("It counts as 1 city token at the end, whichever ones you have."),
    "bale": mark("It gives you a free bale from the leftmost market that has any."),
}


def site_card(view: BombayView, name: str) -> InfoCard | None:
    """What stands at a site, and what a move there would bring."""
    site = find_site(view, name)
    if site is None:
        return None
    card = _card_of(view, site)
    if f"move {name}" not in view.legal_actions:
        return card
    stars = stars_text(STARS_TO_ENTER[site.kind])
    return replace(card, now=(translate("Moving here costs {stars}.", stars=stars), *card.now))


def _card_of(view: BombayView, site: BoardSite) -> InfoCard:
    if site.kind == "city":
        return _city(view, site)
    if (colour := view.posts.get(site.id)) is not None:
        return _post(view, site, colour)
    if (owner := view.palaces.get(site.id)) is not None:
        return _palace(view, site, owner)
    if (token := view.palace_tokens.get(site.id)) is not None:
        return _palace_token(view, site, token)
    return _hilltop(site) if site.kind == "hilltop" else _free_site(site)


def _named(what: str, site: BoardSite) -> str:
    return translate("{what} ({name})", what=what, name=site.id)


def _city(view: BombayView, site: BoardSite) -> InfoCard:
    return InfoCard(
        kind=translate("City"),
        title=_named(translate_name(site.name or ""), site),
        about=translate("A city buys three of the four colours. A sale costs 1 star."),
        now=sentences(
            translate("Buys {demands}.", demands=_describe_demands(view, site.id)),
            *_describe_own_sales(view, site),
            _describe_city_tokens(view, site.id),
        ),
        rule="bombay#sell",
        icon=icons.draw_city(view.board.cities.index(site)),
    )


def _describe_demands(view: BombayView, city: str) -> str:
    return join_with_commas(
        translate(
            "{colour} ({gains})",
            colour=translate_word(colour),
            gains=describe_sale(view, rank, colour),
        )
        for rank, colour in enumerate(view.demands[city])
    )


def _describe_own_sales(view: BombayView, city: BoardSite) -> Iterator[str]:
    """What the reader's bales would bring there."""
    reader = reader_of(view)
    for colour in dict.fromkeys(reader.bales if reader else ()):
        name = translate_word(colour)
        if reader and colour in view.demands[city.id]:
            gains = " + ".join(map(str, sale_gains(view, reader, city.id, colour)))
            yield translate("Your {colour} bale brings {gains}.", colour=name, gains=gains)
        else:
            yield translate(
                "{city} doesn't buy {colour} silk.",
                city=translate_name(city.name or ""),
                colour=name,
            )


def _describe_city_tokens(view: BombayView, city: str) -> str:
    """How many tokens a city has left, and whether the reader can still get one."""
    left = view.city_tokens_left[city]
    count = translate_count("{count} city token left.", "{count} city tokens left.", left)
    reader = reader_of(view)
    if reader is None or reader.cities is None:
        return count
    if city in reader.cities:
        own = translate("You already have one.")
    else:
        own = translate("Your first sale here earns you one.") if left else ""
    return f"{count} {own}".strip()


def demand_card(view: BombayView, name: str) -> InfoCard | None:
    """A cube in the demand column of a city: `CITY:RANK`, where 0 is the top."""
    city_id, _, rank = name.partition(":")
    city = find_city(view, city_id)
    if city is None or rank not in ("0", "1", "2"):
        return None
    colour = view.demands[city.id][int(rank)]
    return InfoCard(
        kind=translate("Demand cube"),
        title=translate(
            "Demand for {colour} silk in {city}",
            colour=translate_word(colour),
            city=translate_name(city.name or ""),
        ),
        about=translate(
            "The top cube pays 4 rupees, the middle one 3, the bottom one 1 and a client. After a "
            "sale, the cube sinks to the bottom."
        ),
        now=(
            translate(
                "Sells here for {gains}.",
                gains=" + ".join(sale_parts(view, city.id, int(rank), colour)),
            ),
        ),
        rule="bombay#sell",
        icon=icons.draw_cube(colour),
    )


def city_tokens_card(view: BombayView, name: str) -> InfoCard | None:
    """The tokens that a city has left."""
    city = find_city(view, name)
    if city is None:
        return None
    return InfoCard(
        kind=translate("City tokens left"),
        title=translate("City tokens of {city}", city=translate_name(city.name or "")),
        about=translate(
            "Your first sale in a city earns you its token. At the end, 3 city tokens pay "
            "4 rupees, 4 or more pay 8."
        ),
        now=(_describe_city_tokens(view, name),),
        rule="bombay#sell",
        icon=icons.draw_city_token(),
    )


def _post(view: BombayView, site: BoardSite, colour: ColourName) -> InfoCard:
    is_closed = colour in view.closed
    return InfoCard(
        kind=translate("Closed trading post") if is_closed else translate("Open trading post"),
        title=describe_post(site.id, colour, closed=is_closed),
        about=translate(
            "You can enter a closed trading post, but not buy there until its colour is drawn "
            "again."
        )
        if is_closed
        else translate("Buy bales of this colour here: one per turn, while a basket is empty."),
        now=_describe_closed(view, colour) if is_closed else (_describe_supply(view, colour),),
        rule="bombay#buy",
        icon=icons.draw_post(colour, closed=is_closed),
    )


def _describe_closed(view: BombayView, colour: ColourName) -> tuple[str, ...]:
    closed = translate("Closed: no market has {colour} silk.", colour=translate_word(colour))
    if view.set_number < view.sets:
        return (closed, translate("It can open with the next restock."))
    return (closed, translate("It stays closed: this is the last set."))


def _describe_supply(view: BombayView, colour: ColourName) -> str:
    """The market that a post sells from, its price and what it has left."""
    market = market_of(view, colour)
    return translate_count(
        "{market}: {price} per bale, {count} bale left.",
        "{market}: {price} per bale, {count} bales left.",
        view.markets[market][colour],
        market=market_title(market),
        price=describe_price(market),
    )


def _palace(view: BombayView, site: BoardSite, owner: int) -> InfoCard:
    name = printable(view.names[owner])
    return InfoCard(
        kind=translate("Palace"),
        title=translate("{name}'s palace at {site}", name=name, site=site.id),
        about=translate(
            "The bank pays the owner 1 rupee whenever another player enters. A palace also counts "
            "for the empire."
        ),
        now=sentences(_describe_toll(view, owner)),
        rule="bombay#build",
        icon=icons.draw_palace(owner),
    )


def _describe_toll(view: BombayView, owner: int) -> str:
    if view.seat is None:
        return ""
    if view.seat == owner:
        return translate("It's yours: entering it pays you nothing.")
    return translate(
        "If you enter, {name} gets 1 rupee. It costs you nothing.",
        name=printable(view.names[owner]),
    )


def _palace_token(view: BombayView, site: BoardSite, token: TokenName) -> InfoCard:
    return InfoCard(
        kind=translate("Palace token: {gain}", gain=TOKEN_GAINS[token]),
        title=describe_token(site.id, token),
        about=translate(
            "The first player to build a palace here takes the token. {effect}",
            effect=translate(TOKEN_EFFECTS[token]),
        ),
        now=(_describe_free_bale(view),) if token == "bale" else (),
        rule="bombay#palace-tokens",
        icon=icons.draw_token(view.face, token),
    )


def _describe_free_bale(view: BombayView) -> str:
    bales = next((bales for bales in view.markets if bales), None)
    if bales is None:
        return translate("All markets are empty now: it gives nothing.")
    return translate("Now your choice would be: {bales}.", bales=_name_colours([*bales]))


def _name_colours(colours: list[ColourName]) -> str:
    return join_with_commas(map(translate_word, colours))


def _hilltop(site: BoardSite) -> InfoCard:
    stars = stars_text(STARS_TO_ENTER["hilltop"])
    return InfoCard(
        kind=translate("Hilltop"),
        title=_named(translate("Hilltop"), site),
        about=translate("{stars} to enter.", stars=stars),
        now=(translate("You can build a palace here."),),
        rule="bombay#move",
        icon=icons.draw_ground("hill"),
    )


def _free_site(site: BoardSite) -> InfoCard:
    is_crossroads = site.kind == "crossroads"
    kind = translate("Crossroads") if is_crossroads else translate("Free site")
    return InfoCard(
        kind=kind,
        title=_named(kind, site),
        about=translate("A palace costs 1 star and one bale of any colour."),
        now=(translate("You can build a palace here."),),
        rule="bombay#build",
        icon=icons.draw_ground("milestone" if is_crossroads else "plain-place"),
    )


CARDS: Final[Mapping[str, Callable[[BombayView, str], InfoCard | None]]] = {
    "site": site_card,
    "demand": demand_card,
    "tokens": city_tokens_card,
}
