"""Tables with a game that a few turns end: the rest of it is stored, as if it had been played."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from howdah.core.record import Record
from howdah.games.registry import from_record
from howdah.server.settings import Settings
from howdah.server.tables.model import store_new_table
from howdah.store.models import StoredTable, StoredTurn
from howdah.store.store import Store
from howdah.table.create import NewTable, new_seat
from howdah.table.turns import split_into_turns
from tests.browser.live_server import LiveServer
from tests.browser.page_actions import NAMES
from tests.browser.scripted_games import ScriptedTable


def store_unfinished(
    server: LiveServer, record: Record, who: Sequence[str], *, turns_left: int
) -> ScriptedTable:
    """Store the game of a record without its last turns.

    Each of `who` is "me", for a person with a link, or an agent.
    """
    game = from_record(record)
    first_draws, turns = split_into_turns(game)
    agents = [None if one == "me" else one for one in who]
    seats = [new_seat(name, agent=agent, secret="link") for name, agent in zip(NAMES, agents)]
    new = store_new_table(NewTable(game.name, game.rules(), tuple(seats)))
    kept = turns[: len(turns) - turns_left]
    table = replace(
        new,
        start=game.start(),
        drawn=first_draws,
        turns=tuple(
            StoredTurn(version, *turn, agents[turn.seat])
            for version, turn in enumerate(kept, start=1)
        ),
    )
    _store(server, table)
    links = tuple(f"/t/{table.id}/seat/{seat.link}" for seat in seats)
    return ScriptedTable(f"/t/{table.id}", links)


def _store(server: LiveServer, table: StoredTable) -> None:
    """Store a table beside a running server. In a thread: Playwright has the loop of this one."""

    async def add() -> None:
        store = Store(Settings(data=server.folder).store)
        try:
            await store.add(table)
        finally:
            await store.close()

    with ThreadPoolExecutor(max_workers=1) as thread:
        thread.submit(asyncio.run, add()).result()
