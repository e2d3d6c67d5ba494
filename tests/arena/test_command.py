"""`howdah arena` as a user types it."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from howdah.cli.main import main
from tests.arena.agents import HERE
from tests.terminal import Output, read_output

ROOT = Path(__file__).parents[2]
QUICK = ["arena", "--players", "2", "--agents", f"{HERE}:First,random", "--jobs", "1"]


def test_the_tables_are_printed(capsys: Output) -> None:
    assert main([*QUICK, "--games", "4", "--edition", "pl"]) == 0
    printed = capsys.readouterr()
    assert printed.out.startswith("Bombay, 2 players: 2 deals by 2 rotations, 4 games; seed 1\n")
    for heading in ("95 % interval", "fair", "rupees", "s/decision", "ahead of", "move"):
        assert heading in printed.out
    assert printed.err == ""


def test_games_that_are_no_whole_deals_are_rounded_up_with_a_message(capsys: Output) -> None:
    assert main([*QUICK, "--games", "3"]) == 0
    assert "3 games are rounded up to 4: 2 deals by 2 rotations." in capsys.readouterr().err


def test_one_agent_plays_itself(capsys: Output) -> None:
    assert main(["arena", "--game", "bazar", "--agents", "random", "--games", "2"]) == 0
    assert "trunk length" in (printed := read_output(capsys))
    assert "ahead of" not in printed


def test_the_file_and_the_picture_are_written_and_used_again(
    tmp_path: Path, capsys: Output
) -> None:
    file, picture = tmp_path / "a.json", tmp_path / "a.svg"
    call = [*QUICK, "--games", "4", "--json", str(file), "--plot", str(picture)]
    assert main(call) == 0
    first = capsys.readouterr().out
    assert len(json.loads(file.read_text())["games"]) == 4
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")
    assert "prefers-color-scheme:dark" in picture.read_text()
    assert main(call) == 0
    again = capsys.readouterr()
    assert again.out == first
    assert f"Resuming: 4 of 4 games are already in {file}." in again.err


def test_the_file_may_go_to_the_screen(capsys: Output) -> None:
    assert main([*QUICK, "--games", "2", "--json", "-"]) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out)["format"] == "howdah-arena"
    assert printed.err.startswith("Bombay, 2 players")


def test_the_first_forfeits_are_printed_and_all_are_counted(capsys: Output) -> None:
    agents = f"{HERE}:AnsweringNone,random"
    assert main([*QUICK[:3], "--agents", agents, "--games", "6", "--jobs", "1"]) == 0
    printed = capsys.readouterr()
    assert printed.err.count(" is forfeit: ") == 3
    assert f"Game 1 is forfeit: {HERE}:AnsweringNone in seat 0 answered None" in printed.err
    assert re.search(r"AnsweringNone +6 +0\.0% .* 6 ", printed.out)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--agents", "nobody,random"], "There is no agent 'nobody'; there are level:1"),
        (["--agents", "nobody:Here,random"], "Nor is there a module 'nobody'"),
        (["--agents", f"{HERE}:WithoutChoose"], "has no method `choose(view)`"),
        (["--agents", "random,random,random"], "2 players take 1, 2 agents, not 3"),
        (["--agents", ""], "There is no agent ''"),
        (["--players", "9", "--agents", "random"], "players should be a whole number from 2 to 5"),
        (["--tip-rule", "touch"], "--tip-rule is not an option of Bombay"),
        (["--json", "nowhere/a.json"], "No such file or directory"),
        (["--plot", "nowhere/a.svg"], "No such file or directory"),
    ],
)
def test_a_wrong_call_is_refused_before_anything_is_played(
    options: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Output,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([*QUICK, "--games", "2", *options]) == 2
    assert message in read_output(capsys)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "is not JSON"),
        ("{", "is not JSON"),
        ("[]", "should be an object"),
        ("{}", 'lacks the field "format"'),
        ("\xff", "is not UTF-8 text"),
    ],
)
def test_a_file_that_holds_something_else_is_refused_and_left_alone(
    content: str, message: str, tmp_path: Path, capsys: Output
) -> None:
    file = tmp_path / "a.json"
    file.write_bytes(content.encode("latin-1"))
    assert main([*QUICK, "--json", str(file)]) == 2
    assert message in read_output(capsys)
    assert file.read_bytes() == content.encode("latin-1")


def test_another_command_with_the_same_file_is_refused(tmp_path: Path, capsys: Output) -> None:
    file = tmp_path / "a.json"
    assert main([*QUICK, "--games", "2", "--json", str(file)]) == 0
    assert main([*QUICK, "--games", "2", "--seed", "2", "--json", str(file)]) == 2
    assert 'another arena: contest.seed is "1", should be "2"' in read_output(capsys)


def _enable_interrupts() -> None:
    """Undo that a shell ignores interrupts in background jobs, which the arena would inherit."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_control_c_keeps_what_is_finished(tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    agents = f"{HERE}:AnsweringNone,random"
    call = ["arena", "--players", "2", "--agents", agents, "--jobs", "2", "--games", "100000"]
    program = [sys.executable, "-m", "howdah.cli.main", *call, "--json", str(file)]
    arena = subprocess.Popen(
        program,
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=_enable_interrupts,  # noqa: PLW1509 (no other thread runs here)
    )
    assert arena.stderr is not None
    assert "is forfeit" in arena.stderr.readline(), "the first game is finished"
    arena.send_signal(signal.SIGINT)
    printed, aside = arena.communicate(timeout=20)
    assert arena.returncode == 130
    assert "unfinished: figures for" in printed
    assert f"Finished games are saved in {file}; run the same command to resume." in aside
    assert "Traceback" not in aside
    assert json.loads(file.read_text())["games"]


def test_the_agent_of_the_documentation_plays_and_beats_chance(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    page = (ROOT / "docs" / "agents.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(import random.*?)```", page, re.DOTALL)
    assert len(code.splitlines()) <= 15
    (tmp_path / "merchant.py").write_text(code)
    monkeypatch.chdir(tmp_path)
    call = ["--players", "2", "--agents", "merchant:Merchant,random", "--jobs", "2"]
    assert main(["arena", *call, "--games", "60", "--json", "a.json"]) == 0
    merchant, _ = json.loads((tmp_path / "a.json").read_text())["summary"]["entrants"]
    assert merchant["forfeits"] == 0
    assert merchant["interval"][0] > 0.5
    assert main(["simulate", "bombay", "--agents", "merchant:Merchant", "--games", "1"]) == 0
    assert "merchant:Merchant" in read_output(capsys)
