"""The program in C plays the same game: every action, position and result."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest

import howdah
from howdah.bench import c_baseline as module
from howdah.bench.c_baseline import (
    TimedProgram,
    Unverified,
    c_workload,
    c_workloads,
    compile_program,
    verify,
)
from howdah.bench.measure import Missing, Workload
from howdah.bench.own_games import reference_game

NAME = "bombay.playout.c"
SOURCE = reference_game().c_source or Path()


def has_compiler() -> bool:
    try:
        module.find_compiler()
    except FileNotFoundError:
        return False
    return True


NEEDS_A_COMPILER = pytest.mark.skipif(not has_compiler(), reason="there is no C compiler here")


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compile_program(SOURCE, tmp_path_factory.mktemp("baseline"))


def game_of(players: int, **options: Any) -> Any:
    game: Any = howdah.new("bombay", players=players, seed=f"limit {players}", **options)
    game.dealer = None
    game.undo()
    return game


@NEEDS_A_COMPILER
@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, {"edition": "fr"}),
        (3, {"edition": "pt"}),
        (4, {"edition": "en", "client_limit": 2}),
        (5, {"edition": "pl"}),
    ],
)
def test_it_plays_the_same_as_the_simulator(
    program: Path, players: int, options: dict[str, Any]
) -> None:
    """A hundred games each, four hundred in all."""
    assert verify(program, game_of(players, **options), 100) > 100 * 40


@NEEDS_A_COMPILER
@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("SALE_RUPEES[] = {4, 3, 1}", "SALE_RUPEES[] = {4, 3, 2}"),
        ("state->rupees[owner]++", "state->rupees[owner] += 2"),
        ("{4, 4, {8, 4, 2}}", "{4, 4, {8, 4, 3}}"),
    ],
)
def test_another_rule_is_noticed(
    right: str, wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "FLAGS", ("-O0", "-std=c11"))  # compiles in a fraction of the time
    text = SOURCE.read_text(encoding="utf-8")
    assert text.count(right) == 1
    source = tmp_path / "wrong.c"
    source.write_text(text.replace(right, wrong), encoding="utf-8")
    program = compile_program(source, tmp_path)
    with pytest.raises(Unverified, match="differs in line"):
        verify(program, game_of(4), 100)
    unverified = c_workload(reference_game(), source, tmp_path)
    assert isinstance(unverified, Missing)
    assert "differs in line" in unverified.note


@NEEDS_A_COMPILER
def test_it_runs_about_as_long_as_it_should(program: Path) -> None:
    timed = TimedProgram(program, game_of(4))
    timed.run(0.05)
    actions, seconds = timed.run(0.2)
    assert 0.02 < seconds < 2
    assert actions > 10_000


@NEEDS_A_COMPILER
def test_it_is_a_workload_once_it_is_verified(tmp_path: Path) -> None:
    (found,) = c_workloads(tmp_path)
    assert isinstance(found, Workload)
    assert (found.name, found.unit) == (NAME, "actions/s")
    assert "verified on 400 games" in found.note


@NEEDS_A_COMPILER
@pytest.mark.parametrize("numbers", ["", "1 2 3", "x"])
def test_the_program_refuses_what_is_no_position(
    program: Path, numbers: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "position_numbers", lambda _: iter(numbers.split()))
    with pytest.raises(subprocess.CalledProcessError) as refused:
        module.run_program(program, game_of(2), "trace", 1, 1)
    assert refused.value.returncode == 2
    assert refused.value.stderr.startswith("bombay: ")


def test_without_a_compiler_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    assert list(c_workloads(tmp_path)) == [Missing(NAME, "there is no C compiler here")]


def test_without_its_source_it_says_so(tmp_path: Path) -> None:
    source = tmp_path / "nothing.c"
    with pytest.raises(FileNotFoundError, match="does not come with this installation"):
        compile_program(source, tmp_path)
    assert isinstance(c_workload(reference_game(), source, tmp_path), Missing)


@NEEDS_A_COMPILER
def test_a_compiler_that_fails_is_reported(tmp_path: Path) -> None:
    broken = tmp_path / "broken.c"
    broken.write_text("int main(void) { return nothing; }\n", encoding="utf-8")
    found = c_workload(reference_game(), broken, tmp_path)
    assert isinstance(found, Missing)
    assert "failed: " in found.note
