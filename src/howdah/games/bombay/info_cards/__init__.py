"""The info cards of Bombay: what everything on the table is, and what it does now."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from howdah.games.bombay.info_cards import actions, holdings, pieces, places, turn
from howdah.games.bombay.info_cards.legend import legend
from howdah.games.bombay.view import BombayView
from howdah.games.registry import AnyGame
from howdah.table.info_cards import InfoCard

__all__ = ["info_card", "legend"]

CARDS: Final[Mapping[str, Callable[[BombayView, str], InfoCard | None]]] = {
    **places.CARDS,
    **pieces.CARDS,
    **holdings.CARDS,
    **turn.CARDS,
}
"""By what the keys begin with: the card of what follows, None if there is no such thing."""


def info_card(game: AnyGame, view: BombayView, key: str, _pick: str | None) -> InfoCard | None:
    """The card of the thing with a key; None if there is no such thing."""
    kind, _, name = key.partition(":")
    if kind == "action":
        return actions.action_card(game, view, name)
    return CARDS[kind](view, name) if kind in CARDS else None
