"""Hints between processes on one PostgreSQL: something may have happened at a table.

A hint may be lost, late or doubled; the database alone knows. On SQLite there are none.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any, Final

from howdah.store.database import CHANNEL, Database
from howdah.store.postgresql import connect_options

PAUSE: Final = 1.0
"""The seconds before the line is laid anew, after it broke."""

log = logging.getLogger(__name__)


class ChangeFeed:
    """The line on which other processes are heard; it is laid anew when it breaks."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._line: Any = None
        self._told: dict[str, None] = {}
        self._bell = asyncio.Event()

    async def listen(self) -> AsyncIterator[str]:
        """The tables that other processes tell of, as they do; each once, however often told."""
        while True:
            await self._is_laid()
            self._bell.clear()
            while self._told:
                yield self._told.popitem()[0]
            with suppress(TimeoutError):
                async with asyncio.timeout(PAUSE):
                    await self._bell.wait()

    async def close(self) -> None:
        """Hang up."""
        line, self._line = self._line, None
        if line is not None:
            with suppress(Exception):  # it is given up in any case
                await line.close(timeout=0.5)

    async def _is_laid(self) -> bool:
        if not self._database.is_postgresql:
            return False
        if self._line is None or self._line.is_closed():
            self._line = None
            try:
                self._line = await self._laid()
            except Exception as error:  # drivers fail in many ways; the sweep does without
                log.warning("no hints from the database: %s", type(error).__name__)
        return self._line is not None

    async def _laid(self) -> Any:
        import asyncpg

        line = await asyncpg.connect(**connect_options(self._database.address))
        await line.add_listener(CHANNEL, self._take)
        return line

    def _take(self, _line: object, _process: int, _channel: str, table_id: object) -> None:
        self._told[str(table_id)] = None
        self._bell.set()
