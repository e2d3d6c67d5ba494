"""The store: a few questions and a few changes, each of them whole or not at all."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import URL, Row, event, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from howdah.core.strict import Json
from howdah.store import schema


@dataclass(frozen=True)
class KeptTurn:
    """A committed turn: who played what, and what was drawn after it."""

    version: int
    seat: int | None
    """None for a round of medals, whose hands are the actions."""
    actions: list[Any]
    drawn: list[str]


@dataclass(frozen=True)
class KeptHand:
    """A closed hand of medals."""

    seat: int
    kept: int
    call: str


@dataclass(frozen=True)
class KeptTable:
    """A table as the store keeps it."""

    id: str
    game: str
    rules: dict[str, Json]
    seats: list[dict[str, Any]]
    seed: str
    screens: str
    start: dict[str, Json] | None
    drawn: list[str]
    is_over: bool = False
    meta: dict[str, Json] | None = None
    rematch: str | None = None
    turns: tuple[KeptTurn, ...] = ()
    hands: tuple[KeptHand, ...] = ()
    """The hands of the round of medals that is being played."""

    @property
    def version(self) -> int:
        """How many turns are committed."""
        return len(self.turns)


class AlreadyThere(Exception):
    """Someone else was quicker: that turn, hand or rematch is there already."""


class Store:
    """Tables in a database; what it has acknowledged is on the disk."""

    def __init__(self, address: str | URL) -> None:
        self._engine = create_async_engine(address)
        self._reader = self._engine.execution_options(reading=True)
        if self._engine.dialect.name == "sqlite":
            _make_durable(self._engine)

    async def open(self) -> None:
        """Make the database ready, if it is not yet."""
        async with self._engine.begin() as connection:
            await connection.run_sync(schema.metadata.create_all)

    async def close(self) -> None:
        """Let go of the database."""
        await self._engine.dispose()

    async def add(self, table: KeptTable) -> None:
        """Keep a new table, with the turns it has already."""
        async with self._change() as connection:
            row = {key: getattr(table, key) for key in _TABLE_FIELDS}
            await connection.execute(insert(schema.tables).values(made=time.time(), **row))
            for turn in table.turns:
                await _add_turn(connection, table.id, turn)

    async def find(self, table_id: str) -> KeptTable | None:
        """The table with an id; None if there is none."""
        async with self._reader.connect() as connection:
            where = schema.tables.c.id == table_id
            found = (await connection.execute(select(schema.tables).where(where))).first()
            return None if found is None else await _whole(connection, found)

    async def ids_in_play(self) -> list[str]:
        """Every table whose game is not over, the newest first."""
        columns = schema.tables.c
        async with self._reader.connect() as connection:
            found = await connection.execute(
                select(columns.id).where(columns.is_over.is_(False)).order_by(columns.made.desc())
            )
            return [row.id for row in found]

    async def add_turn(self, table_id: str, turn: KeptTurn, **news: Any) -> None:
        """Commit a turn; `AlreadyThere` if there is one with its version.

        The news are what the turn changes of the table: a `start`, or that it `is_over`.
        """
        async with self._change() as connection:
            await _add_turn(connection, table_id, turn)
            if news:
                where = schema.tables.c.id == table_id
                await connection.execute(update(schema.tables).where(where).values(**news))

    async def add_hand(self, table_id: str, version: int, hand: KeptHand) -> None:
        """Keep a closed hand of medals; `AlreadyThere` if the seat has chosen."""
        async with self._change() as connection:
            await connection.execute(
                insert(schema.hands).values(table_id=table_id, version=version, **vars(hand))
            )

    async def set_rematch(self, table_id: str, rematch: str) -> None:
        """Note that a table is played again at another; `AlreadyThere` if it is already."""
        async with self._change() as connection:
            free = (schema.tables.c.id == table_id) & schema.tables.c.rematch.is_(None)
            changed = await connection.execute(
                update(schema.tables).where(free).values(rematch=rematch)
            )
            if not changed.rowcount:
                raise AlreadyThere(table_id)

    @asynccontextmanager
    async def _change(self) -> AsyncIterator[AsyncConnection]:
        try:
            async with self._engine.begin() as connection:
                yield connection
        except IntegrityError as error:
            raise AlreadyThere(str(error.orig)) from error


_TABLE_FIELDS = (
    "id", "game", "rules", "seats", "seed", "screens", "start", "drawn", "is_over", "meta",
    "rematch",
)  # fmt: skip


async def _whole(connection: AsyncConnection, found: Row[Any]) -> KeptTable:
    """A table with its turns and the hands of its last round."""
    row = {key: value for key, value in found._mapping.items() if key in _TABLE_FIELDS}
    table = KeptTable(**row, turns=await _turns(connection, found.id))
    where = (schema.hands.c.table_id == table.id) & (schema.hands.c.version == table.version)
    hands = await connection.execute(select(schema.hands).where(where).order_by("seat"))
    return replace(table, hands=tuple(KeptHand(row.seat, row.kept, row.call) for row in hands))


async def _turns(connection: AsyncConnection, table_id: str) -> tuple[KeptTurn, ...]:
    where = schema.turns.c.table_id == table_id
    found = await connection.execute(select(schema.turns).where(where).order_by("version"))
    return tuple(KeptTurn(row.version, row.seat, row.actions, row.drawn) for row in found)


async def _add_turn(connection: AsyncConnection, table_id: str, turn: KeptTurn) -> None:
    row = {"table_id": table_id, "made": time.time(), **vars(turn)}
    await connection.execute(insert(schema.turns).values(row))


def _make_durable(engine: AsyncEngine) -> None:
    """SQLite: readers do not wait, a change begins at once, and is on the disk when it ends."""

    def prepare(connection: Any, _record: object) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in _PRAGMAS:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    def begin(connection: Any) -> None:
        is_reading = connection.get_execution_options().get("reading")
        connection.exec_driver_sql("BEGIN" if is_reading else "BEGIN IMMEDIATE")

    event.listen(engine.sync_engine, "connect", prepare)
    event.listen(engine.sync_engine, "begin", begin)


_PRAGMAS: Sequence[str] = (
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = ON",
    "busy_timeout = 10000",
)
