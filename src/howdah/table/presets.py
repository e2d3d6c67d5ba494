"""What a game says on the page for a new table: presets, and what its settings change.

The facet is optional. A game without it has the plain form.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Protocol, cast

from howdah.games.registry import plugin_for
from howdah.i18n import mark

ME: Final = "me"
LINK: Final = "link"
AGENT: Final = "agent:"
"""Who sits at a seat: someone at this device, a friend by a link, or `agent:` and an agent."""


@dataclass(frozen=True)
class Preset:
    """A table that one click prepares; everything can still be changed."""

    key: str
    title: str
    """A message, as the text is."""
    text: str
    seats: tuple[str, ...]
    """Who sits at each seat: `me`, `link` or `agent:NAME`."""
    rules: Mapping[str, str] = field(default_factory=dict)
    """The rules, where they are not the usual ones."""
    screens: str = "hidden"


FRIEND: Final = Preset(
    "friend", mark("With a friend"), mark("You send a link, your friend joins"), (ME, LINK)
)
FAMILY: Final = Preset(
    "family", mark("Family of four"), mark("Four people take turns on this device"), (ME,) * 4
)


class NewTableFacet(Protocol):
    """What the page for a new table needs of a game; a module with these names will do."""

    PRESETS: tuple[Preset, ...]
    EXPLANATIONS: Mapping[str, str]
    """What each setting of the game changes, by its name, as messages."""


def new_table_facet_for(game: str) -> NewTableFacet | None:
    """The facet of the game with a public name, if it has one."""
    plugin = plugin_for(game)
    return None if plugin.presets is None else cast(NewTableFacet, plugin.load("presets"))
