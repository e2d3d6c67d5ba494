"""The crowd: pages come to tables, turns are played at a steady rate, and all is compared."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from itertools import count, cycle
from random import Random
from time import perf_counter
from typing import Any, Final, TypeVar

from httpx2 import HTTPError

from tools.load.page import Delivery, Follower, Script
from tools.load.servers import Server, machine_time
from tools.load.table import SEATS, Refused, Table, laid, new_client, play, record_of

T = TypeVar("T")

AT_ONCE: Final = 16
"""How many things are done at once while nothing is measured."""
TABLES_A_SCRIPT: Final = 10
WARM_UP: Final = 2.0
"""The seconds of turns before those that are measured."""
PATIENCE: Final = 30.0
"""The seconds within which the last turns must have arrived everywhere."""


GLIDE: Final = 0.38
"""As a page does unless told otherwise (`preferences.js`)."""


@dataclass(frozen=True)
class Plan:
    """How much load, and for how long."""

    pages: int
    turns: float
    """Turns a second."""
    seconds: float
    ahead: int
    """How many turns are played at a table, on average, before anyone looks."""
    glide: float = GLIDE
    """The seconds that the pieces of an action take on a page before it asks on."""
    seed: int = 0


@dataclass
class Findings:
    """What was seen."""

    deliveries: list[Delivery] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    """How many seconds after its time each turn was sent: the load itself must keep up."""
    errors: list[str] = field(default_factory=list)
    sockets: int = 0
    turns: int = 0
    """The turns that were answered within the measured seconds."""
    seconds: float = 0.0
    finished: int = 0
    """The games that ended."""
    compared: int = 0
    """The tables whose pages, scripts and records were compared at the end."""
    memory: list[tuple[int, int]] = field(default_factory=list)
    """The bytes of each server that can be measured, before the pages came and after."""
    server_time: list[float] = field(default_factory=list)
    own_time: float = 0.0
    machine_time: float | None = None
    """The seconds that all cores worked; what is neither ours nor the servers' is others'."""


class Crowd:
    """Everyone at the tables of some servers."""

    def __init__(self, servers: list[Server], plan: Plan, tell: Callable[[str], None]) -> None:
        self.found = Findings()
        self._servers, self._plan, self._tell = servers, plan, tell
        self._urls = [server.url for server in servers]
        self._choice = Random(plan.seed)
        self._client = new_client()
        self._numbers = count()
        self._tables: list[Table] = []
        self._played: dict[Table, None] = {}
        self._under_way: set[asyncio.Task[None]] = set()

    async def run(self) -> Findings:
        """All of it, from the first table to the last comparison."""
        async with self._client:
            try:
                await self._lay()
                await self._come()
                await self._play()
                await self._compare()
            finally:
                await self._leave()
        return self.found

    def _complain(self, text: str) -> None:
        self.found.errors.append(text)

    # Before

    async def _lay(self) -> None:
        await self._all("tables laid", range(self._plan.pages // SEATS), self._lay_one)

    async def _laid(self) -> Table:
        number, glide = next(self._numbers), self._plan.glide
        return await laid(self._client, self._urls, number, self._complain, glide)

    async def _lay_one(self, _number: int) -> None:
        table = await laid(
            self._client, self._urls, next(self._numbers), self._complain, self._plan.glide
        )
        for _ in range(self._choice.randint(0, 2 * self._plan.ahead)):
            if not table.game.is_over:
                await play(self._client, table, self._choice)
        if not table.game.is_over:
            self._tables.append(table)
        else:
            await self._lay_one(_number)

    async def _come(self) -> None:
        """Pages come; how much memory they take is what the servers hold more than before."""
        for number, table in enumerate(self._tables):
            if number % TABLES_A_SCRIPT == 0:
                url = self._urls[number // TABLES_A_SCRIPT % len(self._urls)]
                table.scripts.append(Script(url, table.id, table.version, self._complain))
        everyone = [one for table in self._tables for one in _followers(table)]
        before = [server.memory for server in self._servers]
        await self._all("pages at the tables", everyone, lambda follower: follower.come())
        self.found.sockets = len(everyone)
        pairs = zip(before, [server.memory for server in self._servers])
        self.found.memory = [(old, new) for old, new in pairs if old and new]

    # The load

    async def _play(self) -> None:
        """Turns at a steady rate, whether or not the server keeps up; then let them arrive."""
        tables = cycle(self._choice.sample(range(len(self._tables)), len(self._tables)))
        await self._steadily(WARM_UP, tables, Findings(errors=self.found.errors))
        times, own = [server.time for server in self._servers], time.process_time()
        whole = machine_time()
        began = perf_counter()
        await self._steadily(self._plan.seconds, tables, self.found)
        self.found.seconds = perf_counter() - began
        self.found.own_time = time.process_time() - own
        self.found.turns = len(self.found.deliveries)
        if whole is not None:
            self.found.machine_time = (machine_time() or whole) - whole
        pairs = zip(times, [server.time for server in self._servers])
        self.found.server_time = [new - old for old, new in pairs if old and new]
        self._tell("the last turns arrive")
        await self._settle()

    async def _steadily(self, seconds: float, tables: Iterable[int], found: Findings) -> None:
        began = perf_counter()
        for number in range(round(seconds * self._plan.turns)):
            due = began + number / self._plan.turns
            await asyncio.sleep(max(0.0, due - perf_counter()))
            found.late.append(perf_counter() - due)
            if number % max(1, round(self._plan.turns)) == 0:
                self._tell(f"{number} turns sent, {len(found.errors)} errors")
            self._start_turn(tables, found)
        await asyncio.sleep(max(0.0, began + seconds - perf_counter()))

    def _start_turn(self, tables: Iterable[int], found: Findings) -> None:
        """Let a turn be played at the next table where none is under way."""
        for _, place in zip(self._tables, tables):
            if not self._tables[place].is_busy:
                task = asyncio.create_task(self._turn(place, found))
                self._under_way.add(task)
                task.add_done_callback(self._under_way.discard)
                return
        self._complain("a turn is under way at every table")

    async def _turn(self, place: int, found: Findings) -> None:
        table = self._tables[place]
        table.is_busy = True
        self._played[table] = None
        try:
            found.deliveries.append(await play(self._client, table, self._choice))
            table.is_busy = False
            if table.game.is_over:
                table.is_busy = True
                await self._replace(place, table, found)
        except (Refused, HTTPError) as error:
            self._complain(f"{error!r}")

    async def _replace(self, place: int, table: Table, found: Findings) -> None:
        """When a game is over, those who played it sit down at a new table."""
        found.finished += 1
        await self._until(lambda: _is_settled(table))
        new = await laid(
            self._client, self._urls, next(self._numbers), self._complain, self._plan.glide
        )
        await asyncio.gather(*(follower.leave() for follower in _followers(table)))
        await asyncio.gather(*(page.come() for page in new.pages))
        self._tables[place] = new

    # After

    async def _settle(self) -> None:
        await self._until(lambda: not self._under_way)
        await self._until(lambda: all(map(_is_settled, self._played)))
        for table in self._played:
            for follower in _followers(table):
                if follower.version != table.version:
                    self._complain(f"{table.id}: {follower.version} is shown of {table.version}")

    async def _compare(self) -> None:
        await self._all("records compared", list(self._played), self._compare_one)

    async def _compare_one(self, table: Table) -> None:
        """Every server has the record that was played."""
        for url in self._urls:
            if await record_of(self._client, url, table.id) != table.game.record():
                self._complain(f"{url} has another record of {table.id}")
        self.found.compared += 1

    async def _leave(self) -> None:
        everyone = [one for table in self._tables for one in _followers(table)]
        await asyncio.gather(*(follower.leave() for follower in everyone), return_exceptions=True)

    # All the time

    async def _until(self, happened: Callable[[], bool]) -> None:
        """Wait until something has happened, but not for ever."""
        deadline = perf_counter() + PATIENCE
        while not happened() and perf_counter() < deadline:
            await asyncio.sleep(0.05)

    async def _all(self, told: str, things: Iterable[T], do: Callable[[T], Awaitable[Any]]) -> None:
        """Do something with all things, a few at once."""
        todo, done = list(things), count(1)
        waiting = iter(todo)

        async def work() -> None:
            for thing in waiting:
                await do(thing)
                self._tell(f"{next(done)}/{len(todo)} {told}")

        async with asyncio.TaskGroup() as group:
            for _ in range(AT_ONCE):
                group.create_task(work())


def _followers(table: Table) -> list[Follower]:
    return [*table.pages, *table.scripts]


def _is_settled(table: Table) -> bool:
    return all(follower.version >= table.version for follower in _followers(table))
