"""The panels of Bombay beside the board: players' cards, action buttons, the final scoring."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import replace
from typing import Any, Final, cast

from howdah.games.bombay.board import Board
from howdah.games.bombay.cards import cards
from howdah.games.bombay.descriptions import describe_action, report, report_briefly
from howdah.games.bombay.final_scores import describe_margin, empire_prizes, final_scores
from howdah.games.bombay.names import COLOUR_LETTERS, COLOUR_NAMES, MARKET_NAMES
from howdah.games.bombay.state import State
from howdah.games.bombay.svg.pieces import draw_market_row, draw_route
from howdah.games.bombay.svg.sizes import MARKET_ROW
from howdah.games.bombay.view import BombayView
from howdah.games.registry import AnyGame
from howdah.i18n import mark, translate
from howdah.render.markup import tag
from howdah.render.phrases import (
    ActionDescription,
    translate_word,
)
from howdah.render.types import Shape
from howdah.table.panels import About, ActionButton, QuickStart, WhyNot, explain_all

__all__ = ["cards", "report", "report_briefly"]
"""Facets of the page that other modules provide."""

LABELS: Final = {
    "edition": mark("Edition"),
    "board": mark("Board"),
    "set_up": mark("Set-up"),
    "client_limit": mark("Client token limit"),
    "fr": mark("French (the author's)"),
    "pt": mark("Portuguese"),
    "en": mark("English"),
    "pl": mark("Polish"),
    "deccan": mark("Deccan"),
    "random": mark("Random"),
    "first-game": mark("Fixed, for a first game"),
}
ABOUT: Final = About(
    mark(
        "Buy silk where it is cheap, carry it on your elephant to the cities that want it, and "
        "build palaces on the way. The richest player wins."
    ),
    minutes=15,
)
QUICK_STARTS: Final = (
    QuickStart(
        "bombay",
        4,
        mark("Play Bombay"),
        mark("You against three computers: trade silk, build palaces."),
    ),
)
RULES_LINK: Final = mark("Bombay rules")
UNFINISHED: Final = mark("Use all your stars or end your turn first.")
CREDIT: Final = mark("Bombay is a game by Cyril Demaegd.")


def clock(view: BombayView) -> dict[str, Hashable]:
    """The context of the clock: the set, the game turn, and the stars that are left."""
    return {
        "set_number": view.set_number,
        "sets": view.sets,
        "game_turn": view.game_turn,
        "game_turns": view.game_turns,
        "stars": None if view.to_play is None else view.stars,
        "is_over": view.is_over,
    }


def extras(view: BombayView, shape: Shape) -> str:
    """The markets, where the map has no room for them."""
    if shape == "wide":
        return ""
    width, height = MARKET_ROW
    box = f"0 0 {width:g} {height:g}"
    row = draw_market_row(view)
    return tag("svg", row, viewBox=box, aria_hidden="true")


def actions(game: AnyGame, view: BombayView, _pick: str | None) -> dict[str, Any]:
    """The context of the action buttons. Moves have none: they are chosen on the map."""
    moves = [action for action in view.legal_actions if action.startswith("move ")]
    return {
        "view": view,
        "actions": list(_action_buttons(game, view)),
        "end": None if view.take_due else ActionButton("end", describe_action(view, "end")),
        "hint": _hint(view, can_move=bool(moves)),
    }


def _hint(view: BombayView, *, can_move: bool) -> str:
    if view.take_due:
        return translate("Choose your free bale.")
    return translate("Pick a highlighted site to move there.") if can_move else ""


def _action_buttons(game: AnyGame, view: BombayView) -> Iterator[ActionButton]:
    if view.take_due:
        legal = (action for action in view.legal_actions if action.startswith("take "))
        yield from (ActionButton(action, describe_action(view, action)) for action in legal)
        return
    yield _action_button(game, view, "buy", translate("Buy"))
    yield from _bale_buttons(game, view, "sell", translate("Sell"))
    yield from _bale_buttons(game, view, "build", translate("Build"))
    yield _action_button(game, view, "wait", translate("Wait for fortune"))


def _action_button(game: AnyGame, view: BombayView, action: str, title: str) -> ActionButton:
    if action in view.legal_actions:
        return ActionButton(action, describe_action(view, action))
    return ActionButton(
        action, ActionDescription(title), explain_all(game.why_not(action), view.names)
    )


def _bale_buttons(game: AnyGame, view: BombayView, verb: str, title: str) -> Iterator[ActionButton]:
    """A button for each colour that the elephant carries, or one if all are refused alike."""
    mover = next(player for player in view.players if player.seat == view.seat)
    if not mover.bales:
        why = WhyNot(translate("Your elephant carries no silk."), "bombay#baskets")
        yield ActionButton(verb, ActionDescription(title), (why,))
        return
    buttons = [
        _action_button(game, view, f"{verb} {colour}", _title_with_colour(verb, colour))
        for colour in sorted(set(mover.bales), key=mover.bales.index)
    ]
    reasons = {button.reasons for button in buttons}
    is_same = len(buttons) > 1 and len(reasons) == 1 and () not in reasons
    yield from (
        [ActionButton(verb, ActionDescription(title), buttons[0].reasons)] if is_same else buttons
    )


def _title_with_colour(verb: str, colour: str) -> str:
    if verb == "sell":
        return translate("Sell {colour}", colour=translate_word(colour))
    return translate("Build with {colour}", colour=translate_word(colour))


def view_of_complete_draft(view: BombayView, seat: int) -> BombayView:
    """The view after a drafted turn: no stars are left, and the screens stay up until it counts.

    The clock stands still as well, although the turn may be the last one of its game turn or set.
    """
    is_open = view.screens == "open"
    others = (
        player if is_open or player.seat == seat else player.behind_screen()
        for player in view.players
    )
    return replace(
        view,
        players=tuple(others),
        to_play=seat,
        stars=0,
        legal_actions=(),
        is_over=False,
        result=None,
        **_clock_before_turn_end(view),
    )


def _clock_before_turn_end(view: BombayView) -> dict[str, Any]:
    """What the clock of a view has changed if a turn has just ended: its fields before that."""
    if view.is_over:
        return {}
    if view.to_play is None:  # a restock is due: that was the last turn of a set
        return {
            "set_number": view.set_number - 1,
            "game_turn": view.game_turns,
            "first_player": (view.first_player - 1) % len(view.players),
        }
    if view.to_play == view.first_player:
        return {"game_turn": view.game_turn - 1}
    return {}


def scoring(game: AnyGame, view: BombayView) -> dict[str, Any]:
    """The context of the final scoring: rupees, empire and reputation with their prizes, total."""
    state = cast(State, game.position()[1])
    scores = final_scores(state, view.names)
    return {
        "scores": scores,
        "prizes": empire_prizes(game.players),
        "has_ties": len({score.empire_rank for score in scores}) < len(scores),
        "reason": describe_margin(scores),
    }


def motion(before: BombayView, after: BombayView, action: str) -> dict[str, Any]:
    """The elephant that moves, the rupees gained, the bales that change places, a new palace."""
    moves = {}
    if before.to_play is not None and action.startswith("move "):
        seat = before.to_play
        moves[f"elephant-{seat}"] = [before.players[seat].site, after.players[seat].site, seat]
    gains = [
        {"seat": new.seat, "count": (new.rupees or 0) - (old.rupees or 0)}
        for old, new in zip(before.players, after.players)
    ]
    return {
        "moves": moves,
        "gains": [gain for gain in gains if gain["count"] > 0],
        "flights": list(_flights(before, after, action)),
        "placed": action.startswith("build "),
    }


def way(board: Board, shape: Shape, origin: str, target: str, seat: int) -> str:
    """The way of a seat's elephant from a site to another, as path data."""
    return draw_route(board, shape, origin, target, seat)


def _flights(before: BombayView, after: BombayView, action: str) -> Iterator[dict[str, Any]]:
    """The bales that an action moves: out of the bag, to the elephant, or back into the bag."""
    verb, _, thing = action.partition(" ")
    if verb == "restock":
        for letter, colour in zip(COLOUR_LETTERS, COLOUR_NAMES):
            if count := thing.count(letter):
                yield _flight(colour, "in-bag", _market_of(colour, after), count)
    elif before.to_play is not None and verb in ("buy", "take", "sell", "build"):
        elephant = f"elephant-{before.to_play}"
        if verb in ("sell", "build"):
            yield _flight(thing, elephant, "in-bag")
        else:
            bought = thing or before.posts[before.players[before.to_play].site]
            yield _flight(bought, _market_of(bought, before), elephant)


def _flight(colour: str, origin: str, target: str, count: int = 1) -> dict[str, Any]:
    return {"bolt": f"bolt-{colour}", "from": origin, "to": target, "count": count}


def _market_of(colour: str, view: BombayView) -> str:
    """The market that holds a colour."""
    markets = zip(MARKET_NAMES, view.markets)
    return next(f"market-{name}" for name, bales in markets if colour in map(str, bales))
