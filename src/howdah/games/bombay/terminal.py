"""Bombay's choices and events in English, with what they cost and give."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from howdah.core.rng import Dealer
from howdah.games.bombay.names import COLOUR_LETTERS, COLOUR_NAMES
from howdah.games.bombay.svg.descriptions import offer, site_of
from howdah.games.bombay.text import LEGEND, text
from howdah.games.bombay.view import BombayView
from howdah.render.phrases import counted, printable

__all__ = ["LEGEND", "choices", "report", "settle", "standing", "text", "turn"]


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
    return [f"  {n:>2}  {offer(view, action)}" for n, action in enumerate(view.legal_actions, 1)]


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
            return f"{who}: sell {thing} in {site_of(view, view.players[seat].site).name}"
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
