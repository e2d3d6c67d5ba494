"""Jobs: each is leased to one worker, until it is done or the lease expires."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest
from sqlalchemy import Table, event, func, select

from howdah.store import jobs, schema
from howdah.store.engines import SQLite
from howdah.store.jobs import CHARGE, LARGEST_CHARGE, UNWATCHED_DELAY, NewJob, Priority
from howdah.store.store import Store, StoredTurn
from tests.store.test_store import TABLE, at

T = TypeVar("T")
Work = Callable[[Store], Awaitable[T]]


async def add_tables(store: Store, *names: str, **job: Any) -> None:
    """Add tables with a job each."""
    for name in names:
        await store.add(replace(TABLE, id=name), job=NewJob(**job))


Leased = tuple[str, int] | None
"""A table, and the number of attempts."""


async def lease(store: Store, worker: str) -> Leased:
    """Lease a job, and return what matters of it."""
    job = await store.jobs.lease(worker)
    return None if job is None else (job.table_id, job.attempts)


async def lease_order(store: Store, count: int, max_cost: float | None = None) -> str:
    """The names of the tables whose jobs are leased one after the other, with spaces."""
    found = [await store.jobs.lease("worker", max_cost=max_cost) for _ in range(count)]
    return " ".join("-" if job is None else job.table_id for job in found)


class Clock:
    """A clock that stands still until a test moves it."""

    now = 1_000_000.0

    def time(self) -> float:
        """The seconds since 1970."""
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of the job queue."""
    found = Clock()
    monkeypatch.setattr(jobs, "time", found)
    return found


def test_the_job_that_has_waited_longest_comes_first(address: str) -> None:
    async def work(store: Store) -> list[Leased]:
        await add_tables(store, "t1", "t2")
        return [await lease(store, "one") for _ in range(3)]

    assert at(address, work) == [("t1", 1), ("t2", 1), None]


def test_a_table_without_agents_is_no_job(address: str) -> None:
    async def work(store: Store) -> Leased:
        await store.add(TABLE)
        return await lease(store, "one")

    assert at(address, work) is None


def test_of_many_workers_each_leases_another_job(address: str) -> None:
    async def work(store: Store) -> list[str]:
        names = [f"t{number}" for number in range(10)]
        await add_tables(store, *names)
        taken = await asyncio.gather(*(lease(store, f"w{n}") for n in range(15)))
        return sorted(job[0] for job in taken if job is not None)

    assert at(address, work) == sorted(f"t{number}" for number in range(10))


def test_a_job_whose_lease_has_expired_is_leased_to_another_worker(address: str) -> None:
    async def work(store: Store) -> list[Leased]:
        await add_tables(store, "t1")
        first = await lease(store, "crashed")
        await asyncio.sleep(0.1)
        return [first, await lease(store, "other")]

    assert at(address, work, lease_seconds=0.05) == [("t1", 1), ("t1", 2)]


HOUR = 3600.0


