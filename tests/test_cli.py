"""The commands as a user types them: what they print, write and return."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import howdah
from howdah.cli.main import COMMANDS, main
from howdah.cli.progress import progress
from tests.terminal import Output, read_output, type_lines


@pytest.fixture
def records(tmp_path: Path, capsys: Output) -> Path:
    """Three finished games in a file."""
    path = tmp_path / "games.jsonl"
    assert main(["simulate", "bombay", "--players", "3", "--games", "3", "--out", str(path)]) == 0
    capsys.readouterr()
    return path


# howdah


@pytest.mark.parametrize("name", [command.name for command in COMMANDS])
def test_every_command_has_help_with_an_example(name: str, capsys: Output) -> None:
    with pytest.raises(SystemExit) as ended:
        main([name, "--help"])
    assert ended.value.code == 0
    assert f"examples:\n  howdah {name}" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [[], ["fly"], ["check"], ["simulate", "go"]])
def test_a_wrong_call_is_unusable(arguments: list[str], capsys: Output) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "usage: howdah" in capsys.readouterr().err


def test_the_version_is_printed(capsys: Output) -> None:
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out == f"howdah {howdah.__version__}\n"


# simulate


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_simulate_writes_records_that_check_verifies(
    players: int, tmp_path: Path, capsys: Output
) -> None:
    path = tmp_path / "f.jsonl"
    call = ["simulate", "bombay", "--players", str(players), "--games", "5", "--seed", "1"]
    assert main([*call, "--agents", "random", "--out", str(path)]) == 0
    assert capsys.readouterr().out.startswith("5 games\n")
    assert main(["check", str(path)]) == 0
    assert capsys.readouterr().out == f"{path}: 5 right, 0 wrong\n"
    games = [json.loads(line) for line in path.read_text().splitlines()]
    assert [game["rules"]["players"] for game in games] == [players] * 5
    assert games[0]["seats"][0] == {"name": "random", "agent": "random"}
    assert len({game["actions"][0] for game in games}) > 1


def test_simulate_passes_every_option_on(tmp_path: Path) -> None:
    path = tmp_path / "f.jsonl"
    options = ["--edition", "pl", "--set-up", "first-game", "--client-limit", "16"]
    assert main(["simulate", "bombay", "--games", "1", *options, "--out", str(path)]) == 0
    assert json.loads(path.read_text())["rules"] == {
        "players": 4,
        "edition": "pl",
        "board": "deccan",
        "set_up": "first-game",
        "client_limit": 16,
    }


def test_simulate_repeats_itself(tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("one", "two", "three")]
    for file, seed in zip(files, ("7", "7", "8")):
        main(["simulate", "bombay", "--games", "2", "--seed", seed, "--out", str(file)])
    assert files[0].read_text() == files[1].read_text() != files[2].read_text()


def test_simulate_can_print_the_records(capsys: Output) -> None:
    assert main(["simulate", "bombay", "--games", "2", "--out", "-"]) == 0
    captured = capsys.readouterr()
    assert [json.loads(line)["game"] for line in captured.out.splitlines()] == ["bombay"] * 2
    assert captured.err.startswith("2 games\n")


def test_simulate_without_a_file_only_counts(capsys: Output) -> None:
    assert main(["simulate", "bombay", "--games", "2"]) == 0
    assert capsys.readouterr().out.startswith("2 games\nseat agent ")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--players", "6"], "players should be a whole number from 2 to 5, not 6"),
        (["--agents", "random,random"], "4 players need 1 or 4 agents, not 2"),
        (
            ["--agents", "deep-thought"],
            "There is no agent 'deep-thought'; there are level:1 to level:6, greedy, random, mc:N",
        ),
        (["--board", "nowhere.json"], "neither a board of this game (deccan) nor a readable file"),
        (["--client-limit", "-1"], "client_limit should be"),
    ],
)
def test_simulate_names_a_wrong_option_and_writes_nothing(
    options: list[str], message: str, tmp_path: Path, capsys: Output
) -> None:
    path = tmp_path / "f.jsonl"
    assert main(["simulate", "bombay", *options, "--out", str(path)]) == 2
    assert message in read_output(capsys)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("games", ["0", "-1", "many", "1.5"])
def test_simulate_wants_a_number_of_games_and_players(games: str, capsys: Output) -> None:
    for option in ("--games", "--players"):
        with pytest.raises(SystemExit) as ended:
            main(["simulate", "bombay", f"{option}={games}"])
        assert ended.value.code == 2
        assert "should be a whole number of 1 or more" in read_output(capsys)


def test_simulate_cannot_write_where_there_is_no_folder(tmp_path: Path, capsys: Output) -> None:
    assert main(["simulate", "bombay", "--out", str(tmp_path / "no" / "f.jsonl")]) == 2
    assert "No such file or directory" in read_output(capsys)


def test_an_interrupted_simulation_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "f.jsonl"
    path.write_text("before")

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("howdah.cli.simulate.play_match", interrupted)
    assert main(["simulate", "bombay", "--out", str(path)]) == 130
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


def test_a_reader_that_leaves_early_is_no_error() -> None:
    program = f"{sys.executable} -m howdah.cli.main simulate bombay --games 60 --out - | head -n 1"
    done = subprocess.run(program, shell=True, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["game"] == "bombay"
    assert done.stderr == ""


# check


def test_check_prints_each_wrong_record_and_goes_on(records: Path, capsys: Output) -> None:
    lines = records.read_text().splitlines()
    wrong = json.loads(lines[1])
    wrong["actions"][1] = "buy"
    records.write_text("\n".join([lines[0], json.dumps(wrong), "{", lines[2]]))
    assert main(["check", str(records)]) == 1
    captured = capsys.readouterr()
    first, second = captured.err.splitlines()
    assert first.startswith(f"{records}:2: actions[1]: 'buy' is not legal: There is no trading")
    assert "[bombay#buy] Legal: move " in first
    assert second.startswith(f"{records}:3: text: is not JSON")
    assert captured.out == f"{records}: 2 right, 2 wrong\n"


@pytest.mark.parametrize("content", [b"", b"\n\n", b"\xff", b"[]", b"null", b"\x00" * 20])
def test_check_refuses_files_that_hold_no_record(
    content: bytes, tmp_path: Path, capsys: Output
) -> None:
    path = tmp_path / "f.jsonl"
    path.write_bytes(content)
    assert main(["check", str(path)]) == 1
    assert "Traceback" not in read_output(capsys)


def test_check_cannot_read_what_is_not_there(tmp_path: Path, records: Path, capsys: Output) -> None:
    assert main(["check", str(tmp_path / "none.json"), str(tmp_path), str(records)]) == 2
    captured = capsys.readouterr()
    assert "none.json: cannot be read: No such file or directory" in captured.err
    assert "3 right, 0 wrong" in captured.out


def test_check_prints_any_name_on_any_terminal(tmp_path: Path) -> None:
    record = howdah.new("bombay", players=2, seed=1, names=["Zoë", "雪"]).record().to_json()
    record["actions"] = ["雪"]
    path = tmp_path / "f.json"
    path.write_text(json.dumps(record, ensure_ascii=False))
    done = subprocess.run(
        [sys.executable, "-m", "howdah.cli.main", "check", str(path)],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "is not an action" in done.stderr


# show


def test_show_prints_the_last_position(records: Path, capsys: Output) -> None:
    assert main(["show", str(records)]) == 0
    shown = capsys.readouterr().out
    assert "The game is over. " in shown
    assert "D3<Bombay" in shown


def test_show_goes_to_a_position_of_a_line(records: Path, capsys: Output) -> None:
    assert main(["show", str(records), "--line", "2", "--at", "0"]) == 0
    assert " | next: restock\n" in capsys.readouterr().out
    assert main(["show", str(records), "--line", "2", "--at", "1"]) == 0
    assert " | 3 stars left\n" in capsys.readouterr().out


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_show_draws_the_board(records: Path, theme: str, tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "board.svg"
    assert main(["show", str(records), "--at", "30", "--svg", str(path), "--theme", theme]) == 0
    assert "after 30 of " in capsys.readouterr().out
    assert ElementTree.parse(path).getroot().tag.endswith("svg")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--at", "9999"], "--at should be from 0 to "),
        (["--at", "-1"], "--at should be from 0 to "),
        (["--line", "9"], "There is no game on line 9 of this file: "),
    ],
)
def test_show_refuses_a_place_that_is_not_there(
    options: list[str], message: str, records: Path, capsys: Output
) -> None:
    assert main(["show", str(records), *options]) == 1
    assert message in read_output(capsys)


def test_show_refuses_a_wrong_record(records: Path, capsys: Output) -> None:
    record = json.loads(records.read_text().splitlines()[0])
    record["result"]["rupees"][0] += 1
    records.write_text(json.dumps(record))
    assert main(["show", str(records), "--at", "3"]) == 1
    assert "result.rupees[0] is" in read_output(capsys)


# play


def test_play_offers_numbered_choices_with_their_cost(
    monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    type_lines(monkeypatch, ["quit"])
    assert (
        main(["play", "--terminal", "--players", "2", "--seed", "4", "--set-up", "first-game"]) == 0
    )
    shown = capsys.readouterr().out
    assert "   1  move E4  Move to the purple trading post (E4): 1 star\n" in shown
    assert "   5  wait     Wait for fortune: 3 stars, gain 1 rupee\n" in shown
    assert "   6  end      End turn: 3 stars unused\n" in shown
    assert shown.endswith("Goodbye.\n")


def test_play_takes_numbers_texts_and_undo(monkeypatch: pytest.MonkeyPatch, capsys: Output) -> None:
    lines = [
        "undo",
        "1",
        "undo",
        "move E4",
        "why buy",
        "why wait",
        "why end",
        "why fly",
        "99",
        "fly",
        "sell blue",
    ]
    type_lines(monkeypatch, [*lines, "help", "board", "", "quit"])
    assert (
        main(["play", "--terminal", "--players", "2", "--seed", "4", "--set-up", "first-game"]) == 0
    )
    shown = capsys.readouterr().out
    for expected in (
        "Nothing to undo: your turn has just started.",
        "Undone: move E4\n",
        "Waiting takes all 3 stars: you have 2.",
        "This is not an action of the game.",
        "Choose from 1 to ",
        "sell blue is not possible now. Your elephant carries no blue silk.",
        "undo the last step of this turn",
        "This action is possible.",
    ):
        assert expected in shown


def test_play_goes_through_a_whole_game_and_keeps_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    path = tmp_path / "evening.json"
    type_lines(monkeypatch, ["1"] * 500)
    assert main(["play", "--terminal", "--players", "3", "--seed", "2", "--save", str(path)]) == 0
    assert "The game is over. " in capsys.readouterr().out
    assert main(["check", str(path)]) == 0


def test_play_is_kept_when_the_player_leaves_and_goes_on_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    path = tmp_path / "evening.json"
    type_lines(monkeypatch, ["1", f"save {tmp_path}/no/x.json", f"save {path}", "1"])
    assert main(["play", "--terminal", "--players", "2", "--seed", "2"]) == 0
    shown = capsys.readouterr().out
    assert f"Not saved. File or folder not found: {tmp_path}/no/x.json" in shown
    assert f"Goodbye. Your game is saved in {path}." in shown
    kept = howdah.load(path)
    assert len(kept.actions) >= 3
    type_lines(monkeypatch, ["1"] * 500)
    assert main(["play", "--terminal", "--load", str(path)]) == 0
    assert "The game is over. " in capsys.readouterr().out
    assert howdah.load(path).is_over


@pytest.mark.parametrize("players", ["1", "6"])
def test_play_refuses_a_number_of_players_that_does_not_fit(players: str, capsys: Output) -> None:
    assert main(["play", "--terminal", "--players", players]) == 2
    assert "Bombay is for 2 to 5 players." in read_output(capsys)


def test_an_interrupted_game_ends_quietly_and_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    path, answers = tmp_path / "evening.json", iter(["move E4"])

    def interrupted(_: str) -> str:
        try:
            return next(answers)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr("builtins.input", interrupted)
    options = ["--set-up", "first-game", "--save", str(path)]
    assert main(["play", "--terminal", "--players", "2", *options]) == 130
    assert "Traceback" not in read_output(capsys)
    assert str(howdah.load(path).actions[-1]) == "move E4"


# progress


def test_progress_is_shown_on_terminals_only(
    monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    assert list(progress(range(3), 3, "games")) == [0, 1, 2]
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    times = iter([0.0, 0.5, 1.0, 1.5])
    monkeypatch.setattr("howdah.cli.progress.time.monotonic", lambda: next(times))
    assert list(progress(range(3), 3, "games")) == [0, 1, 2]
    assert "[##########....................] 1/3 games" in capsys.readouterr().err
