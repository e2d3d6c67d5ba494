"""Houses that can be killed: each is `howdah serve` in a process of its own, on a port it keeps.

The processes are forked from one that has imported everything already, so that a hundred of them
can be killed and followed by others in a few minutes.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Final

from httpx2 import AsyncClient, TransportError

from howdah.cli.main import main
from howdah.server import app
from howdah.server.background import agent_workers
from howdah.store import jobs
from tests.fast.games import IS_LONG
from tests.postgres import free_port

PATIENCE: Final = 60.0
"""The seconds after which something that should have happened has not."""
PAUSE: Final = 0.02
LEASE: Final = jobs.LEASE if IS_LONG else 1.0
"""The seconds after which the job of a worker that was killed is given away."""
FAULTS: Final = ("Traceback", " error ", "Exception")
"""What no log holds of a house that is only interrupted."""

processes = multiprocessing.get_context("forkserver")
processes.set_forkserver_preload(["pytest", "tests.faults.houses"])


def serve(port: int, environment: Mapping[str, str], folder: str, log: str, lease: float) -> None:
    """Be `howdah serve`, with leases that run out as told, and boards drawn when asked for."""
    for number in (1, 2):
        os.dup2(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), number)
    os.environ.update(environment)
    for module in (jobs, agent_workers):
        vars(module)["LEASE"] = lease
    vars(app)["warm_backdrops"] = lambda: None
    data = [] if "HOWDAH_DATABASE" in environment else ["--data", folder]
    raise SystemExit(main(["serve", "--host", "127.0.0.1", "--port", str(port), *data]))


@dataclass
class House:
    """A server that is started, killed and started again, at the same place on the same data."""

    folder: Path
    database: str | None = None
    """The address of a PostgreSQL database; None if it is a file in the folder."""
    port: int = field(default_factory=free_port)
    lease: float = LEASE
    process: ForkServerProcess | None = None

    @property
    def url(self) -> str:
        """Where the house is."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def log(self) -> Path:
        """What all its processes have written."""
        return self.folder / f"log-{self.port}"

    def begin(self, **environment: str) -> None:
        """Start a process; it answers a little later."""
        assert self.process is None
        if self.database is not None:
            environment["HOWDAH_DATABASE"] = self.database
        arguments = (self.port, environment, str(self.folder), str(self.log), self.lease)
        self.process = processes.Process(target=serve, args=arguments)
        self.process.start()

    def kill(self) -> None:
        """End the process at once, wherever it is."""
        self._end(signal.SIGKILL)

    def stop(self) -> tuple[int | None, float]:
        """Ask the process to end; its exit code, and the seconds that it took."""
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

    async def open(self, **environment: str) -> None:
        """Start a process, and wait until it answers."""
        self.begin(**environment)
        await self.answers()

    async def answers(self) -> None:
        """Wait until the house answers that all is well."""
        async with asyncio.timeout(PATIENCE), AsyncClient(trust_env=False) as client:
            while not await _is_well(client, self.url):
                await asyncio.sleep(PAUSE)

    def faults(self) -> list[str]:
        """The lines of the log that tell of something nobody has foreseen."""
        lines = self.log.read_text().splitlines()
        return [line for line in lines if any(fault in line for fault in FAULTS)]


async def _is_well(client: AsyncClient, url: str) -> bool:
    try:
        return (await client.get(f"{url}/healthz")).status_code == 200
    except TransportError:
        return False


@contextmanager
def closed_at_the_end(*houses: House) -> Iterator[None]:
    """Whatever happens, no process outlives its test."""
    try:
        yield
    finally:
        for house in houses:
            if house.process is not None:
                house.process.kill()
                house.process.join()
                house.process = None
