"""Notifications between processes on one PostgreSQL: the tables that have changed.

A notification may be lost, late or sent twice: it says where to look, and only the database says
what is there. On SQLite there are none.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any, Final, NamedTuple

from howdah.store.database import CHANNEL, HAS_JOB, Database
from howdah.store.engines import connect_options

RECONNECT_DELAY: Final = 1.0
"""The seconds between two checks that the connection is open."""

log = logging.getLogger(__name__)


class Change(NamedTuple):
    """A table that has changed, and whether it has a new job."""

    table_id: str
    has_job: bool


class ChangeFeed:
    """The changed tables, over a connection that is reopened when it breaks."""

    def __init__(self, database: Database, reconnect_delay: float = RECONNECT_DELAY) -> None:
        self._database = database
        self._reconnect_delay = reconnect_delay
        self._connection: Any = None
        self._pending: dict[str, bool] = {}
        self._has_pending = asyncio.Event()

    async def listen(self) -> AsyncIterator[Change]:
        """Yield the tables that other processes announce; several announcements may be one."""
        while True:
            await self._ensure_connected()
            self._has_pending.clear()
            while self._pending:
                yield Change(*self._pending.popitem())
            with suppress(TimeoutError):
                async with asyncio.timeout(self._reconnect_delay):
                    await self._has_pending.wait()

    async def close(self) -> None:
        """Close the connection."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(Exception):  # it is given up in any case
                await connection.close(timeout=0.5)

    async def _ensure_connected(self) -> None:
        if not self._database.is_postgresql:
            return
        if self._connection is None or self._connection.is_closed():
            self._connection = None
            try:
                self._connection = await self._connect()
            except Exception as error:  # drivers fail in many ways; changes are polled as well
                log.warning(
                    "no connection for notifications, retrying in %.0f s: %s",
                    self._reconnect_delay,
                    type(error).__name__,
                )

    async def _connect(self) -> Any:
        import asyncpg

        connection = await asyncpg.connect(**connect_options(self._database.address))
        await connection.add_listener(CHANNEL, self._receive)
        return connection

    def _receive(self, _connection: object, _pid: int, _channel: str, payload: object) -> None:
        table_id, has_job, _ = str(payload).partition(HAS_JOB)
        self._pending[table_id] = bool(has_job) or self._pending.get(table_id, False)
        self._has_pending.set()
