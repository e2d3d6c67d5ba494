"""Compile all that tests will need, so that none of them has to wait: `python -m tools.warm_up`."""

from __future__ import annotations

from howdah import envs, fast
from howdah.ai.search.search import make_ready
from howdah.games.bazar.game import Bazar
from howdah.games.bazar.solver.solver import Solver
from howdah.games.registry import GAMES


def look_and_step(game: str) -> None:
    """Have the environments of a game compiled."""
    agents = envs.aec_env(game)
    agents.reset(seed=1)
    agents.last()
    many = envs.vector_env(game, 1)
    many.reset(seed=1)
    many.step(many.random_actions())


if __name__ == "__main__":
    fast.warm_up()
    make_ready()
    Solver(Bazar.new(players=1)).step()
    for name in GAMES:
        look_and_step(name)
