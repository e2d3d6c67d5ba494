"""Prices in words: what a bale costs in a market, and what a sale brings, part by part."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from howdah.games.bombay.info_cards.reader import reader_of
from howdah.games.bombay.names import ColourName
from howdah.games.bombay.rules import BUY_RUPEES, BUY_STARS, SALE_CLIENTS, SALE_RUPEES
from howdah.games.bombay.view import BombayView
from howdah.i18n import mark, translate
from howdah.render.phrases import Gain, stars_text

MARKETS: Final = (mark("Left market"), mark("Middle market"), mark("Right market"))


def market_title(number: int) -> str:
    """What a market is called, by its place from the left."""
    return translate(MARKETS[number])


def market_of(view: BombayView, colour: ColourName) -> int:
    """The place of the market that has a colour; the colour is in one of them."""
    return next(number for number, bales in enumerate(view.markets) if colour in bales)


def describe_price(number: int) -> str:
    """What a bale costs in a market."""
    rupees = Gain("rupees", BUY_RUPEES[number])
    return translate("{one} and {other}", one=rupees, other=stars_text(BUY_STARS[number]))


def describe_sale(view: BombayView, rank: int, colour: ColourName) -> str:
    """What a sale brings at a place of the column, but for the city token."""
    rupees = Gain("rupees", SALE_RUPEES[rank] + (colour == "yellow"))
    clients = _paid_clients(view, SALE_CLIENTS[rank] + (colour == "purple"))
    if not clients:
        return str(rupees)
    return translate("{one} and {other}", one=rupees, other=Gain("clients", clients))


def sale_parts(view: BombayView, city: str, rank: int, colour: ColourName) -> Iterator[str]:
    """What a sale brings the reader, bonuses apart."""
    yield str(Gain("rupees", SALE_RUPEES[rank]))
    clients = _paid_clients(view, SALE_CLIENTS[rank])
    if clients:
        yield str(Gain("clients", clients))
    if colour == "yellow":
        yield translate("1 rupee for yellow")
    if colour == "purple" and _paid_clients(view, clients + 1) > clients:
        yield translate("1 client for purple")
    reader = reader_of(view)
    if reader is not None and reader.cities is not None:
        is_new = city not in reader.cities and bool(view.city_tokens_left[city])
        if is_new:
            yield str(Gain("city-tokens", 1))


def _paid_clients(view: BombayView, wanted: int) -> int:
    """The clients of a sale, of which the bank may not have enough."""
    return wanted if view.clients_left is None else min(wanted, view.clients_left)
