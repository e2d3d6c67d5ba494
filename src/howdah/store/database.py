"""A database at an address: SQLite or PostgreSQL, the same for whoever asks."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final, Protocol, TypeVar

from sqlalchemy import URL, Connection, func, make_url, select
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError

from howdah.store.models import Conflict, StoreUnavailable
from howdah.store.postgresql import PostgreSQL
from howdah.store.sqlite import SQLite

T = TypeVar("T")
Work = Callable[[Connection], T]
"""What is done with a connection, without waiting for anything else."""

CHANNEL: Final = "howdah"
"""Where processes on one PostgreSQL tell each other of tables."""
LAST_MOMENT: Final = 1.0
"""How many seconds what has begun may still take when the database is closed."""
PAUSES: Final = (0.05, 0.1, 0.2, 0.4, 0.8, 1.5)
"""How long to wait before each new try, when the database does not answer."""
PASSING_STATES: Final = ("08", "40", "53", "57", "58")
"""SQLSTATE classes of what passes: lost lines, collisions, too much to do, shutdown, the disk."""

log = logging.getLogger(__name__)


class Engine(Protocol):
    """A kind of database."""

    async def read(self, work: Work[T]) -> T:
        """What comes of questions, which all see the same moment."""

    async def write(self, work: Work[T]) -> T:
        """What comes of changes, all of them or none; they are on the disk when it returns."""

    async def close(self) -> None:
        """Let go of it."""


class Database:
    """Asks and changes; what it has acknowledged is on the disk.

    A connection that breaks is made anew, and what was asked is asked again.
    """

    def __init__(self, address: str | URL) -> None:
        self.address = make_url(address)
        self.is_postgresql = self.address.get_backend_name() == "postgresql"
        self.engine: Engine = (PostgreSQL if self.is_postgresql else SQLite)(self.address)
        self._begun: set[asyncio.Future[Any]] = set()

    async def close(self) -> None:
        """Finish what has begun, and let go of the database."""
        await self.finish()
        await self.engine.close()

    async def finish(self) -> None:
        """Wait for a moment until what has begun is done."""
        if self._begun:
            await asyncio.wait(self._begun, timeout=LAST_MOMENT)

    async def read(self, work: Work[T]) -> T:
        """What comes of some questions, which all see the same moment."""
        return await self._shielded(lambda: self.engine.read(work))

    async def write(self, work: Work[T], is_done: Work[T | None] | None = None) -> T:
        """What comes of some changes, whole or not at all; `Conflict` if they collide.

        After a broken connection nobody knows whether they were kept: `is_done` finds it out.
        """
        attempts = 0

        def unless_done(connection: Connection) -> T:
            nonlocal attempts
            attempts += 1
            if attempts > 1 and is_done and (done := is_done(connection)) is not None:
                return done
            return work(connection)

        try:
            return await self._shielded(lambda: self.engine.write(unless_done))
        except IntegrityError as error:
            raise Conflict(str(error.orig)) from error

    async def _shielded(self, once: Callable[[], Awaitable[T]]) -> T:
        """What has begun is finished, also if whoever asked for it does not wait any more."""
        task = asyncio.ensure_future(_with_retries(once))
        self._begun.add(task)
        task.add_done_callback(self._begun.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(_told_to_nobody)
            raise

    def notify(self, connection: Connection, table_id: str) -> None:
        """Let the other processes know of a table, as soon as the change is committed."""
        if self.is_postgresql:
            connection.execute(select(func.pg_notify(CHANNEL, table_id)))


async def _with_retries(once: Callable[[], Awaitable[T]]) -> T:
    """Try, and try again while the database cannot be reached; `StoreUnavailable` in the end."""
    for pause in (*PAUSES, None):
        try:
            return await once()
        except (DBAPIError, OSError) as error:
            if isinstance(error, DBAPIError) and not _may_pass(error):
                raise
            if pause is None:
                raise StoreUnavailable(f"the database cannot be used: {_told(error)}") from None
        await asyncio.sleep(pause)
    raise AssertionError("the last try has no pause")


def _told_to_nobody(task: asyncio.Future[Any]) -> None:
    """What failed when nobody waited for it any more is written down, and no more."""
    error = None if task.cancelled() else task.exception()
    if error is not None:
        log.warning("what was given up has failed: %s", _told(error))


def _may_pass(error: DBAPIError) -> bool:
    """Whether the database may do tomorrow what it will not do now."""
    state = str(getattr(error.orig, "sqlstate", None) or "")
    return (
        error.connection_invalidated
        or state[:2] in PASSING_STATES
        or isinstance(error, OperationalError)
    )


def _told(error: BaseException) -> str:
    """What a driver says, on one line, without the statement and what was in it."""
    inner = error.orig if isinstance(error, DBAPIError) and error.orig else error
    return " ".join(str(inner).split())[:200] or type(inner).__name__
