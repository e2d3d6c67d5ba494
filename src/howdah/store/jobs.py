"""Jobs: tables at which an agent has to play, leased to whoever looks after one.

A lease keeps two workers from doing the same work; it does not keep a turn from being played
twice, for that the version does. So a lease may run out at any time: the job is taken by another.
"""

from __future__ import annotations

import time
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update

from howdah.store import schema
from howdah.store.database import Database

LEASE: Final = 10.0
"""The seconds after which the job of a worker that is not heard of any more is given away."""

_JOB = schema.jobs.c


class Job(NamedTuple):
    """A job that was taken: where to look, and how often someone has tried."""

    table_id: str
    attempts: int


class Jobs:
    """The jobs of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def take(self, worker: str) -> Job | None:
        """Lease the job that has waited longest; None if there is none to be had."""
        now = time.time()
        free = select(_JOB.table_id).where(_JOB.leased_until < now).order_by(_JOB.since).limit(1)
        first = free.with_for_update(skip_locked=True).scalar_subquery()
        lease = {"worker": worker, "leased_until": now + LEASE, "attempts": _JOB.attempts + 1}
        write = update(schema.jobs).where(_JOB.table_id == first).values(lease)

        def taken(connection: Connection) -> Job | None:
            answer = write.returning(_JOB.table_id, _JOB.attempts)
            row = connection.execute(answer).first()
            return None if row is None else Job(row.table_id, row.attempts)

        return await self._database.write(taken)

    async def waiting(self) -> int:
        """How many jobs nobody looks after."""

        def asked(connection: Connection) -> int:
            free = select(func.count()).select_from(schema.jobs)
            found = connection.execute(free.where(_JOB.leased_until < time.time()))
            return int(found.scalar_one())

        return await self._database.read(asked)

    async def hold(self, worker: str, table_id: str) -> None:
        """Lease a job for longer: the worker is still at it."""
        await self._set(_is_held(worker, table_id), leased_until=time.time() + LEASE)

    async def give_back(self, worker: str, table_id: str) -> None:
        """Let someone else have a job, at once, as if nobody had tried."""
        await self._free(_is_held(worker, table_id))

    async def give_all_back(self, worker: str) -> None:
        """Let others have all jobs of a worker that goes home, also what it is just taking."""
        await self._database.finish()
        await self._free(_JOB.worker == worker)

    async def _free(self, where: ColumnElement[bool]) -> None:
        await self._set(where, leased_until=0.0, attempts=_JOB.attempts - 1)

    async def _set(self, where: ColumnElement[bool], **news: Any) -> None:
        def changed(connection: Connection) -> None:
            connection.execute(update(schema.jobs).where(where).values(**news))

        await self._database.write(changed)

    async def finish(self, worker: str, table_id: str) -> None:
        """There is nothing to do here; a job that came anew meanwhile stays."""

        def finished(connection: Connection) -> None:
            connection.execute(delete(schema.jobs).where(_is_held(worker, table_id)))

        await self._database.write(finished)


def _is_held(worker: str, table_id: str) -> ColumnElement[bool]:
    return (_JOB.table_id == table_id) & (_JOB.worker == worker)


def renew_job(connection: Connection, table_id: str, *, is_wanted: bool) -> None:
    """Within a change of a table: what was to be done there is done, or begins anew."""
    connection.execute(delete(schema.jobs).where(_JOB.table_id == table_id))
    if is_wanted:
        row = {"table_id": table_id, "since": time.time(), "leased_until": 0.0, "attempts": 0}
        connection.execute(insert(schema.jobs).values(row))
