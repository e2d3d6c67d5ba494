"""The server is killed while turns are taken back: every game goes on at one table, with its turns.

Each take-back is sent twice at once, and again until it is answered.
"""

from __future__ import annotations

import asyncio
import json
import random
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final

from httpx2 import Response

from tests.fast.games import IS_LONG
from tests.faults.players import SMALL, PlayedTable, Players
from tests.faults.rows import Row, Rows, read_rows, run_queries
from tests.faults.server_process import ServerProcess, killed_at_exit
from tests.server.clients import table_body

KILLS: Final = 40 if IS_LONG else 4
TURNS: Final = 4
"""How many turns are played before some are taken back."""
BODIES: Final = (
    table_body("bazar", "Ada", rules=SMALL),
    table_body("bazar", "Ada", None, rules=SMALL),
    table_body("bombay", "Ada", None),
)
FORKS: Final = "SELECT id, continued_at, forked_from FROM tables"


def test_a_take_back_counts_once_when_the_server_is_killed(server: ServerProcess) -> None:
    with killed_at_exit(server):
        print(asyncio.run(kill_while_taking_back(server, random.Random(23))))


async def kill_while_taking_back(server: ServerProcess, choice: random.Random) -> str:
    """Kill a server again and again while people take turns back there."""
    games: list[list[PlayedTable]] = []
    async with Players(server.url) as players:
        await server.start_and_wait()
        async with asyncio.TaskGroup() as tasks:
            for body in BODIES:
                games.append([])
                tasks.create_task(play_and_take_back(players, body, games[-1]))
            for _ in range(KILLS):
                await players.until_more("take-backs acknowledged")
                await asyncio.sleep(choice.uniform(0, 0.05))
                server.kill()
                await asyncio.sleep(choice.uniform(0, 0.1))
                server.start()
            await players.until_more("take-backs acknowledged", 3)
            players.is_stopping = True
        server.kill()
        await server.start_and_wait(HOWDAH_WORKERS="0")
        await check_rows(server, games)
        assert not server.logged_errors(), server.log.read_text()
        return f"kills: {KILLS}, {dict(players.counts)}"


async def play_and_take_back(
    players: Players, body: dict[str, Any], game: list[PlayedTable]
) -> None:
    """Play some turns and take some back, again and again; `game` gets every table of it."""
    game.append(await players.create_table(body))
    while not players.is_stopping:
        table = game[-1]
        for _ in range(TURNS):
            await play_own_turn(players, table)
        length = len((await players.state(table))["view"]["actions"])
        at = players.choice.randrange(length // 2 + 1)
        if (fork := await take_back(players, table, at)) is not None:
            game.append(fork)


async def play_own_turn(players: Players, table: PlayedTable) -> None:
    """Play a turn, when the computers have played theirs; nothing after the end of the game."""
    while not (seen := await players.state(table))["over"]:
        if table.tokens[seen["to_play"]] is not None:
            await players.take_a_turn(table, seen)
            return
        await asyncio.sleep(0.02)


async def take_back(players: Players, table: PlayedTable, at: int) -> PlayedTable | None:
    """Take turns back; None if there is no own turn from there on."""
    path, cookie = f"/t/{table.id}/take-back", {"cookie": f"seat-0={table.tokens[0]}"}
    found: list[Response] = []
    while not found:
        await asyncio.sleep(0.02)
        sent = [players.request("POST", path, json={"at": at}, headers=cookie) for _ in range(2)]
        found = [answer for answer in await asyncio.gather(*sent) if answer is not None]
    (body,) = {answer.text: answer.json() for answer in found}.values()
    if body.get("error") == "no-turn":
        return None
    players.counts["take-backs acknowledged"] += 1
    return replace(
        table, id=body["table"].removeprefix("/t/"), turns=[], choices=[], newest=body["version"]
    )


async def check_rows(server: ServerProcess, games: list[list[PlayedTable]]) -> None:
    """The tables of each game are those that were acknowledged, each the fork of the one before."""
    database, (rows,) = await read_rows(server), await run_queries(server, FORKS)
    forks = {row["id"]: row for row in rows}
    for game in games:
        for table, after in pairwise(game):
            check_fork(database, forks[table.id], forks[after.id])
    known = {table.id for game in games for table in game}
    assert {*forks} == known, "a take-back that was sent twice has created two tables"


def check_fork(database: dict[str, Rows], table: Row, fork: Row) -> None:
    """A table names its fork, whose first turns are copies."""
    came_from = json.loads(fork["forked_from"])
    assert (table["continued_at"], came_from["table"]) == (fork["id"], table["id"])
    version = came_from["version"]
    assert 0 <= version < len(database[table["id"]].turns)
    assert _played(database[fork["id"]])[:version] == _played(database[table["id"]])[:version]


def _played(rows: Rows) -> list[Row]:
    return [{**turn, "table_id": None} for turn in rows.turns]
