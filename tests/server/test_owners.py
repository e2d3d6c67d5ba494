"""Owners of tables: whose agents think, for how long, and which tables may have agents alone."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from httpx2 import ASGITransport, AsyncClient, Response
from sqlalchemy import Connection, select

from howdah.server.app import create_app
from howdah.server.middleware.clients import Client
from howdah.server.middleware.rate_limit import AGENT_TABLES, RateLimiter
from howdah.server.tables.service import TableService
from howdah.store import schema
from howdah.store.jobs import Priority
from howdah.store.store import Store, StoredChoice
from howdah.table.create import NewTable, new_seat
from tests.server.clients import (
    HERE,
    AppClient,
    LiveClient,
    error_of,
    run_in_store,
    settings_for,
    table_body,
    wait_until,
)
from tests.server.test_tables import tables_in

ADA, BO = "192.0.2.7", "192.0.2.8"
FIRST = {"starter": "seat 0"}
TWO = table_body("bazar", "Ada", "Bo", rules=FIRST)
AGENTS_ALONE = table_body("bazar", None, None)


def open_app(folder: Path, **settings: Any) -> Iterator[AppClient]:
    """A client of a server without agents."""
    client = AppClient(folder, create_app(settings_for(folder, workers=0, **settings)))
    client.open()
    try:
        yield client
    finally:
        client.close()


@pytest.fixture
def client(tmp_path: Path) -> Iterator[AppClient]:
    """A client of a server with the usual limits."""
    yield from open_app(tmp_path)


def post_from(client: AppClient, address: str, path: str, **options: Any) -> Response:
    """Send a POST request from an address."""

    async def send() -> Response:
        transport = ASGITransport(client.app, client=(address, 50_000))
        async with AsyncClient(transport=transport, base_url="http://testserver") as sender:
            return await sender.post(path, **options)

    return client.run(send())


def create_from(client: AppClient, address: str, body: dict[str, Any]) -> str:
    """Create a table from an address; return its id."""
    answer = post_from(client, address, "/api/tables", json=body)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def tables_of(client: AppClient) -> TableService:
    found: TableService = client.app.state.tables
    return found


def owner_of(client: AppClient, table_id: str) -> str:
    """The owner of a table, as it is stored."""
    table = client.run(tables_of(client).store.find(table_id))
    assert table is not None
    return table.owner


# Owners


def test_a_table_belongs_to_the_address_that_created_it(client: AppClient) -> None:
    first, second, other = [create_from(client, address, TWO) for address in (ADA, ADA, BO)]
    assert owner_of(client, first) == owner_of(client, second) != owner_of(client, other)


def test_a_table_of_the_host_itself_has_no_owner(client: AppClient) -> None:
    assert owner_of(client, create_from(client, "127.0.0.1", TWO)) == ""
    assert owner_of(client, create_from(client, ADA, TWO)) != ""


def test_no_address_is_stored(tmp_path: Path, client: AppClient) -> None:
    owner = owner_of(client, create_from(client, ADA, TWO))
    assert len(owner) == 24
    assert not any(ADA.encode() in file.read_bytes() for file in tmp_path.iterdir())


def test_an_address_is_the_same_owner_at_all_processes(tmp_path: Path) -> None:
    async def owners() -> list[str]:
        found: list[str] = []
        for _ in range(2):
            async with tables_in(tmp_path) as tables, tables_in(tmp_path) as others:
                found += await asyncio.gather(tables.owner_of(ADA), others.owner_of(ADA))
        return found

    assert len(set(asyncio.run(owners()))) == 1


def test_two_databases_know_an_address_by_different_owners(tmp_path: Path) -> None:
    async def owner(folder: Path) -> str:
        async with tables_in(folder) as tables:
            return await tables.owner_of(ADA)

    folders = [tmp_path / name for name in ("one", "two")]
    for folder in folders:
        folder.mkdir()
    assert len({asyncio.run(owner(folder)) for folder in folders}) == 2


def test_pages_and_records_have_owners_too(client: AppClient) -> None:
    played = post_from(client, ADA, "/play", data={"game": "bazar", "players": "1"})
    record = client.get(f"/api/tables/{create_from(client, ADA, TWO)}/record").text
    opened = post_from(client, ADA, "/records", files={"record": ("r.json", record)})
    ids = [
        answer.headers["location"].removeprefix("/t/").partition("?")[0]
        for answer in (played, opened)
    ]
    assert {owner_of(client, table_id) for table_id in ids} == {
        owner_of(client, create_from(client, ADA, TWO))
    }


def test_a_rematch_belongs_to_the_owner_of_the_first_table(tmp_path: Path) -> None:
    async def owner() -> str:
        async with tables_in(tmp_path) as tables:
            new = NewTable("bombay", {}, (new_seat("Ada"), new_seat("Bo")))
            table = await tables.create(new, owner="ada")
            return (await tables.rematch(table.id, new)).stored.owner

    assert asyncio.run(owner()) == "ada"


# Tables with agents alone


def test_a_remote_client_may_create_a_few_tables_with_agents_alone(client: AppClient) -> None:
    few = int(AGENT_TABLES.burst)
    for _ in range(few):
        create_from(client, ADA, AGENTS_ALONE)
    answer = post_from(client, ADA, "/api/tables", json=AGENTS_ALONE)
    error = error_of(answer, 429, "too-many")
    assert 1 / AGENT_TABLES.per_second - 60 < error["retry_after"] <= 1 / AGENT_TABLES.per_second
    assert answer.headers["retry-after"] == str(error["retry_after"])
    create_from(client, ADA, TWO)
    create_from(client, BO, AGENTS_ALONE)


def test_the_form_refuses_too_many_tables_with_agents_alone_too(client: AppClient) -> None:
    form = {"game": "bazar", "players": "2", "who-0": "agent:random", "who-1": "agent:random"}
    codes = [
        post_from(client, ADA, "/new", data=form).status_code
        for _ in range(int(AGENT_TABLES.burst) + 1)
    ]
    assert codes == [303] * int(AGENT_TABLES.burst) + [429]


def test_the_host_itself_may_create_many_tables_with_agents_alone(client: AppClient) -> None:
    for _ in range(3 * int(AGENT_TABLES.burst)):
        create_from(client, "127.0.0.1", AGENTS_ALONE)


def test_a_factor_scales_the_limit_of_tables_with_agents_alone() -> None:
    visitor, few = Client(ADA, is_local=False), int(AGENT_TABLES.burst)
    doubled, off = RateLimiter(2, lambda: 1000.0), RateLimiter(0, lambda: 1000.0)
    waits = [doubled.check_agent_table(visitor) for _ in range(2 * few + 1)]
    assert not any(waits[:-1])
    assert waits[-1] == pytest.approx(0.5 / AGENT_TABLES.per_second)
    assert not any(off.check_agent_table(visitor) for _ in range(100 * few))


# How long agents may think


def with_agent(agent: str) -> dict[str, Any]:
    return {"game": "bombay", "seats": [{"name": "Ada"}, {"agent": agent}]}


@pytest.mark.parametrize(
    ("settings", "address", "agent", "said"),
    [
        ({}, ADA, "champion:1s", None),
        ({}, ADA, "uct:20000", None),
        ({}, ADA, "champion:1.1s", "at most 1 s or 20000 simulations per decision"),
        ({}, ADA, "uct:20001", "at most 1 s or 20000 simulations per decision"),
        ({}, "127.0.0.1", "champion:5s", None),
        ({}, "127.0.0.1", "champion:5.1s", "at most 5 s"),
        ({"agent_seconds": 0.1}, ADA, "champion:0.2s", "at most 0.1 s"),
        ({"agent_seconds": 0.1}, ADA, "level:6", None),
        ({"agent_seconds": 30}, ADA, "champion:30s", None),
        ({"agent_seconds": 30}, "127.0.0.1", "champion:30s", None),
    ],
)
def test_an_agent_may_think_for_as_long_as_the_host_allows(
    tmp_path: Path, settings: dict[str, Any], address: str, agent: str, said: str | None
) -> None:
    for client in open_app(tmp_path, **settings):
        answer = post_from(client, address, "/api/tables", json=with_agent(agent))
        if said is None:
            assert answer.status_code == 201, answer.text
        else:
            assert said in error_of(answer, 422, "invalid-request")["message"]


def test_a_forwarded_request_is_not_one_of_the_host(client: AppClient) -> None:
    answer = post_from(
        client,
        "127.0.0.1",
        "/api/tables",
        json=with_agent("champion:5s"),
        headers={"x-forwarded-for": "127.0.0.1"},
    )
    error_of(answer, 422, "invalid-request")


# Jobs


async def job_of(tables: TableService, table_id: str) -> Any:
    """The row of a table's job; None if it has none."""

    def query(connection: Connection) -> Any:
        where = schema.jobs.c.table_id == table_id
        return connection.execute(select(schema.jobs).where(where)).first()

    return await tables.store._database.read(query)


