"""Games played as tasks of Ray, on this machine or on a cluster of many."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable, Iterator
from itertools import islice
from typing import Any, Final

from howdah.arena.game_result import Outcome
from howdah.arena.play_game import play_game
from howdah.arena.schedule import Contest, Fixture
from howdah.core.errors import HowdahError
from howdah.core.extras import needs_extra
from howdah.core.process_pool import AHEAD, WorkerLost

LOCAL: Final = "local"
"""The address that starts a Ray on this machine."""

_HABITS: Final = {
    "RAY_USAGE_STATS_ENABLED": "0",  # nothing is sent anywhere
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # tasks without a GPU are left alone, as Ray advises
}


class ClusterMissing(HowdahError):
    """Nothing answers at the address of the Ray cluster."""


def on_ray(
    contest: Contest, fixtures: Iterable[Fixture], address: str, jobs: int | None
) -> Generator[Outcome, None, None]:
    """Play games as tasks of the Ray at an address; `local` starts one here."""
    ray = _joined(address, jobs)
    try:
        yield from _played(ray, contest, iter(fixtures), jobs)
    except ray.exceptions.RayError as error:
        reason = str(error).strip().splitlines()[-1]
        message = f"The cluster lost a game ({reason}); start the arena again to go on."
        raise WorkerLost(message) from error
    finally:
        ray.shutdown()


def _joined(address: str, jobs: int | None) -> Any:
    """The module, connected; whatever goes wrong with that is told."""
    for name, value in _HABITS.items():
        os.environ.setdefault(name, value)
    with needs_extra("cluster"):
        import ray
    here = {"num_cpus": jobs, "include_dashboard": False} if address == LOCAL else {}
    try:
        ray.init(address, logging_level="ERROR", log_to_driver=False, **here)
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise ClusterMissing(f"There is no Ray at {address!r}: {error}") from None
    return ray


def _played(
    ray: Any, contest: Contest, fixtures: Iterator[Fixture], jobs: int | None
) -> Generator[Outcome, None, None]:
    """Hand out a game for every one that ends; the contest is sent once."""
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
