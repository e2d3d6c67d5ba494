"""Databases of earlier versions: whatever was kept is there after an update, and goes on."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from howdah.core.errors import HowdahError
from howdah.core.record import Record
from howdah.games.registry import from_record
from howdah.server.app import create_app
from howdah.server.settings import Settings
from howdah.store import migrate as steps_of
from howdah.store import schema
from howdah.store.database import Database
from howdah.store.migrate import NEWEST, upgrade
from howdah.store.store import Store, StoredChoice, StoredTurn
from tests.server.house import House, Place, play_medals, play_on

HERE = Path(__file__).parent
EXPECTED = json.loads((HERE / "schema-1.json").read_text())
"""Tables that the first schema kept: the id, the tokens, the record and the version of each."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a database as the first version wrote it."""
    database = sqlite3.connect(tmp_path / "tables.sqlite3")
    database.executescript((HERE / "schema-1.sql").read_text())
    database.close()
    return tmp_path


@pytest.fixture
def house(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    """A house that opens such a database."""
    monkeypatch.setattr("howdah.server.app.warm_backdrops", lambda: None)
    found = House(folder, create_app(Settings(folder)))
    found.open()
    yield found
    found.close()


def place(house: House, name: str) -> Place:
    return Place(house, EXPECTED[name]["id"], tuple(EXPECTED[name]["tokens"]))


@pytest.mark.parametrize("name", ["running", "after", "over", "against", "shelved"])
def test_every_record_survives_an_update(house: House, name: str) -> None:
    old, new = EXPECTED[name]["record"], place(house, name).record()
    assert {key: new[key] for key in old} == old


@pytest.mark.parametrize("name", ["running", "after", "against"])
def test_running_games_go_on_after_an_update(house: House, name: str) -> None:
    table = place(house, name)
    assert table.version == EXPECTED[name]["version"]
    play_on(table, random.Random(5))
    record = Record.parse(json.dumps(table.record()))
    assert from_record(record).is_over
    before = EXPECTED[name]["record"]["actions"]
    assert list(record.actions[: len(before)]) == before


def test_closed_hands_stay_closed_and_count(house: House) -> None:
    table = place(house, "medals")
    assert table.look(0)["view"]["waiting_for"] == [0, 2]
    play_medals(table, random.Random(5))
    assert table.record()["start"]["medals"][0][1] == [2, "odd"]


def run_on(address: str, work: Any) -> Any:
    """What comes of some work with a plain connection."""

    async def run() -> Any:
        database = Database(address)
        try:
            return await database.write(work)
        finally:
            await database.close()

    return asyncio.run(run())


def restore_table(address: str) -> None:
    async def run() -> None:
        tables = Store(address)
        try:
            await tables.open()
        finally:
            await tables.close()

    asyncio.run(run())


def test_the_steps_lead_to_the_schema(address: str) -> None:
    restore_table(address)
    last = text("SELECT version_num FROM alembic_version")
    assert run_on(address, lambda connection: connection.execute(last).scalar_one()) == NEWEST
    steps = ScriptDirectory(str(Path(steps_of.__file__).parent / "migrations"))
    assert steps.get_current_head() == NEWEST

    def difference(connection: Connection) -> Any:
        return compare_metadata(MigrationContext.configure(connection), schema.metadata)

    assert run_on(address, difference) == []


def test_what_the_previous_schema_kept_is_found(address: str) -> None:
    run_on(address, lambda connection: upgrade(connection, to="0001"))

    def fill(connection: Connection) -> None:
        connection.execute(
            text(
                "INSERT INTO tables VALUES ('t1', 5.0, 'bombay', '{}', '[]', '7', 'hidden',"
                " null, '[]', false, null, null)"
            )
        )
        connection.execute(text("INSERT INTO turns VALUES ('t1', 1, 9.0, 0, '[\"end\"]', '[]')"))

    run_on(address, fill)

    async def found() -> Any:
        tables = Store(address)
        await tables.open()
        table, job = await tables.find("t1"), await tables.jobs.take("worker")
        await tables.close()
        return table, job

    table, job = asyncio.run(found())
    assert (table.version, table.moved, table.changes) == (1, 9.0, 0)
    assert table.turns == (StoredTurn(1, 0, ["end"], []),)
    assert job == ("t1", 1)


def test_the_hands_of_the_second_schema_become_choices(address: str) -> None:
    run_on(address, lambda connection: upgrade(connection, to="0002"))

    def fill(connection: Connection) -> None:
        connection.execute(
            text(
                "INSERT INTO tables (id, made, game, rules, seats, seed, screens, drawn, is_over)"
                " VALUES ('t1', 5.0, 'bazar', '{}', '[]', '7', 'hidden', '[]', false)"
            )
        )
        for seat, kept, call in ((0, 3, "even"), (2, 1, "odd")):
            hand = {"seat": seat, "kept": kept, "call": call}
            connection.execute(
                text("INSERT INTO hands VALUES ('t1', 0, :seat, :kept, :call)"), hand
            )

    run_on(address, fill)

    async def found() -> Any:
        store = Store(address)
        await store.open()
        table = await store.find("t1")
        await store.close()
        return table

    assert asyncio.run(found()).choices == (
        StoredChoice(0, [3, "even"]),
        StoredChoice(2, [1, "odd"]),
    )


def test_a_database_of_a_later_version_is_left_alone(address: str) -> None:
    restore_table(address)
    later = text("UPDATE alembic_version SET version_num = '9999'")
    run_on(address, lambda connection: connection.execute(later))
    with pytest.raises(HowdahError, match="newer version"):
        restore_table(address)


def test_processes_that_begin_at_once_upgrade_once(address: str) -> None:
    async def run() -> None:
        stores = [Store(address) for _ in range(4)]
        await asyncio.gather(*(store.open() for store in stores))
        for store in stores:
            await store.ping()
            await store.close()

    asyncio.run(run())
