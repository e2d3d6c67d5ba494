"""A server that is asked to stop does so at once, and loses nothing."""

from __future__ import annotations

import asyncio
import signal
import time
from contextlib import AsyncExitStack

from tests.fast.games import IS_LONG
from tests.faults.audit import audit
from tests.faults.players import PAUSE, TABLE_BODIES, Players, wait_until
from tests.faults.rows import leased
from tests.faults.server_process import PATIENCE, ServerProcess, killed_at_exit
from tests.faults.sockets import SocketListener

CLOSED = (0, -signal.SIGTERM)
"""How a process may end that was asked to: by itself, or by passing the signal on."""
AT_ONCE = 2.0
LONGER_THAN_ANYONE_WAITS = 1000.0
GOING_AWAY = 1012
THINKERS = {"game": "bombay", "seats": [{"agent": "level:6"}, {"agent": "level:6"}]}
"""Opponents that take their time."""


def test_a_server_stops_at_once_and_loses_nothing(server: ServerProcess) -> None:
    with killed_at_exit(server):
        print(asyncio.run(stop_during_play(server)))


async def stop_during_play(server: ServerProcess) -> str:
    """Stop a server while sockets are open, agents think and turns come."""
    await server.start_and_wait()
    async with Players(server.url) as players, AsyncExitStack() as stack:
        thinkers = [await players.create_table(THINKERS) for _ in range(2)]
        paths = [
            path for table in thinkers for path in (f"{table.path}/live", f"/t/{table.id}/live")
        ]
        sockets = [
            await stack.enter_async_context(SocketListener(server.url, path)) for path in paths * 5
        ]
        async with asyncio.TaskGroup() as tasks:
            for body in TABLE_BODIES:
                tasks.create_task(players.play(body))
            await players.until("turns acknowledged", 5)
            await wait_for_lease(server)
            await players.until_someone_sends()
            code, seconds = await asyncio.to_thread(server.stop)
            assert await leased(server) == set()
            players.is_stopping = True
            await server.start_and_wait(HOWDAH_WORKERS="0")
        await wait_until(lambda: all(socket.closed for socket in sockets))
        summary = await audit(server, players)
    assert code in CLOSED
    assert seconds < AT_ONCE, server.log.read_text()
    assert {socket.closed for socket in sockets} == {GOING_AWAY}
    return f"seconds: {seconds:.2f}, {summary}"


def test_another_server_goes_on_at_once(two_servers: tuple[ServerProcess, ServerProcess]) -> None:
    with killed_at_exit(*two_servers):
        asyncio.run(hand_over(two_servers))


async def hand_over(servers: tuple[ServerProcess, ServerProcess]) -> None:
    """Stop a server whose agents think, time after time; the other leases their jobs at once."""
    here, there = servers
    here.lease_seconds = there.lease_seconds = LONGER_THAN_ANYONE_WAITS
    async with Players(here.url, there.url) as players:
        await here.start_and_wait()
        await players.create_table(THINKERS)
        for _ in range(2 if IS_LONG else 1):
            (worker,) = await wait_for_lease(here)
            await there.start_and_wait()
            await asyncio.to_thread(here.stop)
            begin = time.monotonic()
            assert await wait_for_lease(there) != {worker}
            assert time.monotonic() - begin < AT_ONCE
            here, there = there, here
        here.kill()
        await here.start_and_wait(HOWDAH_WORKERS="0")
        await audit(here, players)


async def wait_for_lease(server: ServerProcess) -> set[str]:
    """Wait until a worker has a job."""
    async with asyncio.timeout(PATIENCE):
        while not (found := await leased(server)):
            await asyncio.sleep(PAUSE)
    return found
