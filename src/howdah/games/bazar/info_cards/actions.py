"""Cards of actions: placing a tile or the end piece, and the preview."""

from __future__ import annotations

from typing import cast

from howdah.core.errors import InvalidAction
from howdah.games.bazar.actions import EndPiece, Place, parse_action
from howdah.games.bazar.board_grid import describe_pick
from howdah.games.bazar.descriptions import describe_action
from howdah.games.bazar.info_cards import icons
from howdah.games.bazar.view import BazarView
from howdah.i18n import translate
from howdah.render.phrases import capitalize
from howdah.table.info_cards import InfoCard


def action_card(view: BazarView, action: str) -> InfoCard | None:
    """A legal action by its text."""
    try:
        parsed = parse_action(action)
    except InvalidAction:
        return None
    if isinstance(parsed, EndPiece):
        return _end_piece(view)
    return _place(view, action) if action in view.legal_actions else None


def _end_piece(view: BazarView) -> InfoCard:
    return InfoCard(
        kind=translate("Place your end piece"),
        title=translate("Place your end piece"),
        about=translate(
            "If no tile fits, you place your end piece on this space and play no more."
        ),
        now=(translate("No tile fits: you're blocked."),)
        if "end-piece" in view.legal_actions
        else (),
        rule="bazar#blocked",
        icon=icons.draw_end_piece(view.seat),
    )


def _place(view: BazarView, action: str) -> InfoCard:
    described, placed = describe_action(view, action), cast(Place, parse_action(action))
    return InfoCard(
        kind=translate("Place the tile"),
        title=described.what,
        about=translate("A tile that is placed stays there until the end of the game."),
        now=(f"{capitalize(described.price)}.",),
        rule="bazar#place",
        icon=icons.draw_pile(placed.design, 1),
    )


def preview_card(view: BazarView, pick: str | None) -> InfoCard | None:
    """The tile that is picked, as it would lie."""
    if pick is None or pick not in view.legal_actions:
        return None
    placed = cast(Place, parse_action(pick))
    return InfoCard(
        kind=translate("Picked tile"),
        title=translate("Your picked tile"),
        about=translate("Press the tile to turn it, and the tick to place it."),
        now=tuple(filter(None, [describe_pick(view, pick)])),
        rule="bazar#place",
        icon=icons.draw_tile(placed.design, placed.rotation),
    )


def turn_card() -> InfoCard:
    """The button that turns the picked tile."""
    return InfoCard(
        kind=translate("Turn the tile"),
        title=translate("Turn the tile"),
        about=translate("Shows the next position in which the tile fits."),
        rule="bazar#place",
    )
