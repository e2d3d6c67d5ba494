"""The server is killed again and again: what it has acknowledged is stored, and nothing else."""

from __future__ import annotations

import asyncio
import random

from tests.fast.games import IS_LONG
from tests.faults.audit import audit
from tests.faults.followers import follow_all
from tests.faults.players import TABLE_BODIES, Players
from tests.faults.server_process import ServerProcess, killed_at_exit

KILLS = 100 if IS_LONG else 4


def test_nothing_is_lost_or_doubled_when_the_server_is_killed(server: ServerProcess) -> None:
    with killed_at_exit(server):
        summary = asyncio.run(kill_during_play(server, random.Random(17)))
    print(f"kills: {KILLS}, {summary}")


async def kill_during_play(server: ServerProcess, choice: random.Random) -> str:
    """Kill a server again and again while people play there."""
    async with Players(server.url) as players:
        await server.start_and_wait()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(follow_all(players, server.url))
            for body in TABLE_BODIES:
                tasks.create_task(players.play(body))
            for _ in range(KILLS):
                await kill(server, players, choice)
            await players.until("games to the end", 1)
            players.is_stopping = True
        server.kill()
        await server.start_and_wait(HOWDAH_WORKERS="0")
        return await audit(server, players)


async def kill(server: ServerProcess, players: Players, choice: random.Random) -> None:
    """Kill a server at any moment: when turns are on their way, between them, or as it starts."""
    moment = choice.choice(["in a burst", "in a burst", "some time", "at the start"])
    if moment == "in a burst":
        await players.until_more("turns acknowledged", choice.randint(1, 5))
        await players.until_someone_sends()
        await asyncio.sleep(choice.uniform(0, 0.012))
    elif moment == "some time":
        await players.until_more("turns acknowledged")
        await asyncio.sleep(choice.uniform(0, 0.6))
    else:
        await asyncio.sleep(choice.uniform(0, 0.2))
    server.kill()
    await asyncio.sleep(choice.uniform(0, 0.1))
    server.start()
