"""A house that is asked to close does so at once, and leaves nothing undone."""

from __future__ import annotations

import asyncio
import signal
import time
from contextlib import AsyncExitStack

from tests.fast.games import IS_LONG
from tests.faults.audit import audit
from tests.faults.crowd import ORDERS, PAUSE, Crowd, happens
from tests.faults.houses import PATIENCE, House, closed_at_the_end
from tests.faults.rows import leased
from tests.faults.sockets import Listener

CLOSED = (0, -signal.SIGTERM)
"""How a process may end that was asked to: by itself, or by passing the signal on."""
AT_ONCE = 2.0
LONGER_THAN_ANYONE_WAITS = 1000.0
GOING_AWAY = 1012
THINKERS = {"game": "bombay", "seats": [{"agent": "level:6"}, {"agent": "level:6"}]}
"""Opponents that take their time."""


def test_a_house_closes_at_once_and_loses_nothing(house: House) -> None:
    with closed_at_the_end(house):
        print(asyncio.run(closed_at_play(house)))


async def closed_at_play(house: House) -> str:
    """Close a house while sockets are open, agents think and turns come."""
    await house.open()
    async with Crowd(house.url) as crowd, AsyncExitStack() as stack:
        thinkers = [await crowd.lay(THINKERS) for _ in range(2)]
        paths = [
            path for table in thinkers for path in (f"{table.path}/live", f"/t/{table.id}/live")
        ]
        sockets = [await stack.enter_async_context(Listener(house.url, path)) for path in paths * 5]
        async with asyncio.TaskGroup() as players:
            for body in ORDERS:
                players.create_task(crowd.play(body))
            await crowd.until("turns acknowledged", 5)
            await someone_at_work(house)
            await crowd.until_someone_sends()
            code, seconds = await asyncio.to_thread(house.stop)
            assert await leased(house) == set()
            crowd.is_leaving = True
            await house.open(HOWDAH_WORKERS="0")
        await happens(lambda: all(socket.closed for socket in sockets))
        told = await audit(house, crowd)
    assert code in CLOSED
    assert seconds < AT_ONCE, house.log.read_text()
    assert {socket.closed for socket in sockets} == {GOING_AWAY}
    return f"seconds: {seconds:.2f}, {told}"


def test_another_house_goes_on_at_once(two_houses: tuple[House, House]) -> None:
    with closed_at_the_end(*two_houses):
        asyncio.run(handed_over(two_houses))


async def handed_over(houses: tuple[House, House]) -> None:
    """Close a house whose agents think, time after time; the other has their jobs at once."""
    here, there = houses
    here.lease = there.lease = LONGER_THAN_ANYONE_WAITS
    async with Crowd(here.url, there.url) as crowd:
        await here.open()
        await crowd.lay(THINKERS)
        for _ in range(2 if IS_LONG else 1):
            (worker,) = await someone_at_work(here)
            await there.open()
            await asyncio.to_thread(here.stop)
            begin = time.monotonic()
            assert await someone_at_work(there) != {worker}
            assert time.monotonic() - begin < AT_ONCE
            here, there = there, here
        here.kill()
        await here.open(HOWDAH_WORKERS="0")
        await audit(here, crowd)


async def someone_at_work(house: House) -> set[str]:
    """Wait until a worker has a job."""
    async with asyncio.timeout(PATIENCE):
        while not (found := await leased(house)):
            await asyncio.sleep(PAUSE)
    return found
