"""The store: queries and changes of tables, each in one transaction."""

from __future__ import annotations

import secrets
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from sqlalchemy import URL, Connection, Row, bindparam, insert, select, update
from sqlalchemy.sql.dml import ReturningUpdate

from howdah.store import migrate, schema
from howdah.store.database import RETRY_DELAYS, Database
from howdah.store.jobs import LEASE_SECONDS, Jobs, NewJob, replace_job
from howdah.store.models import (
    Conflict,
    DamagedRow,
    StoredChoice,
    StoredTable,
    StoredTurn,
    StoreUnavailable,
    TurnChange,
)
from howdah.store.notifications import RECONNECT_DELAY, Change, ChangeFeed
from howdah.store.presence_feed import PresenceFeed
from howdah.store.properties import PROBE, ensure_property, set_property
from howdah.store.readiness import Readiness
from howdah.store.retention import Retention, Sweep
from howdah.store.seed_counts import SeedCounts, count_seeds

__all__ = ["Conflict", "Store", "StoreUnavailable", "StoredChoice", "StoredTable", "StoredTurn"]

_TABLE = schema.tables.c
_IS_KEPT = _TABLE.deleted.is_(None)
"""A table that is deleted, if only softly, is like one that never was."""
_INSERT_TURN = insert(schema.turns)
_FORK = schema.tables.alias()
_NEXT_TABLE = select(_TABLE.id).where(
    _IS_KEPT, _TABLE.id == _FORK.c.continued_at, _FORK.c.id == bindparam("of_id")
)
_COLUMNS = (
    "id", "game", "rules", "seats", "seed", "screens", "start", "drawn", "is_over", "meta",
    "rematch", "continued_at", "forked_from", "is_seed_known", "stand_in_after", "seed_sharing",
    "owner",
)  # fmt: skip
_COUNTERS = ("moved", "changes")
_ANY_JOB = NewJob()


