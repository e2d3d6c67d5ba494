"""Whatever other clients create, the opponents of an honest one answer at once."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, nullcontext, suppress
from typing import Any

import pytest
from httpx2 import AsyncClient
from websockets.asyncio.client import connect

from tests.fast.games import IS_LONG
from tests.faults.server_process import PATIENCE, ServerProcess, killed_at_exit
from tests.server.clients import bearer

HONEST_TURNS = 60 if IS_LONG else 8
LONGEST = 2.0 if IS_LONG else 10.0
"""In so many seconds an opponent answers; in the gate other tests use the same cores."""
USUAL = 0.5 if IS_LONG else 3.0
PAUSE = 0.02
A_WHILE = 2.0
PERSON = {"name": "Mallory"}

Seats = list[dict[str, str]]

LONG_THINKERS: list[Seats] = [
    [PERSON, *[{"agent": agent}] * 4] for agent in ("champion:1s", "uct:1s", "guided:20000")
]
SHORT_THINKERS: list[Seats] = [
    [PERSON, *[{"agent": agent}] * 4] for agent in ("level:5", "champion:0.1s", "level:2")
]
AGENTS_ALONE: list[Seats] = [[{"agent": "champion:1s"}] * 5] * 6

ATTACKS = {
    "long thinkers of one client": (1, [*AGENTS_ALONE, *LONG_THINKERS * 16]),
    "short thinkers of one client": (1, SHORT_THINKERS * 16),
    "many clients": (20, [*LONG_THINKERS, *SHORT_THINKERS, *AGENTS_ALONE]),
}
"""How many clients create which tables, each of them."""
SMALL_ATTACKS = {"some clients": (4, [*LONG_THINKERS * 3, *SHORT_THINKERS, *AGENTS_ALONE])}
CHOSEN = ATTACKS if IS_LONG else SMALL_ATTACKS


class Visitor:
    """A client of a server, at an address of its own."""

    def __init__(self, server: ServerProcess, address: str) -> None:
        self.headers = {"x-forwarded-for": address}
        self._url = server.url
        self._leaving = asyncio.Event()
        self._client = AsyncClient(
            base_url=server.url, trust_env=False, timeout=PATIENCE, headers=self.headers
        )

    def leave(self) -> None:
        """Have all that keeps agents busy end after its current request.

        A request that is cancelled while it connects leaves its connection open.
        """
        self._leaving.set()

    async def close(self) -> None:
        """Close its connections."""
        await self._client.aclose()

    async def create(self, seats: Seats) -> tuple[str, str | None] | None:
        """Create a table of Bombay; return its id and the token of the first seat."""
        answer = await self._client.post("/api/tables", json={"game": "bombay", "seats": seats})
        if answer.status_code == 429:
            return None
        assert answer.status_code == 201, answer.text
        body = answer.json()
        return body["id"], body["seats"][0].get("token")

    async def state(self, table: str) -> Any:
        """The state of a table."""
        return (await self._client.get(f"/api/tables/{table}")).json()

    async def end_turn(self, table: str, token: str, version: int) -> None:
        """Play the shortest turn."""
        body = {"version": version, "actions": ["end"]}
        path = f"/api/tables/{table}/turns"
        answer = await self._client.post(path, json=body, headers=bearer(token))
        assert answer.status_code in (200, 429), answer.text

    async def wait_for_turn(self, table: str) -> Any:
        """Wait until it is the turn of the first seat, or nobody's; return the state then."""
        async with asyncio.timeout(PATIENCE):
            while (seen := await self.state(table)).get("to_play", 1) not in (0, None):
                await asyncio.sleep(PAUSE)
        return seen

    async def keep_busy(self, seats: Seats, *, is_watched: bool) -> None:
        """Create a table, and play there at once whenever the agents have."""
        created = await self.create(seats)
        if created is None or created[1] is None:
            return
        table, token = created
        url = f"{self._url.replace('http', 'ws', 1)}/api/tables/{table}/live"
        async with connect(url, additional_headers=self.headers) if is_watched else nullcontext():
            while not self._leaving.is_set():
                seen = await self.state(table)
                if seen.get("over"):
                    return
                if seen.get("to_play") == 0:
                    await self.end_turn(table, str(token), seen["version"])
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._leaving.wait(), A_WHILE)


@asynccontextmanager
async def busy_agents(
    server: ServerProcess, addresses: Sequence[str], tables: Sequence[Seats]
) -> AsyncIterator[None]:
    """Create tables from several addresses, and keep their agents busy."""
    visitors = [Visitor(server, address) for address in addresses]
    tasks = [
        asyncio.create_task(visitor.keep_busy(seats, is_watched=number % 2 == 0))
        for visitor in visitors
        for number, seats in enumerate(tables)
    ]
    await asyncio.sleep(1)
    try:
        yield
    finally:
        for visitor in visitors:
            visitor.leave()
        await asyncio.gather(*tasks, return_exceptions=True)
        for visitor in visitors:
            await visitor.close()


async def play_honestly(server: ServerProcess, turns: int) -> list[float]:
    """Play against level 2, game after game; return the seconds that each of its turns took."""
    visitor, waits = Visitor(server, "198.51.100.1"), list[float]()
    while len(waits) < turns:
        waits += await play_a_game(visitor, turns - len(waits))
    await visitor.close()
    return waits


async def play_a_game(visitor: Visitor, turns: int) -> list[float]:
    """Play against level 2 for some turns at most; return how long each of its turns took."""
    created = await visitor.create([{"name": "Ada"}, {"agent": "level:2"}])
    assert created is not None
    table, token = created
    seen, waits = await visitor.wait_for_turn(table), list[float]()
    while not seen["over"] and len(waits) < turns:
        begin = time.monotonic()
        await visitor.end_turn(table, str(token), seen["version"])
        seen = await visitor.wait_for_turn(table)
        waits.append(time.monotonic() - begin)
    return waits


@pytest.mark.parametrize("attack", CHOSEN)
def test_an_honest_opponent_answers_whatever_other_clients_created(
    server: ServerProcess, attack: str
) -> None:
    async def run() -> list[float]:
        await server.start_and_wait()
        count, tables = CHOSEN[attack]
        addresses = [f"192.0.2.{number}" for number in range(1, count + 1)]
        async with busy_agents(server, addresses, tables):
            return await play_honestly(server, HONEST_TURNS)

    with killed_at_exit(server):
        waits = sorted(asyncio.run(run()))
        assert not server.logged_errors(), server.log.read_text()
    median = waits[len(waits) // 2]
    print(f"{attack}: median {median:.2f} s, longest {waits[-1]:.2f} s")
    assert median < USUAL
    assert waits[-1] < LONGEST
