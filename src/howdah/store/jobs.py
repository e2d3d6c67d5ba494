"""Jobs: tables at which an agent is to play, each leased to one worker at a time.

A lease keeps two workers from thinking about the same turn. It does not keep a turn from being
played twice, for that the version does; so a lease may expire at any time, and another worker
takes the job.

Jobs are scheduled fairly between the owners of tables (start-time fair queueing). Every second that
agents think is charged to the owner of their table: it moves the owner's other jobs back in the
queue, and those of owners who use little come before them, however many are waiting.
"""

from __future__ import annotations

import time
from enum import IntEnum
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    ScalarSelect,
    case,
    delete,
    func,
    literal,
    select,
    update,
)

from howdah.store import schema
from howdah.store.database import Database
from howdah.store.upsert import upsert

LEASE_SECONDS: Final = 10.0
"""How long a lease lasts unless it is renewed."""
LONGEST_LEASE: Final = 1.5
"""How many times its length a lease may seem to have left, for the clocks of machines differ. One
that has more left was made before a clock was set back, and is not believed."""
CHARGE: Final = 20.0
"""How many seconds a second of thinking moves the other jobs of its owner back.

So the jobs of an owner whose agents think for less than a twentieth of the time stay in front.
"""
LARGEST_CHARGE: Final = 120.0
"""How many seconds jobs are moved back at most; owners with so much take turns."""
UNWATCHED_DELAY: Final = 0.5
"""How many seconds the job of a table that nobody watches is moved back."""

_JOB = schema.jobs.c
_OWNER = schema.job_owners.c


class Priority(IntEnum):
    """The classes of jobs."""

    WATCHED = 0
    """The table has people, and someone watches it now."""
    PEOPLE = 1
    """The table has people."""
    AGENTS = 2
    """The table has agents alone: it waits for all others."""


class NewJob(NamedTuple):
    """A job as it is created: for whom, in which class, and about how long the agent thinks."""

    owner: str = ""
    priority: Priority = Priority.PEOPLE
    cost: float = 1.0
    """In seconds; so long that it is no short job, if nobody knows."""


class Job(NamedTuple):
    """A job that was leased."""

    table_id: str
    attempts: int
    """How many workers have tried, this one included."""
    priority: Priority
    waited: float
    """How many seconds ago it was created."""


class Jobs:
    """The job queue of a database."""

    def __init__(self, database: Database, lease_seconds: float = LEASE_SECONDS) -> None:
        self.lease_seconds = lease_seconds
        self._database = database

    async def lease(self, worker: str, *, max_cost: float | None = None) -> Job | None:
        """Lease the job that comes first; return None if there is none.

        With `max_cost` only of those whose agents are expected to think for so many seconds.
        """
        now = time.time()
        first = _first_job(self._is_free(now), now, max_cost)
        values = {
            "worker": worker,
            "leased_until": now + self.lease_seconds,
            "attempts": _JOB.attempts + 1,
        }
        statement = update(schema.jobs).where(_JOB.table_id == first)
        returning = statement.values(values).returning(*schema.jobs.c)

        def lease_first(connection: Connection) -> Job | None:
            row = connection.execute(returning).first()
            if row is None:
                return None
            _charge_owner(connection, row.owner, row.cost, now)
            return Job(row.table_id, row.attempts, Priority(row.priority), now - row.since)

        return await self._database.write(lease_first)

    async def has_free(self) -> bool:
        """Whether there is a job to lease; asking costs less than leasing."""
        statement = select(_JOB.table_id).where(self._is_free(time.time())).limit(1)

        def query(connection: Connection) -> bool:
            return connection.execute(statement).first() is not None

        return await self._database.read(query)

    async def mark_watched(self, table_id: str) -> None:
        """Record that someone watches a table with people whose job is waiting, if it has one."""
        is_unwatched = (_JOB.table_id == table_id) & (_JOB.priority == Priority.PEOPLE)
        await self._update(is_unwatched & self._is_free(time.time()), priority=Priority.WATCHED)

    async def delete_old_charges(self) -> None:
        """Delete the owners who are not charged any more."""
        is_over = _OWNER.charged_until < time.time() - LARGEST_CHARGE
        statement = delete(schema.job_owners).where(is_over)

        def delete_owners(connection: Connection) -> None:
            connection.execute(statement)

        await self._database.write(delete_owners)

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


def _first_job(
    is_free: ColumnElement[bool], now: float, max_cost: float | None
) -> ScalarSelect[str]:
    """Select the table of the job that comes first of those that are free."""
    with_owner = schema.jobs.outerjoin(schema.job_owners, _JOB.owner == _OWNER.owner)
    free = select(_JOB.table_id).select_from(with_owner).where(is_free)
    if max_cost is not None:
        free = free.where(_JOB.cost <= max_cost)
    is_of_agents = case((_JOB.priority >= Priority.AGENTS, 1), else_=0)
    first = free.order_by(is_of_agents, _place_in_queue(now), _JOB.since).limit(1)
    return first.with_for_update(skip_locked=True, of=schema.jobs).correlate(None).scalar_subquery()


def _place_in_queue(now: float) -> ColumnElement[float]:
    """Return the moment that a job is ranked by: when it was created, or what its owner is charged.

    No moment beyond the largest charge is believed: a clock may have been set back.
    """
    charged = _least(func.coalesce(_OWNER.charged_until, 0.0), literal(now + LARGEST_CHARGE))
    begin = _greatest(_least(_JOB.since, literal(now)), charged)
    return begin + case((_JOB.priority == Priority.PEOPLE, UNWATCHED_DELAY), else_=0.0)


def _charge_owner(connection: Connection, owner: str, cost: float, now: float) -> None:
    """Within a lease: move the other jobs of an owner back in the queue."""
    if not cost:
        return
    before = _greatest(_OWNER.charged_until, literal(now))
    after = _least(before + cost * CHARGE, literal(now + LARGEST_CHARGE))
    first = now + min(cost * CHARGE, LARGEST_CHARGE)
    row = {"owner": owner, "charged_until": first}
    connection.execute(upsert(connection, schema.job_owners, row, charged_until=after))


def _least(one: ColumnElement[float], other: ColumnElement[float]) -> ColumnElement[float]:
    """Return the smaller value; the databases have no common function for it."""
    return case((one < other, one), else_=other)


def _greatest(one: ColumnElement[float], other: ColumnElement[float]) -> ColumnElement[float]:
    return case((one > other, one), else_=other)


def replace_job(connection: Connection, table_id: str, job: NewJob | None) -> None:
    """Within a change of a table: replace its job by a new one, or delete it."""
    if job is None:
        connection.execute(delete(schema.jobs).where(_JOB.table_id == table_id))
        return
    values = {"since": time.time(), "leased_until": 0.0, "attempts": 0, "worker": None}
    row = values | job._asdict()
    connection.execute(upsert(connection, schema.jobs, {"table_id": table_id, **row}, **row))
