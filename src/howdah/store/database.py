"""Transactions on SQLite or PostgreSQL, retried while the database cannot be reached."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, Protocol, TypeVar

from sqlalchemy import URL, Connection, Table, func, make_url, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError

from howdah.store.engines import PostgreSQL, SQLite
from howdah.store.models import Conflict, StoreUnavailable

T = TypeVar("T")
Work = Callable[[Connection], T]
"""What a transaction does with its connection; it must not wait for anything else."""

CHANNEL: Final = "howdah"
"""The channel of PostgreSQL's LISTEN/NOTIFY on which processes announce changed tables."""
HAS_JOB: Final = " job"
"""Follows the id of a table that has a new job."""
DRAIN_TIMEOUT: Final = 1.0
"""How many seconds running transactions may still take when the database is closed."""
RETRY_DELAYS: Final = (0.05, 0.1, 0.2, 0.4, 0.8, 1.5)
"""The backoff: how many seconds to wait before each retry."""
TRANSIENT_SQLSTATES: Final = ("08", "40", "53", "57", "58")
"""SQLSTATE classes that a retry may cure.

Lost connections, serialization failures, too few resources, shutdown, disk errors.
"""

log = logging.getLogger(__name__)


class Engine(Protocol):
    """A kind of database."""

    async def read(self, work: Work[T]) -> T:
        """Run queries in one transaction, which sees one snapshot."""

    async def write(self, work: Work[T]) -> T:
        """Run changes in one transaction; they are on the disk when it returns."""

    async def close(self) -> None:
        """Close all connections."""


class Database:
    """Runs transactions; what it has acknowledged is on the disk.

    A transaction whose connection breaks is run again on a new one.
    """

    def __init__(self, address: str | URL, *, retry_delays: Sequence[float] = RETRY_DELAYS) -> None:
        self.address = make_url(address)
        self.is_postgresql = self.address.get_backend_name() == "postgresql"
        self.engine: Engine = (PostgreSQL if self.is_postgresql else SQLite)(self.address)
        self._retry_delays = retry_delays
        self._running: set[asyncio.Future[Any]] = set()

    async def close(self) -> None:
        """Wait for running transactions, and close all connections."""
        await self.drain()
        await self.engine.close()

    async def drain(self) -> None:
        """Wait until running transactions have ended, but not for long."""
        if self._running:
            await asyncio.wait(self._running, timeout=DRAIN_TIMEOUT)

    async def read(self, work: Work[T]) -> T:
        """Run queries in one transaction, which sees one snapshot."""
        return await self._shielded(lambda: self.engine.read(work))

    async def write(self, work: Work[T], is_done: Work[T | None] | None = None) -> T:
        """Run changes in one transaction; raise `Conflict` if they violate a constraint.

        After a broken connection nobody knows whether it was committed: before a retry, `is_done`
        looks for its result, and returns None if there is none.
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

    async def _shielded(self, attempt: Callable[[], Awaitable[T]]) -> T:
        """Run a transaction to its end, even if the caller is cancelled."""
        task = asyncio.ensure_future(_with_retries(attempt, self._retry_delays))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(_log_abandoned_error)
            raise

    def notify(self, connection: Connection, table_id: str, *, has_job: bool = False) -> None:
        """Announce a changed table to the other processes when the transaction commits."""
        if self.is_postgresql:
            payload = f"{table_id}{HAS_JOB}" if has_job else table_id
            connection.execute(select(func.pg_notify(CHANNEL, payload)))


def upsert(
    connection: Connection, table: Table, row: Mapping[str, Any], **changes: Any
) -> postgresql.Insert | sqlite.Insert:
    """Return a statement that inserts a row, or changes the one that has its primary key.

    Without changes, that one is left as it is.
    """
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    statement: postgresql.Insert | sqlite.Insert = dialect.insert(table).values(**row)
    key = [column.name for column in table.primary_key]
    if not changes:
        return statement.on_conflict_do_nothing(index_elements=key)
    return statement.on_conflict_do_update(index_elements=key, set_=changes)


async def _with_retries(attempt: Callable[[], Awaitable[T]], delays: Sequence[float]) -> T:
    """Retry with backoff while the database cannot be reached, then raise `StoreUnavailable`."""
    for delay in (*delays, None):
        try:
            return await attempt()
        except (DBAPIError, OSError) as error:
            if isinstance(error, DBAPIError) and not _is_transient(error):
                raise
            if delay is None:
                message = f"the database cannot be used: {_describe_error(error)}"
                raise StoreUnavailable(message) from None
        await asyncio.sleep(delay)
    raise AssertionError("the last attempt has no delay")


def _log_abandoned_error(task: asyncio.Future[Any]) -> None:
    """Log the error of a transaction whose caller was cancelled."""
    error = None if task.cancelled() else task.exception()
    if error is not None:
        log.warning("transaction of a cancelled request failed: %s", _describe_error(error))


def _is_transient(error: DBAPIError) -> bool:
    state = str(getattr(error.orig, "sqlstate", None) or "")
    return (
        error.connection_invalidated
        or state[:2] in TRANSIENT_SQLSTATES
        or isinstance(error, OperationalError)
    )


def _describe_error(error: BaseException) -> str:
    """Return a driver's message on one line, without the statement and its parameters."""
    inner = error.orig if isinstance(error, DBAPIError) and error.orig else error
    return " ".join(str(inner).split())[:200] or type(inner).__name__
