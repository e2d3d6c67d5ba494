"""The same games as tasks of Ray."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from howdah.arena import Arena
from howdah.core.extras import MissingExtra
from tests.arena.agents import HERE
from tests.fast.games import IS_LONG

AGENTS = [f"{HERE}:First", "random"]


@pytest.mark.skipif(not IS_LONG, reason="starting a cluster takes half a minute")
def test_a_cluster_of_this_machine_plays_the_same_games(tmp_path: Path) -> None:
    """In a process of its own, since a cluster leaves threads and signal handlers behind."""
    pytest.importorskip("ray")
    file = tmp_path / "a.json"
    call = ["--players", "2", "--agents", ",".join(AGENTS), "--games", "6", "--json", str(file)]
    program = [sys.executable, "-W", "error", "-m", "howdah.cli.main", "arena", *call]
    done = subprocess.run(
        [*program, "--ray", "local", "--jobs", "2"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    by_ray = Arena("bombay", AGENTS, players=2, games=6, json=file)
    assert by_ray.remaining == []
    assert by_ray.result().games == Arena("bombay", AGENTS, players=2, games=6).run().games


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtra, match=r"ray.* pip install 'howdah\[cluster\]'"):
        Arena("bombay", AGENTS, players=2, games=2, ray="local").run()
