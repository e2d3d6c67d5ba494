"""Workers are killed while their agents think: others play on, and no turn is played twice."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

from tests.fast.games import IS_LONG
from tests.faults.audit import audit
from tests.faults.players import BODIES_WITH_AGENTS, PAUSE, Players
from tests.faults.rows import leased
from tests.faults.server_process import PATIENCE, ServerProcess, killed_at_exit

KILLS = 100 if IS_LONG else 4
TABLES = BODIES_WITH_AGENTS if IS_LONG else BODIES_WITH_AGENTS[:3]


def test_agents_finish_their_games_at_a_server_that_is_killed(tmp_path: Path) -> None:
    server = ServerProcess(tmp_path)
    with killed_at_exit(server):
        summary = asyncio.run(finish_games([server], random.Random(5)))
    print(f"kills: {KILLS}, {summary}")


def test_agents_finish_their_games_when_one_of_two_servers_is_killed(
    two_servers: tuple[ServerProcess, ServerProcess],
) -> None:
    with killed_at_exit(*two_servers):
        summary = asyncio.run(finish_games([*two_servers], random.Random(6)))
    print(f"kills: {KILLS}, {summary}")


async def finish_games(servers: list[ServerProcess], choice: random.Random) -> str:
    """Kill the last server again and again; then all games come to their end, and are audited."""
    async with Players(*(server.url for server in servers)) as players:
        async with asyncio.TaskGroup() as tasks:
            for body in TABLES:
                tasks.create_task(players.play(body))
            await kill_at_work(servers, choice)
            players.is_last_game = True
        for server in servers:
            server.kill()
            assert not server.logged_errors(), server.log.read_text()
        await servers[0].start_and_wait(HOWDAH_WORKERS="0")
        summary = await audit(servers[0], players)
    assert players.counts["games to the end"] == len(players.tables), summary
    return summary


async def kill_at_work(servers: list[ServerProcess], choice: random.Random) -> None:
    """Kill the last server again and again, each time when an agent thinks there."""
    *others, killed = servers
    known: set[str] = set()
    for server in others:
        await server.start_and_wait()
        known |= await wait_for_lease(server, known)
    for _ in range(KILLS):
        await killed.start_and_wait()
        known |= await wait_for_lease(killed, known)
        await asyncio.sleep(choice.uniform(0, 0.2))
        killed.kill()
    await killed.start_and_wait()


async def wait_for_lease(server: ServerProcess, known: set[str]) -> set[str]:
    """Wait until a worker that is not known yet has a job."""
    async with asyncio.timeout(PATIENCE):
        while not (found := await leased(server) - known):
            await asyncio.sleep(PAUSE)
    return found
