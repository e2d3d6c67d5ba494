"""Each game as plain text: a view for terminals and golden files, its choices and its events.

Texts are in the current language; what a person types are the words of the record in any language.

>>> import howdah
>>> print(text(howdah.new("bombay", players=2, seed=1).view(0)).splitlines()[-1])
  1  Player 2  A     -      5             ?       ?        ?
>>> print(text(howdah.new("bombay", players=2, seed=1).view(0), language="pl").splitlines()[-3])
     Gracz     Miejsce  Bele  Pozostałe pałace  Rupie  Żetony klienta  Żetony miast
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Any, Protocol, cast

from howdah.core.rng import Dealer
from howdah.core.view import View
from howdah.games.registry import plugin_for
from howdah.i18n import Language, current_language, translate, use_language
from howdah.render.phrases import join_with_commas, printable, winners

Ask = Callable[[str], str]
"""Shows a prompt and returns what the person types."""


class TerminalView(Protocol):
    """A game in a terminal, in the current language; a module with these names will do."""

    def legend(self) -> str:
        """How to read the map."""

    def action_help(self) -> str:
        """What the words of the actions mean, a line for each."""

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

    def describe_event(self, before: Any, after: Any, action: str, /) -> str:
        """What an action did, in words for everyone, from open views before and after it."""


def terminal_view_for(game: str) -> TerminalView:
    """How the game with a public name is shown in a terminal."""
    return cast(TerminalView, plugin_for(game).load("terminal"))


def text(view: View, *, language: Language | None = None) -> str:
    """The whole view as text, in a language or in the current one."""
    with use_language(language or current_language()):
        return terminal_view_for(view.game).text(view)


def align(rows: Iterable[Sequence[str]]) -> list[str]:
    """Rows of texts as lines with aligned columns, indented by two.

    >>> align([("undo", "one step"), ("quit", "the game")])
    ['  undo  one step', '  quit  the game']
    """
    table = [list(row) for row in rows]
    widths = [max(map(len, column)) for column in zip_longest(*table, fillvalue="")]
    return [
        "  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip()
        for row in table
    ]


def describe_end(view: View) -> str:
    """That the game is over, and who has won."""
    won = [printable(view.names[seat]) for seat in winners(view)]
    over = translate("The game is over.")
    if len(won) == 1:
        return over + " " + translate("{name} wins!", name=won[0])
    return over + " " + translate("Shared win: {names}!", names=join_with_commas(won))
