"""The servers under load, started here or running already, and their memory and CPU time."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

STOP_TIMEOUT: Final = 60.0
"""The seconds after which a server that should have stopped is killed."""
COMMAND: Final = ("-m", "howdah.cli.main", "serve", "--host", "127.0.0.1", "--port", "0", "--data")


@dataclass(frozen=True)
class Server:
    """The URL of a server, and its process if that is known."""

    url: str
    pid: int | None = None

    @property
    def memory(self) -> int | None:
        """The resident memory of the process in bytes, on Linux."""
        fields = self._read_proc("statm")
        return None if fields is None else int(fields[1]) * os.sysconf("SC_PAGE_SIZE")

    @property
    def time(self) -> float | None:
        """The CPU time of the process in seconds, on Linux."""
        fields = self._read_proc("stat")
        if fields is None:
            return None
        return (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")

    def _read_proc(self, what: str) -> list[str] | None:
        path = Path(f"/proc/{self.pid}/{what}")
        return path.read_text(encoding="ascii").split() if self.pid and path.exists() else None


def machine_time() -> float | None:
    """The CPU time of all cores of this machine in seconds, on Linux."""
    path = Path("/proc/stat")
    if not path.exists():
        return None
    user, nice, system, _idle, _waiting, *interrupts = map(int, _first_line(path).split()[1:8])
    return (user + nice + system + sum(interrupts)) / os.sysconf("SC_CLK_TCK")


def _first_line(path: Path) -> str:
    return path.read_text(encoding="ascii").partition("\n")[0]


def running_server(url: str) -> Server:
    """A server that runs already; raise `ValueError` if it is on another machine.

    >>> running_server("http://127.0.0.1:8400/").url
    'http://127.0.0.1:8400'
    >>> running_server("http://example.org")
    Traceback (most recent call last):
    ValueError: example.org is not this machine: only loopback addresses are put under load.
    """
    host = urlsplit(url).hostname or ""
    if not _is_loopback(host) or urlsplit(url).scheme != "http":
        raise ValueError(f"{host} is not this machine: only loopback addresses are put under load.")
    return Server(url.rstrip("/"))


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


@contextmanager
def start_servers(count: int) -> Iterator[list[Server]]:
    """Start servers on one new folder, which is removed with them."""
    with tempfile.TemporaryDirectory(prefix="howdah-load-") as folder, ExitStack() as stack:
        yield [stack.enter_context(_start_server(folder)) for _ in range(count)]


@contextmanager
def _start_server(folder: str) -> Iterator[Server]:
    process = subprocess.Popen(
        [sys.executable, *COMMAND, folder], stdout=subprocess.PIPE, text=True, encoding="utf-8"
    )
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        address = re.search(r"open at (http://[\d.]+:\d+)/", line)
        if address is None:
            raise RuntimeError(f"the server did not start: {line}")
        yield Server(address[1], process.pid)
    finally:
        _stop(process)


def _stop(process: subprocess.Popen[str]) -> None:
    process.terminate()
    try:
        process.communicate(timeout=STOP_TIMEOUT)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
