"""Migrations: databases of earlier versions keep their tables, and games go on."""

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
from sqlalchemy import Connection, select, text

from howdah.core.errors import HowdahError
from howdah.core.record import Record
from howdah.games.registry import from_record
from howdah.server.app import create_app
from howdah.server.settings import Settings
from howdah.store import migrate, schema
from howdah.store.database import Database
from howdah.store.migrate import NEWEST, upgrade
from howdah.store.store import Store, StoredChoice, StoredTurn
from howdah.table.model import hash_secret
from tests.server.clients import AppClient, TableClient, play_medals, play_on

HERE = Path(__file__).parent
EXPECTED = json.loads((HERE / "schema-1.json").read_text())
"""Tables in the first schema: the id, the tokens, the record and the version of each."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a database as the first version wrote it."""
    database = sqlite3.connect(tmp_path / "tables.sqlite3")
    database.executescript((HERE / "schema-1.sql").read_text())
    database.close()
    return tmp_path


@pytest.fixture
def client(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AppClient]:
    """A client of a server on such a database."""
    monkeypatch.setattr("howdah.server.app.warm_backdrops", lambda: None)
    found = AppClient(folder, create_app(Settings(data=folder)))
    found.open()
    yield found
    found.close()


def table_client(client: AppClient, name: str) -> TableClient:
    return TableClient(client, EXPECTED[name]["id"], tuple(EXPECTED[name]["tokens"]))


@pytest.mark.parametrize("name", ["running", "after", "over", "against", "shelved"])
def test_every_record_survives_an_update(client: AppClient, name: str) -> None:
    old, new = EXPECTED[name]["record"], table_client(client, name).record()
    assert {key: new[key] for key in old} == old


@pytest.mark.parametrize("name", ["running", "after", "against"])
def test_running_games_go_on_after_an_update(client: AppClient, name: str) -> None:
    found = table_client(client, name)
    assert found.version == EXPECTED[name]["version"]
    play_on(found, random.Random(5))
    record = Record.parse(json.dumps(found.record()))
    assert from_record(record).is_over
    before = EXPECTED[name]["record"]["actions"]
    assert list(record.actions[: len(before)]) == before


def test_closed_hands_stay_closed_and_count(client: AppClient) -> None:
    found = table_client(client, "medals")
    assert found.state(0)["view"]["waiting_for"] == [0, 2]
    play_medals(found, random.Random(5))
    assert found.record()["start"]["medals"][0][1] == [2, "odd"]


def test_tokens_cookies_and_links_of_earlier_versions_are_still_good(client: AppClient) -> None:
    found = table_client(client, "running")
    page, tokens = f"/t/{found.id}", [str(token) for token in found.tokens]
    for seat, token in enumerate(tokens):
        assert found.state(seat)["view"]["seat"] == seat
        assert "Join as" in client.get(f"{page}/seat/{token}").text
    cookie = {"cookie": f"seats={tokens[0]}.{tokens[2]}"}
    assert 'data-seats="0,2"' in client.get(page, headers=cookie).text
    client.post(f"{page}/seat/{tokens[1]}")
    assert 'data-seats="1"' in client.get(page).text


def test_an_old_table_waits_as_long_as_before_for_a_stand_in(client: AppClient) -> None:
    stored = client.run(client.app.state.tables.get(EXPECTED["running"]["id"])).stored
    assert stored.stand_in_after == 600


@pytest.mark.parametrize("store", ["sqlite", "postgresql"])
def test_no_token_can_be_read_after_an_update(
    folder: Path, store: str, request: pytest.FixtureRequest
) -> None:
    tokens = [token for table in EXPECTED.values() for token in table["tokens"] if token]
    assert len(tokens) > 8
    address = f"sqlite:///{folder / 'tables.sqlite3'}"
    before = (folder / "tables.sqlite3").read_bytes()
    assert all(token.encode() in before for token in tokens)
    if store == "postgresql":
        address = request.getfixturevalue("postgres").new_database()
        address = address.replace("postgresql:", "postgresql+asyncpg:")
        run_on(address, lambda connection: upgrade(connection, to="0003"))
        run_on(address, lambda connection: connection.execute(text(_old_row(tokens))))
    open_and_close(address)
    stored = _all_text(address) if store == "postgresql" else _all_bytes(folder)
    assert not [token for token in tokens if token in stored]
    assert hash_secret(tokens[0]) in stored


