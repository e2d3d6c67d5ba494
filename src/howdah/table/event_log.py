"""The story of a game: each action told in the reader's language, told once and remembered."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Any, Final

from howdah.games.registry import AnyGame
from howdah.i18n import current_language
from howdah.server.tables.model import Table
from howdah.table.panels import panels_for

REMEMBERED: Final = 4096
"""How many stories are remembered, each in one language."""


@dataclass(frozen=True, slots=True)
class Event:
    """What an action did: the length of the record after it, who played, and the sentence."""

    at: int
    seat: int | None
    """None for a draw."""
    sentence: str
    turn: int
    """How many turns were finished before it."""


class EventLogCache:
    """The stories that were told lately; a record only grows, so what was told stays true."""

    def __init__(self) -> None:
        self._told: OrderedDict[tuple[str, str], list[Event]] = OrderedDict()

    def of(self, table: Table) -> list[Event]:
        """Every event of a table so far."""
        if table.game is None:
            return []
        key = table.id, current_language()
        told = self._told.setdefault(key, [])
        self._told.move_to_end(key)
        if len(told) < table.length:
            told += _events(table.game, len(told))
        while len(self._told) > REMEMBERED:
            self._told.popitem(last=False)
        return told[: table.length]


def _events(game: AnyGame, first: int) -> list[Event]:
    """The events from an action on."""
    replay, report = game.at(first), panels_for(game.name).report
    before: Any = replay.view(screens="open")
    events = []
    for at, action in enumerate(game.actions[first:], start=first + 1):
        turn = replay.turns_played
        replay.play(action)
        after = replay.view(screens="open")
        sentence = report(before, after, str(action))
        events.append(Event(at, before.to_play, sentence, turn))
        before = after
    return events
