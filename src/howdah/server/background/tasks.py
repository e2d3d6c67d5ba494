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
from howdah.server.tables.service import Tables
from howdah.store.store import Store, Unreachable

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
async def opened_tables(
    settings: Settings, metrics: Metrics | None = None
) -> AsyncIterator[Tables]:
    """The tables of a house; its database is made, or brought up to date."""
    settings.make_folder()
    store = Store(settings.store)
    try:
        await store.open()
        yield Tables(store, metrics)
    finally:
        await store.close()


@asynccontextmanager
async def on_duty(*coroutines: Coroutine[None, None, None]) -> AsyncIterator[None]:
    """Some duties are done meanwhile."""
    tasks = [asyncio.create_task(coroutine) for coroutine in coroutines]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def duties(tables: Tables, settings: Settings) -> Iterator[Coroutine[None, None, None]]:
    """All that goes on in a house while nobody asks."""
    if settings.workers:
        yield regularly(PAUSE, Workers(tables, settings.workers).run)
    yield regularly(PAUSE, lambda: listen(tables))
    yield regularly(SWEEP, lambda: sweep(tables))
    yield regularly(EVERY, lambda: remind(tables, settings))
    yield regularly(CLEAN_UP, lambda: forget(tables, settings))


async def regularly(seconds: float, duty: Callable[[], Awaitable[object]]) -> None:
    """Do a duty again and again, whatever happens."""
    while True:
        await faithfully(duty)
        await asyncio.sleep(seconds)


async def faithfully(duty: Callable[[], Awaitable[object]]) -> None:
    """Do a duty; what goes wrong is told, and does not end the others."""
    try:
        await duty()
    except Unreachable as error:
        log.warning("the house waits: %s", error)
    except Exception:
        log.exception("a duty of the house has failed")


async def listen(tables: Tables) -> None:
    """Hear what other processes tell of."""
    async for table_id in tables.store.hints.heard():
        tables.agents_due.set()
        await tables.hear_of(table_id)


async def sweep(tables: Tables) -> None:
    """Find what other processes have done, also if they could not tell."""
    for table_id, changes in (await tables.store.changed_since(time.time() - SLACK)).items():
        await tables.hear_of(table_id, changes)


async def forget(tables: Tables, settings: Settings) -> None:
    """Remove tables at which nothing has happened for as long as the host wants to keep them."""
    if settings.retention is None:
        return
    count = await tables.store.forget_before(time.time() - settings.retention * A_DAY)
    if count:
        log.info("removed %d tables that nobody has touched for long", count)
