"""Cards of elephants, markets, the bag and the silks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from howdah.games.bombay.info_cards import icons
from howdah.games.bombay.info_cards.prices import describe_price, describe_sale, market_title
from howdah.games.bombay.info_cards.reader import find_player, parse_colour, sentences
from howdah.games.bombay.names import COLOUR_NAMES, MARKET_NAMES, ColourName
from howdah.games.bombay.rules import BALES
from howdah.games.bombay.tooltips import describe_bag, describe_bales
from howdah.games.bombay.view import BombayView
from howdah.i18n import mark, translate, translate_count
from howdah.render.phrases import (
    join_with_commas,
    printable,
    translate_name,
    translate_word,
)
from howdah.table.info_cards import InfoCard

STOCKED: Final = (
    mark("The restock puts the colours drawn most often here."),
    mark("The restock puts the colours drawn second most often here."),
    mark("The restock puts all other colours here."),
)
"""What comes to a market, by its place from the left."""
SILKS: Final[Mapping[ColourName, str]] = {
    "yellow": mark("Yellow silk"),
    "purple": mark("Purple silk"),
    "blue": mark("Blue silk"),
    "orange": mark("Orange silk"),
}
BONUSES: Final[Mapping[ColourName, str]] = {
    "yellow": mark("Every sale of yellow silk pays 1 rupee more."),
    "purple": mark("Every sale of purple silk earns 1 client more."),
    "blue": mark("Blue silk has no bonus."),
    "orange": mark("Orange silk has no bonus."),
}


def elephant_card(view: BombayView, seat: str) -> InfoCard | None:
    """The elephant of a seat."""
    player = find_player(view, seat)
    if player is None:
        return None
    carried = translate("Carrying {bales}.", bales=describe_bales(player.bales))
    return InfoCard(
        kind=translate("Elephant"),
        title=translate("{name}'s elephant", name=printable(player.name)),
        about=translate("It walks along the trails and carries up to 2 bales."),
        now=sentences(carried, describe_turn(view) if player.seat == view.to_play else ""),
        rule="bombay#baskets",
        icon=icons.draw_elephant(player.seat, player.bales),
    )


def describe_turn(view: BombayView) -> str:
    """Who is to play, with how many stars; empty when it is nobody's turn."""
    if view.to_play is None:
        return ""
    return translate_count(
        "{name} is to play and has {count} star left.",
        "{name} is to play and has {count} stars left.",
        view.stars,
        name=printable(view.names[view.to_play]),
    )


def market_card(view: BombayView, name: str) -> InfoCard | None:
    """A market."""
    if name not in MARKET_NAMES:
        return None
    number = MARKET_NAMES.index(name)
    held = join_with_commas(
        translate("{count} {colour}", count=count, colour=translate_word(colour))
        for colour, count in view.markets[number].items()
    )
    return InfoCard(
        kind=market_title(number),
        title=market_title(number),
        about=translate(STOCKED[number]),
        now=(
            translate("A bale costs {price}.", price=describe_price(number)),
            translate("Here now: {bales}.", bales=held or translate("nothing")),
        ),
        rule="bombay#buy",
        icon=icons.draw_stall(),
    )


def bag_card(view: BombayView, name: str) -> InfoCard | None:
    """The bag."""
    if name:
        return None
    return InfoCard(
        kind=translate("Bag"),
        title=translate("Bag"),
        about=translate("Bales that are sold or built with go into the bag. A restock draws 9."),
        now=(f"{describe_bag(view.bag)}.",),
        rule="bombay#restock",
        icon=icons.draw_bag(),
    )


def silk_card(view: BombayView, name: str) -> InfoCard | None:
    """A colour of silk: its bonus, and what the cities pay for it."""
    colour = parse_colour(name)
    if colour is None:
        return None
    return InfoCard(
        kind=translate(SILKS[colour]),
        title=translate(SILKS[colour]),
        about=translate(BONUSES[colour]),
        now=(
            translate("Sells now in: {sales}.", sales=join_with_commas(_sales(view, colour))),
            translate_count(
                "The game has {count} bale of it.",
                "The game has {count} bales of it.",
                BALES[COLOUR_NAMES.index(colour)],
            ),
        ),
        rule="bombay#sell",
        icon=icons.draw_icon(f"bolt-{colour}"),
    )


def _sales(view: BombayView, colour: ColourName) -> Iterator[str]:
    """The cities that buy a colour, the best price first."""
    ranks = {city: found.index(colour) for city, found in view.demands.items() if colour in found}
    names = {city.id: translate_name(city.name or "") for city in view.board.cities}
    for city, rank in sorted(ranks.items(), key=lambda found: found[1]):
        yield f"{names[city]} ({describe_sale(view, rank, colour)})"


CARDS: Final[Mapping[str, Callable[[BombayView, str], InfoCard | None]]] = {
    "elephant": elephant_card,
    "market": market_card,
    "bag": bag_card,
    "silk": silk_card,
}
