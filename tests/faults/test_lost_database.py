"""PostgreSQL goes away and comes back: requests wait or get 503, and nothing is lost."""

from __future__ import annotations

import asyncio
import random
from contextlib import AsyncExitStack
from pathlib import Path

from howdah.server.middleware.rate_limit import TRY_AGAIN_LATER
from tests.fast.games import IS_LONG
from tests.faults.audit import audit
from tests.faults.followers import follow_all
from tests.faults.players import PAUSE, TABLE_BODIES, Players, wait_until
from tests.faults.server_process import PATIENCE, ServerProcess, killed_at_exit
from tests.faults.sockets import SocketListener
from tests.postgres import Postgres

CUTS = 100 if IS_LONG else 4
LONGER_THAN_ANYONE_WAITS = 4.0
LISTENERS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN %'"


def test_nothing_is_lost_or_doubled_when_the_database_goes_away(
    two_servers: tuple[ServerProcess, ServerProcess], postgres: Postgres
) -> None:
    with killed_at_exit(*two_servers):
        summary = asyncio.run(cut_during_play(two_servers, postgres, random.Random(3)))
    print(f"cuts: {CUTS}, {summary}")


async def cut_during_play(
    servers: tuple[ServerProcess, ServerProcess], postgres: Postgres, choice: random.Random
) -> str:
    """Cut connections and stop PostgreSQL, in turns, while people play."""
    await asyncio.gather(*(server.start_and_wait() for server in servers))
    async with Players(*(server.url for server in servers)) as players:
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(follow_all(players, *(server.url for server in servers)))
            for body in TABLE_BODIES:
                tasks.create_task(players.play(body))
            for number in range(CUTS):
                await players.until_more("turns acknowledged", choice.randint(1, 10))
                await players.until_someone_sends()
                await asyncio.sleep(choice.uniform(0, 0.01))
                if number % 2:
                    await asyncio.to_thread(postgres.cut_connections)
                else:
                    await power_cut(postgres, LONGER_THAN_ANYONE_WAITS if number == 50 else 0.0)
            await players.until("games to the end", 1)
            players.is_stopping = True
        for server in servers:
            server.kill()
            assert not server.logged_errors(), server.log.read_text()
        await servers[0].start_and_wait(HOWDAH_WORKERS="0")
        summary = await audit(servers[0], players)
    assert players.counts["unavailable"] >= IS_LONG, summary
    assert players.counts["broken requests"] == 0, summary
    return summary


async def power_cut(postgres: Postgres, seconds: float) -> None:
    """Stop PostgreSQL for a while."""
    await asyncio.to_thread(postgres.stop)
    try:
        await asyncio.sleep(seconds)
    finally:
        await asyncio.to_thread(postgres.start)


def test_changes_arrive_also_when_the_connection_for_notifications_is_cut(
    two_servers: tuple[ServerProcess, ServerProcess], postgres: Postgres
) -> None:
    with killed_at_exit(*two_servers):
        asyncio.run(cut_notifications_during_play(two_servers, postgres))


async def cut_notifications_during_play(
    servers: tuple[ServerProcess, ServerProcess], postgres: Postgres
) -> None:
    """Cut the connections again and again; followers at one server get the turns of the other.

    That the table was loaded by another request meanwhile must not hide the change.
    """
    here, there = servers
    await asyncio.gather(here.start_and_wait(), there.start_and_wait())
    async with Players(here.url) as players, Players(there.url) as others:
        table = await players.create_table(TABLE_BODIES[0])
        async with (
            SocketListener(there.url, f"{table.path}/live") as script,
            SocketListener(there.url, f"/t/{table.id}/live") as page,
        ):
            for version in range(1, 6):
                await cut_notifications(postgres)
                await players.take_a_turn(table, await players.state(table))
                await others.state(table)
                for socket in (script, page):
                    await socket.wait_for(version, within=3.0)
    assert script.versions == page.versions[1:] == [1, 2, 3, 4, 5]
    assert not here.logged_errors() + there.logged_errors()


async def cut_notifications(postgres: Postgres) -> None:
    """Cut the connections for notifications, as soon as there are any."""
    async with asyncio.timeout(PATIENCE):
        while not await asyncio.to_thread(postgres.run, LISTENERS):
            await asyncio.sleep(PAUSE)


def test_requests_while_the_database_is_away_get_503(tmp_path: Path, postgres: Postgres) -> None:
    server = ServerProcess(tmp_path, postgres.new_database())
    with killed_at_exit(server):
        asyncio.run(request_during_outage(server, postgres))


async def request_during_outage(server: ServerProcess, postgres: Postgres) -> None:
    """Send requests of every kind during an outage, and again after it."""
    await server.start_and_wait()
    async with Players(server.url) as players, AsyncExitStack() as stack:
        table = await players.create_table(TABLE_BODIES[0])
        paths = [f"{table.path}/live", f"/t/{table.id}/live"]
        await asyncio.to_thread(postgres.stop)
        try:
            sockets = [
                await stack.enter_async_context(SocketListener(server.url, path)) for path in paths
            ]
            pages = (table.path, f"{table.path}/record", f"/t/{table.id}")
            answers = await asyncio.gather(*(players.request("GET", path) for path in pages))
            assert answers == [None] * 3
            await wait_until(lambda: all(socket.closed for socket in sockets))
        finally:
            await asyncio.to_thread(postgres.start)
        assert players.counts["unavailable"] == 3
        assert [socket.closed for socket in sockets] == [TRY_AGAIN_LATER] * 2
        assert [socket.messages[0]["error"] for socket in sockets] == ["unavailable"] * 2
        await players.take_a_turn(table, await players.state(table))
    assert not server.logged_errors(), server.log.read_text()
