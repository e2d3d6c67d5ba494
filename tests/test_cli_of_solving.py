"""`howdah solve` as a user types it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from howdah import fast
from howdah.cli.main import main
from howdah.games.bazar.solver.solver import Solver
from tests.terminal import Output, read_output


def test_solve_writes_a_record_that_check_verifies(tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "perfect.json"
    options = ["--board", "hexagon-37", "--head", "SE", "--seconds", "30"]
    assert main(["solve", "bazar", *options, "--out", str(path)]) == 0
    assert read_output(capsys).startswith("score 33, the proven maximum, ")
    record = json.loads(path.read_text())
    assert record["rules"]["board"] == "hexagon-37"
    assert record["start"]["heads"] == ["SE"]
    assert record["result"]["solo_score"] == 33
    assert main(["check", str(path)]) == 0


def test_solve_fills_the_large_hexagon(tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "perfect.json"
    assert main(["solve", "bazar", "--seed", "7", "--out", str(path)]) == 0
    assert read_output(capsys).startswith("score 57, the proven maximum, ")
    assert main(["check", str(path)]) == 0


def test_solve_prints_the_upper_bound_when_the_time_is_up(capsys: Output) -> None:
    assert main(["solve", "bazar", "--goal", "length", "--seconds", "1", "--out", "-"]) == 0
    shown = capsys.readouterr()
    length = json.loads(shown.out)["result"]["lengths"][0]
    assert shown.err.startswith(f"length {length}, upper bound 127, ")


def test_an_interrupted_search_keeps_the_best(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    path = tmp_path / "best.json"
    found: list[int] = []

    def step(solver: Solver) -> None:
        if len(found) == 3:
            raise KeyboardInterrupt
        search(solver)
        found.append(solver.value)

    search = Solver.step
    monkeypatch.setattr(Solver, "step", step)
    options = ["--board", "rectangle-68", "--seconds", "60"]
    assert main(["solve", "bazar", *options, "--out", str(path)]) == 0
    assert read_output(capsys).startswith(f"score {found[-1]}, upper bound 64, ")
    assert json.loads(path.read_text())["result"]["solo_score"] == found[-1]
    assert main(["check", str(path)]) == 0


def test_a_terminal_shows_the_seconds_and_the_best_so_far(
    monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert main(["solve", "bazar", "--board", "rectangle-68", "--seconds", "1"]) == 0
    assert "[..............................] 0/1 s, best so far " in capsys.readouterr().err


def test_solve_warns_when_it_is_slow(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    monkeypatch.setattr(fast, "why_interpreted", lambda: "no numba")
    assert main(["solve", "bazar", "--board", "hexagon-19"]) == 0
    shown = capsys.readouterr()
    assert shown.err == "Running without compilation, about 40 times slower: no numba.\n"
    assert shown.out.startswith("score 15, the proven maximum, ")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["bombay"], "argument game: invalid choice: 'bombay'"),
        (["bazar", "--seconds", "0"], "should be a whole number of 1 or more, not '0'"),
        (["bazar", "--head", "N"], "argument --head: invalid choice: 'N'"),
        (["bazar", "--goal", "win"], "argument --goal: invalid choice: 'win'"),
    ],
)
def test_solve_refuses_a_wrong_option(options: list[str], message: str, capsys: Output) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["solve", *options])
    assert ended.value.code == 2
    assert message in capsys.readouterr().err


def test_solve_names_a_wrong_board_and_writes_nothing(tmp_path: Path, capsys: Output) -> None:
    out = str(tmp_path / "f.json")
    assert main(["solve", "bazar", "--board", "deccan", "--out", out]) == 2
    assert "neither a board of this game (hexagon-19, hexagon-37, hexagon-61" in read_output(capsys)
    assert list(tmp_path.iterdir()) == []


def test_solve_refuses_a_place_that_cannot_be_written(capsys: Output) -> None:
    assert main(["solve", "bazar", "--out", "/nowhere/f.json"]) == 2
    assert "/nowhere/f.json: No such file or directory" in read_output(capsys)


def test_the_command_does_not_load_the_compiler_before_it_is_used() -> None:
    program = "import sys, howdah.cli.main; print({'numba', 'numpy'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stdout.strip() == b"set()"