class Store:
    """Tables in a database; what it has acknowledged is on the disk."""

    def __init__(
        self,
        address: str | URL,
        *,
        lease_seconds: float = LEASE_SECONDS,
        retry_delays: Sequence[float] = RETRY_DELAYS,
        reconnect_delay: float = RECONNECT_DELAY,
    ) -> None:
        self._database = Database(address, retry_delays=retry_delays)
        self.jobs = Jobs(self._database, lease_seconds)
        self.change_feed = ChangeFeed(self._database, reconnect_delay)
        self.presence_feed = PresenceFeed(self._database, self.change_feed)
        self.readiness = Readiness(self.probe)

    async def open(self) -> None:
        """Create the schema, or migrate that of an earlier version."""
        await self._database.write(migrate.upgrade)

    async def close(self) -> None:
        """Wait for running transactions, and close the database."""
        await self.readiness.close()
        await self.change_feed.close()
        await self._database.close()

    async def ping(self) -> None:
        """Run the smallest query; raise `StoreUnavailable` if it is not answered."""
        await self._database.read(lambda connection: connection.execute(select(1)))

    async def probe(self) -> None:
        """Read and write as a request would; raise `StoreUnavailable` if that fails."""
        await self.ping()
        await self._database.check()
        now = str(time.time())
        await self._database.write(lambda connection: set_property(connection, PROBE, now))

    # Queries

    async def find(self, table_id: str) -> StoredTable | None:
        """Return the table with an id; None if there is none."""

        def query(connection: Connection) -> StoredTable | None:
            where = (_TABLE.id == table_id) & _IS_KEPT
            found = connection.execute(select(schema.tables).where(where)).first()
            return None if found is None else _load_table(connection, found)

        try:
            return await self._database.read(query)
        except DamagedRow:
            raise DamagedRow(f"a row of table {table_id} is damaged.") from None

    async def count_changes(self, table_id: str) -> int | None:
        """Return how many changes a table has had; None if there is no such table."""

        def query(connection: Connection) -> int | None:
            statement = select(_TABLE.changes).where((_TABLE.id == table_id) & _IS_KEPT)
            return connection.execute(statement).scalar_one_or_none()

        return await self._database.read(query)

    async def changed_since(self, moment: float) -> dict[str, int]:
        """Return the tables that were changed since a moment, with their numbers of changes."""

        def query(connection: Connection) -> dict[str, int]:
            is_changed = (_TABLE.touched >= moment) & _IS_KEPT
            statement = select(_TABLE.id, _TABLE.changes).where(is_changed)
            return {row.id: row.changes for row in connection.execute(statement)}

        return await self._database.read(query)

    async def waiting_since(self, moment: float) -> list[str]:
        """Return tables in play without a turn since a moment, and without a reminder for it."""

        def query(connection: Connection) -> list[str]:
            is_quiet = (_TABLE.moved < moment) & (_TABLE.reminded < _TABLE.version)
            statement = select(_TABLE.id).where(_TABLE.is_over.is_(False) & is_quiet & _IS_KEPT)
            return [row.id for row in connection.execute(statement.order_by(_TABLE.moved))]

        return await self._database.read(query)

    async def last_continuation(self, table_id: str) -> str:
        """Return the table at which a game goes on after all its take-backs; it may be this one."""

        def query(connection: Connection) -> str:
            last = table_id
            while found := connection.execute(_NEXT_TABLE, {"of_id": last}).scalar_one_or_none():
                last = found
            return last

        return await self._database.read(query)

    async def count_seeds(self) -> SeedCounts:
        """Return how many seeds were promised, and what became of them."""
        return await self._database.read(count_seeds)

    # Changes

    async def ensure_property(self, name: str, value: str) -> str:
        """Return a property of the database; if it has none of that name, set it to a value."""
        return await self._database.write(
            lambda connection: ensure_property(connection, name, value)
        )

    async def add(
        self,
        table: StoredTable,
        *,
        job: NewJob | None = None,
        rematch_of: str | None = None,
        fork_of: StoredTable | None = None,
    ) -> StoredTable:
        """Insert a new table, with the turns it has already.

        Raise `Conflict`, and insert nothing, if the table of which it is the rematch has one, or
        if the one that it is a fork of was forked by someone else. Agents stop at that one.
        """
        now = time.time()
        row = {key: getattr(table, key) for key in _COLUMNS}
        counters = {"version": table.version, "made": now, "touched": now, "moved": now}

        def insert_table(connection: Connection) -> None:
            if rematch_of is not None:
                is_free = (_TABLE.id == rematch_of) & _TABLE.rematch.is_(None)
                _update_table(connection, is_free, rematch=table.id)
                self.change_feed.announce(connection, Change(rematch_of))
            if fork_of is not None:
                is_same = _TABLE.continued_at.is_not_distinct_from(fork_of.continued_at)
                _update_table(
                    connection, (_TABLE.id == fork_of.id) & is_same, continued_at=table.id
                )
                replace_job(connection, fork_of.id, None)
                self.change_feed.announce(connection, Change(fork_of.id))
            connection.execute(insert(schema.tables).values(**row, **counters))
            for turn in table.turns:
                connection.execute(_INSERT_TURN, _turn_row(table.id, turn))
            if job is not None:
                replace_job(connection, table.id, job)
            self.change_feed.announce(connection, Change(table.id, job is not None))

        def is_done(connection: Connection) -> bool | None:
            found = connection.execute(select(_TABLE.seed).where(_TABLE.id == table.id))
            return True if found.scalar_one_or_none() == table.seed else None

        await self._database.write(insert_table, is_done)
        return replace(table, moved=now, changes=0)

    async def add_turn(
        self,
        table: StoredTable,
        turn: StoredTurn,
        *,
        job: NewJob | None = None,
        is_strict: bool = False,
        **values: Any,
    ) -> StoredTable:
        """Commit a turn; raise `Conflict` if there is one with its version.

        The values are columns of the table that the turn sets: `start`, or `is_over`. A strict
        turn also conflicts with any other change since the table was loaded.

        Without a new job, the turn of an agent deletes the one that it answers. A person's turn
        seldom finds one: it is left to a worker, which deletes it when there is nothing to do.
        """
        now, mark = time.time(), secrets.token_hex(8)
        row = {
            "of_id": table.id,
            "of_version": turn.version - 1,
            "version": turn.version,
            **({"of_changes": table.changes} if is_strict else {}),
            "moved": now,
            "touched": now,
            **values,
        }

        def insert_turn(connection: Connection) -> int:
            statement = _next_turn((*values,), is_strict=is_strict)
            found = self._database.engine.run_statement(connection, statement, row)
            if found is None:
                raise Conflict
            (changes,) = found
            self._database.engine.run_statement(
                connection, _INSERT_TURN, _turn_row(table.id, turn, mark)
            )
            if job is not None or turn.seat is None or turn.agent is not None:
                replace_job(connection, table.id, job)
            # A pre-game round changes more than the turns.
            change = TurnChange(turn, now, int(changes), values)
            turns = () if turn.seat is None else (change,)
            self.change_feed.announce(connection, Change(table.id, job is not None, turns))
            return int(changes)

        def is_done(connection: Connection) -> int | None:
            is_ours = schema.turns.c.mark == mark
            statement = select(_TABLE.changes).join(schema.turns).where(is_ours)
            return connection.execute(statement).scalar_one_or_none()

        changes = await self._database.write(insert_turn, is_done)
        return table.after(TurnChange(turn, now, changes, values))

    async def add_choice(
        self, table_id: str, version: int, choice: StoredChoice, *, job: NewJob = _ANY_JOB
    ) -> None:
        """Insert a pre-game choice; raise `Conflict` if the seat has chosen.

        The job is for the next choice of an agent, or commits the round should this process die.
        """
        row = {"table_id": table_id, "version": version, **vars(choice)}

        def insert_choice(connection: Connection) -> bool:
            _update_table(connection, (_TABLE.id == table_id) & (_TABLE.version == version))
            connection.execute(insert(schema.choices).values(row))
            replace_job(connection, table_id, job)
            self.change_feed.announce(connection, Change(table_id, has_job=True))
            return True

        def is_done(connection: Connection) -> bool | None:
            where = [
                schema.choices.c[name] == row[name] for name in ("table_id", "version", "seat")
            ]
            found = connection.execute(select(schema.choices.c.choice).where(*where))
            return True if found.scalar_one_or_none() == choice.choice else None

        await self._database.write(insert_choice, is_done)

    async def set_seats(
        self, table: StoredTable, seats: list[dict[str, Any]], *, job: NewJob | None = _ANY_JOB
    ) -> None:
        """Change who plays which seat; raise `Conflict` after any other change.

        The job is for an agent that may be due now; None if there is none.
        """

        def update_seats(connection: Connection) -> bool:
            is_same = (_TABLE.id == table.id) & (_TABLE.changes == table.changes)
            _update_table(connection, is_same, seats=seats)
            replace_job(connection, table.id, job)
            self.change_feed.announce(connection, Change(table.id, job is not None))
            return True

        def is_done(connection: Connection) -> bool | None:
            statement = select(_TABLE.seats, _TABLE.changes).where(_TABLE.id == table.id)
            found = connection.execute(statement).first()
            ours = (seats, table.changes + 1)
            return True if found is not None and tuple(found) == ours else None

        await self._database.write(update_seats, is_done)

    async def set_seed_sharing(
        self,
        table: StoredTable,
        sharing: dict[str, Any],
        *,
        job: NewJob | None = None,
        **values: Any,
    ) -> None:
        """Change how the seed is made; raise `Conflict` after any other change.

        The values are columns that are set when it is made: `start`, and what is `drawn` then. The
        job is for an agent that begins; until then there is none.
        """
        if values:
            values["moved"] = time.time()

        def update_sharing(connection: Connection) -> bool:
            is_same = (_TABLE.id == table.id) & (_TABLE.changes == table.changes)
            _update_table(connection, is_same, seed_sharing=sharing, **values)
            if job is not None:
                replace_job(connection, table.id, job)
            self.change_feed.announce(connection, Change(table.id, job is not None))
            return True

        def is_done(connection: Connection) -> bool | None:
            statement = select(_TABLE.seed_sharing, _TABLE.changes).where(_TABLE.id == table.id)
            found = connection.execute(statement).first()
            ours = (sharing, table.changes + 1)
            return True if found is not None and tuple(found) == ours else None

        await self._database.write(update_sharing, is_done)

    async def claim_reminder(self, table_id: str, version: int) -> bool:
        """Record that a reminder is sent for a version; return False if another process does."""
        is_due = (_TABLE.version == version) & (_TABLE.reminded < version)
        return await self._update_uncounted(table_id, is_due, reminded=version)

    async def release_reminder(self, table_id: str, version: int) -> None:
        """Record that the reminder for a version could not be sent, so that it is tried again."""
        is_claimed = _TABLE.reminded == version
        await self._update_uncounted(table_id, is_claimed, reminded=version - 1)

    async def _update_uncounted(self, table_id: str, where: Any, **values: Any) -> bool:
        """Update columns that no client sees, without counting or announcing a change."""
        is_found = (_TABLE.id == table_id) & _IS_KEPT & where
        statement = update(schema.tables).where(is_found).values(**values)

        def update_row(connection: Connection) -> bool:
            return bool(connection.execute(statement).rowcount)

        return await self._database.write(update_row)

    async def sweep(self, retention: Retention) -> Sweep:
        """Delete expired tables softly, and for good those whose week is over, unless in doubt."""
        swept = await self._database.write(retention.sweep)
        erased = 0
        while swept.refusal is None and (batch := await self._database.write(retention.erase)):
            erased += batch
        return swept._replace(erased=erased)

    async def restore_deleted(self) -> int:
        """Restore all tables that are deleted softly, as if just changed; return how many."""
        statement = (
            update(schema.tables)
            .where(_TABLE.deleted.is_not(None))
            .values(deleted=None, touched=time.time())
            .returning(_TABLE.id, _TABLE.is_over, _TABLE.owner)
        )

        def restore(connection: Connection) -> int:
            found = connection.execute(statement).all()
            for row in found:
                if not row.is_over:
                    replace_job(connection, row.id, NewJob(row.owner))
                self.change_feed.announce(connection, Change(row.id, not row.is_over))
            return len(found)

        return await self._database.write(restore)


