"""Ray: games as tasks on this machine or on a cluster."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable, Iterator
from itertools import islice
from typing import Any, Final

from howdah.arena.game_result import GameResult
from howdah.arena.play_game import play_game
from howdah.arena.schedule import Contest, Fixture
from howdah.core.errors import HowdahError
from howdah.core.extras import needs_extra
from howdah.core.process_pool import AHEAD, WorkerLost

LOCAL: Final = "local"
"""The address that starts a Ray on this machine."""

_ENVIRONMENT: Final = {
    "RAY_USAGE_STATS_ENABLED": "0",  # nothing is sent anywhere
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # tasks without a GPU are left alone, as Ray advises
}


class ClusterMissing(HowdahError):
    """Nothing answers at the address of the Ray cluster."""


def play_on_ray(
    contest: Contest, fixtures: Iterable[Fixture], address: str, jobs: int | None
) -> Generator[GameResult, None, None]:
    """Play games as tasks of the cluster at an address; `local` starts one here."""
    ray = _connect(address, jobs)
    try:
        yield from _run_tasks(ray, contest, iter(fixtures), jobs)
    except ray.exceptions.RayError as error:
        reason = str(error).strip().splitlines()[-1]
        message = f"The cluster lost a game ({reason}); start the arena again to go on."
        raise WorkerLost(message) from error
    finally:
        ray.shutdown()


def _connect(address: str, jobs: int | None) -> Any:
    """Connect to the cluster, and return Ray's module; `ClusterMissing` if that fails."""
    for name, value in _ENVIRONMENT.items():
        os.environ.setdefault(name, value)
    with needs_extra("cluster"):
        import ray
    local_options = {"num_cpus": jobs, "include_dashboard": False} if address == LOCAL else {}
    try:
        ray.init(address, logging_level="ERROR", log_to_driver=False, **local_options)
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise ClusterMissing(f"There is no Ray at {address!r}: {error}") from None
    return ray


def _run_tasks(
    ray: Any, contest: Contest, fixtures: Iterator[Fixture], jobs: int | None
) -> Generator[GameResult, None, None]:
    """Submit a task for every one that ends; the contest is sent once."""
    task = ray.remote(play_game)
    shared = ray.put(contest)
    pending: list[Any] = []
    while True:
        at_once = AHEAD * (jobs or int(ray.cluster_resources().get("CPU", 1)))
        pending += [
            task.remote(shared, one) for one in islice(fixtures, max(0, at_once - len(pending)))
        ]
        if not pending:
            return
        done, pending = ray.wait(pending)
        yield from ray.get(done)
