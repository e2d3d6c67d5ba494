"""Environments: each plays whole games and counts its steps, or says why it is missing."""

from __future__ import annotations

import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from howdah.bench import workloads
from howdah.bench.environments import environment_workloads, environments
from howdah.bench.measure import Missing, Workload
from howdah.bench.workloads import prepare_workload
from howdah.fast.backend import stay_interpreted
from tests.bench.spiel import Spiel

ONE_CHUNK = 0.0
REGISTERED_BY = "howdah.envs.openspiel"
ENVIRONMENTS = environments()
WHOLE_GAMES = {"bombay.pettingzoo": range(40, 300), "bazar.pettingzoo": range(10, 200)}
"""How many steps a game may have; a chunk is one game."""


@pytest.fixture(scope="module")
def found() -> dict[str, Workload | Missing]:
    return {line.name: line for line in environment_workloads()}


def workload(name: str) -> Workload:
    line = prepare_workload(name, ENVIRONMENTS[name])
    assert isinstance(line, Workload)
    return line


def missing(name: str) -> str:
    line = prepare_workload(name, ENVIRONMENTS[name])
    assert isinstance(line, Missing)
    return line.note


def test_every_environment_is_there_once(found: dict[str, Workload | Missing]) -> None:
    lines = ("vector1024.masks", "vector1024.observations", "pettingzoo", "openspiel")
    names = [f"{game}.{line}" for game in ("bombay", "bazar") for line in lines]
    assert list(found) == list(ENVIRONMENTS) == names


@pytest.mark.parametrize("name", [name for name in ENVIRONMENTS if "openspiel" not in name])
def test_an_environment_runs(name: str, found: dict[str, Workload | Missing]) -> None:
    line = found[name]
    assert isinstance(line, Workload)
    steps, seconds = line.run(0.02)
    assert steps > 0
    assert 0.02 <= seconds < 5
    assert line.unit == "steps/s"
    assert line.note.isprintable()


@pytest.mark.parametrize("name", WHOLE_GAMES)
def test_a_chunk_is_one_game_and_every_run_plays_the_same(
    name: str, found: dict[str, Workload | Missing]
) -> None:
    line = found[name]
    assert isinstance(line, Workload)
    steps, _ = line.run(ONE_CHUNK)
    assert steps in WHOLE_GAMES[name]
    assert line.run(ONE_CHUNK)[0] == steps


@pytest.mark.parametrize("name", [name for name in ENVIRONMENTS if "vector" in name])
def test_a_step_of_many_games_counts_for_each(
    name: str, found: dict[str, Workload | Missing]
) -> None:
    line = found[name]
    assert isinstance(line, Workload)
    assert line.run(ONE_CHUNK)[0] == 1024 * 20


@pytest.mark.parametrize(("game", "players"), [("bombay", 4), ("bazar", 2)])
def test_openspiel_plays_what_our_module_registers(
    game: str, players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    spiel = Spiel()
    monkeypatch.setitem(sys.modules, "pyspiel", spiel)
    monkeypatch.setitem(sys.modules, REGISTERED_BY, SimpleNamespace())
    line = workload(f"{game}.openspiel")
    assert line.run(ONE_CHUNK)[0] == 5
    assert line.unit == "actions/s"
    assert spiel.loaded == [f"howdah_{game}(players={players})"]


# What is missing


def test_a_missing_module_of_ours_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", Spiel())
    monkeypatch.setattr(workloads, "version", lambda distribution: f"of {distribution}")
    monkeypatch.setitem(sys.modules, REGISTERED_BY, None)
    reason = missing("bombay.openspiel")
    assert reason == "howdah.envs.openspiel does not come with this installation"


@pytest.mark.parametrize(
    ("module", "name"), [("pyspiel", "bombay.openspiel"), ("pettingzoo", "bazar.pettingzoo")]
)
def test_a_missing_package_is_named(
    module: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for loaded in ("howdah.envs.pettingzoo", module):
        monkeypatch.delitem(sys.modules, loaded, raising=False)
    monkeypatch.setitem(sys.modules, module, None)
    assert missing(name) == f"no {module}: pip install 'howdah[bench]'"


def test_without_numba_many_games_at_once_are_missing() -> None:
    with stay_interpreted("no numba"):
        assert missing("bombay.vector1024.masks") == missing("bazar.vector1024.observations")
        assert missing("bombay.vector1024.masks") == "no numba"


def test_listing_environments_imports_none_of_what_they_need() -> None:
    needed: Any = {"gymnasium", "pettingzoo", "pyspiel", "howdah.envs"}
    program = (
        "import sys, howdah.bench.environments as listed; listed.environments(); "
        f"print(sys.modules.keys() & {needed!r})"
    )
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:0] = {sys.path!r}; {program}"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "set()\n"
