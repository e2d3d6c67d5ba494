"""WebSockets: receiving throttled messages, running send and receive loops, compression."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Final

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

from howdah.server.middleware.client_address import client_of
from howdah.server.middleware.rate_limit import rate_limiter_of

MAX_MESSAGE_BYTES: Final = 65_536
"""Far more than any message of ours needs."""
MESSAGE_TOO_BIG: Final = 1009
"""The WebSocket close code."""
COMPRESSION: Final = ServerPerMessageDeflateFactory(
    server_no_context_takeover=True, client_no_context_takeover=True, compress_settings={"level": 3}
)
"""Each message by itself: a context kept between messages would cost 50 kB a socket."""


class LowMemoryWebSocketProtocol(WebSocketsSansIOProtocol):
    """The WebSocket protocol of uvicorn, without compression memory between messages."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.conn.available_extensions = [COMPRESSION]


async def receive_text(socket: WebSocket) -> str | None:
    """Return the next message, after the delay that the rate limits ask for; None for bytes.

    Raise `WebSocketDisconnect` when the socket is closed, or close it if the message is too big.
    """
    message = await socket.receive()
    if message["type"] != "websocket.receive":
        raise WebSocketDisconnect(message.get("code", 1005))
    text: str | None = message.get("text")
    if len(text or message.get("bytes") or "") > MAX_MESSAGE_BYTES:
        await socket.close(MESSAGE_TOO_BIG)
        raise WebSocketDisconnect(MESSAGE_TOO_BIG)
    await rate_limiter_of(socket).throttle(client_of(socket.scope))
    return text


async def run_until_first_exit(socket: WebSocket, *loops: Coroutine[Any, Any, None]) -> None:
    """Run coroutines until one of them ends, cancel the others, and raise what went wrong.

    That the client has disconnected is no error.
    """
    tasks = [asyncio.create_task(loop) for loop in loops]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
    errors = [None if task.cancelled() else task.exception() for task in tasks]
    for error in errors:
        if error is not None and not _is_disconnect(socket, error):
            raise error


def _is_disconnect(socket: WebSocket, error: BaseException) -> bool:
    """Whether an error only says that the socket is closed: Starlette may raise `RuntimeError`."""
    is_closed = WebSocketState.DISCONNECTED in (socket.client_state, socket.application_state)
    return isinstance(error, WebSocketDisconnect) or (type(error) is RuntimeError and is_closed)
