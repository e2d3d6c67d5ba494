"""The store: what it acknowledges is there, whole, and stays there."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest
from sqlalchemy import event

from howdah.store.store import AlreadyThere, KeptHand, KeptTable, KeptTurn, Store

T = TypeVar("T")
Work = Callable[[Store], Awaitable[T]]

TABLE = KeptTable(
    id="t1",
    game="bombay",
    rules={"players": 2, "client_limit": None},
    seats=[{"name": "Zoë", "agent": None, "token": "secret", "is_remote": True}],
    seed="7",
    screens="hidden",
    start={"first_player": 0},
    drawn=["restock yyy"],
)
FIRST = KeptTurn(1, 0, ["move E4", "end"], [])
SECOND = KeptTurn(2, 1, ["end"], ["restock ppp"])


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[Store]:
    store = Store(f"sqlite+aiosqlite:///{folder / 'tables.sqlite3'}")
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def at(folder: Path, work: Work[T]) -> T:
    """What comes of some work at the store of a folder, which is opened for it and closed."""

    async def run() -> T:
        async with opened(folder) as store:
            return await work(store)

    return asyncio.run(run())


def found(folder: Path, table_id: str = "t1") -> KeptTable | None:
    return at(folder, lambda store: store.find(table_id))


async def keep(store: Store, *turns: KeptTurn) -> None:
    await store.add(TABLE)
    for turn in turns:
        await store.add_turn("t1", turn)


# What is kept


def test_a_table_comes_back_as_it_was(tmp_path: Path) -> None:
    at(tmp_path, keep)
    assert found(tmp_path) == TABLE


@pytest.mark.parametrize(
    "table",
    [
        replace(TABLE, start=None, drawn=[]),
        replace(TABLE, is_over=True, meta={"date": "2026", "nested": [1, None, {}]}),
        replace(TABLE, meta={}, rematch="t2", screens="open"),
        replace(TABLE, turns=(FIRST, SECOND)),
        replace(TABLE, id="-_", game="", rules={}, seats=[], seed="", drawn=[]),
    ],
)
def test_every_field_is_kept(tmp_path: Path, table: KeptTable) -> None:
    at(tmp_path, lambda store: store.add(table))
    assert found(tmp_path, table.id) == table


def test_there_is_no_table_that_nobody_added(tmp_path: Path) -> None:
    assert found(tmp_path) is None


def test_turns_come_back_in_their_order(tmp_path: Path) -> None:
    at(tmp_path, lambda store: keep(store, FIRST, SECOND))
    table = found(tmp_path)
    assert table is not None
    assert (table.turns, table.version) == ((FIRST, SECOND), 2)


def test_a_turn_may_bring_news_of_its_table(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        await store.add(replace(TABLE, start=None))
        await store.add(replace(TABLE, id="t2"))
        await store.add_turn("t1", FIRST, start={"first_player": 1}, is_over=True)

    at(tmp_path, play)
    table, other = found(tmp_path), found(tmp_path, "t2")
    assert table == replace(TABLE, start={"first_player": 1}, is_over=True, turns=(FIRST,))
    assert other == replace(TABLE, id="t2")


def test_the_hands_of_the_present_round_come_back_by_seat(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        await keep(store)
        for version in (0, 1):
            for seat in (2, 0):
                await store.add_hand("t1", version, KeptHand(seat, 1 + version, "odd"))
            if version == 0:
                await store.add_turn("t1", KeptTurn(1, None, [[1, "odd"], None, [1, "odd"]], []))

    at(tmp_path, play)
    table = found(tmp_path)
    assert table is not None
    assert table.hands == (KeptHand(0, 2, "odd"), KeptHand(2, 2, "odd"))
    assert table.turns[0].seat is None


def test_tables_in_play_are_those_that_are_not_over_the_newest_first(tmp_path: Path) -> None:
    async def play(store: Store) -> list[str]:
        for name in ("t1", "t2", "t3", "t4"):
            await store.add(replace(TABLE, id=name, is_over=name == "t2"))
        await store.add_turn("t3", FIRST, is_over=True)
        return await store.ids_in_play()

    assert at(tmp_path, play) == ["t4", "t1"]


# Who comes second


def test_the_second_turn_with_a_version_is_refused_with_all_it_brings(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        await keep(store, FIRST)
        with pytest.raises(AlreadyThere):
            await store.add_turn("t1", replace(FIRST, actions=["end"]), is_over=True)

    at(tmp_path, play)
    assert found(tmp_path) == replace(TABLE, turns=(FIRST,))


def test_the_second_table_with_an_id_is_refused(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        await keep(store)
        with pytest.raises(AlreadyThere):
            await store.add(replace(TABLE, game="bazar", turns=(FIRST,)))

    at(tmp_path, play)
    assert found(tmp_path) == TABLE


def test_a_table_is_added_with_all_its_turns_or_not_at_all(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        with pytest.raises(AlreadyThere):
            await store.add(replace(TABLE, turns=(FIRST, FIRST)))

    at(tmp_path, play)
    assert found(tmp_path) is None


def test_the_second_hand_of_a_seat_is_refused(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        await keep(store)
        await store.add_hand("t1", 0, KeptHand(0, 1, "odd"))
        with pytest.raises(AlreadyThere):
            await store.add_hand("t1", 0, KeptHand(0, 3, "even"))

    at(tmp_path, play)
    table = found(tmp_path)
    assert table is not None
    assert table.hands == (KeptHand(0, 1, "odd"),)


def test_a_table_has_one_rematch(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        await keep(store)
        await store.set_rematch("t1", "t2")
        with pytest.raises(AlreadyThere):
            await store.set_rematch("t1", "t3")
        with pytest.raises(AlreadyThere):
            await store.set_rematch("nowhere", "t3")

    at(tmp_path, play)
    assert found(tmp_path) == replace(TABLE, rematch="t2")


@pytest.mark.parametrize("stores", [1, 2])
def test_of_many_turns_at_one_moment_exactly_one_is_kept(tmp_path: Path, stores: int) -> None:
    async def race(one: Store) -> list[int]:
        await keep(one)
        async with opened(tmp_path) as other:
            both = [one, other][:stores]
            turns = [replace(FIRST, seat=seat) for seat in range(20)]
            asked = [both[n % stores].add_turn("t1", turn) for n, turn in enumerate(turns)]
            answers = await asyncio.gather(*asked, return_exceptions=True)
            assert {type(answer) for answer in answers} == {type(None), AlreadyThere}
            return [seat for seat, answer in enumerate(answers) if answer is None]

    winners = at(tmp_path, race)
    table = found(tmp_path)
    assert table is not None
    assert [turn.seat for turn in table.turns] == winners
    assert len(winners) == 1


def test_what_fails_in_the_middle_leaves_nothing(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        await keep(store)
        with pytest.raises(Exception, match="no_such_column"):
            await store.add_turn("t1", FIRST, no_such_column=1)

    at(tmp_path, play)
    assert found(tmp_path) == TABLE


# How it is kept


PRAGMAS = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 10_000}


@pytest.mark.parametrize("name", PRAGMAS)
def test_every_connection_keeps_what_it_acknowledges(tmp_path: Path, name: str) -> None:
    async def asked(store: Store) -> list[Any]:
        async with store._engine.connect() as one, store._reader.connect() as other:
            answers = [await c.exec_driver_sql(f"PRAGMA {name}") for c in (one, other)]
            return [answer.scalar() for answer in answers]

    assert at(tmp_path, asked) == [PRAGMAS[name]] * 2


def begun_with(folder: Path, work: Work[object]) -> set[str]:
    """How the transactions of some work begin."""
    statements: list[str] = []

    async def listened(store: Store) -> None:
        await keep(store)

        @event.listens_for(store._engine.sync_engine, "before_cursor_execute")
        def note(*arguments: Any) -> None:
            statements.append(arguments[2])

        await work(store)

    at(folder, listened)
    return {statement for statement in statements if statement.startswith("BEGIN")}


@pytest.mark.parametrize(
    "work",
    [
        lambda store: store.add(replace(TABLE, id="t2")),
        lambda store: store.add_turn("t1", FIRST),
        lambda store: store.add_hand("t1", 0, KeptHand(0, 1, "odd")),
        lambda store: store.set_rematch("t1", "t2"),
    ],
)
def test_a_change_takes_the_lock_at_once(tmp_path: Path, work: Work[object]) -> None:
    assert begun_with(tmp_path, work) == {"BEGIN IMMEDIATE"}


@pytest.mark.parametrize("work", [lambda store: store.find("t1"), Store.ids_in_play])
def test_a_question_takes_no_lock(tmp_path: Path, work: Work[object]) -> None:
    assert begun_with(tmp_path, work) == {"BEGIN"}


def test_who_asks_does_not_wait_for_who_changes(tmp_path: Path) -> None:
    async def ask(store: Store) -> KeptTable | None:
        await keep(store)
        writer = sqlite3.connect(tmp_path / "tables.sqlite3", isolation_level=None)
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("UPDATE tables SET game = 'bazar'")
        try:
            return await asyncio.wait_for(store.find("t1"), 5)
        finally:
            writer.close()

    assert at(tmp_path, ask) == TABLE


def test_who_changes_waits_for_who_changes(tmp_path: Path) -> None:
    async def change(store: Store) -> bool:
        await keep(store)
        writer = sqlite3.connect(tmp_path / "tables.sqlite3", isolation_level=None)
        writer.execute("BEGIN IMMEDIATE")
        waiting = asyncio.create_task(store.add_turn("t1", FIRST))
        await store.find("t1")
        has_waited = not waiting.done()
        writer.execute("COMMIT")
        writer.close()
        await waiting
        return has_waited

    assert at(tmp_path, change)
    table = found(tmp_path)
    assert table is not None
    assert table.version == 1


def test_opening_twice_changes_nothing(tmp_path: Path) -> None:
    async def play(store: Store) -> None:
        await keep(store, FIRST)
        await store.open()

    at(tmp_path, play)
    assert found(tmp_path) == replace(TABLE, turns=(FIRST,))
