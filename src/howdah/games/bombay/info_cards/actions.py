"""Cards of actions: what they cost and give now, or why they cannot be played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from howdah.core.errors import InvalidAction
from howdah.games.bombay.descriptions import describe_action
from howdah.games.bombay.info_cards import icons
from howdah.games.bombay.info_cards.places import site_card
from howdah.games.bombay.info_cards.reader import parse_colour, reader_of, sentences
from howdah.games.bombay.view import BombayView
from howdah.games.registry import AnyGame
from howdah.i18n import mark, translate
from howdah.render.phrases import capitalize, explain, translate_word
from howdah.table.info_cards import InfoCard


class Verb(NamedTuple):
    """What is said of all actions with a verb."""

    title: str
    about: str
    rule: str
    icon: str
    with_colour: str = ""
    """The title of the action with a colour; empty if it has none."""


VERBS: Final[Mapping[str, Verb]] = {
    "buy": Verb(
        mark("Buy"),
        mark("At an open trading post you buy one bale of its colour, once per turn."),
        "bombay#buy",
        "bolt-blue",
    ),
    "sell": Verb(
        mark("Sell"),
        mark("In a city you sell a bale that it buys. The bale goes into the bag."),
        "bombay#sell",
        "coin",
        mark("Sell {colour}"),
    ),
    "build": Verb(
        mark("Build"),
        mark(
            "One bale builds a palace where you stand, if there is no trading post, city or palace."
        ),
        "bombay#build",
        "palaces",
        mark("Build with {colour}"),
    ),
    "take": Verb(
        mark("Take a free bale"),
        mark("Your palace token gives you this bale. You can still buy another one this turn."),
        "bombay#palace-tokens",
        "bolt-blue",
        mark("Take {colour}"),
    ),
    "wait": Verb(
        mark("Wait for fortune"),
        mark("You stay where you are and gain 1 rupee for your whole turn."),
        "bombay#wait",
        "coin",
    ),
    "end": Verb(
        mark("End turn"),
        mark("Your turn ends, and the stars you haven't used are lost."),
        "bombay#stars",
        "star-spent",
    ),
}


def action_card(game: AnyGame, view: BombayView, action: str) -> InfoCard | None:
    """The card of an action by its text; without a colour, of all those with its verb."""
    word, _, thing = action.partition(" ")
    if word == "move":
        return site_card(view, thing)
    verb, colour = VERBS.get(word), parse_colour(thing)
    if verb is None or (thing and not (colour and verb.with_colour)):
        return None
    title = translate(verb.title)
    icon = verb.icon
    if colour:
        title = translate(verb.with_colour, colour=translate_word(colour))
        icon = icon if word == "build" else f"bolt-{colour}"
    if action in view.legal_actions:
        title = describe_action(view, action).what
    return InfoCard(
        kind=translate(verb.title),
        title=title,
        about=translate(verb.about),
        now=_describe_now(game, view, action),
        rule=verb.rule,
        icon=icons.draw_icon(icon),
    )


def _describe_now(game: AnyGame, view: BombayView, action: str) -> tuple[str, ...]:
    """What the action costs and gives the reader now, or why the reader cannot play it."""
    if action in view.legal_actions:
        return sentences(_describe_price(view, action))
    reader = reader_of(view)
    if reader is None or not view.legal_actions:
        return ()
    if action in ("sell", "build", "take"):
        if not reader.bales:
            return (translate("Your elephant carries no silk."),)
        action = f"{action} {reader.bales[0]}"
    try:
        reasons = game.why_not(action)
    except InvalidAction:
        return ()
    return tuple(explain(reason, view.names) for reason in reasons)


def _describe_price(view: BombayView, action: str) -> str:
    price = describe_action(view, action).price
    return f"{capitalize(price)}." if price else ""
