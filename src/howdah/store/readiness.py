"""Readiness: whether the database can be read and written, tried at most once a second."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Final

PROBE_SECONDS: Final = 1.0
"""How long the result of a probe is shared, so that requests cannot flood the disk with probes."""

Probe = Callable[[], Coroutine[Any, Any, None]]


class Readiness:
    """The result of the newest probe, shared by all who ask for it meanwhile."""

    def __init__(self, probe: Probe) -> None:
        self._probe = probe
        self._running: asyncio.Task[None] | None = None
        self._ended_at = 0.0

    async def check(self) -> None:
        """Raise what a probe raises; it is run now, or was less than a second ago."""
        if self._running is None or self._is_outdated():
            self._running = asyncio.create_task(self._probe())
            self._running.add_done_callback(self._note_end)
        await asyncio.shield(self._running)

    async def close(self) -> None:
        """Cancel a probe that is running."""
        if self._running is not None:
            self._running.cancel()
            with suppress(asyncio.CancelledError, Exception):  # nobody asks for it any more
                await self._running

    def _is_outdated(self) -> bool:
        is_done = self._running is not None and self._running.done()
        return is_done and time.monotonic() - self._ended_at >= PROBE_SECONDS

    def _note_end(self, task: asyncio.Task[None]) -> None:
        self._ended_at = time.monotonic()
        if not task.cancelled():
            task.exception()  # it counts as retrieved, even if nobody waits any longer
