"""SQLite files that are removed, replaced, damaged or on a full disk: nothing is lost silently."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from howdah.store import readiness
from howdah.store.models import DamagedRow, StoredTurn, StoreUnavailable
from howdah.store.store import Store
from tests.store.test_store import FIRST, SECOND, TABLE, at

AT_ONCE = 1.0
"""Less than any retries would take."""
SECRET = "mXCYbgwTTgwXFNcmbDAa19tr"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The file of a database."""
    return tmp_path / "tables.sqlite3"


def at_file(file: Path, work: Callable[[Store], Awaitable[None]]) -> None:
    at(f"sqlite:///{file}", work)


@contextmanager
def refused_at_once(match: str) -> Iterator[None]:
    """Something raises `StoreUnavailable`, and does not wait for retries."""
    begin = time.monotonic()
    with pytest.raises(StoreUnavailable, match=match) as refused:
        yield
    assert time.monotonic() - begin < AT_ONCE
    assert SECRET not in str(refused.value)


# Removed and replaced


def remove(file: Path) -> None:
    file.unlink()


def remove_all(file: Path) -> None:
    for found in file.parent.glob(f"{file.name}*"):
        found.unlink()


def remove_log(file: Path) -> None:
    file.with_name(f"{file.name}-wal").unlink()


def put_another_in_its_place(file: Path) -> None:
    other = file.with_name("other")
    other.write_bytes(file.read_bytes())
    other.replace(file)


CHANGES: list[Callable[[Store], Awaitable[object]]] = [
    lambda store: store.add(replace(TABLE, id="t2")),
    lambda store: store.add_turn(TABLE, FIRST),
    lambda store: store.jobs.lease("worker"),
]


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("lose", [remove, remove_all, remove_log, put_another_in_its_place])
def test_a_change_to_a_file_that_is_gone_is_refused(
    file: Path, lose: Callable[[Path], None], change: Callable[[Store], Awaitable[object]]
) -> None:
    async def run(store: Store) -> None:
        await store.add(TABLE)
        lose(file)
        for _ in range(2):
            with refused_at_once("removed or replaced"):
                await change(store)
            with refused_at_once("removed or replaced|disk I/O error"):
                await store.probe()

    at_file(file, run)


def test_no_empty_database_takes_the_place_of_one_that_was_removed(file: Path) -> None:
    async def run(store: Store) -> None:
        await store.add(TABLE)
        remove(file)
        queries = [store.find("t1") for _ in range(20)]  # more than there are open connections
        await asyncio.gather(*queries, return_exceptions=True)
        assert not file.exists()

    at_file(file, run)


def test_a_file_that_is_put_back_is_used_again(file: Path) -> None:
    async def run(store: Store) -> None:
        table = await store.add(TABLE)
        file.rename(elsewhere := file.with_name("elsewhere"))
        with refused_at_once("removed or replaced"):
            await store.add_turn(table, FIRST)
        elsewhere.rename(file)
        await store.add_turn(table, FIRST)
        await store.probe()

    at_file(file, run)
    with sqlite3.connect(file) as connection:
        assert connection.execute("SELECT count(*) FROM turns").fetchone() == (1,)
    connection.close()


def test_another_process_that_closes_the_database_does_not_make_it_seem_removed(
    file: Path,
) -> None:
    async def run(store: Store) -> None:
        table = await store.add(TABLE)
        await asyncio.to_thread(at_file, file, Store.probe)
        table = await store.add_turn(table, FIRST)
        await asyncio.to_thread(at_file, file, Store.probe)
        await store.add_turn(table, SECOND)

    at_file(file, run)


# Damaged


def fill(file: Path) -> None:
    """Fill a database with many pages, and close it: nothing is left in the log."""

    async def add_tables(store: Store) -> None:
        turn = StoredTurn(1, 0, [SECRET * 40], [])
        for number in range(40):
            await store.add(replace(TABLE, id=f"t{number:02}", turns=(turn,)))

    at_file(file, add_tables)
    assert file.stat().st_size > 100_000


def overwrite(file: Path) -> None:
    with file.open("rb+") as opened:
        opened.write(b"not a database" * 10_000)


