"""The info cards and the legend of a table, as its pages ask for them.

A card is about the position that the page shows: an earlier one, or what a draft leads to.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from howdah.games.registry import AnyGame
from howdah.i18n import mark, translate
from howdah.render.markup import tag, use
from howdah.table.errors import TableError, invalid
from howdah.table.frames import Draft, Message, Viewpoint, view_at, view_of_draft
from howdah.table.info_cards import InfoCard, InfoCards, info_cards_for
from howdah.table.jinja import render_template
from howdah.table.model import Table
from howdah.table.panels import panels_for


class Control(NamedTuple):
    """What is said about a control that every game has."""

    title: str
    about: str
    icon: str = ""


CONTROLS: Final[Mapping[str, Control]] = {
    "undo": Control(
        mark("Undo"),
        mark("Takes back your last action. Nobody sees what you try before you confirm."),
        "arrow-back",
    ),
    "redo": Control(
        mark("Redo"), mark("Plays again what you have just taken back."), "arrow-forward"
    ),
    "commit": Control(mark("Confirm turn"), mark("Your turn counts once you confirm it.")),
}
"""The cards of the controls, by their keys."""


class Shown(NamedTuple):
    """The position that a page shows."""

    game: AnyGame
    view: Any
    pick: str | None = None


def shown_position(table: Table, viewpoint: Viewpoint, at: int, *, is_past: bool) -> Shown:
    """The position after a number of actions."""
    if not table.is_seed_made:
        raise _unknown()
    game, view = view_at(table, viewpoint, at, is_past=is_past)
    return Shown(game, view.with_fields(seat=viewpoint.seat))


def shown_draft(table: Table, viewpoint: Viewpoint, draft: Draft) -> Shown:
    """The position that a draft leads to."""
    game, view, _ = view_of_draft(table, viewpoint, draft)
    return Shown(game, view.with_fields(seat=viewpoint.seat), draft.pick)


def info_card(shown: Shown, key: object) -> Message:
    """The info card of the thing with a key."""
    card = _find_card(shown, key) if isinstance(key, str) else None
    if card is None:
        raise _unknown()
    return {"kind": "card", "key": key, "html": render_template("info_card.html", card=card)}


def _find_card(shown: Shown, key: str) -> InfoCard | None:
    if key in CONTROLS:
        return _control_card(shown, key)
    return _cards_of(shown).info_card(shown.game, shown.view, key, shown.pick)


def _control_card(shown: Shown, key: str) -> InfoCard:
    control = CONTROLS[key]
    is_unfinished = key == "commit" and bool(shown.view.legal_actions)
    unfinished = translate(panels_for(shown.game.name).UNFINISHED)
    title = translate(control.title)
    drawn = tag("svg", use(f"icon-{control.icon}"), aria_hidden="true") if control.icon else ""
    return InfoCard(
        kind=title,
        title=title,
        about=translate(control.about),
        now=(unfinished,) if is_unfinished else (),
        icon=drawn,
    )


def _cards_of(shown: Shown) -> InfoCards:
    found = info_cards_for(shown.game.name)
    if found is None:
        raise _unknown()
    return found


def legend(shown: Shown) -> Message:
    """The kinds of things on the table, with a sentence about each."""
    cards = _cards_of(shown)
    groups = [
        (group.heading, [(key, _card_in_legend(shown, key)) for key in group.keys])
        for group in cards.legend(shown.view)
    ]
    return {"kind": "legend", "html": render_template("legend.html", groups=groups)}


def _card_in_legend(shown: Shown, key: str) -> InfoCard:
    card = _find_card(shown, key)
    assert card is not None, key
    return card


def _unknown() -> TableError:
    return invalid(translate("Invalid request."))
