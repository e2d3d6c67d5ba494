"""Compile all that tests will need, so that none of them has to wait: `python -m tools.warm_up`."""

from __future__ import annotations

from howdah import envs, fast
from howdah.ai.thinking.readiness import make_ready
from howdah.games import GAMES

if __name__ == "__main__":
    fast.warm_up()
    make_ready()
    for name in GAMES:
        envs.vector_env(name, 1).reset(seed=0)
        env = envs.aec_env(name)
        env.reset(seed=0)
        env.last()
