"""The pulse of the house: how long nothing else could happen, because one thing took too long."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import perf_counter
from typing import Final

BEAT: Final = 0.01
"""The seconds between two beats."""


class EventLoopLag:
    """Beats as long as the house is open, and remembers the longest gap in seconds."""

    def __init__(self) -> None:
        self.longest_ever = 0.0
        self._longest = 0.0

    def longest(self) -> float:
        """The longest gap since this was asked before."""
        found, self._longest = self._longest, 0.0
        return found

    @asynccontextmanager
    async def beating(self) -> AsyncIterator[None]:
        """Beat meanwhile."""
        task = asyncio.create_task(self._beat())
        try:
            yield
        finally:
            task.cancel()

    async def _beat(self) -> None:
        while True:
            begin = perf_counter()
            await asyncio.sleep(BEAT)
            self._feel(perf_counter() - begin - BEAT)

    def _feel(self, gap: float) -> None:
        self._longest = max(self._longest, gap)
        self.longest_ever = max(self.longest_ever, gap)
