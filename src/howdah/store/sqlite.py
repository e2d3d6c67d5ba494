"""SQLite: one file, which outlives the server and a power cut.

A change is made by one thread from its beginning to its end: whoever else wants to change
something waits in a row, and nobody waits for the pages that are drawn meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event

T = TypeVar("T")

READERS: Final = 4
PRAGMAS: Final = (
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = ON",
    "busy_timeout = 10000",
)


class SQLite:
    """A file, read by a few threads and written by one."""

    def __init__(self, address: URL) -> None:
        self.engine = create_engine(address.set(drivername="sqlite"))
        self.reader = self.engine.execution_options(reading=True)
        self._readers = ThreadPoolExecutor(READERS, "reader")
        self._writer = ThreadPoolExecutor(1, "writer")
        _make_durable(self.engine)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """What comes of questions, which all see the same moment."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._asked, work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """What comes of changes, all of them or none; they are on the disk when it returns."""
        return await asyncio.get_running_loop().run_in_executor(self._writer, self._changed, work)

    async def close(self) -> None:
        """Close the file."""
        for threads in (self._readers, self._writer):
            threads.shutdown(wait=False)
        self.engine.dispose()

    def _asked(self, work: Callable[[Connection], T]) -> T:
        with self.reader.connect() as connection:
            return work(connection)

    def _changed(self, work: Callable[[Connection], T]) -> T:
        with self.engine.begin() as connection:
            return work(connection)


def _make_durable(engine: Engine) -> None:
    """Readers do not wait, a change begins at once, and is on the disk when it ends."""

    def prepare(connection: Any, _record: object) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    def begin(connection: Connection) -> None:
        is_reading = connection.get_execution_options().get("reading")
        connection.exec_driver_sql("BEGIN" if is_reading else "BEGIN IMMEDIATE")

    event.listen(engine, "connect", prepare)
    event.listen(engine, "begin", begin)
