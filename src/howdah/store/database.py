"""Transactions on SQLite or PostgreSQL, retried while the database cannot be reached."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, Protocol, TypeVar

from sqlalchemy import URL, Connection, make_url
from sqlalchemy.exc import IntegrityError
from sqlalchemy.sql.dml import UpdateBase

from howdah.store.driver_errors import DRIVER_ERRORS, describe_error, is_transient, translate_error
from howdah.store.engines import PostgreSQL, SQLite
from howdah.store.models import Conflict

T = TypeVar("T")
Work = Callable[[Connection], T]
"""What a transaction does with its connection; it must not wait for anything else."""

DRAIN_TIMEOUT: Final = 1.0
"""How many seconds running transactions may still take when the database is closed."""
RETRY_DELAYS: Final = (0.05, 0.1, 0.2, 0.4, 0.8, 1.5)
"""The backoff: how many seconds to wait before each retry."""
log = logging.getLogger(__name__)


class Engine(Protocol):
    """A kind of database."""

    async def read(self, work: Work[T]) -> T:
        """Run queries in one transaction, which sees one snapshot."""

    async def write(self, work: Work[T]) -> T:
        """Run changes in one transaction; they are on the disk when it returns."""

    async def check(self) -> None:
        """Raise an error if what is stored cannot be used."""

    def run_statement(
        self, connection: Connection, statement: UpdateBase, row: Mapping[str, Any]
    ) -> Any:
        """Run a statement that is the same object each time; return the first row of its result."""

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

    async def check(self) -> None:
        """Raise an error if what is stored cannot be used; a query may not notice it."""
        await self._shielded(self.engine.check)

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


async def _with_retries(attempt: Callable[[], Awaitable[T]], delays: Sequence[float]) -> T:
    """Retry with backoff while the database cannot be reached, then raise `StoreUnavailable`.

    What no retry cures is raised at once.
    """
    for delay in (*delays, None):
        try:
            return await attempt()
        except DRIVER_ERRORS as error:
            if delay is None or not is_transient(error):
                translated = translate_error(error)
                if translated is error:
                    raise
                raise translated from None  # what it quotes may be secret
        await asyncio.sleep(delay)
    raise AssertionError("the last attempt has no delay")


def _log_abandoned_error(task: asyncio.Future[Any]) -> None:
    """Log the error of a transaction whose caller was cancelled."""
    error = None if task.cancelled() else task.exception()
    if error is not None:
        log.warning("transaction of a cancelled request failed: %s", describe_error(error))
