"""A server in a thread, on a port of its own, that can be closed and opened again."""

from __future__ import annotations

import socket
import threading
import time
from pathlib import Path

import uvicorn

from howdah.server.app import create_app
from howdah.server.connections import limited_protocols
from howdah.server.settings import Settings


class LiveServer:
    """A server in a thread of its own; its tables are in a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self._port: int = probe.getsockname()[1]
        self.open()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    def open(self) -> None:
        app = create_app(Settings(data=self.folder))
        http, websocket = limited_protocols()
        config = uvicorn.Config(
            app,
            host="127.0.0.1",
            port=self._port,
            log_level="warning",
            timeout_graceful_shutdown=1,
            http=http,
            ws=websocket,
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run)
        self._thread.start()
        deadline = time.monotonic() + 20
        while not self._server.started:
            assert time.monotonic() < deadline, "the server does not start"
            time.sleep(0.01)

    def close(self) -> None:
        self._server.should_exit = True
        self._thread.join(timeout=20)
        assert not self._thread.is_alive(), "the server does not stop"
