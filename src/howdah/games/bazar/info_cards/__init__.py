"""The info cards of Bombay Bazar: what everything on the table is, and what it does now."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from howdah.games.bazar.info_cards import actions, cells, players, trunks
from howdah.games.bazar.info_cards.legend import legend
from howdah.games.bazar.view import BazarView
from howdah.games.registry import AnyGame
from howdah.table.info_cards import InfoCard

__all__ = ["info_card", "legend"]

CARDS: Final[Mapping[str, Callable[[BazarView, str], InfoCard | None]]] = {
    **cells.CARDS,
    **trunks.CARDS,
    **players.CARDS,
}
"""By what the keys begin with: the card of what follows, None if there is no such thing."""


def info_card(_game: AnyGame, view: BazarView, key: str, pick: str | None) -> InfoCard | None:
    """The card of the thing with a key; None if there is no such thing."""
    kind, _, name = key.partition(":")
    match kind:
        case "action":
            return actions.action_card(view, name)
        case "preview":
            return actions.preview_card(view, pick) if not name else None
        case "turn":
            return actions.turn_card() if not name else None
    return CARDS[kind](view, name) if kind in CARDS else None
