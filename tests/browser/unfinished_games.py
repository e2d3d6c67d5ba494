"""Tables with a game that a few turns end: the rest of it is stored, as if it had been played."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from howdah.core.record import Record
from howdah.server.settings import Settings
from howdah.store.models import StoredTable
from howdah.store.store import Store
from howdah.table.create import new_seat
from howdah.table.model import Fork
from tests.browser.live_server import LiveServer
from tests.browser.page_actions import NAMES
from tests.browser.scripted_games import ScriptedTable
from tests.stored_games import stored_game


def store_unfinished(
    server: LiveServer,
    record: Record,
    who: Sequence[str],
    *,
    turns_left: int,
    take_backs: int = 0,
) -> ScriptedTable:
    """Store the game of a record without its last turns, as if turns had been taken back in it.

    Each of `who` is "me", for a person with a link, or an agent.
    """
    agents = [None if one == "me" else one for one in who]
    seats = [new_seat(name, agent=agent, secret="link") for name, agent in zip(NAMES, agents)]
    table = stored_game(record, seats, turns_left=turns_left)
    if take_backs:
        fork = Fork("elsewhere", 0, "elsewhere", take_backs)
        table = replace(table, forked_from=fork.to_json())
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
