"""Jobs: tables at which an agent is to play, each leased to one worker at a time.

A lease keeps two workers from thinking about the same turn. It does not keep a turn from being
played twice, for that the version does; so a lease may expire at any time, and another worker
takes the job.
"""

from __future__ import annotations

import time
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update

from howdah.store import schema
from howdah.store.database import Database

LEASE_SECONDS: Final = 10.0
"""How long a lease lasts unless it is renewed."""
LONGEST_LEASE: Final = 1.5
"""How many times its length a lease may seem to have left, for the clocks of machines differ. One
that has more left was made before a clock was set back, and is not believed."""

_JOB = schema.jobs.c


class Job(NamedTuple):
    """A job that was leased: its table, and how many workers have tried, this one included."""

    table_id: str
    attempts: int


class Jobs:
    """The job queue of a database."""

    def __init__(self, database: Database, lease_seconds: float = LEASE_SECONDS) -> None:
        self.lease_seconds = lease_seconds
        self._database = database

    async def lease(self, worker: str) -> Job | None:
        """Lease the job that has waited longest; return None if there is none."""
        now = time.time()
        free = select(_JOB.table_id).where(self._is_free(now)).order_by(_JOB.since).limit(1)
        first = free.with_for_update(skip_locked=True).scalar_subquery()
        values = {
            "worker": worker,
            "leased_until": now + self.lease_seconds,
            "attempts": _JOB.attempts + 1,
        }
        statement = update(schema.jobs).where(_JOB.table_id == first).values(values)

        def lease_first(connection: Connection) -> Job | None:
            returning = statement.returning(_JOB.table_id, _JOB.attempts)
            row = connection.execute(returning).first()
            return None if row is None else Job(row.table_id, row.attempts)

        return await self._database.write(lease_first)

    async def count_waiting(self) -> int:
        """Return how many jobs no worker holds."""

        def query(connection: Connection) -> int:
            free = select(func.count()).select_from(schema.jobs)
            found = connection.execute(free.where(self._is_free(time.time())))
            return int(found.scalar_one())

        return await self._database.read(query)

    def _is_free(self, now: float) -> ColumnElement[bool]:
        """Whether no worker holds a job at a moment."""
        latest = now + LONGEST_LEASE * self.lease_seconds
        return (_JOB.leased_until < now) | (_JOB.leased_until > latest)

    async def renew(self, worker: str, table_id: str) -> None:
        """Renew a worker's lease on a job."""
        until = time.time() + self.lease_seconds
        await self._update(_is_held(worker, table_id), leased_until=until)

    async def release(self, worker: str, table_id: str) -> None:
        """End a worker's lease on a job, and do not count its attempt."""
        await self._release_where(_is_held(worker, table_id))

    async def release_all(self, worker: str) -> None:
        """End all leases of a worker, also one that a running transaction is about to get."""
        await self._database.drain()
        await self._release_where(_JOB.worker == worker)

    async def _release_where(self, where: ColumnElement[bool]) -> None:
        await self._update(where, leased_until=0.0, attempts=_JOB.attempts - 1)

    async def _update(self, where: ColumnElement[bool], **values: Any) -> None:
        statement = update(schema.jobs).where(where).values(**values)

        def update_jobs(connection: Connection) -> None:
            connection.execute(statement)

        await self._database.write(update_jobs)

    async def delete(self, worker: str, table_id: str) -> None:
        """Delete a job with nothing to do; one that was created again meanwhile stays."""

        def delete_job(connection: Connection) -> None:
            connection.execute(delete(schema.jobs).where(_is_held(worker, table_id)))

        await self._database.write(delete_job)


def _is_held(worker: str, table_id: str) -> ColumnElement[bool]:
    return (_JOB.table_id == table_id) & (_JOB.worker == worker)


def replace_job(connection: Connection, table_id: str, *, is_wanted: bool) -> None:
    """Within a change of a table: delete its job, and insert a new one if one is wanted."""
    connection.execute(delete(schema.jobs).where(_JOB.table_id == table_id))
    if is_wanted:
        row = {"table_id": table_id, "since": time.time(), "leased_until": 0.0, "attempts": 0}
        connection.execute(insert(schema.jobs).values(row))
