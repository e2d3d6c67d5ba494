"""What a page is sent when its table changes: every step of a turn in one message.

Viewers who see the same get the same message, drawn and encoded once. A step holds only the layers
and regions that differ from the step before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from howdah.core.lru import LruCache
from howdah.i18n import current_language
from howdah.table.encoding import encode_json
from howdah.table.event_log import Event, EventLogCache, positions_since
from howdah.table.frames import Message, Viewpoint, draw_step, hash_parts, log_event, news
from howdah.table.model import Table

MAX_STEPS: Final = 64
"""A page that is further behind asks for the frames it wants to show."""
CACHED_UPDATES: Final = 64
"""How many updates are cached: those that are being sent, not those of every table."""
PARTS: Final = ("layers", "regions")

Hashes = Mapping[str, int]


@dataclass(frozen=True)
class Update:
    """A message for a page, and the hashes of all that the page shows after it."""

    text: str
    hashes: Hashes


@dataclass(frozen=True)
class DrawnSteps:
    """The positions from the first one that a page has not seen to the current one."""

    since: int
    """How many actions the page is expected to show: those of its own turn are on it already."""
    steps: Sequence[Message]
    hashes: Sequence[Hashes]
    events: Sequence[Message]
    """What the own actions did that the page shows already: its log has none of a draft."""


class Updates:
    """The updates of tables, drawn and encoded once for all viewers who see the same."""

    def __init__(self, logs: EventLogCache) -> None:
        self._logs = logs
        self._drawn: LruCache[DrawnSteps] = LruCache(CACHED_UPDATES)
        self._encoded: LruCache[Update] = LruCache(CACHED_UPDATES)

    def update(
        self, table: Table, viewpoint: Viewpoint, since: int, known: Hashes
    ) -> Update | None:
        """Return what brings a page from `since` actions to the current position.

        `known` has the hashes of what the page shows. None if that cannot be done step by step.
        """
        if table.game is None or not 0 < table.length - since <= MAX_STEPS:
            return None
        # Not by its id: a game is another object after every change.
        seen = (table.game, since, viewpoint.seat, viewpoint.shape, current_language())
        drawn = self._drawn.get(seen, lambda: self._draw(table, viewpoint, since))
        shown = tuple(known.get(name) for name in drawn.hashes[0])
        return self._encoded.get((seen, shown), lambda: _encode(table, viewpoint, drawn, known))

    def _draw(self, table: Table, viewpoint: Viewpoint, since: int) -> DrawnSteps:
        assert table.game is not None
        events = self._logs.events_of(table)[since:]
        own = min(_count_own_actions(table, viewpoint.seat, events), len(events) - 1)
        games = positions_since(table.game, since)[1:]
        steps = [
            draw_step(table, game, viewpoint, event)
            for game, event in zip(games[own:], events[own:])
        ]
        seen = [log_event(event) for event in events[:own]]
        return DrawnSteps(since + own, steps, [hash_parts(step) for step in steps], seen)


def _count_own_actions(table: Table, seat: int | None, events: Sequence[Event]) -> int:
    """Return how many of the first events the viewer has played, and so has seen as a draft."""
    if seat is None or table.seats[seat].player is not None:
        return 0
    return sum(1 for _ in takewhile(lambda event: event.seat == seat, events))


def _encode(table: Table, viewpoint: Viewpoint, drawn: DrawnSteps, known: Hashes) -> Update:
    message = {
        **news(table),
        "kind": "turn",
        "seat": viewpoint.seat,
        "shape": viewpoint.shape,
        "since": drawn.since,
        **({"events": drawn.events} if drawn.events else {}),
        "steps": list(_omit_unchanged(drawn, known)),
        "hashes": drawn.hashes[-1],
    }
    return Update(encode_json(message), drawn.hashes[-1])


def _omit_unchanged(drawn: DrawnSteps, known: Hashes) -> Iterator[Message]:
    """Yield the steps, each without the parts that it shares with the one before."""
    before = known
    for step, hashes in zip(drawn.steps, drawn.hashes):
        changed = {
            part: {
                name: text for name, text in step[part].items() if before.get(name) != hashes[name]
            }
            for part in PARTS
        }
        yield step | changed
        before = hashes