@pytest.mark.parametrize(
    ("seats", "is_watched", "priority"),
    [
        (("level:2", None), False, Priority.PEOPLE),
        (("level:2", None), True, Priority.WATCHED),
        (("level:2", "champion:1s"), True, Priority.AGENTS),
    ],
)
def test_a_job_has_the_owner_of_its_table_a_class_and_a_cost(
    tmp_path: Path, seats: tuple[str | None, ...], is_watched: bool, priority: Priority
) -> None:
    async def job() -> Any:
        async with tables_in(tmp_path) as tables:
            people = tuple(new_seat("Ada", agent=agent) for agent in seats)
            new = NewTable("bazar", FIRST, people)
            table = await tables.create(new, owner="ada")
            if is_watched:
                with tables.notifier.watching(table.id):
                    await tables.mark_watched(table)
            return await job_of(tables, table.id)

    found = asyncio.run(job())
    assert (found.owner, found.priority) == ("ada", priority)
    assert 0.1 < found.cost < 0.12


def test_the_job_after_a_turn_knows_that_its_table_is_watched(tmp_path: Path) -> None:
    async def jobs() -> list[int]:
        async with tables_in(tmp_path) as tables:
            seats = (new_seat("Ada"), new_seat("Bo", agent="level:2"))
            table = await tables.create(NewTable("bombay", {"set_up": "first-game"}, seats))
            with tables.notifier.watching(table.id), tables.notifier.watching(table.id):
                await tables.commit(table.id, 0, 0, ["end"])
                watched = await job_of(tables, table.id)
            assert not tables.notifier.is_watched(table.id)
            return [watched.priority]

    assert asyncio.run(jobs()) == [Priority.WATCHED]