def _old_row(tokens: list[str]) -> str:
    seats = json.dumps([{"name": "Ada", "agent": None, "token": token} for token in tokens])
    return (
        "INSERT INTO tables (id, made, game, rules, seats, seed, screens, drawn, is_over)"
        f" VALUES ('t1', 5.0, 'bombay', '{{}}', '{seats}', '7', 'hidden', '[]', false)"
    )


def _all_text(address: str) -> str:
    rows = run_on(address, lambda connection: connection.execute(select(schema.tables)).all())
    return str(rows)


def _all_bytes(folder: Path) -> str:
    """All that the files of a database hold, also where they are no longer used."""
    return "".join(file.read_bytes().decode("latin-1") for file in folder.glob("tables.sqlite3*"))


def run_on(address: str, work: Any) -> Any:
    """Run some work on a plain connection, and return the result."""

    async def run() -> Any:
        database = Database(address)
        try:
            return await database.write(work)
        finally:
            await database.close()

    return asyncio.run(run())


def open_and_close(address: str) -> None:
    async def run() -> None:
        store = Store(address)
        try:
            await store.open()
        finally:
            await store.close()

    asyncio.run(run())


def test_the_migrations_lead_to_the_schema(address: str) -> None:
    open_and_close(address)
    last = text("SELECT version_num FROM alembic_version")
    assert run_on(address, lambda connection: connection.execute(last).scalar_one()) == NEWEST
    scripts = ScriptDirectory(str(Path(migrate.__file__).parent / "migrations"))
    assert scripts.get_current_head() == NEWEST

    def difference(connection: Connection) -> Any:
        return compare_metadata(MigrationContext.configure(connection), schema.metadata)

    assert run_on(address, difference) == []


def test_the_rows_of_the_previous_schema_are_found(address: str) -> None:
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

    async def load() -> Any:
        store = Store(address)
        await store.open()
        found = await store.find("t1"), await store.jobs.lease("worker")
        await store.close()
        return found

    table, job = asyncio.run(load())
    assert (table.version, table.moved, table.changes) == (1, 9.0, 0)
    assert table.turns == (StoredTurn(1, 0, ["end"], []),)
    assert (job.table_id, job.attempts) == ("t1", 1)


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

    async def load() -> Any:
        store = Store(address)
        await store.open()
        table = await store.find("t1")
        await store.close()
        return table

    assert asyncio.run(load()).choices == (
        StoredChoice(0, [3, "even"]),
        StoredChoice(2, [1, "odd"]),
    )


def test_tables_of_the_fourth_schema_have_no_take_backs(address: str) -> None:
    run_on(address, lambda connection: upgrade(connection, to="0004"))
    row = text(
        "INSERT INTO tables (id, made, game, rules, seats, seed, screens, drawn, is_over)"
        " VALUES ('t1', 5.0, 'bazar', '{}', '[]', '7', 'hidden', '[]', false)"
    )
    run_on(address, lambda connection: connection.execute(row))

    async def load() -> Any:
        store = Store(address)
        await store.open()
        found = await store.find("t1"), await store.count_seeds()
        await store.close()
        return found

    table, counts = asyncio.run(load())
    assert (table.continued_at, table.forked_from, table.is_seed_known) == (None, None, False)
    assert counts.unfinished == 1


def test_a_database_of_a_later_version_is_left_alone(address: str) -> None:
    open_and_close(address)
    later = text("UPDATE alembic_version SET version_num = '9999'")
    run_on(address, lambda connection: connection.execute(later))
    with pytest.raises(HowdahError, match="newer version"):
        open_and_close(address)


def test_processes_that_start_at_once_migrate_once(address: str) -> None:
    async def run() -> None:
        stores = [Store(address) for _ in range(4)]
        await asyncio.gather(*(store.open() for store in stores))
        for store in stores:
            await store.ping()
            await store.close()

    asyncio.run(run())
