"""Compile all that tests will need, so that none of them has to wait: `python -m tools.warm_up`."""

from __future__ import annotations

from howdah import fast
from howdah.ai.thinking.readiness import make_ready

if __name__ == "__main__":
    fast.warm_up()
    make_ready()
