"""Retention: old tables are deleted softly, and for good a week later; by no wrong clock."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import Connection, func, select, update

from howdah.store import retention, schema
from howdah.store.jobs import NewJob
from howdah.store.retention import DAY_SECONDS, HOUR_SECONDS, Retention, Sweep
from howdah.store.store import Conflict, Store, StoredChoice
from tests.store.test_store import FIRST, TABLE, at

REFUSED_CLOCK = r"refused to delete {} of {} tables: the clock is {:.1f} days ahead"


@dataclass
class Clock:
    """A clock that can be set, and a stopwatch that cannot."""

    now: float = field(default_factory=time.time)
    elapsed: float = 0.0

    def wait(self, days: float) -> None:
        self.now += days * DAY_SECONDS
        self.elapsed += days * DAY_SECONDS

    def set_ahead(self, days: float) -> None:
        self.now += days * DAY_SECONDS

    @property
    def day(self) -> datetime:
        return datetime.fromtimestamp(self.now, UTC)

    def retention(self, days: float = 30, **options: Any) -> Retention:
        """What a process that starts now knows."""
        return Retention(days, clock=lambda: self.now, stopwatch=lambda: self.elapsed, **options)


@pytest.fixture
def clock() -> Clock:
    return Clock()


async def add_tables(store: Store, count: int, **options: Any) -> None:
    for number in range(count):
        await store.add(replace(TABLE, id=f"t{number:02}", turns=(FIRST,)), **options)


async def count_rows(store: Store) -> list[int]:
    """How many rows there are of tables, turns, choices and jobs."""
    tables = (schema.tables, schema.turns, schema.choices, schema.jobs)

    def count(connection: Connection) -> list[int]:
        statements = [select(func.count()).select_from(table) for table in tables]
        return [connection.execute(statement).scalar_one() for statement in statements]

    return await store._database.read(count)


async def count_found(store: Store) -> int:
    return len(await store.changed_since(0))


async def delete_first_table(store: Store, clock: Clock) -> None:
    """Add a table with all that a table can have, and delete it softly."""
    table = await store.add(TABLE, job=NewJob())
    await store.add_turn(table, FIRST)
    await store.add_choice("t1", 1, StoredChoice(0, [1, "odd"]))
    swept = clock.retention()
    await store.sweep(swept)
    clock.wait(31)
    assert await store.sweep(swept) == Sweep(deleted=1)


# Softly, and for good


def test_a_deleted_table_is_like_one_that_never_was(address: str, clock: Clock) -> None:
    async def run(store: Store) -> list[object]:
        await delete_first_table(store, clock)
        return [
            await store.find("t1"),
            await store.count_changes("t1"),
            await store.changed_since(0),
            await store.waiting_since(clock.now),
            await store.claim_reminder("t1", 1),
            await store.jobs.lease("worker"),
            await store.jobs.count_waiting(),
        ]

    assert at(address, run) == [None, None, {}, [], False, None, 0]


CHANGES: list[Callable[[Store], Awaitable[object]]] = [
    lambda store: store.add_turn(replace(TABLE, turns=(FIRST,)), replace(FIRST, version=2)),
    lambda store: store.add_choice("t1", 1, StoredChoice(1, [1, "odd"])),
    lambda store: store.add(replace(TABLE, id="t2"), rematch_of="t1"),
    lambda store: store.add(replace(TABLE, id="t2"), fork_of=TABLE),
    lambda store: store.set_seats(replace(TABLE, changes=2), []),
]


@pytest.mark.parametrize("change", CHANGES)
def test_nothing_happens_at_a_deleted_table(
    address: str, clock: Clock, change: Callable[[Store], Awaitable[object]]
) -> None:
    async def run(store: Store) -> None:
        await delete_first_table(store, clock)
        with pytest.raises(Conflict):
            await change(store)
        await store.restore_deleted()
        await change(store)

    at(address, run)


def test_a_deleted_table_is_gone_for_good_a_week_later_with_all_it_has(
    address: str, clock: Clock
) -> None:
    async def run(store: Store) -> list[object]:
        await delete_first_table(store, clock)
        await store.add(replace(TABLE, id="t2", turns=(FIRST,)), job=NewJob())
        swept = clock.retention(60)
        found: list[object] = []
        for days in (6.9, 0.2):
            clock.wait(days)
            found += [await store.sweep(swept), await count_rows(store)]
        return [*found, await store.restore_deleted()]

    assert at(address, run) == [Sweep(), [2, 2, 1, 1], Sweep(erased=1), [1, 1, 0, 1], 0]


def test_tables_are_deleted_for_good_in_batches(
    address: str, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "BATCH_TABLES", 3)

    async def run(store: Store) -> list[object]:
        await add_tables(store, 8)
        swept = clock.retention()
        found: list[object] = [await store.sweep(swept)]
        for days in (31, 8):
            clock.wait(days)
            found.append(await store.sweep(swept))
        return [*found, await count_rows(store)]

    assert at(address, run) == [Sweep(), Sweep(deleted=8), Sweep(erased=8), [0, 0, 0, 0]]


def test_tables_that_are_restored_in_time_go_on(address: str, clock: Clock) -> None:
    async def run(store: Store) -> list[object]:
        table = await store.add(TABLE, job=NewJob())
        over = await store.add(replace(TABLE, id="t2"))
        await store.add_turn(over, FIRST, is_over=True)
        started = clock.retention(1)
        await store.sweep(started)
        clock.wait(1.1)
        swept = await store.sweep(started)
        back = await store.restore_deleted()
        clock.now = time.time()
        again = await store.sweep(clock.retention(1))
        assert await store.find("t1") == table
        jobs = [await store.jobs.lease("worker") for _ in range(2)]
        leased = [None if job is None else (job.table_id, job.attempts) for job in jobs]
        return [swept, back, again, leased, await store.restore_deleted()]

    assert at(address, run) == [Sweep(deleted=2), 2, Sweep(), [("t1", 1), None], 0]


def test_the_job_of_a_restored_table_has_its_owner(address: str, clock: Clock) -> None:
    async def run(store: Store) -> str:
        await store.add(replace(TABLE, owner="ada"), job=NewJob("ada"))
        started = clock.retention(1)
        await store.sweep(started)
        clock.wait(1.1)
        await store.sweep(started)
        await store.restore_deleted()
        owner = select(schema.jobs.c.owner)
        return await store._database.read(lambda asked: str(asked.execute(owner).scalar_one()))

    assert at(address, run) == "ada"


def test_a_table_that_changes_is_young_again(address: str, clock: Clock) -> None:
    async def run(store: Store) -> Sweep:
        table = await store.add(TABLE)
        await store.add_turn(table, FIRST)
        clock.wait(29)
        return await store.sweep(clock.retention(confirm_day=clock.day))

    assert at(address, run) == Sweep()


# A wrong clock


def test_a_clock_that_jumps_ahead_deletes_nothing(address: str, clock: Clock) -> None:
    async def run(store: Store) -> list[object]:
        await add_tables(store, 3)
        running = clock.retention(365)
        await store.sweep(running)
        clock.set_ahead(366)
        refused = [(await store.sweep(running)).refusal or "" for _ in range(2)]
        clock.wait(8)  # whatever happens meanwhile
        refused.append((await store.sweep(clock.retention(365))).refusal or "")
        assert await count_found(store) == 3
        clock.set_ahead(-366)
        return [*refused, await store.sweep(running), await count_found(store)]

    first, again, restarted, *rest = at(address, run)
    assert isinstance(first, str)
    assert isinstance(restarted, str)
    assert REFUSED_CLOCK.format(3, 3, 366) in first
    assert again == first
    assert f"HOWDAH_CONFIRM_DAY={clock.day + timedelta(366 - 8):%Y-%m-%d}" in first
    assert REFUSED_CLOCK.format(3, 3, 374) in restarted
    assert rest == [Sweep(), 3]


def test_a_clock_that_was_wrong_from_the_start_deletes_nothing(address: str, clock: Clock) -> None:
    async def run(store: Store) -> str | None:
        await add_tables(store, 3)
        clock.set_ahead(366)
        return (await store.sweep(clock.retention(365))).refusal

    assert REFUSED_CLOCK.format(3, 3, 366) in (at(address, run) or "")


def test_what_was_deleted_before_is_not_deleted_for_good_by_a_jump(
    address: str, clock: Clock
) -> None:
    async def run(store: Store) -> list[object]:
        await delete_first_table(store, clock)
        clock.set_ahead(8)
        refusal = (await store.sweep(clock.retention())).refusal
        return [refusal is not None, await store.restore_deleted()]

    assert at(address, run) == [True, 1]


def test_a_clock_that_is_set_back_and_right_again_changes_nothing(
    address: str, clock: Clock
) -> None:
    async def run(store: Store) -> list[Sweep]:
        await add_tables(store, 3)
        await store.sweep(clock.retention())
        right, clock.now = clock.now, 0.0  # a small computer without a battery, before NTP
        booted = clock.retention()
        found = [await store.sweep(booted)]
        clock.now = right + 3 * DAY_SECONDS
        found.append(await store.sweep(booted))
        clock.wait(27.1)
        return [*found, await store.sweep(booted)]

    assert at(address, run) == [Sweep(), Sweep(), Sweep(deleted=3)]


def test_changes_in_the_future_are_kept(address: str, clock: Clock) -> None:
    async def run(store: Store) -> Sweep:
        await add_tables(store, 3)
        clock.set_ahead(-400)
        return await store.sweep(clock.retention())

    assert at(address, run) == Sweep()


def test_sleep_is_no_jump(address: str, clock: Clock) -> None:
    async def run(store: Store) -> list[Sweep]:
        await add_tables(store, 3)
        running = clock.retention()
        found = [await store.sweep(running)]
        clock.wait(31)
        return [*found, await store.sweep(running)]

    assert at(address, run) == [Sweep(), Sweep(deleted=3)]


# A long absence, and more than is usual


def test_a_server_that_was_off_for_days_goes_on_and_for_weeks_asks_first(
    address: str, clock: Clock
) -> None:
    async def run(store: Store) -> list[object]:
        await add_tables(store, 3)
        await store.sweep(clock.retention())
        clock.set_ahead(6)
        found: list[object] = [await store.sweep(clock.retention())]
        clock.set_ahead(30)
        found.append((await store.sweep(clock.retention())).refusal or "")
        yesterday, last_month = clock.day - timedelta(1), clock.day - timedelta(30)
        other_day = clock.retention(confirm_day=last_month.date())
        found.append((await store.sweep(other_day)).refusal is not None)
        confirmed = clock.retention(confirm_day=yesterday.date())
        found += [await store.sweep(confirmed), await store.sweep(clock.retention())]
        return found

    first, refused, is_refused, *rest = at(address, run)
    assert first == Sweep()
    assert REFUSED_CLOCK.format(3, 3, 30) in str(refused)
    assert is_refused
    assert rest == [Sweep(deleted=3), Sweep()]


def test_a_server_where_nobody_plays_needs_no_confirmation_for_its_first_sweep(
    address: str, clock: Clock
) -> None:
    async def run(store: Store) -> list[Sweep]:
        await add_tables(store, 3)
        clock.wait(20)
        running = clock.retention()
        found = [await store.sweep(running)]
        clock.wait(11)
        return [*found, await store.sweep(running)]

    assert at(address, run) == [Sweep(), Sweep(deleted=3)]


def test_most_tables_at_once_are_deleted_only_if_someone_confirms_it(
    address: str, clock: Clock
) -> None:
    async def run(store: Store) -> list[object]:
        await add_tables(store, 21)
        long = clock.retention(365)
        for _ in range(5):  # they are old when a shorter retention is chosen
            await store.sweep(long)
            clock.wait(20)
        await store.sweep(long)
        refused = [(await store.sweep(clock.retention(90))).refusal or "" for _ in range(2)]
        confirmed = clock.retention(90, confirm_day=clock.day.date())
        return [*refused, await count_found(store), await store.sweep(confirmed)]

    first, again, *rest = at(address, run)
    assert "refused to delete 21 of 21 tables: 21 of them have not expired since" in str(first)
    assert again == first
    assert rest == [21, Sweep(deleted=21)]


@pytest.mark.parametrize(("old", "young"), [(20, 0), (21, 21)])
def test_a_few_tables_or_half_of_them_are_deleted_without_a_question(
    address: str, clock: Clock, old: int, young: int
) -> None:
    async def run(store: Store) -> Sweep:
        await add_tables(store, old)
        long = clock.retention(365)
        await store.sweep(long)
        clock.wait(100)
        await store.sweep(long)
        for number in range(young):
            await store.add(replace(TABLE, id=f"young{number}"))
        await change_now(store, clock, "young%")
        return await store.sweep(clock.retention(90))

    assert at(address, run) == Sweep(deleted=old)


async def change_now(store: Store, clock: Clock, pattern: str) -> None:
    """Let some tables have changed now, by the clock of the test."""
    changed = update(schema.tables).where(schema.tables.c.id.like(pattern))
    statement = changed.values(touched=clock.now)
    await store._database.write(lambda connection: connection.execute(statement))


def test_many_tables_of_one_evening_expire_together_as_they_should(
    address: str, clock: Clock
) -> None:
    async def run(store: Store) -> list[Sweep]:
        await add_tables(store, 30)
        running = clock.retention()
        found = []
        for days in (0, 29.99, 0.02):
            clock.wait(days)
            found.append(await store.sweep(running))
        return found

    assert at(address, run) == [Sweep(), Sweep(), Sweep(deleted=30)]


def test_the_stopwatch_goes_on() -> None:
    before = retention.seconds_since_boot()
    time.sleep(0.01)
    assert 0.005 < retention.seconds_since_boot() - before < HOUR_SECONDS
