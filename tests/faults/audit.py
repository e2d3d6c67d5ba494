"""The audit: every acknowledged turn is stored once, and every game replays to its state."""

from __future__ import annotations

import asyncio
from collections import Counter
from hashlib import sha256
from typing import Any

from httpx2 import AsyncClient

import howdah
from howdah.core.record import Record
from howdah.games.registry import AnyGame
from howdah.provable_draws import check_draws
from howdah.server.routes.api import to_json
from tests.faults.players import PlayedTable, Players, SentTurn
from tests.faults.rows import Row, Rows, read_rows
from tests.faults.server_process import PATIENCE, ServerProcess


async def audit(server: ServerProcess, players: Players) -> str:
    """Check every table of some players, at a server without workers; return a summary."""
    database, counts = await read_rows(server), Counter(players.counts)
    async with AsyncClient(trust_env=False, base_url=server.url, timeout=PATIENCE) as client:
        for table in players.tables:
            rows = database[table.id]
            check_turns(table, rows)
            counts["tables"] += 1
            counts["turns stored"] += len(rows.turns)
            if rows.table["start"] is not None:
                counts["games over"] += await check_replay(client, table, rows)
            await asyncio.sleep(0)
    assert not server.logged_errors(), server.log.read_text()
    return ", ".join(f"{name}: {number}" for name, number in sorted(counts.items()))


def check_turns(table: PlayedTable, rows: Rows) -> None:
    """No version is missing or doubled, and people's turns are those that they have sent."""
    by_version = {turn["version"]: turn for turn in rows.turns}
    assert [*by_version] == [*range(1, len(rows.turns) + 1)]
    assert rows.table["version"] == len(rows.turns)
    for sent in table.turns:
        if sent.outcome == "acknowledged":
            assert _is_kept(sent, by_version.get(sent.version + 1)), (table.id, sent)
    for choice in table.choices:
        if choice.outcome == "acknowledged":
            assert choice.actions in _choices(rows, choice), (table.id, choice)
    for turn in rows.turns:
        if turn["seat"] is not None:
            check_who_played(table, turn)


def check_who_played(table: PlayedTable, turn: Row) -> None:
    """A person's turn is one that was sent for that version; all others are an agent's."""
    is_sent = [
        _is_kept(sent, turn)
        for sent in table.turns
        if sent.version + 1 == turn["version"] and sent.outcome != "refused"
    ]
    is_personal = table.tokens[turn["seat"]] is not None
    assert (turn["agent"] is None) is is_personal, (table.id, turn)
    assert any(is_sent) is is_personal, (table.id, turn)


def _is_kept(sent: SentTurn, turn: Row | None) -> bool:
    return turn is not None and (turn["seat"], turn["actions"]) == (sent.seat, sent.actions)


def _choices(rows: Rows, sent: SentTurn) -> list[Any]:
    """The choices of a seat in a pre-game round; that of the committed round is one of them."""
    stored = [
        row["choice"]
        for row in rows.choices
        if (row["version"], row["seat"]) == (sent.version, sent.seat)
    ]
    for turn in rows.turns:
        if turn["version"] == sent.version + 1:
            assert turn["actions"][sent.seat] in stored
    return stored


async def check_replay(client: AsyncClient, table: PlayedTable, rows: Rows) -> bool:
    """The record, the rows and the state of a table agree."""
    record = Record.parse((await client.get(f"{table.path}/record")).text)
    seen = (await client.get(table.path)).json()
    exported, stored = howdah.from_record(record), rows.game()
    assert fingerprint(exported) == fingerprint(stored), table.id
    assert seen["view"] == to_json(stored.view()), table.id
    assert (seen["version"], seen["over"]) == (len(rows.turns), stored.is_over), table.id
    assert seen["result"] == record.result == stored.result()
    assert bool(rows.table["is_over"]) is stored.is_over
    if stored.is_over:
        check_draws(record)
    return stored.is_over


def fingerprint(game: AnyGame) -> str:
    """The hash of a position, with all its secrets, and of the way that led to it."""
    _, state = game.position()
    return sha256(repr((state, game.record().actions)).encode()).hexdigest()
