"""Two processes serve one PostgreSQL: the answers of both are the same."""

from __future__ import annotations

import asyncio
import random
import re
import time
from contextlib import AsyncExitStack
from statistics import median
from typing import Any

from httpx2 import AsyncClient, Response

from tests.fast.games import IS_LONG
from tests.faults.audit import audit
from tests.faults.players import (
    PAUSE,
    SMALL,
    TABLE_BODIES,
    PlayedTable,
    Players,
    SentTurn,
    game_of,
    random_turn,
)
from tests.faults.server_process import PATIENCE, ServerProcess, killed_at_exit
from tests.faults.sockets import SocketListener
from tests.server.clients import bearer, table_body

GAMES = 20 if IS_LONG else 1
AT_ONCE = 1.0
"""The seconds within which the other process tells of a turn."""


def test_what_one_process_acknowledges_the_other_knows(
    two_servers: tuple[ServerProcess, ServerProcess],
) -> None:
    with killed_at_exit(*two_servers):
        print(asyncio.run(play_at_both_in_turn(two_servers)))


async def play_at_both_in_turn(servers: tuple[ServerProcess, ServerProcess]) -> str:
    """Every request goes to the other process than the one before; the players check versions."""
    await asyncio.gather(*(server.start_and_wait() for server in servers))
    async with Players(*(server.url for server in servers)) as players:
        async with asyncio.TaskGroup() as tasks:
            for body in TABLE_BODIES:
                tasks.create_task(players.play(body))
            await players.until("games to the end", GAMES)
            players.is_stopping = True
        await restart_without_workers(servers)
        summary = await audit(servers[1], players)
    assert players.counts["broken requests"] + players.counts["unavailable"] == 0, summary
    return summary


async def restart_without_workers(servers: tuple[ServerProcess, ServerProcess]) -> None:
    """Close both, and open one in which no agent plays."""
    for server in servers:
        server.stop()
        assert not server.logged_errors(), server.log.read_text()
    await servers[1].start_and_wait(HOWDAH_WORKERS="0")


def test_of_two_tabs_one_wins_and_every_follower_gets_it_once(
    two_servers: tuple[ServerProcess, ServerProcess],
) -> None:
    with killed_at_exit(*two_servers):
        asyncio.run(play_from_two_tabs(two_servers, random.Random(2)))


async def play_from_two_tabs(
    servers: tuple[ServerProcess, ServerProcess], choice: random.Random
) -> None:
    """Play games of which every turn is sent to both processes at the same moment."""
    await asyncio.gather(*(server.start_and_wait() for server in servers))
    async with Players(servers[0].url) as here, Players(servers[1].url) as there:
        for _ in range(GAMES):
            table = await here.create_table(table_body("bazar", "Ada", "Bo", rules=SMALL))
            async with AsyncExitStack() as stack:
                sockets = [
                    await stack.enter_async_context(SocketListener(server.url, path))
                    for server in servers
                    for path in (f"{table.path}/live", f"/t/{table.id}/live")
                ]
                delays = await send_every_turn_twice(table, [here, there], sockets, choice)
            for socket in sockets:
                summary = [version for version in socket.versions if version]
                assert summary == [*range(1, table.newest + 1)], socket.messages
            assert median(delays) < AT_ONCE, delays
        await restart_without_workers(servers)
        print(await audit(servers[1], here))


async def send_every_turn_twice(
    table: PlayedTable,
    tabs_players: list[Players],
    sockets: list[SocketListener],
    choice: random.Random,
) -> list[float]:
    """Play a game with two tabs; returns how long it took until everyone knew of each turn."""
    delays = []
    while not (seen := await tabs_players[0].state(table))["over"]:
        tabs = [
            SentTurn(seen["to_play"], seen["version"], random_turn(game_of(seen), choice))
            for _ in "ab"
        ]
        answers = await asyncio.gather(
            *(
                players.request("POST", f"{table.path}/turns", **sending(table, tab))
                for players, tab in zip(tabs_players, tabs)
            )
        )
        begin = time.monotonic()
        check_who_won(table, tabs, answers)
        assert (await tabs_players[1].state(table))["version"] == table.newest
        for socket in sockets:
            await socket.wait_for(table.newest, within=PATIENCE)
            delays.append(max(0.0, socket.times[table.newest] - begin))
    return delays


def sending(table: PlayedTable, sent: SentTurn) -> dict[str, Any]:
    """How a turn is sent."""
    body = {"version": sent.version, "actions": sent.actions}
    return {"json": body, "headers": bearer(table.tokens[sent.seat])}


def check_who_won(table: PlayedTable, tabs: list[SentTurn], answers: list[Response | None]) -> None:
    """One turn is acknowledged; the other tab gets the version of the table."""
    after = tabs[0].version + 1
    for tab, answer in zip(tabs, answers):
        assert answer is not None
        tab.outcome = "acknowledged" if answer.status_code == 200 else "refused"
        assert answer.json()["version"] == after, answer.text
        table.turns.append(tab)
    assert sorted(answer.status_code for answer in answers if answer) == [200, 409]
    table.newest = after


# Who is here


def test_each_process_knows_who_has_a_page_open_at_the_other(
    two_servers: tuple[ServerProcess, ServerProcess],
) -> None:
    with killed_at_exit(*two_servers):
        asyncio.run(come_and_go(two_servers))


async def come_and_go(servers: tuple[ServerProcess, ServerProcess]) -> None:
    """A friend comes to the other process than the host and a spectator, and goes again."""
    await asyncio.gather(*(server.start_and_wait() for server in servers))
    path, host, friend = await invite_a_friend(servers[0].url)
    live = f"{path}/live"
    async with SocketListener(servers[0].url, live, host) as ada:
        await states_become(ada, "here", "away")
        async with SocketListener(servers[1].url, live) as watcher:
            await states_become(watcher, "here", "away")
            async with SocketListener(servers[1].url, live, friend) as bo:
                for page in (ada, bo, watcher):
                    await states_become(page, "here", "here")
            for page in (ada, watcher):
                await states_become(page, "here", "away")


async def invite_a_friend(url: str) -> tuple[str, str, str]:
    """The path of a table, and the cookies of its host and of a friend who has taken a seat."""
    form = {"game": "bombay", "players": "2", "who-1": "link"}
    async with AsyncClient(base_url=url) as host, AsyncClient(base_url=url) as friend:
        path = (await host.post("/new", data=form)).headers["location"]
        (link,) = re.findall(r'data-link="([^"]*)"', (await host.get(f"{path}/invitations")).text)
        await friend.post(link)
        return path, cookies_of(host), cookies_of(friend)


def cookies_of(client: AsyncClient) -> str:
    """The cookies of a browser, as a header has them."""
    return "; ".join(f"{cookie.name}={cookie.value}" for cookie in client.cookies.jar)


async def states_become(page: SocketListener, *states: str) -> None:
    """Wait until a page was told who is here."""
    async with asyncio.timeout(PATIENCE):
        while page.seat_states != [*states]:
            await asyncio.sleep(PAUSE)