def test_a_lease_that_was_made_before_the_clock_was_set_back_holds_up_nobody(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = time.time

    async def work(store: Store) -> list[object]:
        await add_tables(store, "t1")
        monkeypatch.setattr(time, "time", lambda: right() + HOUR)
        await lease(store, "killed")
        monkeypatch.setattr(time, "time", right)
        waiting = await store.jobs.count_waiting()
        return [waiting, await lease(store, "other"), await lease(store, "third")]

    assert at(address, work) == [1, ("t1", 2), None]


def test_a_lease_is_believed_when_the_clocks_of_two_machines_differ_a_little(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = time.time

    async def work(store: Store) -> list[object]:
        await add_tables(store, "t1")
        monkeypatch.setattr(time, "time", lambda: right() + 3.0)
        await lease(store, "on a machine that is ahead")
        monkeypatch.setattr(time, "time", right)
        return [await store.jobs.count_waiting(), await lease(store, "other")]

    assert at(address, work) == [0, None]


def test_a_worker_that_renews_its_lease_keeps_its_job(address: str) -> None:
    async def work(store: Store) -> list[Leased]:
        await add_tables(store, "t1")
        await lease(store, "slow")
        found = []
        for _ in range(5):
            await asyncio.sleep(0.15)
            await store.jobs.renew("slow", "t1")
            found.append(await lease(store, "other"))
        return found

    assert at(address, work, lease_seconds=0.4) == [None] * 5


def test_a_released_job_can_be_leased_at_once_and_counts_no_attempt(address: str) -> None:
    async def work(store: Store) -> list[Leased]:
        await add_tables(store, "t1", "t2")
        await lease(store, "one")
        await store.jobs.release("one", "t1")
        again = await lease(store, "two")
        await lease(store, "two")
        await store.jobs.release_all("two")
        return [again, *[await lease(store, "three") for _ in range(3)]]

    assert at(address, work) == [("t1", 1), ("t1", 1), ("t2", 1), None]


def test_a_worker_cannot_change_the_lease_of_another(address: str) -> None:
    async def work(store: Store) -> Leased:
        await add_tables(store, "t1")
        await lease(store, "one")
        for change in (store.jobs.release, store.jobs.delete, store.jobs.renew):
            await change("two", "t1")
        return await lease(store, "two")

    assert at(address, work) is None


def test_a_deleted_job_is_gone_unless_it_was_replaced(address: str) -> None:
    async def work(store: Store) -> list[Leased]:
        table = await store.add(TABLE, job=NewJob())
        await lease(store, "one")
        await store.jobs.delete("one", "t1")
        gone = await lease(store, "one")
        table = await store.add_turn(table, StoredTurn(1, 0, ["end"], []), job=NewJob())
        await lease(store, "one")
        await store.add_turn(table, StoredTurn(2, 1, ["end"], []), job=NewJob())
        await store.jobs.delete("one", "t1")
        return [gone, await lease(store, "two")]

    assert at(address, work) == [None, ("t1", 1)]


def test_a_turn_deletes_the_job_that_it_answers(address: str) -> None:
    async def work(store: Store) -> int:
        table = await store.add(TABLE, job=NewJob())
        await store.add_turn(table, StoredTurn(1, 0, ["end"], [], agent="random"))
        return await store.jobs.count_waiting()

    assert at(address, work) == 0


# The order


def test_tables_with_people_come_first_and_those_that_are_watched_before_others(
    address: str, clock: Clock
) -> None:
    async def work(store: Store) -> str:
        await add_tables(store, "agents", priority=Priority.AGENTS)
        clock.now += 100
        await add_tables(store, "people", priority=Priority.PEOPLE)
        clock.now += UNWATCHED_DELAY / 2
        await add_tables(store, "watched", priority=Priority.WATCHED)
        return await lease_order(store, 4)

    assert at(address, work) == "watched people agents -"


def test_an_owner_with_many_jobs_does_not_keep_another_one_waiting(
    address: str, clock: Clock
) -> None:
    async def work(store: Store) -> str:
        await add_tables(store, *(f"many{n}" for n in range(30)), owner="many", cost=1.0)
        clock.now += 1
        begun = await lease_order(store, 2)
        clock.now += 1
        await add_tables(store, "few1", "few2", owner="few", cost=0.02)
        return f"{begun} {await lease_order(store, 4)}"

    assert at(address, work) == "many0 many1 few1 few2 many2 many3"


def test_many_owners_who_use_much_do_not_keep_one_waiting_who_uses_little(
    address: str, clock: Clock
) -> None:
    async def work(store: Store) -> str:
        for number in range(20):
            names = [f"t{number}-{table}" for table in range(3)]
            await add_tables(store, *names, owner=f"owner{number}", cost=1.0)
        for _ in range(20):
            clock.now += 1
            await lease_order(store, 1)
        await add_tables(store, "honest", owner="honest", cost=0.02)
        return await lease_order(store, 1)

    assert at(address, work) == "honest"


def test_a_watched_table_of_an_owner_who_uses_much_waits_for_an_unwatched_one(
    address: str, clock: Clock
) -> None:
    async def work(store: Store) -> str:
        watched = {"owner": "many", "cost": 1.0, "priority": Priority.WATCHED}
        await add_tables(store, "many1", "many2", "many3", **watched)
        first = await lease_order(store, 1)
        clock.now += 1
        await add_tables(store, "honest", owner="honest", cost=0.02)
        return f"{first} {await lease_order(store, 2)}"

    assert at(address, work) == "many1 honest many2"


def test_who_has_thought_longer_waits_longer(address: str, clock: Clock) -> None:
    async def work(store: Store) -> str:
        await add_tables(store, "long1", "long2", owner="long", cost=1.0)
        clock.now += 0.1
        await add_tables(store, "short1", "short2", owner="short", cost=0.5)
        assert await lease_order(store, 2) == "long1 short1"
        return await lease_order(store, 2)

    assert at(address, work) == "short2 long2"


def test_a_charge_runs_out(address: str, clock: Clock) -> None:
    async def work(store: Store) -> str:
        await add_tables(store, "one1", "one2", owner="one", cost=1.0)
        await lease_order(store, 1)
        clock.now += CHARGE + 1
        await add_tables(store, "two1", owner="two", cost=1.0)
        return await lease_order(store, 2)

    assert at(address, work, lease_seconds=1000) == "one2 two1"


def test_owners_with_the_largest_charge_take_turns(address: str, clock: Clock) -> None:
    async def work(store: Store) -> str:
        for owner in ("a", "b", "c"):
            clock.now += 0.1
            names = [f"{owner}{table}" for table in range(4)]
            await add_tables(store, *names, owner=owner, cost=LARGEST_CHARGE)
        found = []
        for _ in range(9):
            clock.now += 1
            found.append(await lease_order(store, 1))
        return "".join(name[0] for name in found)

    assert at(address, work, lease_seconds=1000) == "abc" * 3


def test_a_short_job_need_not_wait_for_long_ones(address: str) -> None:
    async def work(store: Store) -> list[str]:
        await add_tables(store, "long", cost=1.0)
        await add_tables(store, "short", cost=0.02)
        return [await lease_order(store, 2, max_cost=0.1), await lease_order(store, 2)]

    assert at(address, work) == ["short -", "long -"]


def test_a_job_comes_earlier_when_someone_begins_to_watch(address: str, clock: Clock) -> None:
    async def work(store: Store) -> str:
        for name in ("leased", "one", "two"):
            await add_tables(store, name)
            clock.now += 0.1
        await lease_order(store, 1)
        await add_tables(store, "agents", priority=Priority.AGENTS)
        for table in ("two", "agents", "leased", "nothing"):
            await store.jobs.mark_watched(table)
        await store.jobs.release("worker", "leased")
        return await lease_order(store, 5)

    assert at(address, work) == "two leased one agents -"


def test_a_job_says_its_class_and_for_how_long_it_has_waited(address: str, clock: Clock) -> None:
    async def work(store: Store) -> jobs.Job | None:
        await add_tables(store, "t1", priority=Priority.WATCHED)
        clock.now += 2.5
        return await store.jobs.lease("one")

    assert at(address, work) == ("t1", 1, Priority.WATCHED, 2.5)


def test_a_clock_that_is_set_back_leaves_no_charge_beyond_the_largest(
    address: str, clock: Clock
) -> None:
    async def work(store: Store) -> str:
        await add_tables(store, "one1", "one2", owner="one", cost=1.0)
        await lease_order(store, 1)
        clock.now -= 10 * LARGEST_CHARGE
        await lease_order(store, 1)
        await add_tables(store, "one3", owner="one", cost=1.0)
        clock.now += LARGEST_CHARGE + 1
        await add_tables(store, "two", owner="two", cost=1.0)
        return await lease_order(store, 2)

    assert at(address, work, lease_seconds=1e6) == "one3 two"


def test_owners_who_are_not_charged_any_more_are_deleted(address: str, clock: Clock) -> None:
    async def work(store: Store) -> list[int]:
        await add_tables(store, "one", owner="one", cost=1.0)
        await lease_order(store, 1)
        found = []
        for _ in range(2):
            await store.jobs.delete_old_charges()
            found.append(await count_rows(store, schema.job_owners))
            clock.now += CHARGE + LARGEST_CHARGE + 1
        return found

    assert at(address, work) == [1, 0]


async def count_rows(store: Store, table: Table) -> int:
    counting = select(func.count()).select_from(table)
    return await store._database.read(lambda connection: connection.execute(counting).scalar_one())


# What it costs


def statements_on_jobs(folder: Path, work: Work[object]) -> list[str]:
    """The first words of the statements on jobs that some work on a store executes."""
    found: list[str] = []

    async def record_statements(store: Store) -> None:
        engine = store._database.engine
        assert isinstance(engine, SQLite)

        @event.listens_for(engine.engine, "before_cursor_execute")
        def note(*arguments: Any) -> None:
            found.extend(arguments[2].split()[:1] if "jobs" in arguments[2] else ())

        await work(store)

    at(f"sqlite:///{folder / 'tables.sqlite3'}", record_statements)
    return found


@pytest.mark.parametrize(
    ("agent", "job", "statements"),
    [
        (None, None, []),
        (None, NewJob(), ["INSERT"]),
        ("random", None, ["DELETE"]),
        ("random", NewJob(), ["INSERT"]),
    ],
)
def test_a_turn_executes_no_more_statements_on_jobs_than_it_needs(
    tmp_path: Path, agent: str | None, job: NewJob | None, statements: list[str]
) -> None:
    async def work(store: Store) -> None:
        turn = StoredTurn(1, 0, ["end"], [], agent)
        await store.add_turn(await store.add(TABLE), turn, job=job)

    assert statements_on_jobs(tmp_path, work) == statements


def test_a_job_that_a_person_left_is_replaced_by_the_next_one(address: str) -> None:
    async def work(store: Store) -> tuple[int, jobs.Job | None]:
        table = await store.add(TABLE, job=NewJob("one", Priority.AGENTS, 1.0))
        table = await store.add_turn(table, StoredTurn(1, 0, ["end"], []))
        await store.add_turn(table, StoredTurn(2, 1, ["end"], []), job=NewJob("two", cost=0.5))
        return await count_rows(store, schema.jobs), await store.jobs.lease("one", max_cost=0.6)

    count, job = at(address, work)
    assert count == 1
    assert job is not None
    assert (job.table_id, job.priority) == ("t1", Priority.PEOPLE)
