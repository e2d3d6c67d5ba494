"""The rows of a database, read without any code of ours."""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import asyncpg

from howdah.core.record import Record, Seat
from howdah.games.registry import AnyGame, game_class
from tests.faults.server_process import ServerProcess

TABLES = "SELECT id, game, rules, seats, start, drawn, version, is_over FROM tables"
TURNS = "SELECT table_id, version, seat, actions, drawn, agent FROM turns ORDER BY version"
CHOICES = "SELECT table_id, version, seat, choice FROM choices"
JOBS = "SELECT table_id, worker, leased_until FROM jobs"

Row = dict[str, Any]


@dataclass
class Rows:
    """All that a database holds of one table."""

    table: Row
    turns: list[Row]
    choices: list[Row]

    def game(self) -> AnyGame:
        """The game, played again from the rows alone."""
        seats = tuple(Seat(seat["name"], seat["agent"]) for seat in self.table["seats"])
        actions = [*self.table["drawn"]]
        for turn in self.turns:
            if turn["seat"] is not None:
                actions += [*turn["actions"], *turn["drawn"]]
        rules, start = self.table["rules"], self.table["start"]
        record = Record(self.table["game"], rules, seats, start, tuple(actions))
        return game_class(record.game).resume(record)


async def read_rows(server: ServerProcess) -> dict[str, Rows]:
    """Read all rows of the database of a server, by table."""
    tables, turns, choices = await run_queries(server, TABLES, TURNS, CHOICES)
    found = {table["id"]: Rows(table, [], []) for table in tables}
    for turn in turns:
        found[turn["table_id"]].turns.append(turn)
    for choice in choices:
        found[choice["table_id"]].choices.append(choice)
    return found


async def leased(server: ServerProcess) -> set[str]:
    """Return the workers that hold a lease."""
    (jobs,) = await run_queries(server, JOBS)
    return {job["worker"] for job in jobs if job["leased_until"] > time.time()}


async def run_queries(server: ServerProcess, *queries: str) -> list[list[Row]]:
    """Run queries, and return their rows."""
    if server.database is None:
        return _query_sqlite(server.folder / "tables.sqlite3", queries)
    return await _query_postgresql(server.database, queries)


def _query_sqlite(path: Path, queries: tuple[str, ...]) -> list[list[Row]]:
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        connection.row_factory = sqlite3.Row
        return [[_parse(row) for row in connection.execute(query)] for query in queries]


async def _query_postgresql(address: str, queries: tuple[str, ...]) -> list[list[Row]]:
    connection = await asyncpg.connect(address)
    try:
        return [[_parse(row) for row in await connection.fetch(query)] for query in queries]
    finally:
        await connection.close()


def _parse(row: Any) -> Row:
    parsed = dict(row)
    for name in ("rules", "seats", "start", "drawn", "actions", "choice"):
        if parsed.get(name) is not None:
            parsed[name] = json.loads(parsed[name])
    return parsed
