"""Reminders: a webhook gets a message for each table that waits too long for a person."""

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

CHECK_SECONDS: Final = 60.0
"""How often waiting tables are looked for."""
HOUR_SECONDS: Final = 3600.0
POST_TIMEOUT: Final = 10.0

log = logging.getLogger(__name__)

Post = Callable[[str, bytes], None]


def post(address: str, body: bytes) -> None:
    """Post JSON to an address; the body of the response is not read."""
    request = Request(address, body, {"content-type": "application/json"})
    with urlopen(request, timeout=POST_TIMEOUT):
        pass


async def send_reminders(tables: TableService, settings: Settings, send: Post = post) -> None:
    """Send a reminder for each table that has waited long enough for a person."""
    if settings.webhook is None:
        return
    quiet_since = time.time() - settings.remind_after * HOUR_SECONDS
    for table_id in await tables.store.waiting_since(quiet_since):
        try:
            table = await tables.get(table_id)
        except TableError:
            continue
        if _needs_reminder(table):
            await _send_reminder(tables, table, settings, partial(send, settings.webhook))


def _needs_reminder(table: Table) -> bool:
    """Whether a person keeps other people waiting, and not only agents."""
    people = [seat for seat in table.seats if seat.is_person]
    return len(people) > 1 and bool(_people_waited_for(table))


def _people_waited_for(table: Table) -> list[int]:
    return [seat for seat in table.waiting_for if table.seats[seat].player is None]


async def _send_reminder(
    tables: TableService, table: Table, settings: Settings, send: Callable[[bytes], None]
) -> None:
    """Send one reminder, unless another process does; if that fails, it is tried again later."""
    if not await tables.store.claim_reminder(table.id, table.version):
        return
    with use_language(settings.language):
        body = json.dumps(reminder_body(table, settings.address), ensure_ascii=False).encode()
    try:
        await run_in_daemon_thread(send, body)
    except Exception as error:  # the address is secret, and errors may repeat it
        log.warning("reminder not sent, will retry: %s", type(error).__name__)
        await tables.store.release_reminder(table.id, table.version)


def reminder_body(table: Table, address: str | None) -> dict[str, object]:
    """Return what is posted: a sentence as `text` and `content`, which chats read, and fields."""
    names = [table.seats[seat].name for seat in _people_waited_for(table)]
    link = f"{address or ''}/t/{table.id}"
    sentence = translate(
        "{game}: next to play: {names}. {link}",
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
