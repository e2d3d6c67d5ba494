"""Everything that `howdah bench` measures, in one run."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from howdah import fast
from howdah.bench.c_baseline import limit
from howdah.bench.costs import Compiling, costs
from howdah.bench.environments import learners
from howdah.bench.measure import Effort, Measure, Missing, Workload, measured
from howdah.bench.own_games import engine
from howdah.bench.peers import peers
from howdah.bench.ratios import ratios

Follow = Callable[[Iterable[Any], int, str], Iterable[Any]]
"""Gives the same items on, and shows how far the work is: items, how many, what they are."""


@dataclass(frozen=True)
class Report:
    """What was measured, and what could not be."""

    measures: list[Measure]
    missing: list[Missing]


def run_suite(effort: Effort, follow: Follow) -> Report:
    """Measure speeds in turns, then what they cost; then compare."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        found, compiled = _prepared(Path(folder), follow)
        workloads = [one for one in found if isinstance(one, Workload)]
        speeds = measured(workloads, effort, lambda turns, total: follow(turns, total, "runs"))
    jobs = list(costs(effort))
    others = [line for job in follow(jobs, len(jobs), "costs") for line in job()]
    missing = [one for one in found if isinstance(one, Missing)]
    return Report([*speeds, *ratios(speeds), *compiled, *others], missing)


def _prepared(folder: Path, follow: Follow) -> tuple[list[Workload | Missing], list[Measure]]:
    """All workloads, ready to run; meanwhile both games are compiled from scratch elsewhere."""
    found: list[Workload | Missing] = []
    compiled: list[Measure] = []
    compiling = Compiling(folder / "cache") if fast.is_compiled() else None
    jobs: list[Callable[[], None]] = [
        fast.warm_up if compiling else lambda: None,
        lambda: found.extend(engine()),
        lambda: found.extend(learners()),
        lambda: found.append(limit(folder)),
        lambda: found.extend(peers()),
        lambda: compiled.extend(compiling.measures() if compiling else ()),
    ]
    for job in follow(jobs, len(jobs), "preparations"):
        job()
    return found, compiled
