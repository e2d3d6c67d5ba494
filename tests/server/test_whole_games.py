"""Whole games by the public interface alone: people, agents, both games, every player count."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import howdah
from howdah.cli.main import main
from tests.server.clients import (
    AppClient,
    TableClient,
    create_table,
    play_medals,
    play_on,
    wait_until,
)
from tests.terminal import Output

NAMES = ("Ada", "Bo", "Cy", "Di", "Eve")
TABLES = [("bombay", players) for players in (2, 3, 4, 5)]
TABLES += [("bazar", players) for players in (1, 2, 3, 4)]
FEWEST_AND_MOST = [("bombay", 2), ("bombay", 5), ("bazar", 1), ("bazar", 4)]


def checked(table: TableClient, folder: Path) -> howdah.Record:
    """The record of a finished game, verified as anyone else would."""
    found = table.record()
    path = folder / "record.json"
    path.write_text(json.dumps(found), encoding="utf-8")
    assert main(["check", str(path)]) == 0
    record = howdah.Record.parse(path.read_text(encoding="utf-8"))
    assert howdah.from_record(record).is_over
    return record


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_people_play_a_whole_game_by_http(
    client: AppClient, tmp_path: Path, capsys: Output, game: str, players: int
) -> None:
    table, choice = create_table(client, game, *NAMES[:players]), random.Random(players)
    play_medals(table, choice)
    play_on(table, choice)
    record, seen = checked(table, tmp_path), table.state(0)
    assert [seat.name for seat in record.seats] == list(NAMES[:players])
    assert record.rules == howdah.new(game, players=players).rules()
    assert (seen["over"], seen["to_play"], seen["legal"]) == (True, None, [])
    assert seen["result"] == record.result == seen["view"]["result"]
    assert seen["view"]["actions"] == list(record.actions)
    assert "1 right" in capsys.readouterr().out


def test_agents_play_whole_games_by_themselves(client: AppClient, tmp_path: Path) -> None:
    for table in [
        create_table(client, game, *[None] * players) for game, players in FEWEST_AND_MOST
    ]:
        wait_until(table.client, table.is_over)
        record = checked(table, tmp_path)
        assert {seat.agent for seat in record.seats} == {"random"}
        assert set(table.tokens) == {None}


@pytest.mark.parametrize(("game", "players"), sorted({*TABLES} - {*FEWEST_AND_MOST}))
def test_a_person_and_agents_play_together(
    client: AppClient, tmp_path: Path, game: str, players: int
) -> None:
    table, choice = (
        create_table(client, game, None, "Ada", *[None] * (players - 2)),
        random.Random(1),
    )
    play_medals(table, choice)
    play_on(table, choice)
    agents = [seat.agent for seat in checked(table, tmp_path).seats]
    assert agents == ["random", None, *["random"] * (players - 2)]


def test_a_game_on_a_board_of_ones_own(client: AppClient) -> None:
    board = howdah.new("bazar").board.to_json() | {"name": "my own"}
    table, choice = (
        create_table(client, "bazar", "Ada", "Bo", rules={"board": board}),
        random.Random(3),
    )
    play_medals(table, choice)
    play_on(table, choice, turns=5)
    record = howdah.Record.parse(json.dumps(table.record()))
    assert howdah.from_record(record).rules()["board"] == board
    assert table.state()["view"]["board"] == "my own"


@pytest.mark.parametrize(
    ("game", "rules"),
    [
        ("bombay", {"edition": "en", "set_up": "first-game", "client_limit": 20, "players": 2}),
        ("bombay", {"client_limit": None, "board": "deccan"}),
        ("bazar", {"tip_rule": "touch", "starter": "random", "board": "hexagon-61"}),
    ],
)
def test_the_rules_asked_for_are_the_rules_of_the_record(
    client: AppClient, game: str, rules: dict[str, object]
) -> None:
    record = create_table(client, game, "Ada", "Bo", rules=rules).record()
    assert rules.items() <= record["rules"].items()
    assert record["result"] is None
    howdah.from_record(howdah.Record.parse(json.dumps(record)))


def test_two_tables_of_the_same_order_differ(client: AppClient) -> None:
    records = [create_table(client, "bombay", "Ada", "Bo").record() for _ in range(4)]
    assert len({json.dumps(record["start"]) for record in records}) > 1
