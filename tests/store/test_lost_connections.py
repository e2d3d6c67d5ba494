"""PostgreSQL goes away and comes back: nothing is lost, nothing done twice, nothing hangs."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import Connection

from howdah.store import database, notifications
from howdah.store.models import StoredChoice
from howdah.store.store import Store, StoredTable, StoreUnavailable
from tests.postgres import Postgres
from tests.store.test_store import FIRST, TABLE

Work = Callable[[Connection], Any]


@asynccontextmanager
async def restore_table(postgres: Postgres) -> AsyncIterator[Store]:
    address = await asyncio.to_thread(postgres.new_database)
    store = Store(address.replace("postgresql:", "postgresql+asyncpg:"))
    await store.open()
    try:
        yield store
    finally:
        await store.close()


async def cut(postgres: Postgres) -> None:
    await asyncio.to_thread(postgres.cut_connections)


def test_a_question_and_a_change_outlive_a_cut(postgres: Postgres) -> None:
    async def run() -> StoredTable | None:
        async with restore_table(postgres) as store:
            table = await store.add(TABLE)
            await cut(postgres)
            assert await store.changes_of("t1") == 0
            await cut(postgres)
            await store.add_turn(table, FIRST)
            return await store.find("t1")

    table = asyncio.run(run())
    assert table is not None
    assert table.turns == (FIRST,)


class CutAfterCommit:
    """An engine that keeps a change, and loses the line before it can say so."""

    def __init__(self, engine: database.Engine, postgres: Postgres) -> None:
        self._engine, self._postgres = engine, postgres
        self.changes = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._engine, name)

    async def write(self, work: Work) -> Any:
        """The first time all is done, and the answer is lost."""
        self.changes += 1
        answer = await self._engine.write(work)
        if self.changes == 1:
            raise ConnectionResetError("the line is cut")
        return answer


CHANGES: list[Callable[[Store, StoredTable], Any]] = [
    lambda store, _table: store.add(replace(TABLE, id="t2")),
    lambda store, table: store.add_turn(table, FIRST, is_over=True),
    lambda store, table: store.add_turn(table, FIRST, is_strict=True),
    lambda store, _table: store.add_choice("t1", 0, StoredChoice(0, [1, "odd"])),
    lambda store, _table: store.set_rematch("t1", "t2"),
    lambda store, table: store.set_seats(table, [{"name": "Bo"}]),
]


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_whose_answer_was_lost_is_found_again(
    postgres: Postgres, change: Callable[[Store, StoredTable], Any]
) -> None:
    async def run() -> tuple[int, int | None]:
        async with restore_table(postgres) as store:
            table = await store.add(TABLE)
            engine = CutAfterCommit(store._database.engine, postgres)
            store._database.engine = engine
            await change(store, table)
            return engine.changes, await store.changes_of("t1")

    tries, counted = asyncio.run(run())
    assert tries == 2
    assert counted in (0, 1)


def test_when_it_stays_away_it_is_said_so(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "PAUSES", (0.01, 0.01))

    async def run() -> None:
        async with restore_table(postgres) as store:
            table = await store.add(TABLE)
            await asyncio.to_thread(postgres.stop)
            try:
                for work in (store.ping(), store.find("t1"), store.add_turn(table, FIRST)):
                    with pytest.raises(StoreUnavailable, match="cannot be used"):
                        await work
            finally:
                await asyncio.to_thread(postgres.start)
            await store.ping()
            await store.add_turn(table, FIRST)
            found = await store.find("t1")
            assert found is not None
            assert found.turns == (FIRST,)

    asyncio.run(run())


# Hints


async def first_hint(store: Store) -> str:
    async with asyncio.timeout(10):
        async for table_id in store.change_feed.listen():
            return table_id
    raise AssertionError


def test_what_one_process_does_the_other_hears(postgres: Postgres) -> None:
    async def run() -> str:
        async with restore_table(postgres) as one:
            other = Store(one._database.address)
            listening = asyncio.create_task(first_hint(other))
            await until(lambda: other.change_feed._line is not None)
            await one.add(TABLE)
            heard = await listening
            await other.close()
            return heard

    assert asyncio.run(run()) == "t1"


def test_a_line_that_broke_is_laid_anew(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifications, "PAUSE", 0.05)

    async def run() -> str:
        async with restore_table(postgres) as store:
            table = await store.add(TABLE)
            listening = asyncio.create_task(first_hint(store))
            await until(lambda: store.change_feed._line is not None)
            line = store.change_feed._line
            await cut(postgres)
            await until(lambda: store.change_feed._line not in (None, line))
            await store.add_turn(table, FIRST)
            return await listening

    assert asyncio.run(run()) == "t1"


async def until(happened: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 10
    while not happened():
        assert time.monotonic() < deadline
        await asyncio.sleep(0.01)
