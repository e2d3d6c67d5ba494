"""Everything that `howdah bench` measures, in one run."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from howdah import fast
from howdah.bench.costs import Compiling, costs
from howdah.bench.engine import engine
from howdah.bench.limit import limit
from howdah.bench.measure import Effort, Measure, Missing, Workload, measured
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
        compiling = Compiling(Path(folder) / "cache") if fast.is_compiled() else None
        found = list(_prepared(Path(folder)))
        compiled = compiling.measures() if compiling else []
        workloads = [one for one in found if isinstance(one, Workload)]
        speeds = measured(workloads, effort, lambda turns, total: follow(turns, total, "runs"))
    jobs = list(costs(effort))
    others = [line for job in follow(jobs, len(jobs), "costs") for line in job()]
    missing = [one for one in found if isinstance(one, Missing)]
    return Report([*speeds, *ratios(speeds), *compiled, *others], missing)


def _prepared(folder: Path) -> Iterator[Workload | Missing]:
    """All workloads, ready to run."""
    if fast.is_compiled():
        fast.warm_up()
    yield from engine()
    yield limit(folder)
    yield from peers()
