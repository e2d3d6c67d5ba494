"""Backups: all tables of one moment in a file, from either database into either."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
import time
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import make_url

from howdah.cli.main import main
from howdah.core.errors import HowdahError
from howdah.store.backup import back_up, restore
from howdah.store.jobs import NewJob
from howdah.store.retention import DAY_SECONDS, Retention
from howdah.store.store import Store, StoredChoice, StoredTable
from tests.postgres import Postgres
from tests.store.test_store import FIRST, SECOND, TABLE, at

HERE = Path(__file__).parent
OTHER = replace(
    TABLE,
    id="t2",
    start=None,
    meta={"fair": {"commitment": "é"}},
    rematch="t1",
    forked_from={"table": "t1", "version": 1},
    continued_at="t3",
    is_seed_known=True,
)


def check_progress(done: int, total: int) -> None:
    assert 0 < done <= total


async def fill(store: Store) -> None:
    table = await store.add(TABLE, job=NewJob())
    table = await store.add_turn(table, FIRST)
    await store.add_turn(table, SECOND, job=NewJob())
    await store.add(OTHER)
    await store.add_choice("t2", 0, StoredChoice(1, [2, "odd"]))
    await store.jobs.lease("someone")


async def everything(store: Store) -> list[StoredTable | None]:
    return [await store.find(name) for name in ("t1", "t2", "t3")]


def test_a_backup_of_either_goes_into_either(
    address: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    at(address, fill)
    before = at(address, everything)
    file = tmp_path / "backup.sqlite3"
    assert asyncio.run(back_up(make_url(address), file, check_progress)) == 2
    postgres = request.getfixturevalue("postgres").new_database()
    targets = [
        f"sqlite:///{tmp_path / 'elsewhere.sqlite3'}",
        postgres.replace("postgresql:", "postgresql+asyncpg:"),
    ]
    for target in targets:
        assert asyncio.run(restore(file, make_url(target), check_progress)) == 2
        assert at(target, everything) == before
        job = at(target, lambda store: store.jobs.lease("worker"))
        assert job is not None


def test_a_restored_database_has_the_properties_of_the_backup(address: str, tmp_path: Path) -> None:
    file, target = tmp_path / "backup.sqlite3", f"sqlite:///{tmp_path / 'elsewhere.sqlite3'}"
    for place, value in ((address, "old"), (target, "of a server that was never used")):
        assert at(place, partial(Store.ensure_property, name="key", value=value)) == value
    asyncio.run(back_up(make_url(address), file, check_progress))
    asyncio.run(restore(file, make_url(target), check_progress))
    assert at(target, partial(Store.ensure_property, name="key", value="new")) == "old"


def test_a_backup_is_one_file_for_its_owner_alone(address: str, tmp_path: Path) -> None:
    at(address, fill)
    (tmp_path / "backups").mkdir()
    file = tmp_path / "backups" / "backup.sqlite3"
    file.write_text("the backup of yesterday")
    asyncio.run(back_up(make_url(address), file, check_progress))
    assert [found.name for found in file.parent.iterdir()] == ["backup.sqlite3"]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    connection = sqlite3.connect(file)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    assert connection.execute("SELECT count(*) FROM turns").fetchone() == (2,)
    connection.close()


def test_people_play_on_during_a_backup(address: str, tmp_path: Path) -> None:
    async def run() -> int:
        store = Store(address)
        await store.open()
        for number in range(30):
            await store.add(replace(TABLE, id=f"t{number}", turns=(FIRST, SECOND)))
        file = tmp_path / "b.sqlite3"
        made = asyncio.create_task(back_up(make_url(address), file, check_progress))
        number = 30
        while not made.done():
            await store.add(replace(TABLE, id=f"t{number}", turns=(FIRST, SECOND)))
            number += 1
        await store.close()
        return await made

    count = asyncio.run(run())
    assert count >= 30
    connection = sqlite3.connect(tmp_path / "b.sqlite3")
    assert connection.execute("SELECT count(*) FROM turns").fetchone() == (2 * count,)
    connection.close()


def test_a_backup_that_fails_leaves_the_one_of_yesterday(address: str, tmp_path: Path) -> None:
    at(address, fill)
    (tmp_path / "backups").mkdir()
    file = tmp_path / "backups" / "b.sqlite3"
    file.write_text("the backup of yesterday")

    def fail(_done: int, _total: int) -> None:
        raise OSError("the disk is full")

    with pytest.raises(Exception, match="the disk is full"):
        asyncio.run(back_up(make_url(address), file, fail, retry_delays=(0.01,)))
    assert [found.read_text() for found in file.parent.iterdir()] == ["the backup of yesterday"]


def test_nothing_is_restored_over_what_is_there(address: str, tmp_path: Path) -> None:
    at(address, fill)
    before = at(address, everything)
    file = tmp_path / "backup.sqlite3"
    asyncio.run(back_up(make_url(address), file, check_progress))
    with pytest.raises(HowdahError, match="the database is not empty"):
        asyncio.run(restore(file, make_url(address), check_progress))
    assert at(address, everything) == before


def test_a_backup_of_an_earlier_version_is_restored_and_stays_as_it_is(
    address: str, tmp_path: Path
) -> None:
    file = tmp_path / "old.sqlite3"
    connection = sqlite3.connect(file)
    connection.executescript((HERE / "schema-1.sql").read_text())
    connection.close()
    before = file.read_bytes()
    assert asyncio.run(restore(file, make_url(address), check_progress)) == 6
    assert file.read_bytes() == before


def test_a_backup_is_restored_where_a_server_has_run_without_tables(
    address: str, tmp_path: Path
) -> None:
    at(address, fill)
    file = tmp_path / "backup.sqlite3"
    asyncio.run(back_up(make_url(address), file, check_progress))
    target = f"sqlite:///{tmp_path / 'elsewhere.sqlite3'}"
    at(target, Store.probe)
    at(address, Store.probe)
    asyncio.run(back_up(make_url(address), file, check_progress))
    assert asyncio.run(restore(file, make_url(target), check_progress)) == 2


def test_deleted_tables_are_in_the_backup_and_still_deleted(address: str, tmp_path: Path) -> None:
    async def delete_all(store: Store) -> int:
        today = datetime.fromtimestamp(time.time() + 9 * DAY_SECONDS, UTC).date()
        later = Retention(1, confirm_day=today, clock=lambda: time.time() + 9 * DAY_SECONDS)
        return (await store.sweep(later)).deleted

    at(address, fill)
    assert at(address, delete_all) == 2
    file = tmp_path / "backup.sqlite3"
    asyncio.run(back_up(make_url(address), file, check_progress))
    target = f"sqlite:///{tmp_path / 'elsewhere.sqlite3'}"
    asyncio.run(restore(file, make_url(target), check_progress))
    assert at(target, everything) == [None] * 3
    assert at(target, Store.restore_deleted) == 2
    assert [found is None for found in at(target, everything)] == [False, False, True]


# Damaged rows

SECRET = "mXCYbgwTTgwXFNcmbDAa19tr"
DAMAGES = {
    "JSON that ends too early": "UPDATE tables SET seats = '[{\"token\": \"SECRET' WHERE id = 't2'",
    "text that is no UTF-8": "UPDATE tables SET seed = CAST(x'ff' || 'SECRET' AS TEXT)",
    "text for a number": "UPDATE tables SET touched = 'SECRET' WHERE id = 't2'",
    "a turn without actions": "UPDATE turns SET actions = 'null', mark = 'SECRET'",
}


def damage(folder: Path, statement: str) -> None:
    """Run a statement on a database of which all seats have a secret token."""
    at(f"sqlite:///{folder / 'tables.sqlite3'}", fill)
    connection = sqlite3.connect(folder / "tables.sqlite3")
    secret_seats = f'[{{"name": "Ada", "token": "{SECRET}"}}]'
    connection.execute("UPDATE tables SET seats = ?, seed = ?", [secret_seats, SECRET])
    connection.execute(statement.replace("SECRET", SECRET))
    connection.commit()
    connection.close()


@pytest.mark.parametrize("kind", DAMAGES)
def test_a_damaged_row_stops_a_backup_with_a_sentence_and_without_its_secrets(
    tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    damage(tmp_path, DAMAGES[kind])
    file = tmp_path / "backup.sqlite3"
    assert main(["backup", str(file), "--data", str(tmp_path)]) == 2
    printed = "".join(capsys.readouterr())
    name = "t2" if "t2" in DAMAGES[kind] else "t1"
    where = DAMAGES[kind].split()[1]
    assert f"a row of table {name} in '{where}' is damaged; nothing is copied." in printed
    assert SECRET not in printed
    assert not file.exists()


def test_a_secret_in_the_place_of_an_id_is_not_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    damage(tmp_path, "UPDATE tables SET id = 'SECRET', drawn = '[' WHERE id = 't2'")
    assert main(["backup", str(tmp_path / "backup.sqlite3"), "--data", str(tmp_path)]) == 2
    printed = "".join(capsys.readouterr())
    assert "a row in 'tables' is damaged" in printed
    assert SECRET not in printed


def test_a_turn_without_a_table_is_refused_by_postgresql_without_its_secrets(
    tmp_path: Path,
    postgres: Postgres,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    damage(tmp_path, "UPDATE turns SET table_id = 'SECRET', mark = 'SECRET' WHERE version = 2")
    file = tmp_path / "backup.sqlite3"
    assert main(["backup", str(file), "--data", str(tmp_path)]) == 0
    monkeypatch.setenv("HOWDAH_DATABASE", postgres.new_database())
    assert main(["restore", str(file)]) == 2
    printed = "".join(capsys.readouterr())
    assert "the database rejected the copy (Conflict); nothing was copied." in printed
    assert SECRET not in printed


@pytest.mark.parametrize("content", [b"", b"not a database", b"SQLite format 3\x00" + b"x" * 4096])
def test_a_file_that_is_no_backup_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "file"
    file.write_bytes(content)
    target = make_url(f"sqlite:///{tmp_path / 'tables.sqlite3'}")
    with pytest.raises(HowdahError, match="not a backup"):
        asyncio.run(restore(file, target, check_progress))
