"""Who is at a table now: the players who have a page of it open, at this process or at another."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Final

from howdah.server.tables.notifier import ChangeNotifier
from howdah.store.presence_feed import Players, PresenceFeed
from howdah.table.model import Table

REPEAT_SECONDS: Final = 30.0
"""After so many seconds a process announces all its players again."""
EXPIRY_SECONDS: Final = 75.0
"""A process that has announced nothing for so long has no pages any more, or was killed."""
MARK_LENGTH: Final = 16
"""How much of the hash of a player's token stands for the player."""


@dataclass(frozen=True)
class _Elsewhere:
    """The players at a table whose pages another process has."""

    marks: frozenset[str]
    expires: float


class OpenPage:
    """A page that is open while the context is; there are thousands, so it is small."""

    __slots__ = ("_marks", "_presence", "_table_id")

    def __init__(self, presence: Presence, table_id: str, marks: tuple[str, ...]) -> None:
        self._presence, self._table_id, self._marks = presence, table_id, marks

    def __enter__(self) -> None:
        self._presence.add_page(self._table_id, self._marks)

    def __exit__(self, *_error: object) -> None:
        self._presence.remove_page(self._table_id, self._marks)


class Presence:
    """The players who have pages open. A change wakes all who wait for the table.

    A player is known by a part of the hash of the token, so a seat that moves to another browser is
    with the page there at once.
    """

    def __init__(
        self,
        notifier: ChangeNotifier,
        feed: PresenceFeed,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._notifier = notifier
        self._clock = clock
        self._feed = feed
        feed.subscribe(self._receive)
        self._pages: dict[str, tuple[str, ...]] = {}
        """The players with pages here, by table; once for each page."""
        self._elsewhere: dict[str, dict[str, _Elsewhere]] = {}
        """By table and process; only of tables that are watched here."""
        self._unannounced: set[str] = set()
        self._repeated_at = 0.0

    def page_open(self, table: Table, seats: Collection[int]) -> OpenPage:
        """A context in which a page with some seats of a table, or none, is open."""
        marks = tuple(mark for seat in seats if (mark := _mark(table, seat)) is not None)
        return OpenPage(self, table.id, marks)

    def seats_here(self, table: Table) -> tuple[int, ...]:
        """The seats whose players have a page open."""
        marks = {*self._pages.get(table.id, ())}
        for one in self._elsewhere.get(table.id, {}).values():
            marks |= one.marks
        return tuple(seat for seat in range(len(table.seats)) if _mark(table, seat) in marks)

    def add_page(self, table_id: str, marks: tuple[str, ...]) -> None:
        """A page is open; if the other processes may have pages of the table too, ask them."""
        if self._feed.is_shared and table_id not in self._elsewhere:
            self._unannounced.add(table_id)
        self._set_pages(table_id, (*self._pages.get(table_id, ()), *marks))

    def remove_page(self, table_id: str, marks: tuple[str, ...]) -> None:
        """A page that was open is closed."""
        left = [*self._pages.get(table_id, ())]
        for mark in marks:
            left.remove(mark)
        self._set_pages(table_id, tuple(left))

    def _set_pages(self, table_id: str, pages: tuple[str, ...]) -> None:
        has_changed = {*pages} != {*self._pages.get(table_id, ())}
        if pages:
            self._pages[table_id] = pages
        else:
            self._pages.pop(table_id, None)
        if has_changed and self._feed.is_shared:
            self._unannounced.add(table_id)
        if has_changed:
            self._notifier.notify(table_id)

    # Other processes

    async def share(self) -> None:
        """Announce who has come or gone here, and drop processes that have vanished.

        What is lost with the database is announced again with all the rest.
        """
        await self._feed.announce(self._take_announcement())
        self._drop_expired()

    def _take_announcement(self) -> Players:
        now = self._clock()
        tables, self._unannounced = self._unannounced, set()
        if now >= self._repeated_at + REPEAT_SECONDS:
            self._repeated_at = now
            tables |= {*self._pages}
        return {table_id: sorted({*self._pages.get(table_id, ())}) for table_id in sorted(tables)}

    def _receive(self, origin: str, players: Players) -> None:
        """Note which players have pages at another process.

        If that process is new at a table that is watched here, ours are announced to it.
        """
        for table_id, marks in players.items():
            if not self._notifier.is_watched(table_id):
                continue
            there = self._elsewhere.setdefault(table_id, {})
            before = there.get(origin)
            there[origin] = _Elsewhere(frozenset(marks), self._clock() + EXPIRY_SECONDS)
            if before is None:
                self._unannounced.add(table_id)
            if (before.marks if before else frozenset()) != there[origin].marks:
                self._notifier.notify(table_id)

    def _drop_expired(self) -> None:
        """Drop what has not been announced for long, and tables that nobody watches here."""
        now = self._clock()
        for table_id, there in list(self._elsewhere.items()):
            expired = [origin for origin, one in there.items() if one.expires <= now]
            for origin in expired:
                del there[origin]
            if not there or not self._notifier.is_watched(table_id):
                del self._elsewhere[table_id]
            if expired:
                self._notifier.notify(table_id)


def _mark(table: Table, seat: int) -> str | None:
    """What stands for the player of a seat; None if nobody has taken it."""
    digest = table.seats[seat].token_hash
    return None if digest is None else digest[:MARK_LENGTH]
