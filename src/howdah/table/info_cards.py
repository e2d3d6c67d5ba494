"""Info cards: what a thing on the table is, what it does now, and where the rules have it.

A game may provide them (`GamePlugin.info_cards`). Every thing that has a card is drawn with its key
as `data-card`; what can be played has its action as `data-act` instead. To keep frames small, the
attribute is empty if the id of the element is the key, with a hyphen for the first colon. A page
asks for a card when somebody points at the thing.

A card is made from the view of its reader, and tells no more than the view has.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Protocol, cast

from howdah.games.registry import AnyGame, plugin_for

ACTION: Final = "action:"
"""What the key of an action's card begins with; its text follows."""


@dataclass(frozen=True)
class InfoCard:
    """What is said about a thing."""

    kind: str
    """What all things of its kind are called, as the legend lists them."""
    title: str
    """What this one is called."""
    about: str
    """What things of its kind are for, in a sentence or two."""
    now: tuple[str, ...] = ()
    """What it does now for the reader, in sentences."""
    rule: str = ""
    """The place in the rules, as `game#section`."""
    icon: str = ""
    """A small drawing of it, as an `<svg>` that uses the symbols of the page."""

    @property
    def rule_page(self) -> str:
        """The address of the rule; empty if there is none."""
        game, _, section = self.rule.partition("#")
        return f"/rules/{game}#{section}" if self.rule else ""


class LegendGroup(NamedTuple):
    """Kinds of things under a heading of the legend, each by the key of one that is there now."""

    heading: str
    keys: tuple[str, ...]


class InfoCards(Protocol):
    """The info cards of a game; a module with these names will do."""

    def info_card(self, game: AnyGame, view: Any, key: str, pick: str | None, /) -> InfoCard | None:
        """The card of the thing with a key; None if there is no such thing.

        `game` says why the reader cannot play an action. All else comes from the view.
        """

    def legend(self, view: Any, /) -> Sequence[LegendGroup]:
        """One thing of every kind that is on the table now."""


def info_cards_for(game: str) -> InfoCards | None:
    """The info cards of the game with a public name; None if it has none."""
    plugin = plugin_for(game)
    return None if plugin.info_cards is None else cast(InfoCards, plugin.load("info_cards"))
