"""Open lines: what is told and what is heard on a socket go on side by side."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Final

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from howdah.server.middleware.client_address import client_of
from howdah.server.middleware.limits import rate_limiter_of

LONGEST_MESSAGE: Final = 65_536
"""In bytes; all that is asked on a socket is far shorter."""
TOO_LONG: Final = 1009


async def receive_text(socket: WebSocket) -> str | None:
    """The next message, at the pace that the limits allow; None for bytes."""
    message = await socket.receive()
    if message["type"] != "websocket.receive":
        raise WebSocketDisconnect(message.get("code", 1005))
    text: str | None = message.get("text")
    if len(text or message.get("bytes") or "") > LONGEST_MESSAGE:
        await socket.close(TOO_LONG)
        raise WebSocketDisconnect(TOO_LONG)
    await rate_limiter_of(socket).throttle(client_of(socket.scope))
    return text


async def run_until_first_exit(socket: WebSocket, *jobs: Coroutine[Any, Any, None]) -> None:
    """Do jobs side by side until one of them ends; then end them all, and tell what went wrong."""
    tasks = [asyncio.create_task(job) for job in jobs]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
    ends = [None if task.cancelled() else task.exception() for task in tasks]
    for end in ends:
        if end is not None and not _is_parting(socket, end):
            raise end


def _is_parting(socket: WebSocket, end: BaseException) -> bool:
    """Whether nothing is wrong but that someone has left: Starlette then says `RuntimeError`."""
    is_closed = WebSocketState.DISCONNECTED in (socket.client_state, socket.application_state)
    return isinstance(end, WebSocketDisconnect) or (type(end) is RuntimeError and is_closed)
