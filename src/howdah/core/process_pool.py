"""Work handed out to processes: each gets the next piece when it is done with one.

Every process has a line of its own, and no thread stands between: so it can be stopped at any
moment, in the middle of whatever it does or tells.
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
"""How many pieces may be begun for each process before the first of them is taken."""

Task = TypeVar("Task")
Found = TypeVar("Found")
_SPAWN: Final = multiprocessing.get_context("spawn")


class WorkerLost(HowdahError):
    """A process that played games has died."""


def all_cores() -> int:
    """How many processes can run at once here."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def in_processes(
    work: Callable[[Task], Found], tasks: Iterable[Task], jobs: int, *, in_order: bool = False
) -> Generator[Found, None, None]:
    """What comes of every task, as soon as it is done; or in the order of the tasks."""
    workers: list[_Worker[Task, Found]] = []
    try:
        with interrupts_held():
            workers.extend(_Worker(work) for _ in range(jobs))
        found: dict[int, Found] = {}
        taken = 0
        numbered = iter(enumerate(tasks))
        while True:
            room = jobs * AHEAD - len(found)
            _hand_out(numbered, workers, room)
            if not found and not any(worker.is_busy for worker in workers):
                return
            found.update(_answers(workers))
            for number in _due(found, taken, in_order=in_order):
                yield found.pop(number)
                taken += 1
    finally:
        for worker in workers:
            worker.end()


def _hand_out(
    numbered: Iterator[tuple[int, Task]], workers: Iterable[_Worker[Task, Found]], room: int
) -> None:
    """Give whoever is idle the next task, as long as there is room for what comes of it."""
    for worker in workers:
        room -= worker.is_busy
    for worker in workers:
        if not worker.is_busy and room > 0:
            for number, task in numbered:
                worker.give(number, task)
                room -= 1
                break


def _answers(workers: Iterable[_Worker[Task, Found]]) -> dict[int, Found]:
    """What those tell who are done, by the numbers of their tasks; one of them at least."""
    busy: dict[Any, _Worker[Task, Found]] = {
        worker.line: worker for worker in workers if worker.is_busy
    }
    return dict(busy[line].take() for line in wait(list(busy)))


def _due(found: dict[int, Any], taken: int, *, in_order: bool) -> list[int]:
    """The numbers of what can be told now: all that is there, or as far as nothing is missing."""
    if not in_order:
        return list(found)
    last = taken
    while last in found:
        last += 1
    return list(range(taken, last))


class _Worker(Generic[Task, Found]):
    """A process, the line to it, and the number of its task."""

    def __init__(self, work: Callable[[Task], Found]) -> None:
        self.line, far = _SPAWN.Pipe()
        self._process = _SPAWN.Process(target=_serve, args=(work, far))
        self._process.start()
        far.close()
        self._number: int | None = None

    @property
    def is_busy(self) -> bool:
        """Whether it has a task."""
        return self._number is not None

    def give(self, number: int, task: Task) -> None:
        """Hand out a task."""
        self._number = number
        with _lost():
            self.line.send(task)

    def take(self) -> tuple[int, Found]:
        """What came of the task; if that is an error, it is raised."""
        assert self._number is not None
        with _lost():
            is_right, found = self.line.recv()
        if not is_right:
            raise found
        number, self._number = self._number, None
        return number, found

    def end(self) -> None:
        """Let it go; if it has a task, stop it in the middle."""
        self.line.close()
        if self.is_busy:
            self._process.terminate()
        self._process.join()


@contextmanager
def _lost() -> Iterator[None]:
    """A line that breaks means that nobody is there any more."""
    try:
        yield
    except (EOFError, OSError):
        raise WorkerLost("A process that played games died.") from None


def _serve(work: Callable[[Any], Any], line: Connection[Any, Any]) -> None:
    """Do what comes in until nobody is there any more; an interrupt is for the other side."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        while True:
            line.send(_done(work, line.recv()))


def _done(work: Callable[[Any], Any], task: Any) -> tuple[bool, Any]:
    """Whether it went well, and what came of it or the error, with its trace as a note."""
    try:
        return True, work(task)
    except Exception as error:  # whoever handed out the work is to hear of it
        error.add_note(traceback.format_exc())
        return False, error


@contextmanager
def interrupts_held() -> Iterator[None]:
    """An interrupt waits until this is over; processes that begin meanwhile never get one."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
