"""The store: a few questions and a few changes, each of them whole or not at all."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from sqlalchemy import URL, Connection, Row, delete, insert, select, update

from howdah.store import jobs, migrate, schema
from howdah.store.database import Database
from howdah.store.jobs import Jobs
from howdah.store.models import Conflict, StoredChoice, StoredTable, StoredTurn, StoreUnavailable
from howdah.store.notifications import ChangeFeed

__all__ = ["Conflict", "Store", "StoreUnavailable", "StoredChoice", "StoredTable", "StoredTurn"]

_TABLE = schema.tables.c
_FIELDS = (
    "id", "game", "rules", "seats", "seed", "screens", "start", "drawn", "is_over", "meta",
    "rematch",
)  # fmt: skip
_COUNTED = ("moved", "changes")


class Store:
    """Tables in a database; what it has acknowledged is on the disk."""

    def __init__(self, address: str | URL) -> None:
        self._database = Database(address)
        self.jobs = Jobs(self._database)
        self.change_feed = ChangeFeed(self._database)

    async def open(self) -> None:
        """Make the database ready: a new one, or one that an earlier version has made."""
        await self._database.write(migrate.upgrade)

    async def close(self) -> None:
        """Let go of the database."""
        await self.change_feed.close()
        await self._database.close()

    async def ping(self) -> None:
        """Ask the least that can be asked; `StoreUnavailable` if there is no answer."""
        await self._database.read(lambda connection: connection.execute(select(1)))

    # Questions

    async def find(self, table_id: str) -> StoredTable | None:
        """The table with an id; None if there is none."""

        def asked(connection: Connection) -> StoredTable | None:
            where = _TABLE.id == table_id
            found = connection.execute(select(schema.tables).where(where)).first()
            return None if found is None else _whole(connection, found)

        return await self._database.read(asked)

    async def changes_of(self, table_id: str) -> int | None:
        """How often something has happened at a table; None if there is none."""

        def asked(connection: Connection) -> int | None:
            question = select(_TABLE.changes).where(_TABLE.id == table_id)
            return connection.execute(question).scalar_one_or_none()

        return await self._database.read(asked)

    async def changed_since(self, moment: float) -> dict[str, int]:
        """The tables at which something has happened since a moment, with their changes."""

        def asked(connection: Connection) -> dict[str, int]:
            question = select(_TABLE.id, _TABLE.changes).where(_TABLE.touched >= moment)
            return {row.id: row.changes for row in connection.execute(question)}

        return await self._database.read(asked)

    async def waiting_since(self, moment: float) -> list[str]:
        """Tables in play where nobody has played since a moment, and no reminder was sent."""

        def asked(connection: Connection) -> list[str]:
            is_quiet = (_TABLE.moved < moment) & (_TABLE.reminded < _TABLE.version)
            question = select(_TABLE.id).where(_TABLE.is_over.is_(False) & is_quiet)
            return [row.id for row in connection.execute(question.order_by(_TABLE.moved))]

        return await self._database.read(asked)

    # Changes

    async def add(self, table: StoredTable, *, has_job: bool = False) -> StoredTable:
        """Keep a new table, with the turns it has already."""
        now = time.time()
        row = {key: getattr(table, key) for key in _FIELDS}
        counts = {"version": table.version, "made": now, "touched": now, "moved": now}

        def added(connection: Connection) -> None:
            connection.execute(insert(schema.tables).values(**row, **counts))
            for turn in table.turns:
                _add_turn(connection, table.id, turn, mark=None)
            self._spread(connection, table.id, has_job=has_job)

        def is_done(connection: Connection) -> bool | None:
            found = connection.execute(select(_TABLE.seed).where(_TABLE.id == table.id))
            return True if found.scalar_one_or_none() == table.seed else None

        await self._database.write(added, is_done)
        return replace(table, moved=now, changes=0)

    async def add_turn(
        self,
        table: StoredTable,
        turn: StoredTurn,
        *,
        has_job: bool = False,
        is_strict: bool = False,
        **news: Any,
    ) -> StoredTable:
        """Commit a turn; `Conflict` if there is one with its version.

        The news are what the turn changes of the table: a `start`, or that it `is_over`. A
        strict turn counts only if nothing at all has happened since one looked at the table.
        """
        now, mark = time.time(), secrets.token_hex(8)
        is_next = (_TABLE.id == table.id) & (_TABLE.version == turn.version - 1)
        if is_strict:
            is_next &= _TABLE.changes == table.changes

        def added(connection: Connection) -> int:
            changes = _touch(connection, is_next, version=turn.version, moved=now, **news)
            _add_turn(connection, table.id, turn, mark)
            self._spread(connection, table.id, has_job=has_job)
            return changes

        def is_done(connection: Connection) -> int | None:
            is_ours = schema.turns.c.mark == mark
            question = select(_TABLE.changes).join(schema.turns).where(is_ours)
            return connection.execute(question).scalar_one_or_none()

        changes = await self._database.write(added, is_done)
        turns = (*table.turns, turn)
        return replace(table, turns=turns, choices=(), moved=now, changes=changes, **news)

    async def add_choice(self, table_id: str, version: int, choice: StoredChoice) -> None:
        """Store a pre-game choice; `Conflict` if the seat has chosen."""
        row = {"table_id": table_id, "version": version, **vars(choice)}

        def added(connection: Connection) -> bool:
            _touch(connection, (_TABLE.id == table_id) & (_TABLE.version == version))
            connection.execute(insert(schema.choices).values(row))
            self._spread(connection, table_id, has_job=True)
            return True

        def is_done(connection: Connection) -> bool | None:
            where = [
                schema.choices.c[name] == row[name] for name in ("table_id", "version", "seat")
            ]
            found = connection.execute(select(schema.choices.c.choice).where(*where))
            return True if found.scalar_one_or_none() == choice.choice else None

        await self._database.write(added, is_done)

    async def set_rematch(self, table_id: str, rematch: str) -> None:
        """Note that a table is played again at another; `Conflict` if it is already."""

        def noted(connection: Connection) -> bool:
            is_free = (_TABLE.id == table_id) & _TABLE.rematch.is_(None)
            _touch(connection, is_free, rematch=rematch)
            self._database.notify(connection, table_id)
            return True

        def is_done(connection: Connection) -> bool | None:
            question = select(_TABLE.id).where(_TABLE.rematch == rematch)
            return True if connection.execute(question).first() else None

        await self._database.write(noted, is_done)

    async def set_seats(self, table: StoredTable, seats: list[dict[str, Any]]) -> None:
        """Change who plays which seat; `Conflict` if anything has happened meanwhile."""

        def seated(connection: Connection) -> bool:
            is_same = (_TABLE.id == table.id) & (_TABLE.changes == table.changes)
            _touch(connection, is_same, seats=seats)
            self._spread(connection, table.id, has_job=True)
            return True

        def is_done(connection: Connection) -> bool | None:
            question = select(_TABLE.seats, _TABLE.changes).where(_TABLE.id == table.id)
            found = connection.execute(question).first()
            ours = (seats, table.changes + 1)
            return True if found is not None and tuple(found) == ours else None

        await self._database.write(seated, is_done)

    async def set_reminded(self, table_id: str, version: int) -> bool:
        """Note that a reminder is being sent for a version; False if someone else sends it."""
        is_due = (_TABLE.version == version) & (_TABLE.reminded < version)
        return await self._note(table_id, is_due, reminded=version)

    async def unset_reminded(self, table_id: str, version: int) -> None:
        """Note that the reminder for a version could not be sent after all."""
        await self._note(table_id, _TABLE.reminded == version, reminded=version - 1)

    async def _note(self, table_id: str, where: Any, **news: Any) -> bool:
        """Write something down that nobody at the table needs to hear of."""
        write = update(schema.tables).where((_TABLE.id == table_id) & where).values(**news)

        def noted(connection: Connection) -> bool:
            return bool(connection.execute(write).rowcount)

        return await self._database.write(noted)

    async def forget_before(self, moment: float) -> int:
        """Remove the tables at which nothing has happened since a moment; how many there were."""

        def forgotten(connection: Connection) -> int:
            found = connection.execute(select(_TABLE.id).where(_TABLE.touched < moment))
            old = [row.id for row in found]
            _remove(connection, old)
            return len(old)

        return await self._database.write(forgotten)

    def _spread(self, connection: Connection, table_id: str, *, has_job: bool) -> None:
        """Tell of a change: to agents, by a job, and to the other processes."""
        jobs.renew_job(connection, table_id, is_wanted=has_job)
        self._database.notify(connection, table_id)


def _touch(connection: Connection, where: Any, **news: Any) -> int:
    """Change a table that is still as it should be, and count it; `Conflict` if it is not."""
    write = update(schema.tables).where(where).returning(_TABLE.changes)
    counted = write.values(changes=_TABLE.changes + 1, touched=time.time(), **news)
    changes = connection.execute(counted).scalar_one_or_none()
    if changes is None:
        raise Conflict
    return int(changes)


def _whole(connection: Connection, found: Row[Any]) -> StoredTable:
    """A table with its turns and the choices of its last pre-game round."""
    row = {key: getattr(found, key) for key in (*_FIELDS, *_COUNTED)}
    table = StoredTable(**row, turns=_turns(connection, found.id))
    where = (schema.choices.c.table_id == table.id) & (schema.choices.c.version == table.version)
    choices = connection.execute(select(schema.choices).where(where).order_by("seat"))
    return replace(table, choices=tuple(StoredChoice(row.seat, row.choice) for row in choices))


def _turns(connection: Connection, table_id: str) -> tuple[StoredTurn, ...]:
    where = schema.turns.c.table_id == table_id
    found = connection.execute(select(schema.turns).where(where).order_by("version"))
    return tuple(
        StoredTurn(row.version, row.seat, row.actions, row.drawn, row.agent) for row in found
    )


def _add_turn(connection: Connection, table_id: str, turn: StoredTurn, mark: str | None) -> None:
    row = {"table_id": table_id, "made": time.time(), "mark": mark, **vars(turn)}
    connection.execute(insert(schema.turns).values(row))


def _remove(connection: Connection, old: Iterable[str]) -> None:
    for table_id in old:
        for part in (schema.jobs, schema.choices, schema.turns):
            connection.execute(delete(part).where(part.c.table_id == table_id))
        connection.execute(delete(schema.tables).where(_TABLE.id == table_id))
