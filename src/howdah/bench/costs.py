"""Measures that are not speeds: bytes, copies, compile time, threads, event loop gaps."""

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
from howdah.bench.own_games import BenchGame, bench_games, reference_game
from howdah.fast.backend import entry_point

_COPIES: Final = 1_000_000
_CACHED_COPIES: Final = 64
"""As many states as fit into the innermost cache of the processor."""
_PLAYOUTS: Final = 4096
_TICK: Final = 0.001

_IMPORT: Final = "import howdah"
WARM_UP: Final = "from howdah import fast; fast.warm_up()"


def cost_jobs(effort: Effort) -> Iterator[Callable[[], list[Measure]]]:
    """Yield a function for each measurement."""
    yield lambda: [_import_time(effort)]
    if fast.is_compiled():
        for game in bench_games():
            yield partial(_copy_cost, game, effort)
        yield lambda: [_thread_speedup(effort)]
        yield lambda: [_longest_gap(effort)]


def _import_time(effort: Effort) -> Measure:
    best = min(_cpu_seconds(_IMPORT) for _ in range(effort.turns))
    return Measure("import.howdah", 1000 * best, "ms CPU", "what it adds to a bare interpreter")


class ColdCompile:
    """Compiles all games with an empty cache, then loads them from it.

    It starts at once, in a process of its own, while other things are prepared.
    """

    def __init__(self, folder: Path) -> None:
        self._environment = {**os.environ, "HOWDAH_CACHE": str(folder)}
        self._cold = subprocess.Popen(
            _time_of(WARM_UP), env=self._environment, stdout=subprocess.PIPE, text=True
        )

    def measures(self) -> list[Measure]:
        """Wait for the process, measure loading from the cache, and return both."""
        output, _ = self._cold.communicate()
        warm = min(_cpu_seconds(WARM_UP, self._environment) for _ in range(2))
        return [
            Measure("compile.cold", float(output), "s CPU", "all games, nothing compiled before"),
            Measure("compile.warm", warm, "s CPU", "all games from the cache, with imports"),
        ]


def _cpu_seconds(program: str, environment: Mapping[str, str] = os.environ) -> float:
    """Return the CPU time of a program in a fresh interpreter."""
    done = subprocess.run(
        _time_of(program), env=environment, capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def _time_of(program: str) -> list[str]:
    """Return a command that prints a program's CPU time, without the interpreter's start."""
    clock = "time.process_time()"
    timed = f"import time; began = {clock}; {program}; print({clock} - began)"
    return [sys.executable, "-c", timed]


def _copy_cost(game: BenchGame, effort: Effort) -> list[Measure]:
    from howdah.fast.kernel import kernel_for
    from howdah.fast.struct_layout import layout_of

    layout = layout_of(kernel_for(game.name).POSITION)
    states = layout.pack([game.first_position().position()[1]] * _CACHED_COPIES)
    copy = entry_point(game.name, "copies")
    seconds = min(_seconds(lambda: copy(states, _COPIES)) for _ in range(effort.turns))
    nanoseconds = seconds / _COPIES * 1e9
    return [
        Measure(f"{game.name}.state", layout.size, "bytes", "one position"),
        Measure(f"{game.name}.copy", nanoseconds, "ns", "a position to another place, compiled"),
    ]


def _thread_speedup(effort: Effort) -> Measure:
    """Measure how much faster two threads play out than one, each at its best."""
    game = reference_game()
    simulator = fast.simulator(game.first_position())
    playouts = _PLAYOUTS * 2 * max(1, round(effort.seconds * 10))
    one, two = (
        min(
            _seconds(partial(simulator.playouts, playouts, threads=count))
            for _ in range(effort.turns)
        )
        for count in (1, 2)
    )
    note = f"2 threads to 1, {game.title} playouts; {os.cpu_count()} cores here"
    return Measure("playout.threads2", one / two, "x", note)


def _longest_gap(effort: Effort) -> Measure:
    """Measure how long an event loop is blocked at most while playouts run in a thread."""
    idle, beside = (
        asyncio.run(_gap(0.5 + effort.seconds, is_playing=is_playing))
        for is_playing in (False, True)
    )
    note = f"longest gap between ticks of {1000 * _TICK:g} ms beside playouts; {idle:.1f} without"
    return Measure("playout.loop_gap", beside, "ms", note)


async def _gap(seconds: float, *, is_playing: bool) -> float:
    simulator = fast.simulator(reference_game().first_position())
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
