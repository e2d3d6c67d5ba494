"""The server is killed while seeds are made: no promise or number is lost, none counts twice."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass, field
from typing import Any, Final

from howdah.core.shared_seed import Contribution, hash_of, shared_seed
from howdah.games.registry import game_class
from howdah.server.routes.api import to_json
from tests.fast.games import IS_LONG
from tests.faults.players import PlayedTable, Players
from tests.faults.rows import run_queries
from tests.faults.server_process import ServerProcess, killed_at_exit
from tests.server.clients import bearer, table_body

KILLS: Final = 40 if IS_LONG else 4
BODIES: Final = (
    table_body("bombay", "Ada", "Bo", "Cy", "Di", "Eve", seed_sharing=True),
    table_body("bombay", "Ada", None, seed_sharing=True),
    table_body("bazar", "Ada", "Bo", seed_sharing=True),
)
SEEDS: Final = "SELECT id, seed, start FROM tables"


@dataclass
class SharedTable:
    """A table whose seed is being made, and what was acknowledged of it."""

    table: PlayedTable
    numbers: dict[int, str] = field(default_factory=dict)
    commitment: str = ""

    @property
    def contributions(self) -> list[Contribution]:
        """What everyone gave to the seed."""
        return [
            Contribution((seat,), hash_of(number), number) for seat, number in self.numbers.items()
        ]


def test_nothing_of_a_seed_is_lost_or_doubled_when_the_server_is_killed(
    server: ServerProcess,
) -> None:
    with killed_at_exit(server):
        print(asyncio.run(kill_while_sharing(server, random.Random(19))))


async def kill_while_sharing(server: ServerProcess, choice: random.Random) -> str:
    """Kill a server again and again while people make seeds there."""
    tables: list[SharedTable] = []
    async with Players(server.url) as players:
        await server.start_and_wait(HOWDAH_WORKERS="0")
        async with asyncio.TaskGroup() as tasks:
            for body in BODIES:
                tasks.create_task(share_seeds(players, body, tables))
            for _ in range(KILLS):
                await players.until_more("numbers acknowledged", choice.randint(1, 4))
                await asyncio.sleep(choice.uniform(0, 0.02))
                server.kill()
                await asyncio.sleep(choice.uniform(0, 0.1))
                server.start(HOWDAH_WORKERS="0")
            await players.until_more("seeds made", 2)
            players.is_stopping = True
        for table in tables:
            await check_record(players, table)
        await check_rows(server, tables)
        assert not server.logged_errors(), server.log.read_text()
        return f"kills: {KILLS}, {dict(players.counts)}"


def test_browsers_at_two_processes_make_one_seed(
    two_servers: tuple[ServerProcess, ServerProcess],
) -> None:
    with killed_at_exit(*two_servers):
        print(asyncio.run(share_at_both(two_servers)))


async def share_at_both(servers: tuple[ServerProcess, ServerProcess]) -> str:
    """Every request goes to the other process than the one before."""
    tables: list[SharedTable] = []
    await asyncio.gather(*(server.start_and_wait(HOWDAH_WORKERS="0") for server in servers))
    async with Players(*(server.url for server in servers)) as players:
        async with asyncio.TaskGroup() as tasks:
            for body in BODIES:
                tasks.create_task(share_seeds(players, body, tables))
            await players.until("seeds made", 12)
            players.is_stopping = True
        for table in tables:
            await check_record(players, table)
        await check_rows(servers[0], tables)
        assert players.counts["broken requests"] + players.counts["unavailable"] == 0
        return str(dict(players.counts))


async def share_seeds(players: Players, body: dict[str, Any], tables: list[SharedTable]) -> None:
    """Make one seed after another."""
    while not players.is_stopping:
        shared = SharedTable(await players.create_table(body))
        people = [seat for seat, token in enumerate(shared.table.tokens) if token is not None]
        shared.numbers = {seat: f"{players.choice.getrandbits(256):064x}" for seat in people}
        states = await asyncio.gather(
            *(
                take(players, shared, seat, "promise", promise=hash_of(number))
                for seat, number in shared.numbers.items()
            )
        )
        (shared.commitment,) = {state["commitment"] for state in states}
        await asyncio.gather(
            *(
                take(players, shared, seat, "number", number=number)
                for seat, number in shared.numbers.items()
            )
        )
        tables.append(shared)
        players.counts["seeds made"] += 1


async def take(players: Players, shared: SharedTable, seat: int, step: str, **body: str) -> Any:
    """Send a step until it is acknowledged; sent twice, it counts once."""
    path, headers = f"{shared.table.path}/seed/{step}", bearer(shared.table.tokens[seat])
    while True:
        answer = await players.request("POST", path, json=body, headers=headers)
        if answer is not None:
            assert answer.status_code == 200, answer.text
            players.counts[f"{step}s acknowledged"] += 1
            return answer.json()
        await asyncio.sleep(0.02)


async def check_record(players: Players, shared: SharedTable) -> None:
    """Everyone took part with the number that was acknowledged."""
    answer = await players.request("GET", f"{shared.table.path}/seed")
    assert answer is not None
    state = answer.json()
    assert (state["stage"], state["left_out"]) == ("drawn", [])
    assert state["commitment"] == shared.commitment
    assert state["contributions"] == [given.to_json() for given in shared.contributions]


async def check_rows(server: ServerProcess, tables: list[SharedTable]) -> None:
    """Every set-up that is stored is the one that the seed gives."""
    (rows,) = await run_queries(server, SEEDS)
    stored = {row["id"]: row for row in rows}
    for shared in tables:
        row, table = stored[shared.table.id], shared.table
        assert hash_of(row["seed"]) == shared.commitment
        if row["start"] is None:
            continue  # the medals come first
        seed = shared_seed(table.id, row["seed"], shared.contributions)
        drawn = game_class("bombay").new(players=len(table.tokens), seed=seed).start()
        assert to_json(row["start"]) == to_json(drawn)
