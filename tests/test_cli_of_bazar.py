"""The commands with Bombay Bazar, as a user types them."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import howdah
from howdah.cli.main import main
from howdah.games.bazar.medals import Medals
from howdah.games.bazar.names import Call
from howdah.games.bazar.view import BazarView
from tests.terminal import Output, read_output, type_lines


def simulate(path: Path, *options: str) -> list[dict[str, Any]]:
    """The records of a few games."""
    assert main(["simulate", "bazar", "--games", "5", *options, "--out", str(path)]) == 0
    return [json.loads(line) for line in path.read_text().splitlines()]


# simulate and check


@pytest.mark.parametrize("players", ["1", "2", "3", "4"])
@pytest.mark.parametrize("board", ["hexagon-19", "hexagon-37", "hexagon-61", "rectangle-68"])
def test_simulate_writes_records_that_check_verifies(
    players: str, board: str, tmp_path: Path, capsys: Output
) -> None:
    path = tmp_path / "f.jsonl"
    games = simulate(path, "--players", players, "--board", board)
    assert [game["rules"]["players"] for game in games] == [int(players)] * 5
    assert main(["check", str(path)]) == 0
    assert f"{path}: 5 right, 0 wrong\n" in read_output(capsys)


def test_simulate_passes_every_setting_on(tmp_path: Path) -> None:
    options = ["--players", "3", "--tip-rule", "touch", "--starter", "seat 0"]
    games = simulate(tmp_path / "f.jsonl", *options, "--board", "hexagon-37")
    assert games[0]["rules"] == {
        "players": 3,
        "board": "hexagon-37",
        "tip_rule": "touch",
        "starter": "seat 0",
    }


def test_heads_are_chosen_with_an_option(tmp_path: Path, capsys: Output) -> None:
    games = simulate(tmp_path / "f.jsonl", "--players", "3", "--heads", "SE,SW,NE")
    assert {tuple(game["start"]["heads"]) for game in games} == {("SE", "SW", "NE")}
    assert main(["simulate", "bazar", "--heads", "NW,NE"]) == 2
    assert "heads should be opposite each other" in capsys.readouterr().err
    assert main(["simulate", "bombay", "--heads", "NW,SE"]) == 2
    assert "--heads is not an option of Bombay" in capsys.readouterr().err


def test_simulate_prints_the_mean_of_every_score(tmp_path: Path, capsys: Output) -> None:
    games = simulate(tmp_path / "f.jsonl", "--players", "1")
    mean = sum(game["result"]["solo_score"] for game in games) / 5
    shown = capsys.readouterr().out
    assert "seat agent            wins  lengths  solo score\n" in shown
    assert shown.rstrip().endswith(f"{mean:.2f}")


def test_the_default_is_two_players(tmp_path: Path) -> None:
    assert simulate(tmp_path / "f.jsonl")[0]["rules"]["players"] == 2


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--players", "5"], "players should be a whole number from 1 to 4, not 5"),
        (["--edition", "pl"], "--edition is not an option of Bombay Bazar. It has: --board, --tip"),
        (["--board", "deccan"], "neither a board of this game (hexagon-19, hexagon-37, hexagon-61"),
    ],
)
def test_simulate_names_a_wrong_option_and_writes_nothing(
    options: list[str], message: str, tmp_path: Path, capsys: Output
) -> None:
    assert main(["simulate", "bazar", *options, "--out", str(tmp_path / "f.jsonl")]) == 2
    assert message in read_output(capsys)
    assert list(tmp_path.iterdir()) == []


# show


def test_show_prints_a_position(tmp_path: Path, capsys: Output) -> None:
    path = tmp_path / "f.jsonl"
    simulate(path, "--players", "1", "--board", "hexagon-19")
    assert main(["show", str(path), "--at", "0"]) == 0
    assert "0 tiles placed | 16 empty spaces | to play: random | standard rule\n" in read_output(
        capsys
    )
    assert main(["show", str(path)]) == 0
    shown = read_output(capsys)
    assert "The game is over.\nSolo score " in shown
    assert "end piece placed" in shown


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_show_draws_the_board(theme: str, tmp_path: Path, capsys: Output) -> None:
    records, drawing = tmp_path / "f.jsonl", tmp_path / "board.svg"
    simulate(records, "--players", "4")
    options = ["--line", "2", "--at", "20", "--theme", theme]
    assert main(["show", str(records), *options, "--svg", str(drawing)]) == 0
    assert f"{drawing}: after 20 of " in read_output(capsys)
    assert drawing.read_text().count("<title>Tile ") == 17


# play


def test_play_goes_through_a_whole_game_and_keeps_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    path = tmp_path / "evening.json"
    options = ["--board", "hexagon-19", "--starter", "seat 0", "--players", "3"]
    type_lines(monkeypatch, ["1"] * 100)
    assert main(["play", "--terminal", "bazar", *options, "--save", str(path)]) == 0
    shown = capsys.readouterr().out
    assert "1  end-piece  Place your end piece: you're blocked" in shown
    assert "Computer 1 is blocked. Final trunk length: " in shown
    assert main(["check", str(path)]) == 0


def test_play_asks_for_the_medals_until_one_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    path, hands = tmp_path / "evening.json", iter(["two even", "4 even", "2 same", "2 EVEN"])

    def answer(prompt: str) -> str:
        return next(hands, "2 even") if prompt.startswith("Your medals") else "quit"

    monkeypatch.setattr("builtins.input", answer)
    assert main(["play", "--terminal", "bazar", "--seed", "1", "--save", str(path)]) == 0
    shown = capsys.readouterr().out
    assert shown.count("Type a number from 1 to 3, and then even or odd.") == 3
    start: dict[str, Any] = howdah.load(path).start()
    begins = "You start." if start["first_player"] == 0 else "Computer 1 starts."
    assert begins in shown
    assert "  You: 2 medals, even | Computer 1: " in shown
    assert start["medals"][0][0] == [2, "even"]


@pytest.mark.parametrize("lines", [["quit"], ["9 odd", "quit"], []])
def test_play_can_be_left_during_the_medals(
    lines: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    type_lines(monkeypatch, lines)
    assert main(["play", "--terminal", "bazar", "--save", str(tmp_path / "evening.json")]) == 0
    assert capsys.readouterr().out.endswith("Goodbye.\n")
    assert list(tmp_path.iterdir()) == []


def test_agents_choose_before_the_person_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else they could know what the person chose."""
    waiting = []

    def choose(medals: Medals, seat: int, kept: int, call: Call) -> None:
        waiting.append((seat, medals.view().waiting_for))
        chosen(medals, seat, kept, call)

    chosen = Medals.choose
    monkeypatch.setattr(Medals, "choose", choose)
    type_lines(monkeypatch, ["3 odd"])
    main(["play", "--terminal", "bazar", "--players", "4", "--seed", "1"])
    assert waiting[:4] == [(1, (0, 1, 2, 3)), (2, (0, 2, 3)), (3, (0, 3)), (0, (0,))]


