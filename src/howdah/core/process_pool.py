"""A pool of processes: each gets the next task when it has finished one.

Every process has a connection of its own and there is no thread in between, so the pool can be
stopped at any moment, even while a process works or sends a result.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import traceback
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from typing import Any, Final, Generic, TypeVar

from howdah.core.errors import HowdahError

AHEAD: Final = 3
"""How many tasks may be started for each process before the first result is taken."""

Task = TypeVar("Task")
Result = TypeVar("Result")
_SPAWN: Final = multiprocessing.get_context("spawn")


class WorkerLost(HowdahError):
    """A process of the pool has died."""


def core_count() -> int:
    """How many processes can run at once on this machine."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def run_in_processes(
    work: Callable[[Task], Result], tasks: Iterable[Task], jobs: int, *, in_order: bool = False
) -> Generator[Result, None, None]:
    """Yield the result of every task as soon as it is there, or in the order of the tasks."""
    workers: list[_Worker[Task, Result]] = []
    try:
        with block_interrupts():
            workers.extend(_Worker(work) for _ in range(jobs))
        found: dict[int, Result] = {}
        taken = 0
        numbered = iter(enumerate(tasks))
        while True:
            room = jobs * AHEAD - len(found)
            _assign_tasks(numbered, workers, room)
            if not found and not any(worker.is_busy for worker in workers):
                return
            found.update(_receive_results(workers))
            for number in _ready_numbers(found, taken, in_order=in_order):
                yield found.pop(number)
                taken += 1
    finally:
        for worker in workers:
            worker.stop()


def _assign_tasks(
    numbered: Iterator[tuple[int, Task]], workers: Iterable[_Worker[Task, Result]], room: int
) -> None:
    """Give idle workers the next tasks, as long as there is room for their results."""
    for worker in workers:
        room -= worker.is_busy
    for worker in workers:
        if not worker.is_busy and room > 0:
            for number, task in numbered:
                worker.send_task(number, task)
                room -= 1
                break


def _receive_results(workers: Iterable[_Worker[Task, Result]]) -> dict[int, Result]:
    """Wait until a worker has finished; return the results by the numbers of their tasks."""
    busy: dict[Any, _Worker[Task, Result]] = {
        worker.connection: worker for worker in workers if worker.is_busy
    }
    return dict(busy[connection].receive_result() for connection in wait(list(busy)))


def _ready_numbers(found: dict[int, Any], taken: int, *, in_order: bool) -> list[int]:
    """The numbers of the results to yield now: all, or those before the first that is missing."""
    if not in_order:
        return list(found)
    last = taken
    while last in found:
        last += 1
    return list(range(taken, last))


class _Worker(Generic[Task, Result]):
    """A process, the connection to it, and the number of its task."""

    def __init__(self, work: Callable[[Task], Result]) -> None:
        self.connection, other = _SPAWN.Pipe()
        self._process = _SPAWN.Process(target=_run_tasks, args=(work, other))
        self._process.start()
        other.close()
        self._number: int | None = None

    @property
    def is_busy(self) -> bool:
        """Whether it has a task."""
        return self._number is not None

    def send_task(self, number: int, task: Task) -> None:
        """Start a task."""
        self._number = number
        with _raise_worker_lost():
            self.connection.send(task)

    def receive_result(self) -> tuple[int, Result]:
        """Return the number of the task and its result; if that is an error, raise it."""
        assert self._number is not None
        with _raise_worker_lost():
            is_success, found = self.connection.recv()
        if not is_success:
            raise found
        number, self._number = self._number, None
        return number, found

    def stop(self) -> None:
        """End the process; if it has a task, stop it in the middle."""
        self.connection.close()
        if self.is_busy:
            self._process.terminate()
        self._process.join()


@contextmanager
def _raise_worker_lost() -> Iterator[None]:
    """Raise a broken connection as `WorkerLost`: the process has died."""
    try:
        yield
    except (EOFError, OSError):
        raise WorkerLost("A process that played games died.") from None


def _run_tasks(work: Callable[[Any], Any], connection: Connection[Any, Any]) -> None:
    """Run tasks until the connection is closed; interrupts are left to the parent process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        while True:
            connection.send(_try_task(work, connection.recv()))


def _try_task(work: Callable[[Any], Any], task: Any) -> tuple[bool, Any]:
    """Return whether a task succeeded, and its result or its error, with the trace as a note."""
    try:
        return True, work(task)
    except Exception as error:  # the parent process raises it
        error.add_note(traceback.format_exc())
        return False, error


@contextmanager
def block_interrupts() -> Iterator[None]:
    """Hold interrupts back until the block ends; processes started in it never get one."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
