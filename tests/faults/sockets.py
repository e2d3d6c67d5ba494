"""Sockets that follow a table, and the time at which each version was received."""

from __future__ import annotations

import asyncio
import json
import time
from contextlib import suppress
from types import TracebackType
from typing import Any, Self

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.faults.players import PAUSE


class SocketListener:
    """An open socket that keeps all messages."""

    def __init__(self, url: str, path: str, cookies: str = "") -> None:
        self.messages: list[dict[str, Any]] = []
        self.times: dict[int, float] = {}
        """When each version was first received, by the monotonic clock."""
        self.closed: int | None = None
        """The code with which the server has closed the socket."""
        self._address = f"{url.replace('http', 'ws', 1)}{path}"
        self._headers = {"cookie": cookies}

    async def __aenter__(self) -> Self:
        self._socket: ClientConnection = await connect(
            self._address, additional_headers=self._headers
        )
        self._task = asyncio.create_task(self._listen())
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._task.cancel()
        with suppress(asyncio.CancelledError):
            await self._task
        await self._socket.close()

    async def _listen(self) -> None:
        try:
            while True:
                message = json.loads(await self._socket.recv())
                self.messages.append(message)
                self.times.setdefault(message.get("version"), time.monotonic())
        except ConnectionClosed as closed:
            self.closed = closed.rcvd.code if closed.rcvd else None

    @property
    def seat_states(self) -> list[str | None]:
        """Who was here, and who was not, when the server last said so."""
        told = [one["seat_states"] for one in self.messages if "seat_states" in one]
        return told[-1] if told else []

    @property
    def versions(self) -> list[int]:
        """The versions that were received, in that order."""
        return [message["version"] for message in self.messages]

    async def wait_for(self, version: int, *, within: float) -> None:
        """Wait until a version has been received."""
        async with asyncio.timeout(within):
            while version not in self.times:
                await asyncio.sleep(PAUSE)
