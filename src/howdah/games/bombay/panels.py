"""The panels of Bombay beside the board: players' cards, action buttons, the final scoring."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final, cast

from howdah.games.bombay.names import MARKET_NAMES
from howdah.games.bombay.rules import STARS
from howdah.games.bombay.scoring import (
    empire,
    empire_prize,
    final_rupees,
    reputation,
    reputation_prize,
)
from howdah.games.bombay.state import SEATS, State
from howdah.games.bombay.svg import scene
from howdah.games.bombay.svg.descriptions import describe_action, report
from howdah.games.bombay.svg.elephant import elephant_figure
from howdah.games.bombay.svg.palette import PALETTES
from howdah.games.bombay.view import BombayView, PlayerView
from howdah.games.registry import AnyGame
from howdah.i18n import mark, translate
from howdah.render.common.css import with_css_variables
from howdah.render.markup import tag
from howdah.render.phrases import ActionDescription, translate_word, winners
from howdah.render.types import Shape
from howdah.table.panels import ActionButton, QuickStart, WhyNot, explain_all

__all__ = ["report"]
"""A facet of the page that another module provides."""

LABELS: Final = {
    "edition": mark("Edition"),
    "board": mark("Board"),
    "set_up": mark("Set-up"),
    "client_limit": mark("Client tokens in the bank"),
    "fr": mark("French (the author's own)"),
    "pt": mark("Portuguese"),
    "en": mark("English"),
    "pl": mark("Polish"),
    "random": mark("drawn at random"),
    "first-game": mark("laid out for a first game"),
}
QUICK_STARTS: Final = (
    QuickStart(
        "bombay",
        4,
        mark("Play Bombay"),
        mark("You and three opponents: elephants, silk, palaces."),
    ),
)
RULES_LINK: Final = mark("Rules of Bombay")
CREDIT: Final = mark("Bombay is a game by Cyril Demaegd.")
PAGE: Final = with_css_variables(PALETTES["light"])


def players(view: BombayView) -> dict[str, Any]:
    """The context of the players' cards, each with the player's elephant, and of the clock."""
    return {
        "view": view,
        "cards": [(player, _portrait(player)) for player in view.players],
        "winners": winners(view),
        "stars": STARS,
    }


def _portrait(player: PlayerView) -> str:
    return elephant_figure(player.seat, player.bales, PAGE, piece=False)


def extras(view: BombayView, shape: Shape) -> str:
    """The markets, where the map has no room for them."""
    if shape == "wide":
        return ""
    width, height = scene.MARKETS_SIZE
    box = f"0 0 {width:g} {height:g}"
    return tag("svg", scene.markets(view), viewBox=box, role="img", aria_label=translate("Markets"))


def actions(game: AnyGame, view: BombayView, _pick: str | None) -> dict[str, Any]:
    """The context of the action buttons. Moves have none: they are chosen on the map."""
    moves = [action for action in view.legal_actions if action.startswith("move ")]
    return {
        "view": view,
        "stars": STARS,
        "actions": list(_action_buttons(game, view)),
        "end": None if view.take_due else ActionButton("end", describe_action(view, "end")),
        "hint": _hint(view, can_move=bool(moves)),
    }


def _hint(view: BombayView, *, can_move: bool) -> str:
    if view.take_due:
        return translate("The palace token gives a free bale: choose one.")
    return translate("Touch a glowing place to move there.") if can_move else ""


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
        why = WhyNot(translate("Your elephant carries no bale."), "bombay#baskets")
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
    """The view after a drafted turn: no stars are left, and the screens stay up until it counts."""
    others = (
        player if player.seat == seat else _behind_screen(player, view) for player in view.players
    )
    return replace(
        view,
        players=tuple(others),
        to_play=seat,
        stars=0,
        legal_actions=(),
        is_over=False,
        result=None,
    )


def _behind_screen(player: PlayerView, view: BombayView) -> PlayerView:
    if view.screens == "open":
        return player
    return replace(player, rupees=None, clients=None, city_tokens=None, cities=None)


def scoring(game: AnyGame, view: BombayView) -> dict[str, Any]:
    """The context of the final scoring: rupees, empire and reputation with their prizes, total."""
    state = cast(State, game.position()[1])
    rows = [
        {
            "player": view.players[seat],
            "rupees": state.rupees[seat],
            "palaces": state.palaces_built[seat],
            "clients": state.clients[seat],
            "empire": empire(state, seat),
            "empire_prize": empire_prize(state, seat),
            "city_tokens": reputation(state, seat),
            "reputation_prize": reputation_prize(state, seat),
            "total": final_rupees(state, seat),
        }
        for seat in SEATS[: game.players]
    ]
    return {"rows": rows, "winners": winners(view), "names": view.names}


def motion(before: BombayView, after: BombayView, action: str, shape: Shape) -> dict[str, Any]:
    """The trail that the elephant follows, the rupees gained, and the bales that change places."""
    ways = {}
    if before.to_play is not None and action.startswith("move "):
        seat = before.to_play
        old, new = before.players[seat].site, after.players[seat].site
        ways[f"elephant-{seat}"] = scene.route(before.board, shape, old, new, seat)
    gains = [
        {"seat": new.seat, "count": (new.rupees or 0) - (old.rupees or 0)}
        for old, new in zip(before.players, after.players)
    ]
    return {
        "ways": ways,
        "gains": [gain for gain in gains if gain["count"] > 0],
        "flights": _flights(before, action),
    }


def _flights(before: BombayView, action: str) -> list[dict[str, str]]:
    """The bale that an action moves: from a market to the elephant, or from there to the site."""
    verb, _, thing = action.partition(" ")
    if before.to_play is None or verb not in ("buy", "take", "sell", "build"):
        return []
    site, elephant = before.players[before.to_play].site, f"elephant-{before.to_play}"
    if verb in ("sell", "build"):
        return [{"bolt": f"bolt-{thing}", "from": elephant, "to": f"site-{site}"}]
    colour = thing or before.posts[site]
    market = next(
        name for name, bales in zip(MARKET_NAMES, before.markets) if colour in map(str, bales)
    )
    return [{"bolt": f"bolt-{colour}", "from": f"market-{market}", "to": elephant}]
