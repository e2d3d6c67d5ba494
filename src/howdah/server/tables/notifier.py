"""Bells: whoever waits at a table hears that something has happened there."""

from __future__ import annotations

import asyncio
from weakref import WeakValueDictionary


class ChangeNotifier:
    """One bell a table, as long as someone holds it; it rings once for all who hold it."""

    def __init__(self) -> None:
        self._bells: WeakValueDictionary[str, asyncio.Event] = WeakValueDictionary()

    def next_change(self, table_id: str) -> asyncio.Event:
        """The bell that rings at the next news; take hold of it, look at the table, then wait."""
        return self._bells.setdefault(table_id, asyncio.Event())

    def has(self, table_id: str) -> bool:
        """Whether anyone waits at a table."""
        return table_id in self._bells

    def notify(self, table_id: str) -> None:
        """Tell all who wait."""
        bell = self._bells.pop(table_id, None)
        if bell is not None:
            bell.set()

    def notify_all(self) -> None:
        """Tell everyone, for the house closes."""
        for table_id in list(self._bells):
            self.notify(table_id)
