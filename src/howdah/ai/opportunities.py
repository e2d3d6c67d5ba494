"""What turns make use of: the levels of a game overlook some of it.

A game describes its turns in a module of its own, its facet `opportunities`. Without one, every
turn is an opportunity of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple, Protocol, cast

from howdah.games.registry import AnyGame, plugin_for


class Reach(Enum):
    """How easily one sees an opportunity."""

    AT_HAND = "at hand"
    """Where one is already."""
    AHEAD = "ahead"
    """Somewhere else; one has to think of going there first."""
    WALK = "walk"
    """Only to be somewhere else, or to stay."""


class Opportunity(NamedTuple):
    """Something that turns make use of, such as a sale."""

    reach: Reach
    what: tuple[int, ...]
    """Two opportunities of a position are the same if they have the same numbers here."""


class TurnDescription(NamedTuple):
    """What a level has to know about a turn, besides its value."""

    opportunities: tuple[Opportunity, ...]
    """All that it makes use of: who overlooks one of these does not see the turn."""
    goes_back: bool = False
    """Whether it undoes the turn before, or repeats it, to no purpose."""


class TurnDescriber(Protocol):
    """The facet `opportunities` of a game."""

    def describe_turns(
        self, game: AnyGame, turns: Sequence[Sequence[int]]
    ) -> list[TurnDescription]:
        """Describe turns of the seat to play, each given by its actions."""


def describe_turns(game: AnyGame, turns: Sequence[Sequence[int]]) -> list[TurnDescription]:
    """Describe turns of the seat to play, as its game does or each by itself."""
    plugin = plugin_for(game.name)
    if plugin.opportunities is not None:
        describer = cast(TurnDescriber, plugin.load("opportunities"))
        return describer.describe_turns(game, turns)
    return [TurnDescription((Opportunity(Reach.AHEAD, tuple(turn)),)) for turn in turns]
