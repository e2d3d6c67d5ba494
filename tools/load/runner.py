"""The load test: open pages, play turns at a steady rate, compare the records."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field, replace
from itertools import count, cycle
from random import Random
from time import perf_counter
from typing import Any, Final, TypeVar

from httpx2 import HTTPError

from tools.load.page import Delivery, Follower, Script
from tools.load.servers import Server, machine_time
from tools.load.table import SEATS, RequestFailed, Table, create_table, new_client, play, record_of

T = TypeVar("T")

CONCURRENCY: Final = 16
"""How many requests run at once while nothing is measured."""
TABLES_PER_SCRIPT: Final = 10
WARM_UP_SECONDS: Final = 2.0
"""The seconds of turns before those that are measured."""
ARRIVAL_TIMEOUT: Final = 30.0
"""The seconds within which the last turns must have arrived everywhere."""
GLIDE: Final = 0.38
"""The default of a page (`preferences.js`)."""


@dataclass(frozen=True)
class Plan:
    """How much load, and for how long."""

    pages: int
    turns: float
    """Turns a second."""
    seconds: float
    ahead: int
    """How many turns are played at a table, on average, before its pages are opened."""
    glide: float = GLIDE
    """The seconds that the pieces of an action take on a page before it asks on."""
    seed: int = 0
    by_table: bool = False
    """Whether all pages of a table are at one server, as behind a proxy that hashes the path."""


@dataclass
class Results:
    """What was measured."""

    deliveries: list[Delivery] = field(default_factory=list)
    late: list[float] = field(default_factory=list)
    """How many seconds after its time each turn was sent: the load test itself must keep up."""
    errors: list[str] = field(default_factory=list)
    sockets: int = 0
    turns: int = 0
    """The turns that were answered within the measured seconds."""
    seconds: float = 0.0
    finished: int = 0
    """The games that ended."""
    compared: int = 0
    """The tables whose pages, scripts and records were compared at the end."""
    asked: int = 0
    """How often a loaded page had to ask for a frame: a turn should bring all that it shows."""
    memory: list[tuple[int, int]] = field(default_factory=list)
    """The bytes of each server that can be measured, before the pages came and after."""
    server_time: list[float] = field(default_factory=list)
    own_time: float = 0.0
    machine_time: float | None = None
    """The CPU time of all cores; what is neither ours nor the servers' is other processes'."""


class LoadTest:
    """A load test of some servers."""

    def __init__(self, servers: list[Server], plan: Plan, progress: Callable[[str], None]) -> None:
        self.results = Results()
        self._servers, self._plan, self._progress = servers, plan, progress
        self._urls = [server.url for server in servers]
        self._choice = Random(plan.seed)
        self._client = new_client()
        self._numbers = count()
        self._tables: list[Table] = []
        self._played: dict[Table, None] = {}
        self._running: set[asyncio.Task[None]] = set()

    async def run(self) -> Results:
        """Run the whole test, from the first table to the last comparison."""
        async with self._client:
            try:
                await self._create_tables()
                await self._open_pages()
                await self._play()
                await self._compare()
            finally:
                await self._close_pages()
        return self.results

    def _report_error(self, text: str) -> None:
        self.results.errors.append(text)

    # Before

    async def _create_tables(self) -> None:
        await self._all(
            "tables created", range(self._plan.pages // SEATS), self._create_played_table
        )

    async def _create_table(self) -> Table:
        number, glide = next(self._numbers), self._plan.glide
        # Two tables in turn, one of each game, are at one server.
        at = number // 2 % len(self._urls)
        urls = self._urls[at : at + 1] if self._plan.by_table else self._urls
        return await create_table(self._client, urls, number, self._report_error, glide)

    async def _create_played_table(self, _number: int) -> None:
        table = await self._create_table()
        for _ in range(self._choice.randint(0, 2 * self._plan.ahead)):
            if not table.game.is_over:
                await play(self._client, table, self._choice)
        if not table.game.is_over:
            self._tables.append(table)
        else:
            await self._create_played_table(_number)

    async def _open_pages(self) -> None:
        """Open the pages, and measure how much memory they cost the servers."""
        for number, table in enumerate(self._tables):
            if number % TABLES_PER_SCRIPT == 0:
                url = table.pages[number // TABLES_PER_SCRIPT % SEATS].url
                table.scripts.append(Script(url, table.id, table.version, self._report_error))
        everyone = [one for table in self._tables for one in _followers(table)]
        before = [server.memory for server in self._servers]
        await self._all("pages opened", everyone, lambda follower: follower.open())
        self.results.sockets = len(everyone)
        pairs = zip(before, [server.memory for server in self._servers])
        self.results.memory = [(old, new) for old, new in pairs if old and new]

    # The load

    async def _play(self) -> None:
        """Send turns at a steady rate, whether or not the server keeps up; then let them arrive."""
        tables = cycle(self._choice.sample(range(len(self._tables)), len(self._tables)))
        await self._send_turns(WARM_UP_SECONDS, tables, Results(errors=self.results.errors))
        times, own = [server.time for server in self._servers], time.process_time()
        whole = machine_time()
        began = perf_counter()
        await self._send_turns(self._plan.seconds, tables, self.results)
        self.results.seconds = perf_counter() - began
        self.results.own_time = time.process_time() - own
        self.results.turns = len(self.results.deliveries)
        if whole is not None:
            self.results.machine_time = (machine_time() or whole) - whole
        pairs = zip(times, [server.time for server in self._servers])
        self.results.server_time = [new - old for old, new in pairs if old and new]
        self._progress("the last turns arrive")
        await self._await_arrivals()

    async def _send_turns(self, seconds: float, tables: Iterable[int], results: Results) -> None:
        began = perf_counter()
        for number in range(round(seconds * self._plan.turns)):
            due = began + number / self._plan.turns
            await asyncio.sleep(max(0.0, due - perf_counter()))
            results.late.append(perf_counter() - due)
            if number % max(1, round(self._plan.turns)) == 0:
                self._progress(f"{number} turns sent, {len(results.errors)} errors")
            self._start_turn(tables, results)
        await asyncio.sleep(max(0.0, began + seconds - perf_counter()))

    def _start_turn(self, tables: Iterable[int], results: Results) -> None:
        """Play a turn at the next table where none is being played."""
        for _, index in zip(self._tables, tables):
            if not self._tables[index].is_busy:
                task = asyncio.create_task(self._turn(index, results))
                self._running.add(task)
                task.add_done_callback(self._running.discard)
                return
        self._report_error("a turn is being played at every table")

    async def _turn(self, index: int, results: Results) -> None:
        table = self._tables[index]
        table.is_busy = True
        self._played[table] = None
        try:
            results.deliveries.append(await play(self._client, table, self._choice))
            table.is_busy = False
            if table.game.is_over:
                table.is_busy = True
                await self._reindex(index, table, results)
        except (RequestFailed, HTTPError) as error:
            self._report_error(f"{error!r}")

    async def _reindex(self, index: int, table: Table, results: Results) -> None:
        """Replace the table of a finished game, and its pages, by a new one."""
        results.finished += 1
        await self._until(lambda: _is_up_to_date(table))
        new = await self._create_table()
        await asyncio.gather(*(follower.close() for follower in _followers(table)))
        await asyncio.gather(*(page.open() for page in new.pages))
        self._tables[index] = new

    # After

    async def _await_arrivals(self) -> None:
        await self._until(lambda: not self._running)
        await self._until(lambda: all(map(_is_up_to_date, self._played)))
        for table in self._played:
            self.results.asked += sum(page.asked for page in table.pages)
            for follower in _followers(table):
                if follower.version != table.version:
                    self._report_error(f"{table.id}: {follower.version} shown of {table.version}")

    async def _compare(self) -> None:
        await self._all("records compared", list(self._played), self._compare_one)

    async def _compare_one(self, table: Table) -> None:
        """Every server has the record that was played."""
        for url in self._urls:
            # When a game is over, the server reveals its seed in `meta`.
            found = await record_of(self._client, url, table.id)
            if replace(found, meta=None) != replace(table.game.record(), meta=None):
                self._report_error(f"{url} has another record of {table.id}")
        self.results.compared += 1

    async def _close_pages(self) -> None:
        everyone = [one for table in self._tables for one in _followers(table)]
        await asyncio.gather(*(follower.close() for follower in everyone), return_exceptions=True)

    # Throughout

    async def _until(self, happened: Callable[[], bool]) -> None:
        """Wait until something has happened, but not for ever."""
        deadline = perf_counter() + ARRIVAL_TIMEOUT
        while not happened() and perf_counter() < deadline:
            await asyncio.sleep(0.05)

    async def _all(self, name: str, things: Iterable[T], do: Callable[[T], Awaitable[Any]]) -> None:
        """Call a function with all things, a few at once, and show the progress."""
        todo, done = list(things), count(1)
        waiting = iter(todo)

        async def work() -> None:
            for thing in waiting:
                await do(thing)
                self._progress(f"{next(done)}/{len(todo)} {name}")

        async with asyncio.TaskGroup() as group:
            for _ in range(CONCURRENCY):
                group.create_task(work())


def _followers(table: Table) -> list[Follower]:
    return [*table.pages, *table.scripts]


def _is_up_to_date(table: Table) -> bool:
    return all(follower.version >= table.version for follower in _followers(table))
