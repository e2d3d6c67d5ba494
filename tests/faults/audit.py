"""The audit: what was acknowledged is there once, and every log replays to what the house tells."""

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
from howdah.server.routes.serialize import to_json
from tests.faults.crowd import Crowd, Seating, Sent
from tests.faults.houses import PATIENCE, House
from tests.faults.rows import Row, Rows, read


async def audit(house: House, crowd: Crowd) -> str:
    """Check every table of a crowd in a house where no agent plays; returns what was counted."""
    database, counts = await read(house), Counter(crowd.counts)
    async with AsyncClient(trust_env=False, base_url=house.url, timeout=PATIENCE) as client:
        for seating in crowd.tables:
            rows = database[seating.id]
            check_the_log(seating, rows)
            counts["tables"] += 1
            counts["turns in the logs"] += len(rows.turns)
            if rows.table["start"] is not None:
                counts["games over"] += await check_the_replay(client, seating, rows)
            await asyncio.sleep(0)
    assert not house.faults(), house.log.read_text()
    return ", ".join(f"{name}: {number}" for name, number in sorted(counts.items()))


def check_the_log(seating: Seating, rows: Rows) -> None:
    """No version is missing or doubled, and people have played what they have sent."""
    by_version = {turn["version"]: turn for turn in rows.turns}
    assert [*by_version] == [*range(1, len(rows.turns) + 1)]
    assert rows.table["version"] == len(rows.turns)
    for sent in seating.turns:
        if sent.fate == "acknowledged":
            assert _is_kept(sent, by_version.get(sent.version + 1)), (seating.id, sent)
    for hand in seating.hands:
        if hand.fate == "acknowledged":
            assert hand.actions in _hands(rows, hand), (seating.id, hand)
    for turn in rows.turns:
        if turn["seat"] is not None:
            check_who_played(seating, turn)


def check_who_played(seating: Seating, turn: Row) -> None:
    """A person's turn is one that was sent for that version; all others are an agent's."""
    is_sent = [
        _is_kept(sent, turn)
        for sent in seating.turns
        if sent.version + 1 == turn["version"] and sent.fate != "refused"
    ]
    is_personal = seating.tokens[turn["seat"]] is not None
    assert (turn["agent"] is None) is is_personal, (seating.id, turn)
    assert any(is_sent) is is_personal, (seating.id, turn)


def _is_kept(sent: Sent, turn: Row | None) -> bool:
    return turn is not None and (turn["seat"], turn["actions"]) == (sent.seat, sent.actions)


def _hands(rows: Rows, hand: Sent) -> list[Any]:
    """What a seat has chosen in a round of medals: open in the log, and closed beside it."""
    closed = [
        [row["kept"], row["call"]]
        for row in rows.hands
        if (row["version"], row["seat"]) == (hand.version, hand.seat)
    ]
    for turn in rows.turns:
        if turn["version"] == hand.version + 1:
            assert turn["actions"][hand.seat] in closed
    return closed


async def check_the_replay(client: AsyncClient, seating: Seating, rows: Rows) -> bool:
    """The record, the rows and the view of a table tell of one and the same position."""
    record = Record.parse((await client.get(f"{seating.path}/record")).text)
    seen = (await client.get(seating.path)).json()
    told, kept = howdah.from_record(record), rows.game()
    assert fingerprint(told) == fingerprint(kept), seating.id
    assert seen["view"] == to_json(kept.view()), seating.id
    assert (seen["version"], seen["over"]) == (len(rows.turns), kept.is_over), seating.id
    assert seen["result"] == record.result == kept.result()
    assert bool(rows.table["is_over"]) is kept.is_over
    if kept.is_over:
        check_draws(record)
    return kept.is_over


def fingerprint(game: AnyGame) -> str:
    """The hash of a position, with all its secrets, and of the way that led to it."""
    _, state = game.position()
    return sha256(repr((state, game.record().actions)).encode()).hexdigest()
