"""The background tasks of a server or worker process, and the tables they work on."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from typing import Final

from howdah.server.background.agent_workers import OUTAGE_SECONDS, AgentWorkers
from howdah.server.background.reminders import CHECK_SECONDS, send_reminders
from howdah.server.observability.metrics import Metrics
from howdah.server.settings import Settings
from howdah.server.tables.service import TableService
from howdah.store.retention import Retention
from howdah.store.store import Store, StoreUnavailable

POLL_SECONDS: Final = 1.0
"""How often changes of other processes are polled."""
POLL_OVERLAP: Final = 10.0
"""How many seconds a poll reaches back: clocks differ, and a change is visible only after its time
stamp, when it is committed."""
PRESENCE_SECONDS: Final = 0.5
"""How often processes announce which players have come or gone."""
RETRY_SECONDS: Final = 1.0
CLEANUP_SECONDS: Final = 600.0
"""How often expired tables are deleted."""

log = logging.getLogger(__name__)

Task = Callable[[], Awaitable[object]]


@asynccontextmanager
async def open_tables(
    settings: Settings, metrics: Metrics | None = None
) -> AsyncIterator[TableService]:
    """Open the store of some settings; its database is created or migrated."""
    settings.make_folder()
    store = Store(settings.store, lease_seconds=settings.lease_seconds)
    try:
        await store.open()
        yield TableService(store, metrics, agent_seconds=settings.agent_seconds)
    finally:
        await store.close()


@asynccontextmanager
async def running(*coroutines: Coroutine[None, None, None]) -> AsyncIterator[None]:
    """Run coroutines as tasks while the context is open; cancel them at its end."""
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
    """Yield all background tasks that some settings ask for."""
    if settings.workers:
        workers = AgentWorkers(tables, settings.workers)
        yield run_every(RETRY_SECONDS, "agent workers", workers.run)
        yield run_every(CLEANUP_SECONDS, "charges", tables.store.jobs.delete_old_charges)
    yield run_every(RETRY_SECONDS, "notifications", lambda: listen(tables))
    yield run_every(POLL_SECONDS, "polling", lambda: poll_changes(tables))
    if tables.store.presence_feed.is_shared:
        yield run_every(PRESENCE_SECONDS, "presence", tables.presence.share)
    yield run_every(CHECK_SECONDS, "reminders", lambda: send_reminders(tables, settings))
    if settings.retention is not None:
        retention = Retention(settings.retention, confirm_day=settings.confirm_day)
        yield run_every(CLEANUP_SECONDS, "cleanup", lambda: delete_expired(tables, retention))


async def run_every(seconds: float, name: str, task: Task) -> None:
    """Run a task again and again, with a pause after each run; its errors are logged."""
    while True:
        try:
            await task()
        except StoreUnavailable as error:
            log.warning("background task %s waiting for the database: %s", name, error)
            await asyncio.sleep(OUTAGE_SECONDS)
        except Exception:
            log.exception("background task %s failed, retrying in %.0f s", name, seconds)
        await asyncio.sleep(seconds)


async def listen(tables: TableService) -> None:
    """Refresh tables, and wake agent workers, when other processes announce changes."""
    async for change in tables.store.change_feed.listen():
        if change.has_job:
            tables.agents_due.set()
        await tables.refresh_if_watched(change.table_id, turns=change.turns)


async def poll_changes(tables: TableService) -> None:
    """Refresh tables that other processes have changed, should notifications be lost."""
    changed = await tables.store.changed_since(time.time() - POLL_OVERLAP)
    for table_id, changes in changed.items():
        await tables.refresh_if_watched(table_id, changes)


async def delete_expired(tables: TableService, retention: Retention) -> None:
    """Delete tables without a change for as long as the retention says."""
    swept = await tables.store.sweep(retention)
    if swept.refusal is not None:
        log.error("retention: %s", swept.refusal)
    elif swept.deleted or swept.erased:
        log.info("retention: %d tables deleted, %d erased permanently", swept.deleted, swept.erased)
