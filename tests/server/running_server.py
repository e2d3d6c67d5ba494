"""A server in a thread with the protocols of `howdah serve`, on a port of its own."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import uvicorn

from howdah.cli.run_server import listen, make_server
from howdah.server.connections import ConnectionRegistry, Deadlines
from howdah.server.settings import Settings

PATIENCE = 20.0


class RunningServer:
    """A server that runs in a thread."""

    def __init__(self, server: uvicorn.Server, port: int) -> None:
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self._server = server
        self.loop: asyncio.AbstractEventLoop | None = None
        self._thread = threading.Thread(target=self._run)
        self._listener = listen("127.0.0.1", port)

    @property
    def registry(self) -> ConnectionRegistry:
        """The connections of the server."""
        protocol: Any = self._server.config.http_protocol_class
        found: ConnectionRegistry = protocol.registry
        return found

    def call(self, function: Callable[[asyncio.AbstractEventLoop], object]) -> None:
        """Call a function in the event loop of the server."""
        assert self.loop is not None
        self.loop.call_soon_threadsafe(function, self.loop)

    def create_table(self) -> str:
        """Create a table, and return its id."""
        body = {"game": "bazar", "rules": {"starter": "seat 0"}, "seats": [{"name": "Ada"}]}
        answer = httpx2.post(f"{self.url}/api/tables", json=body, trust_env=False)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def start(self) -> None:
        """Start the server, and wait until it is ready."""
        self._thread.start()
        deadline = time.monotonic() + PATIENCE
        while not self._server.started:
            assert time.monotonic() < deadline, "the server does not start"
            time.sleep(0.01)

    def stop(self) -> None:
        """Stop the server."""
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), "the server does not stop"

    def _run(self) -> None:
        async def serve() -> None:
            self.loop = asyncio.get_running_loop()
            await self._server.serve(sockets=[self._listener])

        factory = self._server.config.get_loop_factory()
        with asyncio.Runner(loop_factory=factory) as runner:
            runner.run(serve())


@contextmanager
def running_server(
    folder: Path, *, deadlines: Deadlines | None = None, total: int | None = None, **settings: Any
) -> Iterator[RunningServer]:
    """A server on a folder, with other deadlines and numbers than usual."""
    server = make_server(Settings(data=folder, **settings), "127.0.0.1")
    server.config.load()
    with listen("127.0.0.1", 0) as probe:
        port = probe.getsockname()[1]
    found = RunningServer(server, port)
    if deadlines is not None:
        found.registry.deadlines = deadlines
    if total is not None:
        found.registry.total = total
    found.start()
    try:
        yield found
    finally:
        found.stop()
