"""Duties: what the house does by itself, for as long as it is open."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Final

from howdah.server.tables import Tables
from howdah.store.store import Unreachable

SWEEP: Final = 1.0
"""The seconds between two looks at what other processes have done."""
SLACK: Final = 10.0
"""How far a look reaches back: clocks differ, and a change is seen only after its moment."""
PAUSE: Final = 1.0

log = logging.getLogger(__name__)


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
