"""The servers under load: started here, or found where they are; their memory and their time."""

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

PATIENCE: Final = 60.0
"""The seconds after which a server that should have stopped is killed."""
CALL: Final = ("-m", "howdah.cli.main", "serve", "--host", "127.0.0.1", "--port", "0", "--data")


@dataclass(frozen=True)
class Server:
    """A server: where it is, and which process if that is known."""

    url: str
    pid: int | None = None

    @property
    def memory(self) -> int | None:
        """The bytes that the process holds in memory, where the system tells them."""
        fields = self._told("statm")
        return None if fields is None else int(fields[1]) * os.sysconf("SC_PAGE_SIZE")

    @property
    def time(self) -> float | None:
        """The seconds that the process has worked, where the system tells them."""
        fields = self._told("stat")
        if fields is None:
            return None
        return (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")

    def _told(self, what: str) -> list[str] | None:
        path = Path(f"/proc/{self.pid}/{what}")
        return path.read_text(encoding="ascii").split() if self.pid and path.exists() else None


def machine_time() -> float | None:
    """The seconds that all cores of this machine have worked, where the system tells them."""
    path = Path("/proc/stat")
    if not path.exists():
        return None
    user, nice, system, _idle, _waiting, *interrupts = map(int, _first_line(path).split()[1:8])
    return (user + nice + system + sum(interrupts)) / os.sysconf("SC_CLK_TCK")


def _first_line(path: Path) -> str:
    return path.read_text(encoding="ascii").partition("\n")[0]


def found(url: str) -> Server:
    """A server that runs already; whoever asks another machine is refused.

    >>> found("http://127.0.0.1:8400/").url
    'http://127.0.0.1:8400'
    >>> found("http://example.org")
    Traceback (most recent call last):
    ValueError: example.org is not this machine: only loopback addresses are put under load.
    """
    host = urlsplit(url).hostname or ""
    if not _is_here(host) or urlsplit(url).scheme != "http":
        raise ValueError(f"{host} is not this machine: only loopback addresses are put under load.")
    return Server(url.rstrip("/"))


def _is_here(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


@contextmanager
def started(count: int) -> Iterator[list[Server]]:
    """Some servers on one new folder, which is gone with them."""
    with tempfile.TemporaryDirectory(prefix="howdah-load-") as folder, ExitStack() as stack:
        yield [stack.enter_context(_started(folder)) for _ in range(count)]


@contextmanager
def _started(folder: str) -> Iterator[Server]:
    process = subprocess.Popen(
        [sys.executable, *CALL, folder], stdout=subprocess.PIPE, text=True, encoding="utf-8"
    )
    assert process.stdout is not None
    try:
        told = process.stdout.readline()
        address = re.search(r"laid at (http://[\d.]+:\d+)/", told)
        if address is None:
            raise RuntimeError(f"the server did not start: {told}")
        yield Server(address[1], process.pid)
    finally:
        _stop(process)


def _stop(process: subprocess.Popen[str]) -> None:
    process.terminate()
    try:
        process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
