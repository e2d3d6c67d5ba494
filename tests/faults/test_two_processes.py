"""Two processes serve one PostgreSQL: whoever is asked, the answer is the same."""

from __future__ import annotations

import asyncio
import random
import time
from contextlib import AsyncExitStack
from statistics import median
from typing import Any

from httpx2 import Response

from tests.fast.games import IS_LONG
from tests.faults.audit import audit
from tests.faults.crowd import ORDERS, SMALL, Crowd, Seating, Sent, a_turn, game_of
from tests.faults.houses import PATIENCE, House, closed_at_the_end
from tests.faults.sockets import Listener
from tests.server.house import bearer, order

GAMES = 20 if IS_LONG else 1
AT_ONCE = 1.0
"""The seconds within which the other process tells of a turn."""


def test_what_one_process_acknowledges_the_other_knows(two_houses: tuple[House, House]) -> None:
    with closed_at_the_end(*two_houses):
        print(asyncio.run(asked_in_turns(two_houses)))


async def asked_in_turns(houses: tuple[House, House]) -> str:
    """Every request goes to the other process than the one before; the crowd checks versions."""
    await asyncio.gather(*(house.open() for house in houses))
    async with Crowd(*(house.url for house in houses)) as crowd:
        async with asyncio.TaskGroup() as players:
            for body in ORDERS:
                players.create_task(crowd.play(body))
            await crowd.until("games to the end", GAMES)
            crowd.is_leaving = True
        await reopened(houses)
        told = await audit(houses[1], crowd)
    assert crowd.counts["broken requests"] + crowd.counts["unavailable"] == 0, told
    return told


async def reopened(houses: tuple[House, House]) -> None:
    """Close both, and open one in which no agent plays."""
    for house in houses:
        house.stop()
        assert not house.faults(), house.log.read_text()
    await houses[1].open(HOWDAH_WORKERS="0")


def test_of_two_tabs_one_wins_and_everyone_hears_of_it_once(
    two_houses: tuple[House, House],
) -> None:
    with closed_at_the_end(*two_houses):
        asyncio.run(contended(two_houses, random.Random(2)))


async def contended(houses: tuple[House, House], choice: random.Random) -> None:
    """Play games of which every turn is sent to both processes at the same moment."""
    await asyncio.gather(*(house.open() for house in houses))
    async with Crowd(houses[0].url) as here, Crowd(houses[1].url) as there:
        for _ in range(GAMES):
            seating = await here.lay(order("bazar", "Ada", "Bo", rules=SMALL))
            async with AsyncExitStack() as stack:
                sockets = [
                    await stack.enter_async_context(Listener(house.url, path))
                    for house in houses
                    for path in (f"{seating.path}/live", f"/t/{seating.id}/live")
                ]
                delays = await played_twice(seating, [here, there], sockets, choice)
            for socket in sockets:
                told = [version for version in socket.versions if version]
                assert told == [*range(1, seating.newest + 1)], socket.messages
            assert median(delays) < AT_ONCE, delays
        await reopened(houses)
        print(await audit(houses[1], here))


async def played_twice(
    seating: Seating, crowds: list[Crowd], sockets: list[Listener], choice: random.Random
) -> list[float]:
    """Play a game with two tabs; returns how long it took until everyone knew of each turn."""
    delays = []
    while not (seen := await crowds[0].look(seating))["over"]:
        tabs = [Sent(seen["to_play"], seen["version"], a_turn(game_of(seen), choice)) for _ in "ab"]
        answers = await asyncio.gather(
            *(
                crowd.ask("POST", f"{seating.path}/turns", **sending(seating, tab))
                for crowd, tab in zip(crowds, tabs)
            )
        )
        begin = time.monotonic()
        check_who_won(seating, tabs, answers)
        assert (await crowds[1].look(seating))["version"] == seating.newest
        for socket in sockets:
            await socket.hears(seating.newest, within=PATIENCE)
            delays.append(max(0.0, socket.times[seating.newest] - begin))
    return delays


def sending(seating: Seating, sent: Sent) -> dict[str, Any]:
    """How a turn is sent."""
    body = {"version": sent.version, "actions": sent.actions}
    return {"json": body, "headers": bearer(seating.tokens[sent.seat])}


def check_who_won(seating: Seating, tabs: list[Sent], answers: list[Response | None]) -> None:
    """One turn is acknowledged; the other tab is told how far the table is."""
    after = tabs[0].version + 1
    for tab, answer in zip(tabs, answers):
        assert answer is not None
        tab.fate = "acknowledged" if answer.status_code == 200 else "refused"
        assert answer.json()["version"] == after, answer.text
        seating.turns.append(tab)
    assert sorted(answer.status_code for answer in answers if answer) == [200, 409]
    seating.newest = after
