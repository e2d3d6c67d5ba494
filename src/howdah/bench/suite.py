"""Everything that `howdah bench` measures, in one run, and the ratios between the speeds."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from howdah import fast
from howdah.bench import server_turn
from howdah.bench.c_baseline import c_workloads
from howdah.bench.costs import ColdCompile, cost_jobs
from howdah.bench.environments import environment_workloads
from howdah.bench.frames import frame_workloads, scene_measures
from howdah.bench.measure import Effort, Measure, Missing, Workload, measure_workloads
from howdah.bench.own_games import BATCH, bench_games, own_workloads, reference_game
from howdah.bench.peers import peer_workloads

Follow = Callable[[Iterable[Any], int, str], Iterable[Any]]
"""Passes items on, and shows the progress: the items, how many they are, what they are."""
PEER_ENVIRONMENTS: Final = {
    "pettingzoo": ("pettingzoo", "peer.pettingzoo.connect_four"),
    "openspiel": ("openspiel", "peer.open_spiel.python_tic_tac_toe"),
    "vector": (f"vector{BATCH}.masks", "peer.pgx.connect_four"),
}
"""The lines of environments, and the peers they are compared with."""


@dataclass(frozen=True)
class Report:
    """What was measured, and what is missing."""

    measures: list[Measure]
    missing: list[Missing]


def run_suite(effort: Effort, follow: Follow) -> Report:
    """Measure speeds in turns, then costs; then compute the ratios."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        found, compiled = _prepare(Path(folder), follow)
        workloads = [one for one in found if isinstance(one, Workload)]
        speeds = measure_workloads(
            workloads, effort, lambda turns, total: follow(turns, total, "runs")
        )
    no_server = server_turn.why_missing()
    jobs = list(cost_jobs(effort))
    if not no_server:
        jobs.append(lambda: [server_turn.server_turn_measure(effort)])
    costs = [line for job in follow(jobs, len(jobs), "costs") for line in job()]
    missing = [*no_server, *(one for one in found if isinstance(one, Missing))]
    return Report([*speeds, *ratios(speeds), *compiled, *costs], missing)


def _prepare(folder: Path, follow: Follow) -> tuple[list[Workload | Missing], list[Measure]]:
    """Prepare all workloads; meanwhile another process compiles all games from scratch."""
    found: list[Workload | Missing] = []
    compiled = scene_measures()
    cold = ColdCompile(folder / "cache") if fast.is_compiled() else None
    jobs: list[Callable[[], None]] = [
        fast.warm_up if cold else lambda: None,
        lambda: found.extend(own_workloads()),
        lambda: found.extend(frame_workloads()),
        lambda: found.extend(environment_workloads()),
        lambda: found.extend(c_workloads(folder)),
        lambda: found.extend(peer_workloads()),
        lambda: compiled.extend(cold.measures() if cold else ()),
    ]
    for job in follow(jobs, len(jobs), "preparations"):
        job()
    return found, compiled


# Ratios: measured in one run, they hold on any machine


def ratios(speeds: Sequence[Measure]) -> Iterator[Measure]:
    """Yield the ratios of our speeds to each other and to those of peers.

    The reference game is compared with the program in C, the peers and their environments.
    """
    found = {speed.name: speed for speed in speeds}
    for game in bench_games():
        for line in ("step", "playout"):
            compiled, slow = f"{game.name}.{line}.compiled", f"{game.name}.{line}.interpreted"
            yield from _ratio(f"ratio.{game.name}.{line}.interpreted", found, compiled, slow)
    name, playout = reference_game().name, reference_line()
    yield from _ratio(f"ratio.{name}.playout.c", found, playout, f"{name}.playout.c")
    yield from _ratio(f"ratio.{name}.fastest_peer", found, playout, fastest_peer(speeds))
    yield from _ratio(f"ratio.{name}.catanatron", found, playout, "peer.catanatron")
    for line, (ours, theirs) in PEER_ENVIRONMENTS.items():
        yield from _ratio(f"ratio.{name}.{line}", found, f"{name}.{ours}", theirs)


def reference_line() -> str:
    """Return the line that peers are compared with: compiled playouts of the reference game."""
    return f"{reference_game().name}.playout.compiled"


def fastest_peer(speeds: Iterable[Measure]) -> str | None:
    """Return the name of the fastest game of a peer, if any was measured.

    Environments do not count: they measure steps, of many games at once.
    """
    peers = [s for s in speeds if s.name.startswith("peer.") and s.unit == "actions/s"]
    return max(peers, key=lambda peer: peer.value).name if peers else None


def _ratio(name: str, found: dict[str, Measure], ours: str, other: str | None) -> Iterator[Measure]:
    if other in found and ours in found:
        yield Measure(name, found[ours].value / found[other].value, "x", f"{ours} to {other}")
