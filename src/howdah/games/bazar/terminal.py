"""Bombay Bazar's choices and events in English, and the medals game at a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from howdah.cli.command import Leave
from howdah.core.rng import Dealer
from howdah.games.bazar.actions import Place, parse_action
from howdah.games.bazar.hexgrid import EDGE_NAMES
from howdah.games.bazar.medals import Choice, Medals, MedalsError
from howdah.games.bazar.names import CALLS, Call
from howdah.games.bazar.svg.descriptions import growth
from howdah.games.bazar.text import LEGEND, text
from howdah.games.bazar.view import BazarView
from howdah.render.phrases import printable

__all__ = ["LEGEND", "choices", "report", "settle", "standing", "text", "turn"]

PERSON = 0
"""The seat of whoever sits at the terminal."""
_KEY = "  (12 SE+3: choice 12 leads south-east and grows by 3; ! runs onto an end piece)"


def turn(view: BazarView) -> object:
    """Every action is a turn."""
    return len(view.actions)


def standing(view: BazarView, seat: int) -> str:
    """One's length, and where the trunk goes on."""
    player = view.players[seat]
    q, r = player.tip_cell
    length = f"Your trunk is {player.length} long"
    return f"{length} and comes into cell {q},{r} from the {EDGE_NAMES[player.tip_edge]}."


# The choices


def choices(view: BazarView) -> list[str]:
    """The legal placements, a line for each design; where the trunk goes and what it gains."""
    if view.legal_actions == ("end-piece",):
        return ["   1  Lay your end piece: you are blocked."]
    lines: dict[str, str] = {}
    for number, action in enumerate(view.legal_actions, start=1):
        placed = cast(Place, parse_action(action))
        start = lines.get(placed.design, f"  {placed.design:<8}")
        lines[placed.design] = f"{start} {number:>3} {_gain(view, placed):<5}"
    return [_KEY, *(line.rstrip() for line in lines.values())]


def _gain(view: BazarView, placed: Place) -> str:
    """The edge by which the trunk leaves the tile, and what it absorbs beyond."""
    grown = growth(view, placed)
    more = f"+{grown.segments}" if grown.segments > 1 else ""
    return f"{EDGE_NAMES[grown.way_out]}{more}{'!' if grown.is_blocked else ''}"


def report(view: BazarView, seat: int, action: str) -> str:
    """An action just played by a seat, told to everyone; the view is the one after it."""
    who, length = printable(view.names[seat]), view.players[seat].length
    if action == "end-piece":
        return f"{who}: blocked with a trunk of {length}"
    return f"{who}: {action}, now {length} long"


# The medals


def settle(players: int, settings: Mapping[str, Any], dealer: Dealer) -> dict[str, Any]:
    """The medals game, if it decides who begins: agents choose before the person is asked."""
    if players == 1 or settings.get("starter", "medals") != "medals":
        return {}
    medals = Medals(players)
    print("The medals decide who begins: keep 1, 2 or 3 in your hand and call even or odd.")
    while medals.first_player is None:
        _play_round(medals, dealer)
    print(f"{_who(medals.first_player)} begin{'' if medals.first_player == PERSON else 's'}.")
    return {"medals": medals}


def _play_round(medals: Medals, dealer: Dealer) -> None:
    numbers = dealer.stream(f"medals of agents {len(medals.rounds) + 1}")
    person_is_in = PERSON in medals.still_in
    for seat in medals.still_in:
        choice = medals.random_choice(numbers)
        if seat != PERSON:
            medals.choose(seat, *choice)
    if person_is_in:
        _ask_until_chosen(medals)
    _tell_round(medals)


def _ask_until_chosen(medals: Medals) -> None:
    rounds = len(medals.rounds)
    while len(medals.rounds) == rounds:
        kept, _, call = input("medals, for example `2 even`> ").strip().partition(" ")
        if kept == "quit":
            raise Leave
        try:
            medals.choose(PERSON, int(kept) if kept.isdecimal() else 0, cast(Call, call))
        except MedalsError as error:
            print(error)


def _tell_round(medals: Medals) -> None:
    hands = medals.rounds[-1]
    shown = ", ".join(_hand(seat, hand) for seat, hand in enumerate(hands) if hand is not None)
    total = sum(hand.kept for hand in hands if hand is not None)
    left = " and ".join(map(_who, medals.still_in))
    print(f"  {shown}.\n  {total} in all, {CALLS[total % 2]}: {left} still in.")


def _hand(seat: int, hand: Choice) -> str:
    if seat == PERSON:
        return f"You keep {hand.kept} and call {hand.call}"
    return f"{_who(seat)} keeps {hand.kept} and calls {hand.call}"


def _who(seat: int) -> str:
    return "You" if seat == PERSON else f"Player {seat}"
