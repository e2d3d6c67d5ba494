"""Reminders: a club's channel hears of tables that wait for someone, once for each turn."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable
from functools import partial
from typing import Final
from urllib.request import Request, urlopen

from howdah.games.registry import game_class
from howdah.i18n import translate, use_language
from howdah.server.background.daemon_threads import run_in_daemon_thread
from howdah.server.settings import Settings
from howdah.server.tables.service import TableService
from howdah.table.errors import TableError
from howdah.table.model import Table

EVERY: Final = 60.0
"""The seconds between two looks."""
AN_HOUR: Final = 3600.0
PATIENCE: Final = 10.0

log = logging.getLogger(__name__)

Post = Callable[[str, bytes], None]


def post(address: str, body: bytes) -> None:
    """Post JSON to an address; whatever is answered is left unread."""
    request = Request(address, body, {"content-type": "application/json"})
    with urlopen(request, timeout=PATIENCE):
        pass


async def remind(tables: TableService, settings: Settings, send: Post = post) -> None:
    """Send a reminder for each table that has waited long enough for a person."""
    if settings.webhook is None:
        return
    quiet_since = time.time() - settings.remind_after * AN_HOUR
    for table_id in await tables.store.waiting_since(quiet_since):
        try:
            table = await tables.get(table_id)
        except TableError:
            continue
        if _is_worth_it(table):
            await _remind_of(tables, table, settings, partial(send, settings.webhook))


def _is_worth_it(table: Table) -> bool:
    """Whether people wait for a person; who plays alone against agents is not disturbed."""
    people = [seat for seat in table.seats if seat.token is not None]
    return len(people) > 1 and bool(_awaited(table))


def _awaited(table: Table) -> list[int]:
    return [seat for seat in table.waiting_for if table.seats[seat].player is None]


async def _remind_of(
    tables: TableService, table: Table, settings: Settings, send: Callable[[bytes], None]
) -> None:
    """Send one reminder; if that fails, it is tried again later."""
    if not await tables.store.set_reminded(table.id, table.version):
        return
    with use_language(settings.language):
        body = json.dumps(reminder(table, settings.address), ensure_ascii=False).encode()
    try:
        await run_in_daemon_thread(send, body)
    except Exception as error:  # the address may be secret, and errors may tell it
        log.warning("a reminder could not be sent: %s", type(error).__name__)
        await tables.store.unset_reminded(table.id, table.version)


def reminder(table: Table, address: str | None) -> dict[str, object]:
    """What is posted: the sentence as `text` and `content`, as chats expect it, and the facts."""
    names = [table.seats[seat].name for seat in _awaited(table)]
    link = f"{address or ''}/t/{table.id}"
    sentence = translate(
        "{game}: it is the turn of {names}. {link}",
        game=game_class(table.game_name).title,
        names=", ".join(names),
        link=link,
    )
    return {
        "text": sentence,
        "content": sentence,
        "table": table.id,
        "game": table.game_name,
        "waiting_for": names,
        "link": link,
    }
