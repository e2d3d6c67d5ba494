"""What a move brings besides its cost: who earns a rupee by it, and what could be sold there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations
from typing import NamedTuple

from howdah.games.bombay.board import STARS_TO_ENTER, BoardSite
from howdah.games.bombay.names import ColourName
from howdah.games.bombay.rules import SALE_CLIENTS, SALE_RUPEES
from howdah.games.bombay.view import BombayView, PlayerView
from howdah.render.phrases import Gain

Sales = tuple[tuple[ColourName, tuple[Gain, ...]], ...]
"""Colours, and what a bale of each brings."""


class MoveFacts(NamedTuple):
    """All that is said about a move to a site; hashable, so that drawings of it can be cached."""

    site: BoardSite
    post: ColourName | None
    """The colour of the trading post there."""
    toll_owner: int | None
    """The seat that earns a rupee, as its palace is entered."""
    owner_name: str
    sales: Sales
    """The colours that the player to move carries and the site buys, and what each would bring."""
    sale: int
    """The most rupees that the player to move can get there in this turn."""

    @property
    def stars(self) -> int:
        """What the move costs."""
        return STARS_TO_ENTER[self.site.kind]


def facts_of_move(view: BombayView, mover: PlayerView, site: BoardSite) -> MoveFacts:
    """What is said about the move of the player to move to a site."""
    name = site.id
    owner = view.palaces.get(name)
    if owner == mover.seat:
        owner = None
    sales: Sales = ()
    sale = 0
    if mover.bales and site.kind == "city":
        sales = _sales(view, mover, name)
        sale = most_sale_rupees(view, mover, name, view.stars - STARS_TO_ENTER[site.kind])
    owner_name = "" if owner is None else view.names[owner]
    return MoveFacts(site, view.posts.get(name), owner, owner_name, sales, sale)


def _sales(view: BombayView, mover: PlayerView, city: str) -> Sales:
    """What each colour would bring in a city that a player carries and the city buys."""
    return tuple(
        (colour, sale_gains(view, mover, city, colour))
        for colour in dict.fromkeys(mover.bales)
        if colour in view.demands[city]
    )


def sale_gains(
    view: BombayView, mover: PlayerView, city: str, colour: ColourName
) -> tuple[Gain, ...]:
    """What a player gets for a bale in a city now."""
    rank = view.demands[city].index(colour)
    gains = (
        Gain("rupees", _sale_rupees(rank, colour)),
        Gain("clients", SALE_CLIENTS[rank] + (colour == "purple")),
        Gain("city-tokens", int(_is_city_new(view, mover, city))),
    )
    return tuple(gain for gain in gains if gain.count)


def _sale_rupees(rank: int, colour: ColourName) -> int:
    return SALE_RUPEES[rank] + (colour == "yellow")


def _is_city_new(view: BombayView, mover: PlayerView, city: str) -> bool:
    """Whether a player, whose own view it is, would get the token of a city."""
    is_known = mover.cities is not None
    return is_known and city not in (mover.cities or ()) and bool(view.city_tokens_left[city])


def most_sale_rupees(view: BombayView, mover: PlayerView, city: str, stars: int) -> int:
    """The most rupees that a player can get in a city for the bales carried; a sale costs a star.

    >>> import howdah
    >>> from dataclasses import replace
    >>> view = howdah.new("bombay", seed=7).view()
    >>> player = replace(view.players[0], bales=view.demands["D1"][:2])
    >>> most_sale_rupees(view, player, "D1", 1), most_sale_rupees(view, player, "D1", 0)
    (4, 0)
    """
    demands = view.demands[city]
    sold = [colour for colour in mover.bales if colour in demands]
    orders = permutations(sold, min(stars, len(sold)))
    return max(_rupees_in_order(demands, order) for order in orders)


def _rupees_in_order(demands: Sequence[ColourName], sold: Iterable[ColourName]) -> int:
    """The rupees for bales that are sold one after the other."""
    column, rupees = [*demands], 0
    for colour in sold:
        rank = column.index(colour)
        rupees += _sale_rupees(rank, colour)
        column.append(column.pop(rank))
    return rupees
