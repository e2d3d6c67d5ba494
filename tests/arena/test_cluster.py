"""The same games as tasks of Ray."""

from __future__ import annotations

import sys

import pytest

from howdah.arena import Arena, ClusterMissing
from tests.arena.agents import HERE

AGENTS = [f"{HERE}:First", "random"]


def test_a_cluster_of_this_machine_plays_the_same_games() -> None:
    pytest.importorskip("ray")
    alone = Arena("bombay", AGENTS, players=2, games=6).run()
    ray = Arena("bombay", AGENTS, players=2, games=6, ray="local", jobs=2).run()
    assert ray.games == alone.games


def test_without_ray_the_way_to_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ClusterMissing, match=r"pip install howdah\[cluster\]"):
        Arena("bombay", AGENTS, players=2, games=2, ray="local").run()
