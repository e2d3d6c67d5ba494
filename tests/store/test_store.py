"""The store: what it acknowledges is there, whole, and stays there."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from typing import Any, TypeVar

import pytest
from sqlalchemy import event, text

from howdah.store.engines import SQLite
from howdah.store.jobs import NewJob
from howdah.store.retention import Retention, delete_before, erase_before
from howdah.store.seed_counts import SeedCounts
from howdah.store.store import Conflict, Store, StoredChoice, StoredTable, StoredTurn

T = TypeVar("T")
Work = Callable[[Store], Awaitable[T]]

TABLE = StoredTable(
    id="t1",
    game="bombay",
    rules={"players": 2, "client_limit": None},
    seats=[{"name": "Zoë", "agent": None, "token": "secret", "is_remote": True}],
    seed="7",
    screens="hidden",
    start={"first_player": 0},
    drawn=["restock yyy"],
)
FIRST = StoredTurn(1, 0, ["move E4", "end"], [])
SECOND = StoredTurn(2, 1, ["end"], ["restock ppp"])


@asynccontextmanager
async def open_store(address: str, **options: Any) -> AsyncIterator[Store]:
    store = Store(address, **options)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


def at(address: str, work: Work[T], **options: Any) -> T:
    """Run some work on a store, which is opened for it and closed, and return the result."""

    async def run() -> T:
        async with open_store(address, **options) as store:
            return await work(store)

    return asyncio.run(run())


def found(address: str, table_id: str = "t1") -> StoredTable | None:
    """The table with an id, without its counters."""
    return plain(at(address, lambda store: store.find(table_id)))


async def add_table(store: Store, *turns: StoredTurn) -> StoredTable:
    table = await store.add(TABLE)
    for turn in turns:
        table = await store.add_turn(table, turn)
    return table


def plain(table: StoredTable | None) -> StoredTable | None:
    """A table without its counters."""
    return None if table is None else replace(table, moved=0.0, changes=0)


# Reading back


def test_a_table_comes_back_as_it_was(address: str) -> None:
    at(address, add_table)
    assert found(address) == TABLE


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
def test_every_field_is_kept(address: str, table: StoredTable) -> None:
    at(address, lambda store: store.add(table))
    assert found(address, table.id) == table


def test_there_is_no_table_that_nobody_added(address: str) -> None:
    assert found(address) is None


def test_turns_come_back_in_their_order(address: str) -> None:
    at(address, lambda store: add_table(store, FIRST, SECOND))
    table = found(address)
    assert table is not None
    assert (table.turns, table.version) == ((FIRST, SECOND), 2)


def test_a_turn_may_set_columns_of_its_table(address: str) -> None:
    async def play(store: Store) -> None:
        table = await store.add(replace(TABLE, start=None))
        await store.add(replace(TABLE, id="t2"))
        await store.add_turn(table, FIRST, start={"first_player": 1}, is_over=True)

    at(address, play)
    table, other = found(address), found(address, "t2")
    assert table == replace(TABLE, start={"first_player": 1}, is_over=True, turns=(FIRST,))
    assert other == replace(TABLE, id="t2")


def test_the_hands_of_the_present_round_come_back_by_seat(address: str) -> None:
    async def play(store: Store) -> None:
        table = await add_table(store)
        for version in (0, 1):
            for seat in (2, 0):
                await store.add_choice("t1", version, StoredChoice(seat, [1 + version, "odd"]))
            if version == 0:
                await store.add_turn(table, StoredTurn(1, None, [[1, "odd"], None, [1, "odd"]], []))

    at(address, play)
    table = found(address)
    assert table is not None
    assert table.choices == (StoredChoice(0, [2, "odd"]), StoredChoice(2, [2, "odd"]))
    assert table.turns[0].seat is None


def test_whatever_happens_is_counted(address: str) -> None:
    async def play(store: Store) -> list[int | None]:
        table = await add_table(store)
        counts = [await store.count_changes("t1")]
        await store.add_choice("t1", 0, StoredChoice(0, [1, "odd"]))
        counts.append(await store.count_changes("t1"))
        table = await store.add_turn(table, FIRST)
        counts.append(table.changes)
        await store.set_seats(table, [])
        counts.append(await store.count_changes("t1"))
        await store.add(replace(TABLE, id="t2"), rematch_of="t1")
        return [*counts, await store.count_changes("t1"), await store.count_changes("nowhere")]

    assert at(address, play) == [0, 1, 2, 3, 4, None]


def test_what_a_change_returns_is_what_is_found(address: str) -> None:
    async def play(store: Store) -> tuple[StoredTable, StoredTable | None]:
        table = await add_table(store, FIRST, SECOND)
        return table, await store.find("t1")

    returned, stored = at(address, play)
    assert returned == stored


def test_what_has_changed_since_a_moment_is_known(address: str) -> None:
    async def play(store: Store) -> list[dict[str, int]]:
        table = await add_table(store)
        await store.add(replace(TABLE, id="t2"))
        moment = time.time()
        await store.add_turn(table, FIRST)
        return [await store.changed_since(since) for since in (0, moment, time.time() + 1)]

    assert at(address, play) == [{"t1": 1, "t2": 0}, {"t1": 1}, {}]


def test_a_reminder_is_sent_once_for_a_turn_that_nobody_plays(address: str) -> None:
    async def play(store: Store) -> list[object]:
        table = await add_table(store)
        later = time.time() + 1
        answers: list[object] = [await store.waiting_since(0), await store.waiting_since(later)]
        answers += [await store.claim_reminder("t1", 0) for _ in range(2)]
        answers += [await store.waiting_since(later)]
        await store.release_reminder("t1", 0)
        answers += [await store.waiting_since(later)]
        await store.claim_reminder("t1", 0)
        table = await store.add_turn(table, FIRST)
        answers += [await store.claim_reminder("t1", 0), await store.waiting_since(later)]
        await store.add_turn(table, SECOND, is_over=True)
        return [*answers, await store.waiting_since(later)]

    assert at(address, play) == [[], ["t1"], True, False, [], ["t1"], False, ["t1"], []]


# Who comes second


def test_the_second_turn_with_a_version_is_refused_with_all_it_brings(address: str) -> None:
    async def play(store: Store) -> None:
        table = await add_table(store)
        await store.add_turn(table, FIRST)
        with pytest.raises(Conflict):
            await store.add_turn(table, replace(FIRST, actions=["end"]), is_over=True)

    at(address, play)
    assert found(address) == replace(TABLE, turns=(FIRST,))


def test_a_turn_that_is_too_far_ahead_is_refused(address: str) -> None:
    async def play(store: Store) -> None:
        with pytest.raises(Conflict):
            await store.add_turn(await add_table(store), SECOND)

    at(address, play)
    assert found(address) == TABLE


def test_a_strict_turn_counts_only_if_nothing_else_has_happened(address: str) -> None:
    async def play(store: Store) -> None:
        table = await add_table(store)
        await store.set_seats(table, [{"name": "Bo"}])
        with pytest.raises(Conflict):
            await store.add_turn(table, FIRST, is_strict=True)
        await store.add_turn(table, FIRST)

    at(address, play)
    assert found(address) == replace(TABLE, seats=[{"name": "Bo"}], turns=(FIRST,))


def test_seats_change_only_if_nothing_else_has_happened(address: str) -> None:
    async def play(store: Store) -> None:
        table = await add_table(store)
        await store.add_turn(table, FIRST)
        with pytest.raises(Conflict):
            await store.set_seats(table, [])

    at(address, play)
    assert found(address) == replace(TABLE, turns=(FIRST,))


def test_the_second_table_with_an_id_is_refused(address: str) -> None:
    async def play(store: Store) -> None:
        await add_table(store)
        with pytest.raises(Conflict):
            await store.add(replace(TABLE, game="bazar", turns=(FIRST,)))

    at(address, play)
    assert found(address) == TABLE


def test_a_table_is_added_with_all_its_turns_or_not_at_all(address: str) -> None:
    async def play(store: Store) -> None:
        with pytest.raises(Conflict):
            await store.add(replace(TABLE, turns=(FIRST, FIRST)))

    at(address, play)
    assert found(address) is None


def test_the_second_hand_of_a_seat_is_refused(address: str) -> None:
    async def play(store: Store) -> None:
        await add_table(store)
        await store.add_choice("t1", 0, StoredChoice(0, [1, "odd"]))
        with pytest.raises(Conflict):
            await store.add_choice("t1", 0, StoredChoice(0, [3, "even"]))

    at(address, play)
    table = found(address)
    assert table is not None
    assert table.choices == (StoredChoice(0, [1, "odd"]),)


def test_a_table_has_one_rematch(address: str) -> None:
    async def play(store: Store) -> None:
        await add_table(store)
        await store.add(replace(TABLE, id="t2"), rematch_of="t1")
        for other in ("t1", "nowhere"):
            with pytest.raises(Conflict):
                await store.add(replace(TABLE, id="t3"), rematch_of=other)
        assert await store.find("t3") is None

    at(address, play)
    assert found(address) == replace(TABLE, rematch="t2")


@pytest.mark.parametrize("stores", [1, 2])
def test_of_many_rematches_at_one_moment_one_is_inserted(address: str, stores: int) -> None:
    async def race(one: Store) -> list[str]:
        await add_table(one)
        async with open_store(address) as other:
            both = [one, other][:stores]
            tables = [replace(TABLE, id=f"again{number}") for number in range(20)]
            added = [store.add(table, rematch_of="t1") for table, store in zip(tables, cycle(both))]
            answers = await asyncio.gather(*added, return_exceptions=True)
            assert sum(isinstance(answer, Conflict) for answer in answers) == 19
            return [table.id for table in tables if await one.find(table.id) is not None]

    again = at(address, race)
    table = found(address)
    assert table is not None
    assert again == [table.rematch]


def fork_of(table: StoredTable, table_id: str, turns: int = 0) -> StoredTable:
    """The first turns of a table as another one."""
    came_from: Any = {"table": table.id, "version": turns}
    return replace(
        table, id=table_id, turns=table.turns[:turns], forked_from=came_from, continued_at=None
    )


def test_a_fork_has_the_first_turns_and_its_table_is_closed(address: str) -> None:
    async def play(store: Store) -> StoredTable:
        table = await add_table(store, FIRST, SECOND)
        await store.add(fork_of(table, "t2", 1), fork_of=table)
        with pytest.raises(Conflict):  # another request forks it at the same moment
            await store.add(fork_of(table, "t3"), fork_of=table)
        assert await store.find("t3") is None
        with pytest.raises(Conflict):  # a page has not heard of it yet
            await store.add_turn(table, StoredTurn(3, 0, ["end"], []))
        return table

    table = plain(at(address, play))
    assert table is not None
    assert found(address) == replace(table, continued_at="t2")
    assert found(address, "t2") == fork_of(table, "t2", 1)


def test_no_agent_plays_at_a_table_that_goes_on_elsewhere(address: str) -> None:
    async def play(store: Store) -> None:
        table = await store.add(TABLE, job=NewJob())
        await store.add(fork_of(table, "t2"), fork_of=table)
        assert await store.jobs.lease("worker") is None

    at(address, play)


def test_a_game_that_was_over_can_be_forked_again(address: str) -> None:
    async def play(store: Store) -> None:
        table = await store.add_turn(await add_table(store), FIRST, is_over=True)
        await store.add(fork_of(table, "t2"), fork_of=table)
        await store.add(fork_of(table, "t3"), fork_of=replace(table, continued_at="t2"))
        with pytest.raises(Conflict):
            await store.add(fork_of(table, "t4"), fork_of=replace(table, continued_at="t2"))

    at(address, play)
    table = found(address)
    assert table is not None
    assert table.continued_at == "t3"


def test_the_last_table_of_a_game_is_found_however_often_it_was_forked(
    address: str,
) -> None:
    async def play(store: Store) -> list[str]:
        table = await add_table(store)
        for number in range(2, 6):
            table = await store.add(fork_of(table, f"t{number}"), fork_of=table)
        found = [await store.last_continuation(f"t{number}") for number in (1, 4, 5, 9)]
        later = time.time() + 1
        await store._database.write(lambda c: delete_before(c, later, later))
        return [*found, await store.last_continuation("t1")]

    assert at(address, play) == ["t5", "t5", "t5", "t9", "t1"]


@pytest.mark.parametrize("stores", [1, 2])
def test_of_many_forks_at_one_moment_one_is_inserted(address: str, stores: int) -> None:
    async def race(one: Store) -> list[str]:
        table = await add_table(one)
        async with open_store(address) as other:
            both = [one, other][:stores]
            forks = [fork_of(table, f"fork{number}") for number in range(20)]
            added = [store.add(fork, fork_of=table) for fork, store in zip(forks, cycle(both))]
            answers = await asyncio.gather(*added, return_exceptions=True)
            assert sum(isinstance(answer, Conflict) for answer in answers) == 19
            return [fork.id for fork in forks if await one.find(fork.id) is not None]

    forks = at(address, race)
    table = found(address)
    assert table is not None
    assert forks == [table.continued_at]


@pytest.mark.parametrize("stores", [1, 2])
def test_of_many_turns_at_one_moment_exactly_one_is_kept(address: str, stores: int) -> None:
    async def race(one: Store) -> list[int]:
        table = await add_table(one)
        async with open_store(address) as other:
            both = [one, other][:stores]
            turns = [replace(FIRST, seat=seat) for seat in range(20)]
            asked = [both[n % stores].add_turn(table, turn) for n, turn in enumerate(turns)]
            answers = await asyncio.gather(*asked, return_exceptions=True)
            assert {type(answer) for answer in answers} == {StoredTable, Conflict}
            return [seat for seat, answer in enumerate(answers) if isinstance(answer, StoredTable)]

    winners = at(address, race)
    table = found(address)
    assert table is not None
    assert [turn.seat for turn in table.turns] == winners
    assert len(winners) == 1


def test_what_fails_in_the_middle_leaves_nothing(address: str) -> None:
    async def play(store: Store) -> None:
        table = await add_table(store)
        with pytest.raises(Exception, match="no_such_column"):
            await store.add_turn(table, FIRST, no_such_column=1)

    at(address, play)
    assert found(address) == TABLE


# How SQLite keeps it


def in_file(folder: Path) -> str:
    return f"sqlite:///{folder / 'tables.sqlite3'}"


PRAGMAS = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 10_000}


@pytest.mark.parametrize("name", PRAGMAS)
def test_every_connection_keeps_what_it_acknowledges(tmp_path: Path, name: str) -> None:
    async def query(store: Store) -> list[Any]:
        question = text(f"PRAGMA {name}")
        work = (store._database.write, store._database.read)
        return [await way(lambda connection: connection.execute(question).scalar()) for way in work]

    assert at(in_file(tmp_path), query) == [PRAGMAS[name]] * 2


def begin_statements(folder: Path, work: Work[object]) -> set[str]:
    """How the transactions of some work begin."""
    statements: list[str] = []

    async def record_statements(store: Store) -> None:
        await add_table(store)

        engine = store._database.engine
        assert isinstance(engine, SQLite)

        @event.listens_for(engine.engine, "before_cursor_execute")
        def note(*arguments: Any) -> None:
            statements.append(arguments[2])

        await work(store)

    at(in_file(folder), record_statements)
    return {statement for statement in statements if statement.startswith("BEGIN")}


@pytest.mark.parametrize(
    "work",
    [
        lambda store: store.add(replace(TABLE, id="t2")),
        lambda store: store.add_turn(TABLE, FIRST),
        lambda store: store.add_choice("t1", 0, StoredChoice(0, [1, "odd"])),
        lambda store: store.add(replace(TABLE, id="t2"), rematch_of="t1"),
        lambda store: store.add(replace(TABLE, id="t2"), fork_of=TABLE),
        lambda store: store.set_seats(TABLE, []),
        lambda store: store.set_seed_sharing(TABLE, {}),
        lambda store: store.claim_reminder("t1", 0),
        lambda store: store.sweep(Retention(1)),
        lambda store: store.restore_deleted(),
        lambda store: store.jobs.lease("worker"),
    ],
)
def test_a_change_takes_the_lock_at_once(tmp_path: Path, work: Work[object]) -> None:
    assert begin_statements(tmp_path, work) == {"BEGIN IMMEDIATE"}


QUERIES: list[Work[object]] = [
    lambda store: store.find("t1"),
    lambda store: store.count_changes("t1"),
    lambda store: store.changed_since(0),
    lambda store: store.waiting_since(0),
    lambda store: store.count_seeds(),
    lambda store: store.jobs.count_waiting(),
    Store.ping,
]


@pytest.mark.parametrize("work", QUERIES)
def test_a_query_takes_no_lock(tmp_path: Path, work: Work[object]) -> None:
    assert begin_statements(tmp_path, work) == {"BEGIN"}


def test_a_query_does_not_wait_for_a_change(tmp_path: Path) -> None:
    async def query(store: Store) -> StoredTable | None:
        await add_table(store)
        writer = sqlite3.connect(tmp_path / "tables.sqlite3", isolation_level=None)
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("UPDATE tables SET game = 'bazar'")
        try:
            return await asyncio.wait_for(store.find("t1"), 5)
        finally:
            writer.close()

    assert plain(at(in_file(tmp_path), query)) == TABLE


def test_a_change_waits_for_another_change(tmp_path: Path) -> None:
    async def change(store: Store) -> bool:
        await add_table(store)
        writer = sqlite3.connect(tmp_path / "tables.sqlite3", isolation_level=None)
        writer.execute("BEGIN IMMEDIATE")
        waiting = asyncio.create_task(store.add_turn(TABLE, FIRST))
        await store.find("t1")
        has_waited = not waiting.done()
        writer.execute("COMMIT")
        writer.close()
        await waiting
        return has_waited

    assert at(in_file(tmp_path), change)
    table = found(in_file(tmp_path))
    assert table is not None
    assert table.version == 1


def test_opening_twice_changes_nothing(address: str) -> None:
    async def play(store: Store) -> None:
        await add_table(store, FIRST)
        await store.open()

    at(address, play)
    assert found(address) == replace(TABLE, turns=(FIRST,))


# Seeds that are made together

SHARING = {"people": [0], "promises": [{"seats": [0], "promise": "é", "number": None}]}


def test_a_seed_is_changed_only_by_those_who_have_seen_the_last_change(address: str) -> None:
    async def change_twice(store: Store) -> StoredTable | None:
        table = await store.add(replace(TABLE, start=None, drawn=[], seed_sharing={"people": [0]}))
        await store.set_seed_sharing(table, SHARING)
        with pytest.raises(Conflict):
            await store.set_seed_sharing(table, {"people": []}, start={}, drawn=["restock y"])
        return await store.find("t1")

    table = at(address, change_twice)
    assert table is not None
    assert (table.seed_sharing, table.start, table.drawn, table.changes) == (SHARING, None, [], 1)


def test_what_is_drawn_is_stored_with_the_seed(address: str) -> None:
    async def draw(store: Store) -> StoredTable | None:
        table = await store.add(replace(TABLE, start=None, drawn=[], seed_sharing={"people": [0]}))
        drawn = {"start": TABLE.start, "drawn": TABLE.drawn}
        await store.set_seed_sharing(table, SHARING, job=NewJob(), **drawn)
        assert await store.jobs.lease("worker") is not None  # an agent may begin
        return await store.find("t1")

    table = at(address, draw)
    assert plain(table) == replace(TABLE, seed_sharing=SHARING)
    assert table is not None
    assert table.moved > 0


def test_seeds_are_counted_by_what_became_of_them(address: str) -> None:
    async def count(store: Store) -> list[SeedCounts]:
        over = await add_table(store, FIRST)
        await store.add_turn(over, SECOND, is_over=True)
        for number in range(3):
            await store.add(replace(TABLE, id=f"open {number}"))
        await store.add(replace(TABLE, id="a record", is_over=True, turns=(FIRST, SECOND)))
        found = [await store.count_seeds()]
        later = time.time() + 1
        assert await store._database.write(lambda c: delete_before(c, later, later)) == 5
        await store.add(replace(TABLE, id="new"))
        found.append(await store.count_seeds())
        for erased in (5, 0):
            assert await store._database.write(lambda c: erase_before(c, later + 1)) == erased
            found.append(await store.count_seeds())
        await store._database.write(lambda c: delete_before(c, later + 1, later))
        await store._database.write(lambda c: erase_before(c, later + 1))
        return [*found, await store.count_seeds()]

    before, *softly, last = at(address, count)
    assert (before, before.promised) == (SeedCounts(revealed=1, unfinished=3, deleted=0), 4)
    assert softly == [SeedCounts(revealed=1, unfinished=1, deleted=3)] * 3
    assert (last, last.promised) == (SeedCounts(revealed=1, unfinished=0, deleted=4), 5)


def test_a_game_with_take_backs_has_one_seed(address: str) -> None:
    async def count(store: Store) -> list[SeedCounts]:
        table = await add_table(store, FIRST)
        fork = await store.add(fork_of(table, "t2"), fork_of=table)
        running = await store.count_seeds()
        over = await store.add_turn(fork, FIRST, is_over=True)
        revealed = await store.count_seeds()
        again = replace(fork_of(over, "t3"), is_seed_known=True)
        await store.add(again, fork_of=over)
        found = [running, revealed, await store.count_seeds()]
        later = time.time() + 1
        await store._database.write(lambda c: delete_before(c, later, later))
        found.append(await store.count_seeds())
        await store._database.write(lambda c: erase_before(c, later + 1))
        return [*found, await store.count_seeds()]

    running, *others = at(address, count)
    assert running == SeedCounts(revealed=0, unfinished=1, deleted=0)
    assert others == [SeedCounts(revealed=1, unfinished=0, deleted=0)] * 4
