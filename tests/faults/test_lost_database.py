"""PostgreSQL goes away and comes back: people wait or are told so, and nothing is lost."""

from __future__ import annotations

import asyncio
import random
from contextlib import AsyncExitStack
from pathlib import Path

from howdah.server.middleware.limits import TRY_AGAIN_LATER
from tests.fast.games import IS_LONG
from tests.faults.audit import audit
from tests.faults.crowd import ORDERS, PAUSE, Crowd, happens
from tests.faults.following import follow_all
from tests.faults.houses import PATIENCE, House, closed_at_the_end
from tests.faults.sockets import Listener
from tests.postgres import Postgres

CUTS = 100 if IS_LONG else 4
LONGER_THAN_ANYONE_WAITS = 4.0
LISTENERS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN %'"


def test_nothing_is_lost_or_doubled_when_the_database_goes_away(
    two_houses: tuple[House, House], postgres: Postgres
) -> None:
    with closed_at_the_end(*two_houses):
        told = asyncio.run(cut_off_at_play(two_houses, postgres, random.Random(3)))
    print(f"cuts: {CUTS}, {told}")


async def cut_off_at_play(
    houses: tuple[House, House], postgres: Postgres, choice: random.Random
) -> str:
    """Cut connections and stop the server, in turns, while a crowd plays."""
    await asyncio.gather(*(house.open() for house in houses))
    async with Crowd(*(house.url for house in houses)) as crowd:
        async with asyncio.TaskGroup() as players:
            players.create_task(follow_all(crowd, *(house.url for house in houses)))
            for order in ORDERS:
                players.create_task(crowd.play(order))
            for number in range(CUTS):
                await crowd.until_more("turns acknowledged", choice.randint(1, 10))
                await crowd.until_someone_sends()
                await asyncio.sleep(choice.uniform(0, 0.01))
                if number % 2:
                    await asyncio.to_thread(postgres.cut_connections)
                else:
                    await power_cut(postgres, LONGER_THAN_ANYONE_WAITS if number == 50 else 0.0)
            await crowd.until("games to the end", 1)
            crowd.is_leaving = True
        for house in houses:
            house.kill()
            assert not house.faults(), house.log.read_text()
        await houses[0].open(HOWDAH_WORKERS="0")
        told = await audit(houses[0], crowd)
    assert crowd.counts["unavailable"] >= IS_LONG, told
    assert crowd.counts["broken requests"] == 0, told
    return told


async def power_cut(postgres: Postgres, seconds: float) -> None:
    """Stop PostgreSQL for a while."""
    await asyncio.to_thread(postgres.stop)
    try:
        await asyncio.sleep(seconds)
    finally:
        await asyncio.to_thread(postgres.start)


def test_news_arrive_also_when_the_line_for_hints_is_cut(
    two_houses: tuple[House, House], postgres: Postgres
) -> None:
    with closed_at_the_end(*two_houses):
        asyncio.run(cut_off_from_hints(two_houses, postgres))


async def cut_off_from_hints(houses: tuple[House, House], postgres: Postgres) -> None:
    """Cut the lines again and again; whoever follows at one house hears of turns at the other.

    That somebody has looked at the table meanwhile does not make the news old.
    """
    here, there = houses
    await asyncio.gather(here.open(), there.open())
    async with Crowd(here.url) as crowd, Crowd(there.url) as visitors:
        seating = await crowd.lay(ORDERS[0])
        async with (
            Listener(there.url, f"{seating.path}/live") as script,
            Listener(there.url, f"/t/{seating.id}/live") as page,
        ):
            for version in range(1, 6):
                await cut_the_lines(postgres)
                await crowd.take_a_turn(seating, await crowd.look(seating))
                await visitors.look(seating)
                for socket in (script, page):
                    await socket.hears(version, within=3.0)
    assert script.versions == page.versions[1:] == [1, 2, 3, 4, 5]
    assert not here.faults() + there.faults()


async def cut_the_lines(postgres: Postgres) -> None:
    """Cut the lines for hints, as soon as there are any."""
    async with asyncio.timeout(PATIENCE):
        while not await asyncio.to_thread(postgres.run, LISTENERS):
            await asyncio.sleep(PAUSE)


def test_whoever_comes_while_the_database_is_away_is_told_so(
    tmp_path: Path, postgres: Postgres
) -> None:
    house = House(tmp_path, postgres.new_database())
    with closed_at_the_end(house):
        asyncio.run(come_too_early(house, postgres))


async def come_too_early(house: House, postgres: Postgres) -> None:
    """Knock at every door during an outage, and again after it."""
    await house.open()
    async with Crowd(house.url) as crowd, AsyncExitStack() as stack:
        seating = await crowd.lay(ORDERS[0])
        paths = [f"{seating.path}/live", f"/t/{seating.id}/live"]
        await asyncio.to_thread(postgres.stop)
        try:
            sockets = [await stack.enter_async_context(Listener(house.url, path)) for path in paths]
            asked = (seating.path, f"{seating.path}/record", f"/t/{seating.id}")
            answers = await asyncio.gather(*(crowd.ask("GET", path) for path in asked))
            assert answers == [None] * 3
            await happens(lambda: all(socket.closed for socket in sockets))
        finally:
            await asyncio.to_thread(postgres.start)
        assert crowd.counts["unavailable"] == 3
        assert [socket.closed for socket in sockets] == [TRY_AGAIN_LATER] * 2
        assert [socket.messages[0]["error"] for socket in sockets] == ["unavailable"] * 2
        await crowd.take_a_turn(seating, await crowd.look(seating))
    assert not house.faults(), house.log.read_text()