def overwrite_all_but_the_first_page(file: Path) -> None:
    size = file.stat().st_size
    with file.open("rb+") as opened:
        opened.seek(4096)
        opened.write(b"\xa5" * (size - 4096))


def cut_off(file: Path) -> None:
    with file.open("rb+") as opened:
        opened.truncate(8192)


DAMAGES = [overwrite, overwrite_all_but_the_first_page, cut_off]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_probe_notices_that_the_file_was_damaged_meanwhile(
    file: Path, damage: Callable[[Path], None]
) -> None:
    fill(file)

    async def run(store: Store) -> None:
        assert await store.find("t07") is not None
        await store.probe()
        damage(file)
        with refused_at_once("is damaged: .*restore a backup"):
            await store.probe()

    at_file(file, run)


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_refused_without_retries(
    file: Path, damage: Callable[[Path], None]
) -> None:
    fill(file)
    damage(file)

    async def run() -> None:
        store = Store(f"sqlite:///{file}")
        try:
            for work in (store.find, store.count_changes, store.jobs.lease):
                with refused_at_once("is damaged"):
                    await work("t07")
        finally:
            await store.close()

    asyncio.run(run())


@pytest.mark.parametrize(
    "damage",
    [
        f"UPDATE tables SET seats = '[{{\"token\": \"{SECRET}' WHERE id = 't07'",
        f"UPDATE turns SET actions = CAST(x'ff' || '{SECRET}' AS TEXT) WHERE table_id = 't07'",
    ],
)
def test_a_damaged_row_is_named_by_its_table_and_not_quoted(file: Path, damage: str) -> None:
    fill(file)
    with sqlite3.connect(file) as connection:
        connection.execute(damage)
    connection.close()

    async def run(store: Store) -> None:
        begin = time.monotonic()
        with pytest.raises(DamagedRow, match="a row of table t07 is damaged") as refused:
            await store.find("t07")
        assert time.monotonic() - begin < AT_ONCE
        assert refused.value.__suppress_context__
        assert await store.find("t08") is not None
        await store.probe()

    at_file(file, run)


# Full


async def limit_pages(store: Store, pages: int) -> None:
    """Let the database have no more than so many pages, as if the disk was full then."""

    def limit(connection: Connection) -> None:
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")

    await store._database.write(limit)


def test_a_full_disk_refuses_changes_at_once_and_loses_nothing(file: Path) -> None:
    large = StoredTurn(1, 0, [SECRET * 1000], [])

    async def run(store: Store) -> None:
        table = await store.add(TABLE)
        await limit_pages(store, 1)  # it cannot be less than there are
        with refused_at_once("cannot be used: database or disk is full"):
            await store.add_turn(table, large)
        assert await store.find("t1") == table
        await limit_pages(store, 1_000_000)
        await store.add_turn(table, large)

    at_file(file, run)


def test_a_probe_finds_that_the_disk_is_full(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Usage:
        free = 0

    async def run(store: Store) -> None:
        await store.probe()
        monkeypatch.setattr(shutil, "disk_usage", lambda _folder: Usage)
        with refused_at_once("disk of the database is full"):
            await store.probe()

    at_file(file, run)


# Probes


def test_those_who_ask_at_the_same_time_share_a_probe(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    probes = []

    async def run(store: Store) -> list[int]:
        write = store._database.write

        async def count(work: Any) -> Any:
            probes.append(work)
            return await write(work)

        monkeypatch.setattr(store._database, "write", count)
        await asyncio.gather(*(store.readiness.check() for _ in range(50)))
        await store.readiness.check()
        shared = len(probes)
        monkeypatch.setattr(readiness, "PROBE_SECONDS", 0.0)
        await store.readiness.check()
        return [shared, len(probes)]

    assert at(address, run) == [1, 2]


def test_a_failed_probe_is_shared_too_and_the_next_one_may_succeed(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail() -> None:
        raise StoreUnavailable("the disk is gone")

    async def run(store: Store) -> None:
        works = store.ping
        monkeypatch.setattr(store, "ping", fail)
        for _ in range(2):
            with pytest.raises(StoreUnavailable):
                await store.readiness.check()
            monkeypatch.setattr(store, "ping", works)
        monkeypatch.setattr(readiness, "PROBE_SECONDS", 0.0)
        await store.readiness.check()

    at(address, run)
