"""Open lines: what is told and what is heard on a socket go on side by side."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocketDisconnect


async def until_one_ends(*jobs: Coroutine[Any, Any, None]) -> None:
    """Do jobs side by side until one of them ends, for whatever reason; then end them all."""
    tasks = [asyncio.create_task(job) for job in jobs]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
            with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await task
