"""What is measured, and how: the best of several runs counts.

A noisy machine only makes things slower, so the best of several runs says most. All workloads
take turns, so that what disturbs one disturbs the others too, and ratios hold.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

Chunk = Callable[[], int]
"""Plays a little, often one game; returns how many actions, or games, that was."""


class Workload(NamedTuple):
    """Something to measure: `run` takes about so many seconds, at least those of one chunk.

    It returns what was done, in units of the measure, and the seconds spent.
    """

    name: str
    unit: str
    note: str
    run: Callable[[float], tuple[int, float]]


class Missing(NamedTuple):
    """Something that cannot be measured here, and why."""

    name: str
    note: str


class Measure(NamedTuple):
    """One line of the report; the names are public."""

    name: str
    value: float
    unit: str
    note: str


@dataclass(frozen=True)
class Effort:
    """How long to measure: the turns of each workload, and the seconds of a turn."""

    turns: int
    seconds: float

    def __str__(self) -> str:
        return f"best of {self.turns} turns of {self.seconds:g} s"


QUICK: Final = Effort(turns=6, seconds=0.05)
FULL: Final = Effort(turns=12, seconds=0.4)


def run_chunks(new_chunk: Callable[[], Chunk], seconds: float) -> tuple[int, float]:
    """Run chunks for about so many seconds; each run takes a new chunk, so all do the same."""
    chunk, clock = new_chunk(), time.perf_counter
    began = clock()
    done, now = chunk(), clock()
    while now - began < seconds:
        done += chunk()
        now = clock()
    return done, now - began


def measure_workloads(
    workloads: Sequence[Workload],
    effort: Effort,
    follow: Callable[[Iterable[Workload], int], Iterable[Workload]],
) -> list[Measure]:
    """Run all workloads in turns, and return the best of each; `follow` shows the progress."""
    best = dict.fromkeys((workload.name for workload in workloads), 0.0)
    in_turns = [workload for _ in range(effort.turns) for workload in workloads]
    for workload in follow(in_turns, len(in_turns)):
        done, seconds = workload.run(effort.seconds)
        best[workload.name] = max(best[workload.name], done / seconds)
    return [Measure(work.name, best[work.name], work.unit, work.note) for work in workloads]
