"""Server processes that tests can kill: each is `howdah serve` on a port that it keeps.

The processes are forked from one that has imported everything already, so that a hundred of them
can be killed and followed by others in a few minutes.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any, Final

from httpx2 import AsyncClient, TransportError

from howdah.cli.run_server import run_server
from howdah.server import app
from howdah.server.observability.logs import configure_logging
from howdah.server.settings import Settings
from howdah.store.jobs import LEASE_SECONDS
from tests.fast.games import IS_LONG
from tests.postgres import free_port

PATIENCE: Final = 60.0
"""The seconds after which something that should have happened has not."""
PAUSE: Final = 0.02
TEST_LEASE_SECONDS: Final = LEASE_SECONDS if IS_LONG else 1.0
"""The seconds after which the lease of a worker that was killed expires."""
ERROR_WORDS: Final = ("Traceback", " error ", "Exception")
"""What no log holds of a server that is only interrupted."""

processes = multiprocessing.get_context("forkserver")
processes.set_forkserver_preload(["pytest", "tests.faults.server_process"])


def serve(port: int, environment: Mapping[str, str], log: str, options: Mapping[str, Any]) -> None:
    """Do what `howdah serve` does, with some settings, and draw boards when they are needed."""
    for number in (1, 2):
        os.dup2(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), number)
    os.environ.update(environment)
    vars(app)["warm_backdrops"] = lambda: None
    configure_logging(level=logging.INFO)
    run_server(Settings.load(**options), host="127.0.0.1", port=port)


@dataclass
class ServerProcess:
    """A server that is started, killed and started again, on the same port and data."""

    folder: Path
    database: str | None = None
    """The address of a PostgreSQL database; None if it is a file in the folder."""
    port: int = field(default_factory=free_port)
    lease_seconds: float = TEST_LEASE_SECONDS
    process: ForkServerProcess | None = None

    @property
    def url(self) -> str:
        """The URL of the server."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> Path:
        """The output of all its processes."""
        return self.folder / f"log-{self.port}"

    def start(self, **environment: str) -> None:
        """Start a process; it is ready a little later."""
        assert self.process is None
        options: dict[str, Any] = {"lease_seconds": self.lease_seconds}
        if self.database is None:
            options["data"] = self.folder
        else:
            environment["HOWDAH_DATABASE"] = self.database
        arguments = (self.port, environment, str(self.log), options)
        self.process = processes.Process(target=serve, args=arguments)
        self.process.start()

    def kill(self) -> None:
        """End the process with SIGKILL, whatever it is doing."""
        self._end(signal.SIGKILL)

    def stop(self) -> tuple[int | None, float]:
        """End the process with SIGTERM; return its exit code, and the seconds that it took."""
        begin = time.monotonic()
        return self._end(signal.SIGTERM), time.monotonic() - begin

    def _end(self, how: signal.Signals) -> int | None:
        assert self.process is not None
        assert self.process.pid is not None
        assert self.process.is_alive(), self.log.read_text()
        os.kill(self.process.pid, how)
        self.process.join(PATIENCE)
        code, self.process = self.process.exitcode, None
        return code

    async def start_and_wait(self, **environment: str) -> None:
        """Start a process, and wait until it is healthy."""
        self.start(**environment)
        async with asyncio.timeout(PATIENCE), AsyncClient(trust_env=False) as client:
            while not await _is_healthy(client, self.url):
                await asyncio.sleep(PAUSE)

    def logged_errors(self) -> list[str]:
        """The lines of the log that report an unexpected error."""
        lines = self.log.read_text().splitlines()
        return [line for line in lines if any(word in line for word in ERROR_WORDS)]


async def _is_healthy(client: AsyncClient, url: str) -> bool:
    try:
        return (await client.get(f"{url}/healthz")).status_code == 200
    except TransportError:
        return False


@contextmanager
def killed_at_exit(*servers: ServerProcess) -> Iterator[None]:
    """Whatever happens, no process outlives its test."""
    try:
        yield
    finally:
        for server in servers:
            if server.process is not None:
                server.process.kill()
                server.process.join()
                server.process = None
