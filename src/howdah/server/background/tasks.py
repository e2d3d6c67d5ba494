"""Duties: what the house does by itself, for as long as it is open."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from typing import Final

from howdah.server.background.agent_workers import Workers
from howdah.server.background.reminders import EVERY, remind
from howdah.server.observability.metrics import Metrics
from howdah.server.settings import Settings
from howdah.server.tables.service import TableService
from howdah.store.store import Store, StoreUnavailable

SWEEP: Final = 1.0
"""The seconds between two looks at what other processes have done."""
SLACK: Final = 10.0
"""How far a look reaches back: clocks differ, and a change is seen only after its moment."""
PAUSE: Final = 1.0
CLEAN_UP: Final = 600.0
"""The seconds between two looks for tables that are too old."""
A_DAY: Final = 86400.0

log = logging.getLogger(__name__)


@asynccontextmanager
async def open_tables(
    settings: Settings, metrics: Metrics | None = None
) -> AsyncIterator[TableService]:
    """The tables of a house; its database is made, or brought up to date."""
    settings.make_folder()
    store = Store(settings.store)
    try:
        await store.open()
        yield TableService(store, metrics)
    finally:
        await store.close()


@asynccontextmanager
async def running(*coroutines: Coroutine[None, None, None]) -> AsyncIterator[None]:
    """Some duties are done meanwhile."""
    tasks = [asyncio.create_task(coroutine) for coroutine in coroutines]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def background_tasks(
    tables: TableService, settings: Settings
) -> Iterator[Coroutine[None, None, None]]:
    """All that goes on in a house while nobody asks."""
    if settings.workers:
        yield run_every(PAUSE, Workers(tables, settings.workers).run)
    yield run_every(PAUSE, lambda: listen(tables))
    yield run_every(SWEEP, lambda: poll_changes(tables))
    yield run_every(EVERY, lambda: remind(tables, settings))
    yield run_every(CLEAN_UP, lambda: delete_expired(tables, settings))


async def run_every(seconds: float, duty: Callable[[], Awaitable[object]]) -> None:
    """Do a duty again and again, whatever happens."""
    while True:
        await run_logging_errors(duty)
        await asyncio.sleep(seconds)


async def run_logging_errors(duty: Callable[[], Awaitable[object]]) -> None:
    """Do a duty; what goes wrong is told, and does not end the others."""
    try:
        await duty()
    except StoreUnavailable as error:
        log.warning("the house waits: %s", error)
    except Exception:
        log.exception("a duty of the house has failed")


async def listen(tables: TableService) -> None:
    """Hear what other processes tell of."""
    async for table_id in tables.store.change_feed.listen():
        tables.agents_due.set()
        await tables.refresh_if_watched(table_id)


async def poll_changes(tables: TableService) -> None:
    """Find what other processes have done, also if they could not tell."""
    for table_id, changes in (await tables.store.changed_since(time.time() - SLACK)).items():
        await tables.refresh_if_watched(table_id, changes)


async def delete_expired(tables: TableService, settings: Settings) -> None:
    """Remove tables at which nothing has happened for as long as the host wants to keep them."""
    if settings.retention is None:
        return
    count = await tables.store.forget_before(time.time() - settings.retention * A_DAY)
    if count:
        log.info("removed %d tables that nobody has touched for long", count)