def test_a_solo_game_needs_no_medals_and_shows_the_score(
    monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    type_lines(monkeypatch, ["1", "quit"])
    assert main(["play", "--terminal", "bazar", "--players", "1", "--seed", "1"]) == 0
    shown = capsys.readouterr().out
    sums = "0 tiles placed \u2212 58 empty spaces \u2212 0 unused openings\n"
    assert "Solo score \u221258: " in shown
    assert "your trunk has 0 segments, its tip: space 0,-4, edge NW." in shown
    assert sums in shown
    assert "your trunk has 1 segment," in shown


def position_where(
    holds: Callable[[BazarView, BazarView], bool], path: Path
) -> tuple[str, BazarView]:
    """A position, kept in a file, with an action that leads where something holds."""
    for seed in range(100):
        game, choice = howdah.new("bazar", seed=seed, starter="seat 0"), random.Random(seed)
        while not game.is_over:
            for number, action in enumerate(game.legal_actions(), start=1):
                then = game.copy()
                then.play(action)
                if game.to_play == 0 and holds(game.view(0), then.view(0)):
                    game.record().save(path)
                    return str(number), then.view(0)
            game.play(choice.choice(game.legal_actions()))
    raise AssertionError("no such position was found")


def test_play_shows_what_a_choice_absorbs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    path = tmp_path / "evening.json"
    number, then = position_where(
        lambda now, then: then.players[0].length > now.players[0].length + 2, path
    )
    grown = then.players[0].length - howdah.load(path).view().players[0].length
    type_lines(monkeypatch, ["quit"])
    assert main(["play", "--terminal", "--load", str(path)]) == 0
    assert re.search(rf" {number} [NESW]+\+{grown}", capsys.readouterr().out)


def test_play_warns_of_running_onto_an_end_piece(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    path = tmp_path / "evening.json"
    number, _ = position_where(
        lambda now, then: (
            then.players[0].tip_cell in now.end_pieces and not then.players[0].has_stopped
        ),
        path,
    )
    type_lines(monkeypatch, ["quit"])
    assert main(["play", "--terminal", "--load", str(path)]) == 0
    assert re.search(rf" {number} [NESW]+(\+\d+)?!", capsys.readouterr().out)
