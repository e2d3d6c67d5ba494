"""Workers are killed while their agents think: others play on, and no turn is played twice."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

from tests.fast.games import IS_LONG
from tests.faults.audit import audit
from tests.faults.crowd import PAUSE, WITH_AGENTS, Crowd
from tests.faults.houses import PATIENCE, House, closed_at_the_end
from tests.faults.rows import leased

KILLS = 100 if IS_LONG else 4
TABLES = WITH_AGENTS if IS_LONG else WITH_AGENTS[:3]


def test_agents_finish_their_games_in_a_house_that_is_killed(tmp_path: Path) -> None:
    house = House(tmp_path)
    with closed_at_the_end(house):
        told = asyncio.run(finished([house], random.Random(5)))
    print(f"kills: {KILLS}, {told}")


def test_agents_finish_their_games_when_one_of_two_houses_is_killed(
    two_houses: tuple[House, House],
) -> None:
    with closed_at_the_end(*two_houses):
        told = asyncio.run(finished([*two_houses], random.Random(6)))
    print(f"kills: {KILLS}, {told}")


async def finished(houses: list[House], choice: random.Random) -> str:
    """Kill the last house again and again; then all games come to their end, and are audited."""
    async with Crowd(*(house.url for house in houses)) as crowd:
        async with asyncio.TaskGroup() as players:
            for order in TABLES:
                players.create_task(crowd.play(order))
            await kill_at_work(houses, choice)
            crowd.is_late = True
        for house in houses:
            house.kill()
            assert not house.faults(), house.log.read_text()
        await houses[0].open(HOWDAH_WORKERS="0")
        told = await audit(houses[0], crowd)
    assert crowd.counts["games to the end"] == len(crowd.tables), told
    return told


async def kill_at_work(houses: list[House], choice: random.Random) -> None:
    """Kill the last house again and again, each time when an agent thinks there."""
    *others, killed = houses
    known: set[str] = set()
    for house in others:
        await house.open()
        known |= await at_work(house, known)
    for _ in range(KILLS):
        await killed.open()
        known |= await at_work(killed, known)
        await asyncio.sleep(choice.uniform(0, 0.2))
        killed.kill()
    await killed.open()


async def at_work(house: House, known: set[str]) -> set[str]:
    """Wait until a worker has a job whom nobody has seen before."""
    async with asyncio.timeout(PATIENCE):
        while not (found := await leased(house) - known):
            await asyncio.sleep(PAUSE)
    return found
