"""What speed costs and how it behaves: bytes, copies, compiling, threads, event loops."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from howdah import fast
from howdah.bench.measure import Effort, Measure
from howdah.bench.own_games import TABLES, BenchGame, start_of
from howdah.fast.backend import entry_point

_COPIES: Final = 1_000_000
_COPIES_AT_HAND: Final = 64
"""As many states as stay in the cache that is nearest."""
_PLAYOUTS: Final = 4096
_TICK: Final = 0.001

_IMPORT: Final = "import howdah"
WARM_UP: Final = "from howdah import fast; fast.warm_up()"


def costs(effort: Effort) -> Iterator[Callable[[], list[Measure]]]:
    """Every measure that is not a speed, one after the other."""
    yield lambda: [_import(effort)]
    if fast.is_compiled():
        for table in TABLES:
            yield partial(_copying, table, effort)
        yield lambda: [_threads(effort)]
        yield lambda: [_longest_gap(effort)]


def _import(effort: Effort) -> Measure:
    best = min(_cpu_seconds(_IMPORT) for _ in range(effort.turns))
    return Measure("import.howdah", 1000 * best, "ms CPU", "what it adds to a bare interpreter")


class Compiling:
    """Compiling both games with nothing in the cache, then loading them from it.

    It begins at once, in a process of its own, while other things are prepared.
    """

    def __init__(self, folder: Path) -> None:
        self._environment = {**os.environ, "HOWDAH_CACHE": str(folder)}
        self._cold = subprocess.Popen(
            _timed(WARM_UP), env=self._environment, stdout=subprocess.PIPE, text=True
        )

    def measures(self) -> list[Measure]:
        """Wait until it is done, and measure what comes after."""
        told, _ = self._cold.communicate()
        warm = min(_cpu_seconds(WARM_UP, self._environment) for _ in range(2))
        return [
            Measure("compile.cold", float(told), "s CPU", "both games, nothing compiled before"),
            Measure("compile.warm", warm, "s CPU", "both games from the cache, with imports"),
        ]


def _cpu_seconds(program: str, environment: Mapping[str, str] = os.environ) -> float:
    """The CPU time of a few statements in a fresh interpreter."""
    done = subprocess.run(
        _timed(program), env=environment, capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def _timed(program: str) -> list[str]:
    """A command that runs a program and tells its CPU time, the interpreter's start left out."""
    clock = "time.process_time()"
    timed = f"import time; began = {clock}; {program}; print({clock} - began)"
    return [sys.executable, "-c", timed]


def _copying(table: BenchGame, effort: Effort) -> list[Measure]:
    from howdah.fast.kernel import kernel_for
    from howdah.fast.struct_layout import layout_of

    layout = layout_of(kernel_for(table.game).POSITION)
    states = layout.pack([start_of(table).position()[1]] * _COPIES_AT_HAND)
    copy = entry_point(table.game, "copies")
    seconds = min(_seconds(lambda: copy(states, _COPIES)) for _ in range(effort.turns))
    nanoseconds = seconds / _COPIES * 1e9
    return [
        Measure(f"{table.game}.state", layout.size, "bytes", "one position"),
        Measure(f"{table.game}.copy", nanoseconds, "ns", "a position to another place, compiled"),
    ]


def _threads(effort: Effort) -> Measure:
    """How much faster two threads play out than one, each at its best."""
    simulator = fast.simulator(start_of(TABLES[0]))
    games = _PLAYOUTS * 2 * max(1, round(effort.seconds * 10))
    one, two = (
        min(
            _seconds(partial(simulator.playouts, games, threads=count)) for _ in range(effort.turns)
        )
        for count in (1, 2)
    )
    note = f"2 threads to 1, Bombay playouts; {os.cpu_count()} cores here"
    return Measure("playout.threads2", one / two, "x", note)


def _longest_gap(effort: Effort) -> Measure:
    """How long an event loop waits at most for its turn while playouts run beside it."""
    idle, beside = (
        asyncio.run(_gap(0.5 + effort.seconds, is_playing=is_playing))
        for is_playing in (False, True)
    )
    note = f"longest gap between ticks of {1000 * _TICK:g} ms beside playouts; {idle:.1f} without"
    return Measure("playout.loop_gap", beside, "ms", note)


async def _gap(seconds: float, *, is_playing: bool) -> float:
    simulator = fast.simulator(start_of(TABLES[0]))
    end = time.perf_counter() + seconds
    job = (
        asyncio.create_task(asyncio.to_thread(_play_until, end, simulator)) if is_playing else None
    )
    last, longest = time.perf_counter(), 0.0
    while last < end:
        await asyncio.sleep(_TICK)
        now = time.perf_counter()
        longest, last = max(longest, now - last - _TICK), now
    if job:
        await job
    return 1000 * longest


def _play_until(end: float, simulator: fast.Simulator) -> None:
    while time.perf_counter() < end:
        simulator.playouts(_PLAYOUTS)


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began
