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
COMMAND: Final = ("-m", "howdah.cli.main", "serve", "--host", "127.0.0.1", "--port", "0")
DATABASE: Final = "HOWDAH_DATABASE"
CGROUPS: Final = Path("/sys/fs/cgroup")
PERIOD_MICROSECONDS: Final = 20_000
"""In which a server has its share of a core."""


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
def start_servers(count: int, share: float | None = None) -> Iterator[list[Server]]:
    """Start servers on one new folder, which is removed with them, or on `HOWDAH_DATABASE`.

    Each may use a share of a core, if that is given.
    """
    with tempfile.TemporaryDirectory(prefix="howdah-load-") as folder, ExitStack() as stack:
        place = [] if os.environ.get(DATABASE) else ["--data", folder]
        servers = [stack.enter_context(_start_server(place)) for _ in range(count)]
        if share is not None:
            for server in servers:
                stack.enter_context(limited_cpu(server, share))
        yield servers


@contextmanager
def limited_cpu(server: Server, share: float) -> Iterator[None]:
    """Hold a process to a share of a core by a control group; raise `ValueError` if it cannot be.

    So a machine with few cores shows how several processes scale: none waits for another's core.
    """
    is_first_version = (CGROUPS / "cpu").is_dir()
    group = (CGROUPS / "cpu" if is_first_version else CGROUPS) / f"howdah-load-{server.pid}"
    quota = round(share * PERIOD_MICROSECONDS)
    limits = (
        {"cpu.cfs_period_us": f"{PERIOD_MICROSECONDS}", "cpu.cfs_quota_us": f"{quota}"}
        if is_first_version
        else {"cpu.max": f"{quota} {PERIOD_MICROSECONDS}"}
    )
    try:
        group.mkdir()
        for name, value in {**limits, "cgroup.procs": f"{server.pid}"}.items():
            (group / name).write_text(value, encoding="ascii")
    except OSError as error:
        raise ValueError(
            f"--share needs control groups, and the right to make them: {error}."
        ) from error
    try:
        yield
    finally:
        (group.parent / "cgroup.procs").write_text(f"{server.pid}", encoding="ascii")
        group.rmdir()


@contextmanager
def _start_server(place: list[str]) -> Iterator[Server]:
    process = subprocess.Popen(
        [sys.executable, *COMMAND, *place], stdout=subprocess.PIPE, text=True, encoding="utf-8"
    )
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        address = re.search(r"running at (http://[\d.]+:\d+)/", line)
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
