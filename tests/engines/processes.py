"""Browsers and their drivers as processes of this machine."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

Found = TypeVar("Found")

SECONDS = 30.0
"""The longest time that a browser takes for anything."""
PAUSE = 0.02


def find_program(*names: str) -> str:
    """The path of the first of these programs that is installed."""
    for name in names:
        if path := shutil.which(name):
            return path
    raise FileNotFoundError(f"{names[0]} is not installed: run tools/set-up engines")


@contextmanager
def run_process(command: list[str], **options: Any) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program, and end it with the context."""
    with subprocess.Popen(command, **options) as process:
        try:
            yield process
        finally:
            process.terminate()
            try:
                process.wait(SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()


def find_free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def poll(attempt: Callable[[], Found | None], what: str) -> Found:
    """Try again until there is a result."""
    deadline = time.monotonic() + SECONDS
    while (found := attempt()) is None:
        assert time.monotonic() < deadline, f"waited in vain for {what}"
        time.sleep(PAUSE)
    return found
