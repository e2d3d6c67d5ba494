"""Waking those who wait for a table to change."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from weakref import WeakValueDictionary


class ChangeNotifier:
    """Wakes every coroutine that waits for a table to change, and counts who watches it."""

    def __init__(self) -> None:
        # Weak values: a table that nobody waits for costs nothing.
        self._events: WeakValueDictionary[str, asyncio.Event] = WeakValueDictionary()
        self._watchers: Counter[str] = Counter()

    @contextmanager
    def watching(self, table_id: str) -> Iterator[None]:
        """Count someone who watches a table while the context is open."""
        self._watchers[table_id] += 1
        try:
            yield
        finally:
            self._watchers[table_id] -= 1
            if not self._watchers[table_id]:
                del self._watchers[table_id]

    def is_watched(self, table_id: str) -> bool:
        """Whether anyone watches a table by a socket of this process."""
        return table_id in self._watchers

    def next_change(self, table_id: str) -> asyncio.Event:
        """Return the event set on the next change of a table.

        Get it *before* reading the table: a change between the read and the wait would be missed
        otherwise.
        """
        return self._events.setdefault(table_id, asyncio.Event())

    def has_waiters(self, table_id: str) -> bool:
        """Whether anyone waits for a table."""
        return table_id in self._events

    def notify(self, table_id: str) -> None:
        """Wake all who wait for a table."""
        event = self._events.pop(table_id, None)
        if event is not None:
            event.set()

    def notify_all(self) -> None:
        """Wake everyone, because the server shuts down."""
        for table_id in list(self._events):
            self.notify(table_id)


class WakeUp:
    """Wakes all who wait, each of them once: nobody clears what another one waits for."""

    def __init__(self) -> None:
        self._event = asyncio.Event()

    def next(self) -> asyncio.Event:
        """Return the event that the next call of `set` sets; get it before looking for work."""
        return self._event

    def set(self) -> None:
        """Wake all who wait."""
        event, self._event = self._event, asyncio.Event()
        event.set()
