"""Jobs: each is leased to one worker, and given away when that one is not heard of any more."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeVar

import pytest

from howdah.store import jobs
from howdah.store.store import Store, StoredTurn
from tests.store.test_store import TABLE, at

T = TypeVar("T")
Work = Callable[[Store], Awaitable[T]]


async def lay(store: Store, *names: str) -> None:
    for name in names:
        await store.add(replace(TABLE, id=name), has_job=True)


def test_the_job_that_has_waited_longest_comes_first(address: str) -> None:
    async def work(store: Store) -> list[jobs.Job | None]:
        await lay(store, "t1", "t2")
        return [await store.jobs.take("one") for _ in range(3)]

    assert at(address, work) == [("t1", 1), ("t2", 1), None]


def test_a_table_without_agents_is_no_job(address: str) -> None:
    async def work(store: Store) -> jobs.Job | None:
        await store.add(TABLE)
        return await store.jobs.take("one")

    assert at(address, work) is None


def test_of_many_workers_each_takes_another_job(address: str) -> None:
    async def work(store: Store) -> list[str]:
        names = [f"t{number}" for number in range(10)]
        await lay(store, *names)
        taken = await asyncio.gather(*(store.jobs.take(f"w{n}") for n in range(15)))
        return sorted(job.table_id for job in taken if job is not None)

    assert at(address, work) == sorted(f"t{number}" for number in range(10))


def test_a_job_whose_worker_is_not_heard_of_is_given_away(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "LEASE", 0.05)

    async def work(store: Store) -> list[jobs.Job | None]:
        await lay(store, "t1")
        first = await store.jobs.take("crashed")
        await asyncio.sleep(0.1)
        return [first, await store.jobs.take("other")]

    assert at(address, work) == [("t1", 1), ("t1", 2)]


def test_a_worker_that_is_still_at_it_keeps_its_job(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "LEASE", 0.4)

    async def work(store: Store) -> list[jobs.Job | None]:
        await lay(store, "t1")
        await store.jobs.take("slow")
        found = []
        for _ in range(5):
            await asyncio.sleep(0.15)
            await store.jobs.hold("slow", "t1")
            found.append(await store.jobs.take("other"))
        return found

    assert at(address, work) == [None] * 5


def test_a_job_that_is_given_back_is_there_at_once_as_if_nobody_had_tried(address: str) -> None:
    async def work(store: Store) -> list[jobs.Job | None]:
        await lay(store, "t1", "t2")
        await store.jobs.take("one")
        await store.jobs.give_back("one", "t1")
        again = await store.jobs.take("two")
        await store.jobs.take("two")
        await store.jobs.give_all_back("two")
        return [again, *[await store.jobs.take("three") for _ in range(3)]]

    assert at(address, work) == [("t1", 1), ("t1", 1), ("t2", 1), None]


def test_nobody_lets_go_of_what_another_holds(address: str) -> None:
    async def work(store: Store) -> jobs.Job | None:
        await lay(store, "t1")
        await store.jobs.take("one")
        for change in (store.jobs.give_back, store.jobs.finish, store.jobs.hold):
            await change("two", "t1")
        return await store.jobs.take("two")

    assert at(address, work) is None


def test_a_job_that_is_done_is_gone_unless_it_came_anew(address: str) -> None:
    async def work(store: Store) -> list[jobs.Job | None]:
        table = await store.add(TABLE, has_job=True)
        await store.jobs.take("one")
        await store.jobs.finish("one", "t1")
        gone = await store.jobs.take("one")
        table = await store.add_turn(table, StoredTurn(1, 0, ["end"], []), has_job=True)
        await store.jobs.take("one")
        await store.add_turn(table, StoredTurn(2, 1, ["end"], []), has_job=True)
        await store.jobs.finish("one", "t1")
        return [gone, await store.jobs.take("two")]

    assert at(address, work) == [None, ("t1", 1)]


def test_a_turn_takes_away_the_job_that_it_answers(address: str) -> None:
    async def work(store: Store) -> int:
        table = await store.add(TABLE, has_job=True)
        await store.add_turn(table, StoredTurn(1, 0, ["end"], []), has_job=False)
        return await store.jobs.waiting()

    assert at(address, work) == 0
