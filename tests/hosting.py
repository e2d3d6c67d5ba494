"""A host that runs the commands of a page in its own folder, on free ports and new databases.

Commands that run until they are stopped run in processes, forked from one that has imported
everything.
"""

from __future__ import annotations

import multiprocessing
import os
import re
import shlex
import signal
import socket
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Final
from unittest.mock import patch

import httpx2

from howdah.cli.main import main
from howdah.server import app
from tests.postgres import Postgres

PATIENCE: Final = 60.0
"""The seconds after which something that should have happened has not."""
PAUSE: Final = 0.02
DATABASE: Final = "postgresql://howdah:PASSWORD@db.example.org/howdah"
LONG_RUNNING: Final = ("serve", "work", "play")
"""The commands that run until they are stopped."""
READY: Final = re.compile(r"running at (http://[\d.]+:\d+)/|Running agent workers")

processes = multiprocessing.get_context("forkserver")


def run_command(words: list[str], environment: Mapping[str, str], output: str) -> None:
    """Run a command whose output goes to a file, and draw boards when they are needed."""
    for number in (1, 2):
        os.dup2(os.open(output, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600), number)
    os.environ.update(environment)
    vars(app)["warm_backdrops"] = lambda: None
    raise SystemExit(main(words))


@dataclass
class RunningCommand:
    """A command that runs until it is stopped."""

    process: ForkServerProcess
    output: Path

    def wait_until_ready(self) -> str | None:
        """Wait until it prints that it is ready; return its URL, if it serves one."""
        deadline = time.monotonic() + PATIENCE
        while not (found := READY.search(self._text())):
            assert self.process.is_alive(), self._text()
            assert time.monotonic() < deadline, self._text()
            time.sleep(PAUSE)
        if found[1] is not None:
            # It listens before it is ready: the answer comes when it is.
            answer = httpx2.get(f"{found[1]}/healthz", timeout=PATIENCE, trust_env=False)
            assert answer.json() == {"status": "ok"}
        return found[1]

    def stop(self) -> tuple[int | None, float]:
        """Stop it by SIGTERM; return its exit code, and the seconds that it took."""
        begin = time.monotonic()
        assert self.process.pid is not None
        os.kill(self.process.pid, signal.SIGTERM)
        self.process.join(PATIENCE)
        return self.process.exitcode, time.monotonic() - begin

    def _text(self) -> str:
        return self.output.read_text() if self.output.exists() else ""


@dataclass
class Host:
    """Runs blocks of commands."""

    folder: Path
    databases: Postgres | None = None
    environment: dict[str, str] = field(default_factory=dict)
    running: list[RunningCommand] = field(default_factory=list)
    urls: list[str] = field(default_factory=list)
    """The URLs of the servers, in the order of the commands."""

    def run(self, block: str) -> None:
        """Run each line of a block; long-running commands are left running when they are ready."""
        before = len(self.running)
        for line in block.splitlines():
            self._run(shlex.split(self._localize(line)))
        found = [command.wait_until_ready() for command in self.running[before:]]
        self.urls += [url for url in found if url is not None]

    def _run(self, words: list[str]) -> None:
        if words[0] == "export":
            name, _, value = words[1].partition("=")
            self.environment[name] = value
            return
        program, command, *_ = words
        assert program == "howdah", words
        if command in LONG_RUNNING:
            self._start(words[1:])
            return
        with patch.dict(os.environ, self._variables()):
            assert main(words[1:]) == 0

    def _localize(self, line: str) -> str:
        """Replace folders and databases in a line by those of the test."""
        if DATABASE in line:
            assert self.databases is not None
            line = line.replace(DATABASE, self.databases.new_database())
        return re.sub(r"(?<= )/(srv|var)/", rf"{self.folder}/\1/", line)

    def _variables(self) -> dict[str, str]:
        return {
            "XDG_DATA_HOME": str(self.folder / "data-home"),
            "BROWSER": "true",
        } | self.environment

    def _start(self, words: list[str]) -> None:
        port = [] if words[0] == "work" else ["--port", str(free_port())]
        processes.set_forkserver_preload([__name__])  # too late, if other tests have begun
        output = self.folder / f"output-{len(self.running)}"
        arguments = ([*words, *port], self._variables(), str(output))
        self.running.append(
            RunningCommand(processes.Process(target=run_command, args=arguments), output)
        )
        self.running[-1].process.start()

    def stop(self) -> list[tuple[int | None, float]]:
        """Stop all commands; return their exit codes, and the seconds that each took."""
        return [command.stop() for command in self.running]


@contextmanager
def open_host(folder: Path, databases: Postgres | None = None) -> Iterator[Host]:
    """A host; whatever happens, no process outlives the test."""
    host = Host(folder, databases)
    (folder / "var" / "backups").mkdir(parents=True)
    try:
        yield host
    finally:
        for command in host.running:
            command.process.kill()
            command.process.join()


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
