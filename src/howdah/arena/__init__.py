"""Tournaments of agents: paired games on all cores, win shares and ratings.

>>> from howdah.arena import Arena
>>> result = Arena("bombay", ["greedy", "random"], players=2, games=4, seed=1).run()
>>> greedy, random = result.summary.entrants
>>> greedy.win_share, greedy.fair_share
(1.0, 0.5)

`print(result)` shows the tables, `result.svg()` draws them. See `docs/arena.md`.
"""

from howdah.arena.checkpoint import CheckpointMismatch
from howdah.arena.game_result import Forfeit, GameResult
from howdah.arena.ratings import Rating
from howdah.arena.ray_backend import ClusterMissing
from howdah.arena.result import Result
from howdah.arena.runner import Arena
from howdah.arena.schedule import Contest, Fixture
from howdah.arena.summary import Entrant, Summary
from howdah.core.process_pool import WorkerLost

__all__ = [
    "Arena",
    "CheckpointMismatch",
    "ClusterMissing",
    "Contest",
    "Entrant",
    "Fixture",
    "Forfeit",
    "GameResult",
    "Rating",
    "Result",
    "Summary",
    "WorkerLost",
]
