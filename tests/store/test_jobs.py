"""Jobs: each is leased to one worker, until it is done or the lease expires."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeVar

import pytest

from howdah.store import jobs
from howdah.store.store import Store, StoredTurn
from tests.store.test_store import TABLE, at

T = TypeVar("T")
Work = Callable[[Store], Awaitable[T]]


async def add_tables(store: Store, *names: str) -> None:
    for name in names:
        await store.add(replace(TABLE, id=name), has_job=True)


def test_the_job_that_has_waited_longest_comes_first(address: str) -> None:
    async def work(store: Store) -> list[jobs.Job | None]:
        await add_tables(store, "t1", "t2")
        return [await store.jobs.lease("one") for _ in range(3)]

    assert at(address, work) == [("t1", 1), ("t2", 1), None]


def test_a_table_without_agents_is_no_job(address: str) -> None:
    async def work(store: Store) -> jobs.Job | None:
        await store.add(TABLE)
        return await store.jobs.lease("one")

    assert at(address, work) is None


def test_of_many_workers_each_leases_another_job(address: str) -> None:
    async def work(store: Store) -> list[str]:
        names = [f"t{number}" for number in range(10)]
        await add_tables(store, *names)
        taken = await asyncio.gather(*(store.jobs.lease(f"w{n}") for n in range(15)))
        return sorted(job.table_id for job in taken if job is not None)

    assert at(address, work) == sorted(f"t{number}" for number in range(10))


def test_a_job_whose_lease_has_expired_is_leased_to_another_worker(address: str) -> None:
    async def work(store: Store) -> list[jobs.Job | None]:
        await add_tables(store, "t1")
        first = await store.jobs.lease("crashed")
        await asyncio.sleep(0.1)
        return [first, await store.jobs.lease("other")]

    assert at(address, work, lease_seconds=0.05) == [("t1", 1), ("t1", 2)]


HOUR = 3600.0


def test_a_lease_that_was_made_before_the_clock_was_set_back_holds_up_nobody(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = time.time

    async def work(store: Store) -> list[object]:
        await add_tables(store, "t1")
        monkeypatch.setattr(time, "time", lambda: right() + HOUR)
        await store.jobs.lease("killed")
        monkeypatch.setattr(time, "time", right)
        waiting = await store.jobs.count_waiting()
        return [waiting, await store.jobs.lease("other"), await store.jobs.lease("third")]

    assert at(address, work) == [1, ("t1", 2), None]


def test_a_lease_is_believed_when_the_clocks_of_two_machines_differ_a_little(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = time.time

    async def work(store: Store) -> list[object]:
        await add_tables(store, "t1")
        monkeypatch.setattr(time, "time", lambda: right() + 3.0)
        await store.jobs.lease("on a machine that is ahead")
        monkeypatch.setattr(time, "time", right)
        return [await store.jobs.count_waiting(), await store.jobs.lease("other")]

    assert at(address, work) == [0, None]


def test_a_worker_that_renews_its_lease_keeps_its_job(address: str) -> None:
    async def work(store: Store) -> list[jobs.Job | None]:
        await add_tables(store, "t1")
        await store.jobs.lease("slow")
        found = []
        for _ in range(5):
            await asyncio.sleep(0.15)
            await store.jobs.renew("slow", "t1")
            found.append(await store.jobs.lease("other"))
        return found

    assert at(address, work, lease_seconds=0.4) == [None] * 5


def test_a_released_job_can_be_leased_at_once_and_counts_no_attempt(address: str) -> None:
    async def work(store: Store) -> list[jobs.Job | None]:
        await add_tables(store, "t1", "t2")
        await store.jobs.lease("one")
        await store.jobs.release("one", "t1")
        again = await store.jobs.lease("two")
        await store.jobs.lease("two")
        await store.jobs.release_all("two")
        return [again, *[await store.jobs.lease("three") for _ in range(3)]]

    assert at(address, work) == [("t1", 1), ("t1", 1), ("t2", 1), None]


def test_a_worker_cannot_change_the_lease_of_another(address: str) -> None:
    async def work(store: Store) -> jobs.Job | None:
        await add_tables(store, "t1")
        await store.jobs.lease("one")
        for change in (store.jobs.release, store.jobs.delete, store.jobs.renew):
            await change("two", "t1")
        return await store.jobs.lease("two")

    assert at(address, work) is None


def test_a_deleted_job_is_gone_unless_it_was_replaced(address: str) -> None:
    async def work(store: Store) -> list[jobs.Job | None]:
        table = await store.add(TABLE, has_job=True)
        await store.jobs.lease("one")
        await store.jobs.delete("one", "t1")
        gone = await store.jobs.lease("one")
        table = await store.add_turn(table, StoredTurn(1, 0, ["end"], []), has_job=True)
        await store.jobs.lease("one")
        await store.add_turn(table, StoredTurn(2, 1, ["end"], []), has_job=True)
        await store.jobs.delete("one", "t1")
        return [gone, await store.jobs.lease("two")]

    assert at(address, work) == [None, ("t1", 1)]


def test_a_turn_deletes_the_job_that_it_answers(address: str) -> None:
    async def work(store: Store) -> int:
        table = await store.add(TABLE, has_job=True)
        await store.add_turn(table, StoredTurn(1, 0, ["end"], []), has_job=False)
        return await store.jobs.count_waiting()

    assert at(address, work) == 0
