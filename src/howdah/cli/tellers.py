"""How each game is told in a terminal: its choices and events in English."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, cast

from howdah.core.rng import Dealer
from howdah.games.registry import plugin_for


class Teller(Protocol):
    """What a terminal needs to know of a game; a module with these names will do."""

    LEGEND: str
    """How to read the map."""

    def settle(
        self, players: int, settings: Mapping[str, Any], dealer: Dealer, /
    ) -> dict[str, Any]:
        """What the players settle among themselves before the game, as options of its `new`."""

    def turn(self, view: Any) -> object:
        """What tells one player's turn from another, also when a seat plays twice running."""

    def standing(self, view: Any, seat: int) -> str:
        """What a player should know before choosing."""

    def choices(self, view: Any) -> list[str]:
        """The legal actions of the view's position as lines, numbered from 1."""

    def report(self, view: Any, seat: int, action: str) -> str:
        """An action just played by a seat, told to everyone; the view is the one after it."""


def teller_for(game: str) -> Teller:
    """How the game with a public name is shown in a terminal."""
    return cast(Teller, plugin_for(game).load("terminal"))
