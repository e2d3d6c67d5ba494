"""Games played here, in this process or on all cores; the order in which they end is anyone's."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing.process import BaseProcess
from typing import Final

from howdah.arena.match import play_game
from howdah.arena.outcome import Outcome
from howdah.arena.schedule import Contest, Fixture
from howdah.core.errors import HowdahError

AHEAD: Final = 3
"""How many games are handed out for each worker: none waits, and little is lost at a stop."""


class WorkerLost(HowdahError):
    """A process that played games has died."""


def all_cores() -> int:
    """How many processes can run at once here."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def in_this_process(
    contest: Contest, fixtures: Iterable[Fixture]
) -> Generator[Outcome, None, None]:
    """Play games one after the other."""
    for fixture in fixtures:
        yield play_game(contest, fixture)


def in_processes(
    contest: Contest, fixtures: Iterable[Fixture], jobs: int
) -> Generator[Outcome, None, None]:
    """Play games in so many processes, each handed out when another is done."""
    strangers = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _be_quiet)
    try:
        yield from _played(pool, contest, iter(fixtures), jobs * AHEAD)
    except BrokenProcessPool:
        message = "A process that played games died; start the arena again to go on."
        raise WorkerLost(message) from None
    except BaseException:
        _end(pool, set(multiprocessing.active_children()) - strangers)
        raise
    finally:
        pool.shutdown()


def _end(pool: ProcessPoolExecutor, workers: Iterable[BaseProcess]) -> None:
    """Stop in the middle of whatever is played."""
    pool.shutdown(wait=False, cancel_futures=True)
    for worker in workers:
        worker.terminate()
        worker.join()


def _played(
    pool: ProcessPoolExecutor, contest: Contest, fixtures: Iterator[Fixture], at_once: int
) -> Generator[Outcome, None, None]:
    pending: set[Future[Outcome]] = set()
    while True:
        with interrupts_held():
            for fixture in islice(fixtures, at_once - len(pending)):
                pending.add(pool.submit(play_game, contest, fixture))
        if not pending:
            return
        done, pending = wait(pending, return_when=FIRST_COMPLETED)
        for future in done:
            yield future.result()


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


def _be_quiet() -> None:
    """Leave an interrupt to the process that handed out the games."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
