"""Each game as plain text: a view for terminals and golden files, its choices and its events.

>>> import howdah
>>> print(text(howdah.new("bombay", players=2, seed=1).view(0)).splitlines()[-1])
  1 Player 2         A      -         5            ?       ?       ?
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol, cast

from howdah.core.rng import Dealer
from howdah.core.view import View
from howdah.games.registry import plugin_for

Ask = Callable[[str], str]
"""Shows a prompt and returns what the person types."""


class TerminalView(Protocol):
    """A game in a terminal, in English; a module with these names will do."""

    LEGEND: str
    """How to read the map."""

    def text(self, view: Any, /) -> str:
        """The whole view as text."""

    def play_pregame(
        self, players: int, settings: Mapping[str, Any], dealer: Dealer, ask: Ask, /
    ) -> dict[str, Any]:
        """Play what comes before the first turn; the result is more options of the game's `new`."""

    def status(self, view: Any, seat: int, /) -> str:
        """What a player should know before choosing."""

    def choices(self, view: Any, /) -> list[str]:
        """The legal actions of the view's position as lines, numbered from 1."""

    def describe_event(self, view: Any, seat: int, action: str, /) -> str:
        """An action just played by a seat, in words for everyone; the view is the one after it."""


def terminal_view_for(game: str) -> TerminalView:
    """How the game with a public name is shown in a terminal."""
    return cast(TerminalView, plugin_for(game).load("terminal"))


def text(view: View) -> str:
    """The whole view as text."""
    return terminal_view_for(view.game).text(view)
