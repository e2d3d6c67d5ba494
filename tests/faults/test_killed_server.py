"""The server is killed again and again: what it has acknowledged is kept, and nothing else is."""

from __future__ import annotations

import asyncio
import random

from tests.fast.games import IS_LONG
from tests.faults.audit import audit
from tests.faults.crowd import ORDERS, Crowd
from tests.faults.following import follow_all
from tests.faults.houses import House, closed_at_the_end

KILLS = 100 if IS_LONG else 4


def test_nothing_is_lost_or_doubled_when_the_server_is_killed(house: House) -> None:
    with closed_at_the_end(house):
        told = asyncio.run(killed_at_play(house, random.Random(17)))
    print(f"kills: {KILLS}, {told}")


async def killed_at_play(house: House, choice: random.Random) -> str:
    """Kill a house again and again while a crowd plays there."""
    async with Crowd(house.url) as crowd:
        await house.open()
        async with asyncio.TaskGroup() as players:
            players.create_task(follow_all(crowd, house.url))
            for order in ORDERS:
                players.create_task(crowd.play(order))
            for _ in range(KILLS):
                await kill(house, crowd, choice)
            await crowd.until("games to the end", 1)
            crowd.is_leaving = True
        house.kill()
        await house.open(HOWDAH_WORKERS="0")
        return await audit(house, crowd)


async def kill(house: House, crowd: Crowd, choice: random.Random) -> None:
    """Kill a house at any moment: when turns are on their way, between them, or as it opens."""
    moment = choice.choice(["in a burst", "in a burst", "some time", "at the door"])
    if moment == "in a burst":
        await crowd.until_more("turns acknowledged", choice.randint(1, 5))
        await crowd.until_someone_sends()
        await asyncio.sleep(choice.uniform(0, 0.012))
    elif moment == "some time":
        await crowd.until_more("turns acknowledged")
        await asyncio.sleep(choice.uniform(0, 0.6))
    else:
        await asyncio.sleep(choice.uniform(0, 0.2))
    house.kill()
    await asyncio.sleep(choice.uniform(0, 0.1))
    house.begin()
