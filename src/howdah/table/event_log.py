"""The log of a game: what each action did, in the reader's language, kept in a cache."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any, Final

from howdah.games.registry import AnyGame
from howdah.i18n import current_language
from howdah.table.model import Table
from howdah.table.panels import panels_for
from howdah.table.turns import game_before

CACHED_LOGS: Final = 4096
"""How many logs are cached, each in one language."""
CACHED_POSITIONS: Final = 16
"""How many changes of tables have their positions cached: those that are being sent."""
CACHED_VIEWS: Final = 64
NO_MOTION: Final[dict[str, Any]] = {}


@dataclass(frozen=True, slots=True)
class Event:
    """What an action did: the length of the record after it, who played, and the words for it."""

    at: int
    seat: int | None
    """None for a draw."""
    sentence: str
    short: str
    """The same in a few words, without the player."""
    turn: int
    """How many turns were finished before it."""
    motion: dict[str, Any]
    """How pieces move by it, on a board of any shape."""


class EventLogCache:
    """The logs that were asked for lately; a record only grows, so earlier events stay valid."""

    def __init__(self) -> None:
        self._logs: OrderedDict[tuple[str, str], list[Event]] = OrderedDict()

    def events_of(self, table: Table) -> list[Event]:
        """Every event of a table so far."""
        if table.game is None:
            return []
        key = table.id, current_language()
        events = self._logs.setdefault(key, [])
        self._logs.move_to_end(key)
        if len(events) < table.length:
            events += _events_from(table.game, len(events))
        while len(self._logs) > CACHED_LOGS:
            self._logs.popitem(last=False)
        return events[: table.length]


def _events_from(game: AnyGame, first: int) -> list[Event]:
    """The events from an action on."""
    positions, panels = positions_since(game, first), panels_for(game.name)
    views = [open_view(position) for position in positions]
    return [
        Event(
            at,
            before.to_play,
            panels.report(before, after, after.actions[-1]),
            panels.report_briefly(before, after, after.actions[-1]),
            position.turns_played,
            _without_empty_parts(panels.motion(before, after, after.actions[-1])),
        )
        for at, (position, before, after) in enumerate(zip(positions, views, views[1:]), first + 1)
    ]


def _without_empty_parts(motion: dict[str, Any]) -> dict[str, Any]:
    """A motion as it is kept: many logs are in memory, and most motions have few parts."""
    return {name: part for name, part in motion.items() if part} or NO_MOTION


@lru_cache(maxsize=CACHED_VIEWS)
def open_view(game: AnyGame) -> Any:
    """The view of someone who sees everything; a game is another object in every position."""
    return game.view(screens="open")


@lru_cache(maxsize=CACHED_POSITIONS)
def positions_since(game: AnyGame, first: int) -> tuple[AnyGame, ...]:
    """The game after its first so many actions, after each further one, and as it is now.

    Cached, for the log and every viewer need the same positions of a turn.
    """
    before = game_before(game)
    is_it = before is not None and before.length == first
    earlier = islice(game.positions(first, before if is_it else None), game.length - first)
    return (*earlier, game)
