"""PostgreSQL goes away and comes back: nothing is lost, done twice or hangs."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import asyncpg
import pytest
from sqlalchemy import Connection

from howdah.store import database
from howdah.store.jobs import NewJob
from howdah.store.models import StoredChoice, TurnChange
from howdah.store.notifications import Change, decode_change, encode_change
from howdah.store.store import Store, StoredTable, StoreUnavailable
from tests.postgres import Postgres
from tests.store.test_store import FIRST, TABLE

Work = Callable[[Connection], Any]


@asynccontextmanager
async def open_store(postgres: Postgres, **options: Any) -> AsyncIterator[Store]:
    address = await asyncio.to_thread(postgres.new_database)
    store = Store(address.replace("postgresql:", "postgresql+asyncpg:"), **options)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


async def cut(postgres: Postgres) -> None:
    await asyncio.to_thread(postgres.cut_connections)


def test_a_query_and_a_change_survive_a_cut(postgres: Postgres) -> None:
    async def run() -> StoredTable | None:
        async with open_store(postgres) as store:
            table = await store.add(TABLE)
            await cut(postgres)
            assert await store.count_changes("t1") == 0
            await cut(postgres)
            await store.add_turn(table, FIRST)
            return await store.find("t1")

    table = asyncio.run(run())
    assert table is not None
    assert table.turns == (FIRST,)


class CutAfterCommit:
    """An engine that commits a change, and loses the connection before it can return."""

    def __init__(self, engine: database.Engine, postgres: Postgres) -> None:
        self._engine, self._postgres = engine, postgres
        self.changes = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._engine, name)

    async def write(self, work: Work) -> Any:
        """Commit; the first time the result is lost."""
        self.changes += 1
        answer = await self._engine.write(work)
        if self.changes == 1:
            raise ConnectionResetError("the connection is cut")
        return answer


CHANGES: list[Callable[[Store, StoredTable], Any]] = [
    lambda store, _table: store.add(replace(TABLE, id="t2")),
    lambda store, table: store.add_turn(table, FIRST, is_over=True),
    lambda store, table: store.add_turn(table, FIRST, is_strict=True),
    lambda store, _table: store.add_choice("t1", 0, StoredChoice(0, [1, "odd"])),
    lambda store, _table: store.add(replace(TABLE, id="t2"), rematch_of="t1"),
    lambda store, table: store.add(replace(TABLE, id="t2"), fork_of=table),
    lambda store, table: store.set_seats(table, [{"name": "Bo"}]),
    lambda store, table: store.set_seed_sharing(table, {"people": [0]}),
    lambda store, table: store.set_seed_sharing(table, {"people": [0]}, start={}, drawn=["end"]),
]


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_whose_result_was_lost_is_found_again(
    postgres: Postgres, change: Callable[[Store, StoredTable], Any]
) -> None:
    async def run() -> tuple[int, int | None]:
        async with open_store(postgres) as store:
            table = await store.add(TABLE)
            engine = CutAfterCommit(store._database.engine, postgres)
            store._database.engine = engine
            await change(store, table)
            return engine.changes, await store.count_changes("t1")

    tries, counted = asyncio.run(run())
    assert tries == 2
    assert counted in (0, 1)


def test_a_database_that_stays_away_makes_the_store_unavailable(postgres: Postgres) -> None:
    async def run() -> None:
        async with open_store(postgres, retry_delays=(0.01, 0.01)) as store:
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


# Notifications


async def first_announced(store: Store) -> Change:
    async with asyncio.timeout(10):
        async for change in store.change_feed.listen():
            return change
    raise AssertionError


@pytest.mark.parametrize("job", [None, NewJob()])
def test_a_change_is_announced_to_other_processes(postgres: Postgres, job: NewJob | None) -> None:
    async def run() -> Change:
        async with open_store(postgres) as one:
            other = Store(one._database.address)
            listening = asyncio.create_task(first_announced(other))
            await until(lambda: other.change_feed._connection is not None)
            await one.add(TABLE, job=job)
            announced = await listening
            await other.close()
            return announced

    assert asyncio.run(run()) == Change("t1", job is not None)


def test_an_announced_turn_gives_the_table_after_it(postgres: Postgres) -> None:
    async def run() -> None:
        async with open_store(postgres) as one:
            table, other = await one.add(TABLE), Store(one._database.address)
            listening = asyncio.create_task(first_announced(other))
            await until(lambda: other.change_feed._connection is not None)
            await one.add_turn(table, FIRST, is_over=True)
            (turn,) = (await listening).turns
            assert table.after(turn) == await one.find("t1")
            await other.close()

    asyncio.run(run())


def test_a_process_is_not_told_of_its_own_changes(postgres: Postgres) -> None:
    async def run() -> Change:
        async with open_store(postgres) as store:
            other = Store(store._database.address)
            listening = asyncio.create_task(first_announced(store))
            await until(lambda: store.change_feed._connection is not None)
            await store.add(TABLE)
            await other.add(replace(TABLE, id="t2"))
            announced = await listening
            await other.close()
            return announced

    assert asyncio.run(run()).table_id == "t2"


def test_a_connection_for_notifications_is_reopened(postgres: Postgres) -> None:
    async def run() -> Change:
        async with open_store(postgres, reconnect_delay=0.05) as store:
            table, other = await store.add(TABLE), Store(store._database.address)
            listening = asyncio.create_task(first_announced(store))
            await until(lambda: store.change_feed._connection is not None)
            connection = store.change_feed._connection
            await cut(postgres)
            await until(lambda: store.change_feed._connection not in (None, connection))
            await other.add_turn(table, FIRST)
            announced = await listening
            await other.close()
            return announced

    assert asyncio.run(run()).table_id == "t1"


def test_a_connection_for_notifications_is_closed_if_the_server_stops_meanwhile(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[asyncpg.Connection] = []

    async def never_listen(connection: asyncpg.Connection, *_: object) -> None:
        opened.append(connection)
        await asyncio.Event().wait()

    async def run() -> None:
        async with open_store(postgres) as store:
            monkeypatch.setattr(asyncpg.Connection, "add_listener", never_listen)
            listening = asyncio.create_task(first_announced(store))
            while not opened:
                await asyncio.sleep(0.01)
            listening.cancel()
            await asyncio.wait([listening])

    asyncio.run(run())
    assert [connection.is_closed() for connection in opened] == [True]


def test_two_changes_of_a_table_are_one() -> None:
    first, second = (TurnChange(FIRST, 1.0, changes, {}) for changes in (1, 2))
    one, other = Change("t1", turns=(first,)), Change("t1", has_job=True, turns=(second,))
    assert one.then(other) == Change("t1", True, (first, second))
    assert one.then(Change("t1")) == Change("t1")  # what else has changed is not known
    assert Change("t1").then(one) == Change("t1")


@pytest.mark.parametrize(
    "change",
    [
        Change("t1"),
        Change("t1", has_job=True),
        Change("t1", turns=(TurnChange(FIRST, 1.5, 7, {"is_over": True}),)),
    ],
)
def test_a_payload_says_what_was_announced(change: Change) -> None:
    assert decode_change(encode_change(change, "me")) == (change, "me")


def test_a_long_turn_is_announced_without_its_actions() -> None:
    long = replace(FIRST, actions=["place 03 1"] * 1_000)
    payload = encode_change(Change("t1", True, (TurnChange(long, 1.0, 1, {}),)), "me")
    assert decode_change(payload) == (Change("t1", has_job=True), "me")


@pytest.mark.parametrize("payload", ["", "t1 job", "7", "[]", "{}", '{"origin": "a", "turns": 3}'])
def test_an_unknown_payload_is_taken_for_an_id(payload: str) -> None:
    assert decode_change(payload) == (Change(payload), "")


async def until(happened: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 10
    while not happened():
        assert time.monotonic() < deadline
        await asyncio.sleep(0.01)
