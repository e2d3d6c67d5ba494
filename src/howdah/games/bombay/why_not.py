"""Why an action is not legal: every condition it does not meet, as data and in English.

Each function here mirrors one rule of `rules`; the tests prove that an action has no reason
against it exactly when the rules call it legal.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from howdah.core.reasons import Reason, ReasonBook
from howdah.games.bombay import rules
from howdah.games.bombay.actions import Action, Build, Buy, Move, Restock, Sell, Take, Wait
from howdah.games.bombay.board import Board
from howdah.games.bombay.names import COLOUR_NAMES, MARKET_NAMES, ColourName, colour_of
from howdah.games.bombay.state import COLOURS, NONE, OVER, RESTOCK_DUE, Colour, State

ENTRIES: Final = {
    "game-over": ("end", "The game is over."),
    "restock-due": ("restock", "The markets must be restocked first."),
    "no-restock-due": ("restock", "The markets are restocked only at the start of a set."),
    "wrong-draw": ("restock", "The draw should be {needed} bales, not {drawn}."),
    "not-in-the-bag": ("restock", "The bag holds {held} {colour}, so {drawn} cannot be drawn."),
    "take-due": ("palace-tokens", "Take your free bale first."),
    "no-take-due": ("palace-tokens", "There is no free bale to take."),
    "not-leftmost": (
        "palace-tokens",
        "The free bale comes from the {market} market, which has no {colour} silk.",
    ),
    "whole-turn": ("wait", "Waiting takes all {needed} stars: you have {left}."),
    "no-trail": ("move", "There is no trail from {origin} to {site}."),
    "too-few-stars": ("stars", "Too few stars: {left} of {needed}."),
    "no-post": ("buy", "There is no trading post at {site}."),
    "post-closed": ("buy", "Closed: no market has {colour} silk."),
    "already-bought": ("buy", "You can buy only one bale per turn."),
    "baskets-full": ("buy", "Both baskets are full."),
    "too-few-rupees": ("buy", "Too few rupees: {held} of {needed}."),
    "not-carried": ("baskets", "Your elephant carries no {colour} silk."),
    "no-city": ("sell", "There is no city at {site}."),
    "not-demanded": ("sell", "{city} doesn't buy {colour} silk."),
    "post-here": ("build", "There is a trading post at {site}."),
    "city-here": ("build", "You can't build in {city}."),
    "palace-here": ("build", "There is already a palace at {site}."),
    "no-palace-left": ("build", "All {palaces} palaces are built."),
}
"""The section of the rules page and the English sentence of each reason."""

reason: Final = ReasonBook("bombay", ENTRIES)
"""The reason with a code and its arguments."""


def why_not(board: Board, state: State, action: Action) -> tuple[Reason, ...]:
    """Every condition that an action does not meet; empty when it is legal."""
    if isinstance(action, Restock):
        return tuple(_restock(state, action))
    if state.phase == OVER:
        return (reason("game-over"),)
    if state.phase == RESTOCK_DUE:
        return (reason("restock-due"),)
    first = (reason("take-due"),) if state.take_due and not isinstance(action, Take) else ()
    return (*first, *_by_its_own_rule(board, state, action))


def _by_its_own_rule(board: Board, state: State, action: Action) -> Iterator[Reason]:
    match action:
        case Wait():
            return _wait(state)
        case Move(site):
            return _move(board, state, site)
        case Buy():
            return _buy(board, state)
        case Sell(colour):
            return _sell(board, state, colour)
        case Build(colour):
            return _build(board, state, colour)
        case Take(colour):
            return _take(state, colour)
        case _:
            return iter(())


def _restock(state: State, action: Restock) -> Iterator[Reason]:
    if state.phase != RESTOCK_DUE:
        yield reason("no-restock-due")
        return
    needed = rules.bales_to_draw(state)
    if len(action.drawn) != needed:
        yield reason("wrong-draw", needed=needed, drawn=len(action.drawn))
    for colour in COLOURS:
        held = rules.bales_to_draw_from(state, colour)
        drawn = rules.bales_drawn(action.draw, colour)
        if drawn > held:
            yield reason("not-in-the-bag", held=held, colour=COLOUR_NAMES[colour], drawn=drawn)


def _stars(state: State, needed: int) -> Iterator[Reason]:
    """Every star counts, except while a free bale is due: that says so by its own reason."""
    if not state.take_due and state.stars < needed:
        yield reason("too-few-stars", needed=needed, left=state.stars)


def _wait(state: State) -> Iterator[Reason]:
    if state.stars < rules.STARS:
        yield reason("whole-turn", needed=rules.STARS, left=state.stars)


def _move(board: Board, state: State, site: str) -> Iterator[Reason]:
    origin = board.sites[state.at[state.seat]].id
    if site not in board.neighbours(origin):
        yield reason("no-trail", origin=origin, site=site)
    yield from _stars(state, board.tables.stars_to_enter[board.number_of[site]])


def _buy(board: Board, state: State) -> Iterator[Reason]:
    seat = state.seat
    colour = state.posts[state.at[seat]]
    if state.has_bought:
        yield reason("already-bought")
    if state.load[seat] == rules.BASKETS:
        yield reason("baskets-full")
    if colour == NONE:
        yield reason("no-post", site=board.sites[state.at[seat]].id)
    elif state.stock[colour] == 0:
        yield reason("post-closed", colour=COLOUR_NAMES[colour])
    else:
        yield from _price(state, colour)


def _price(state: State, colour: Colour) -> Iterator[Reason]:
    market = state.market_of[colour]
    yield from _stars(state, rules.BUY_STARS[market])
    rupees = state.rupees[state.seat]
    if rupees < rules.BUY_RUPEES[market]:
        yield reason("too-few-rupees", needed=rules.BUY_RUPEES[market], held=rupees)


def _carried_colours(state: State, colour: ColourName) -> Iterator[Reason]:
    if not state.baskets[state.seat][colour_of(colour)]:
        yield reason("not-carried", colour=colour)


def _sell(board: Board, state: State, colour: ColourName) -> Iterator[Reason]:
    yield from _carried_colours(state, colour)
    site = board.sites[state.at[state.seat]]
    city = board.tables.city_at[state.at[state.seat]]
    if city == NONE:
        yield reason("no-city", site=site.id)
    elif colour_of(colour) not in state.demands[city]:
        yield reason("not-demanded", city=str(site.name), colour=colour)


def _build(board: Board, state: State, colour: ColourName) -> Iterator[Reason]:
    yield from _carried_colours(state, colour)
    number = state.at[state.seat]
    site = board.sites[number]
    if state.posts[number] != NONE:
        yield reason("post-here", site=site.id)
    if site.kind == "city":
        yield reason("city-here", city=str(site.name))
    if state.palaces[number] != NONE:
        yield reason("palace-here", site=site.id)
    if state.palaces_built[state.seat] == rules.PALACES:
        yield reason("no-palace-left", palaces=rules.PALACES)


def _take(state: State, colour: ColourName) -> Iterator[Reason]:
    if not state.take_due:
        yield reason("no-take-due")
    elif not rules.legal_takes(state) & rules.TAKE_BITS[colour_of(colour)]:
        market = _leftmost_market(state)
        yield reason("not-leftmost", market=MARKET_NAMES[market], colour=colour)


def _leftmost_market(state: State) -> int:
    return min(state.market_of[colour] for colour in COLOURS if state.stock[colour])