def test_a_process_that_did_not_create_the_job_marks_it_too(tmp_path: Path) -> None:
    async def jobs() -> list[int]:
        async with tables_in(tmp_path) as one, tables_in(tmp_path) as other:
            seats = (new_seat("Ada"), new_seat("Bo", agent="level:2"))
            table = await one.create(NewTable("bombay", {"set_up": "first-game"}, seats))
            with other.notifier.watching(table.id):
                event = other.notifier.next_change(table.id)
                await one.commit(table.id, 0, 0, ["end"])
                before = await job_of(one, table.id)
                await other.refresh_if_watched(table.id)
                assert event.is_set()
                return [before.priority, (await job_of(one, table.id)).priority]

    assert asyncio.run(jobs()) == [Priority.PEOPLE, Priority.WATCHED]


@pytest.mark.parametrize(
    ("agents", "cost"),
    [((None, None), None), ((None, "champion:1s"), None), (("champion:1s", None), 1.1)],
)
def test_the_job_after_the_seed_is_made_is_for_the_agent_that_begins(
    tmp_path: Path, agents: tuple[str | None, ...], cost: float | None
) -> None:
    async def jobs() -> list[Any]:
        async with tables_in(tmp_path) as tables:
            seats = tuple(new_seat("Ada", agent=agent) for agent in agents)
            new = NewTable("bombay", {"set_up": "first-game"}, seats, shares_seed=True)
            table = await tables.create(new, owner="ada")
            people = [seat for seat, agent in enumerate(agents) if agent is None]
            before = await job_of(tables, table.id)
            number = "5" * 64
            await tables.promise_number(table.id, people, sha256(number.encode()).hexdigest())
            table = await tables.open_number(table.id, people, number)
            assert table.game is not None
            return [before, await job_of(tables, table.id)]

    before, after = asyncio.run(jobs())
    assert before is None
    assert (None if after is None else after.cost) == cost
    assert after is None or (after.owner, after.priority) == ("ada", Priority.PEOPLE)


def test_a_seat_that_moves_keeps_the_job_for_a_full_round(tmp_path: Path) -> None:
    """The process that stored the last choice was killed: the job is to commit the round."""

    async def jobs() -> list[Any]:
        async with tables_in(tmp_path) as tables:
            seats = (new_seat("Ada"), new_seat("Bo"))
            table = await tables.create(NewTable("bazar", {"starter": "medals"}, seats))
            for seat in (0, 1):
                await tables.store.add_choice(table.id, 0, StoredChoice(seat, [1, "odd"]))
            assert (await tables.get(table.id)).has_full_round
            await tables.add_link(table.id, 0, "link", [table.seats[0].token_hash or ""])
            return [await job_of(tables, table.id)]

    assert asyncio.run(jobs()) != [None]


def test_an_open_page_marks_a_job_that_waits(tmp_path: Path) -> None:
    app: FastAPI = create_app(settings_for(tmp_path, workers=0, limits=0))
    with LiveClient(app, client=HERE) as client:
        table_id = client.post(
            "/api/tables", json=table_body("bazar", None, "Bo", rules=FIRST)
        ).json()["id"]
        for path in (f"/t/{table_id}/live", f"/api/tables/{table_id}/live"):
            with client.websocket_connect(path):
                wait_until(client, lambda: app.state.tables.notifier.is_watched(table_id))
        wait_until(client, lambda: not app.state.tables.notifier.is_watched(table_id))

    async def priority(store: Store) -> int:
        job = await store.jobs.lease("worker")
        assert job is not None
        return job.priority

    assert run_in_store(tmp_path, priority) == Priority.WATCHED