def _update_table(connection: Connection, where: Any, **values: Any) -> int:
    """Update a table and count the change; raise `Conflict` if it is not as expected."""
    statement = update(schema.tables).where(where & _IS_KEPT).returning(_TABLE.changes)
    counting = statement.values(changes=_TABLE.changes + 1, touched=time.time(), **values)
    changes = connection.execute(counting).scalar_one_or_none()
    if changes is None:
        raise Conflict
    return int(changes)


@cache
def _next_turn(values: tuple[str, ...], *, is_strict: bool) -> ReturningUpdate[Any]:
    """The statement for the next turn of a table, built once: that takes longer than to run it."""
    is_next = (_TABLE.id == bindparam("of_id")) & (_TABLE.version == bindparam("of_version"))
    is_next &= _TABLE.continued_at.is_(None)
    if is_strict:
        is_next &= _TABLE.changes == bindparam("of_changes")
    names = ("version", "moved", "touched", *values)
    statement = update(schema.tables).where(is_next & _IS_KEPT).returning(_TABLE.changes)
    return statement.values(changes=_TABLE.changes + 1, **{name: bindparam(name) for name in names})


def _load_table(connection: Connection, found: Row[Any]) -> StoredTable:
    """Return a table with its turns and the choices of its last pre-game round."""
    row = {key: getattr(found, key) for key in (*_COLUMNS, *_COUNTERS)}
    table = StoredTable(**row, turns=_load_turns(connection, found.id))
    where = (schema.choices.c.table_id == table.id) & (schema.choices.c.version == table.version)
    choices = connection.execute(select(schema.choices).where(where).order_by("seat"))
    return replace(table, choices=tuple(StoredChoice(row.seat, row.choice) for row in choices))


def _load_turns(connection: Connection, table_id: str) -> tuple[StoredTurn, ...]:
    where = schema.turns.c.table_id == table_id
    found = connection.execute(select(schema.turns).where(where).order_by("version"))
    return tuple(
        StoredTurn(row.version, row.seat, row.actions, row.drawn, row.agent) for row in found
    )


def _turn_row(table_id: str, turn: StoredTurn, mark: str | None = None) -> dict[str, Any]:
    return {"table_id": table_id, "made": time.time(), "mark": mark, **vars(turn)}
