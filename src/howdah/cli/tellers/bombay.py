"""Bombay's choices and events in English, with what they cost and give."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from howdah.bombay.board import STARS_TO_ENTER, BoardSite
from howdah.bombay.rules import BUY_RUPEES, BUY_STARS, SALE_CLIENTS, SALE_RUPEES
from howdah.bombay.view import BombayView
from howdah.bombay.words import COLOUR_LETTERS, COLOUR_NAMES
from howdah.core.chance import Dealer
from howdah.render.bombay.text import LEGEND, site_label
from howdah.render.wording import counted, printable

__all__ = ["LEGEND", "choices", "report", "settle", "standing", "turn"]

TOKEN_GIFTS = {
    "client": "a client token",
    "rupees": "2 rupees",
    "city": "a city token",
    "bale": "a free bale",
}


def settle(_players: int, _settings: Mapping[str, Any], _dealer: Dealer) -> dict[str, Any]:
    """Nothing: the set-up is drawn."""
    return {}


def turn(view: BombayView) -> object:
    """The set, the game turn and the seat."""
    return view.set_number, view.game_turn, view.to_play


def standing(view: BombayView, seat: int) -> str:
    """The stars that are left, and one's rupees."""
    rupees = counted(view.players[seat].rupees or 0, "rupee")
    return f"{'*' * view.stars or 'no star left'}  You have {rupees}."


def choices(view: BombayView) -> list[str]:
    """Each legal action on a line of its own."""
    return [f"  {n:>2}  {_choice(view, action)}" for n, action in enumerate(view.legal_actions, 1)]


def _choice(view: BombayView, action: str) -> str:
    """A legal action of the view's position, as a choice."""
    verb, _, thing = action.partition(" ")
    match verb:
        case "move":
            return _move(view, thing)
        case "buy":
            return _buy(view)
        case "sell":
            return _sell(view, thing)
        case "build":
            return _build(view, thing)
        case "take":
            return f"Take a {thing} bale, free"
        case "wait":
            return "Wait for fortune: all 3 stars for 1 rupee"
        case _:
            return f"End the turn{_stars_given_up(view)}"


def _site(view: BombayView, site_id: str) -> BoardSite:
    return next(site for site in view.board.sites if site.id == site_id)


def _own_site(view: BombayView) -> str:
    return next(player.site for player in view.players if player.seat == view.to_play)


def _move(view: BombayView, site_id: str) -> str:
    site = _site(view, site_id)
    toll = "" if view.to_play is None else _toll(view, view.to_play, site_id)
    return f"Move to {site_label(view, site)}: {counted(STARS_TO_ENTER[site.kind], 'star')}{toll}"


def _buy(view: BombayView) -> str:
    colour = view.posts[_own_site(view)]
    market = next(number for number, bales in enumerate(view.markets) if colour in bales)
    price = f"{counted(BUY_RUPEES[market], 'rupee')}, {counted(BUY_STARS[market], 'star')}"
    return f"Buy {colour}: {price}"


def _sell(view: BombayView, colour: str) -> str:
    city = _own_site(view)
    rank = [str(demand) for demand in view.demands[city]].index(colour)
    rupees = SALE_RUPEES[rank] + (colour == "yellow")
    clients = SALE_CLIENTS[rank] + (colour == "purple")
    gain = counted(rupees, "rupee") + (f" and {counted(clients, 'client')}" if clients else "")
    return f"Sell {colour} to {_site(view, city).name}: gain {gain}, 1 star"


def _build(view: BombayView, colour: str) -> str:
    token = view.palace_tokens.get(_own_site(view))
    gift = f"; its palace token gives {TOKEN_GIFTS[token]}" if token else ""
    return f"Build a palace with the {colour} bale: 1 star{gift}"


def _stars_given_up(view: BombayView) -> str:
    return f", giving up {counted(view.stars, 'star')}" if view.stars else ""


def report(view: BombayView, seat: int, action: str) -> str:
    """An action just played by a seat, told to everyone; the view is the one after it."""
    verb, _, thing = action.partition(" ")
    who = printable(view.names[seat])
    match verb:
        case "restock":
            return f"The markets are restocked: {_drawn(thing)}."
        case "move":
            return f"{who}: move to {thing}{_toll(view, seat, thing)}"
        case "buy":
            return f"{who}: buy {view.posts[view.players[seat].site]}"
        case "sell":
            return f"{who}: sell {thing} in {_site(view, view.players[seat].site).name}"
        case "build":
            return f"{who}: build a palace at {view.players[seat].site} with a {thing} bale"
        case "take":
            return f"{who}: take a {thing} bale, free"
        case "wait":
            return f"{who}: wait for fortune"
        case _:
            return f"{who}: end the turn"


def _drawn(letters: str) -> str:
    counts = [(letters.count(letter), name) for letter, name in zip(COLOUR_LETTERS, COLOUR_NAMES)]
    return ", ".join(f"{count} {name}" for count, name in counts if count)


def _toll(view: BombayView, seat: int, site_id: str) -> str:
    owner = view.palaces.get(site_id, seat)
    return "" if owner == seat else f"; {printable(view.names[owner])} earns 1 rupee"
