"""Work in processes: in the order asked for, and nobody is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from multiprocessing import active_children
from pathlib import Path

import pytest

from howdah.core.process_pool import WorkerLost, run_in_processes

NEEDS_A_LIST = pytest.mark.skipif(
    not Path("/proc/self/stat").exists(), reason="needs a list of processes"
)
SLOW_PROGRAM = """
from howdah.core.process_pool import run_in_processes
from tests.core.test_process_pool import named_after_sleep
for number in run_in_processes(named_after_sleep, [0.0] * 2 + [2.0] * 4, 2):
    print(number, flush=True)
"""


def named_after_sleep(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


def slept(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def died(_: object) -> None:
    os._exit(1)


def is_soon(condition: Callable[[], bool]) -> bool:
    ends = time.monotonic() + 60
    while not condition() and time.monotonic() < ends:
        time.sleep(0.05)
    return condition()


def is_running(process: int) -> bool:
    stat = Path(f"/proc/{process}/stat")
    return stat.exists() and stat.read_text().rpartition(")")[2].split()[0] != "Z"


def test_what_is_done_first_comes_first_unless_an_order_is_asked_for() -> None:
    tasks = [1.5, *[0.0] * 7]
    assert list(run_in_processes(slept, tasks, 2, in_order=True)) == tasks
    *_, last = run_in_processes(slept, tasks, 2)
    assert last == 1.5


def test_no_more_than_a_few_are_begun_before_the_first_is_taken() -> None:
    begun = []

    def tasks() -> Iterator[float]:
        for number in range(100):
            begun.append(number)
            yield 0.0

    with closing(run_in_processes(slept, tasks(), 2, in_order=True)) as games:
        next(games)
    assert len(begun) <= 12


@NEEDS_A_LIST
def test_whoever_looks_no_further_ends_the_processes() -> None:
    with closing(run_in_processes(slept, [0.0, 60.0, 60.0], 2)) as games:
        assert next(games) == 0.0
        workers = [child.pid for child in active_children() if child.pid is not None]
        assert any(map(is_running, workers))
    assert is_soon(lambda: not any(map(is_running, workers)))


def test_a_process_that_dies_is_told() -> None:
    with pytest.raises(WorkerLost, match="died"):
        list(run_in_processes(died, range(2), 2))


def refused(number: int) -> int:
    raise ValueError(f"{number} is too much")


def test_an_error_is_raised_here_with_its_trace() -> None:
    with pytest.raises(ValueError, match="0 is too much") as caught:
        list(run_in_processes(refused, range(3), 1))
    assert "in refused" in caught.value.__notes__[0]


def large(_: int) -> bytes:
    return bytes(10_000_000)


@NEEDS_A_LIST
def test_a_process_can_be_stopped_while_it_tells() -> None:
    for _ in range(3):
        with closing(run_in_processes(large, range(100), 2)) as games:
            assert len(next(games)) == 10_000_000
            workers = [child.pid for child in active_children() if child.pid is not None]
        assert not any(map(is_running, workers))


@NEEDS_A_LIST
def test_processes_end_with_the_one_that_began_them() -> None:
    program = [sys.executable, "-c", SLOW_PROGRAM]
    quiet = subprocess.DEVNULL
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=quiet, text=True) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        assert is_running(worker)
        parent.send_signal(signal.SIGKILL)
    assert is_soon(lambda: not is_running(worker))
