"""A server that restarts goes on where it was: what was acknowledged is kept."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path

import pytest

import howdah
from tests.server.clients import (
    KIND,
    AppClient,
    TableClient,
    create_table,
    error_of,
    open_client,
    play_medals,
    play_on,
    seat_an_agent,
    wait_until,
    waits_for_a_person,
)

in_a_file = pytest.mark.skipif(KIND != "sqlite", reason="it looks at the file of the database")


def everything(table: TableClient) -> list[object]:
    """All that anyone can see of a table."""
    looks = [table.state(seat) for seat in (None, *range(len(table.tokens)))]
    return [looks, table.record()]


@pytest.mark.parametrize(("game", "players"), [("bombay", 3), ("bazar", 2), ("bazar", 1)])
def test_nothing_is_lost_whenever_the_server_stops(tmp_path: Path, game: str, players: int) -> None:
    choice = random.Random(8)
    with open_client(tmp_path) as client:
        table = create_table(client, game, *["Ada", "Bo", "Cy"][:players])
        play_medals(table, choice)
    for _ in range(2):
        with open_client(tmp_path) as client:
            table = TableClient(client, table.id, table.tokens)
            play_on(table, choice, turns=4)
            before = everything(table)
        with open_client(tmp_path) as client:
            assert everything(TableClient(client, table.id, table.tokens)) == before


@in_a_file
def test_draws_after_a_restart_are_those_that_would_have_been(tmp_path: Path) -> None:
    with open_client(tmp_path / "stays") as client:
        table = create_table(client, "bombay", "Ada", "Bo")
        set_ends = 2 * table.state()["view"]["game_turns"]
    shutil.copytree(tmp_path / "stays", tmp_path / "restarts")
    with open_client(tmp_path / "stays") as client:
        stays = ended_turns(TableClient(client, table.id, table.tokens), set_ends)
    with open_client(tmp_path / "restarts") as client:
        ended_turns(TableClient(client, table.id, table.tokens), set_ends - 1)
    with open_client(tmp_path / "restarts") as client:
        restarts = ended_turns(TableClient(client, table.id, table.tokens), 1)
    assert stays == restarts
    assert stays[-1].startswith("restock ")


def ended_turns(table: TableClient, turns: int) -> list[str]:
    """The actions after so many turns in which nothing was done."""
    for _ in range(turns):
        seen = table.state()
        assert table.turn(seen["to_play"], seen["version"], ["end"]).status_code == 200
    actions: list[str] = table.record()["actions"]
    return actions


@in_a_file
def test_a_turn_that_was_answered_outlives_a_crash(tmp_path: Path) -> None:
    """The files on the disk while the server is running: all that a crash leaves."""
    with open_client(tmp_path / "server") as client:
        table = create_table(client, "bazar", "Ada", rules={"starter": "seat 0"})
        assert table.turn(0, 0, table.state(0)["legal"][:1]).status_code == 200
        before = everything(table)
        shutil.copytree(tmp_path / "server", tmp_path / "after the crash")
    with open_client(tmp_path / "after the crash") as client:
        assert everything(TableClient(client, table.id, table.tokens)) == before


@pytest.mark.parametrize("game", ["bombay", "bazar"])
def test_an_agent_whose_turn_it_was_plays_on(tmp_path: Path, game: str) -> None:
    with open_client(tmp_path) as client:
        table = create_table(client, game, "Ada", "Bo")
        play_medals(table, random.Random(4))
        seat = table.state()["to_play"]
        version = table.version
    seat_an_agent(tmp_path, table, seat)
    with open_client(tmp_path) as client:
        table = TableClient(client, table.id, table.tokens)
        wait_until(table.client, lambda: table.version == version + 1)
        assert table.state()["to_play"] == 1 - seat


def test_agents_that_a_restart_interrupts_finish_their_game(tmp_path: Path) -> None:
    with open_client(tmp_path) as client:
        table = create_table(client, "bazar", None, None, None)
    versions = []
    for _ in range(2):
        with open_client(tmp_path) as client:
            versions.append(TableClient(client, table.id, table.tokens).version)
    with open_client(tmp_path) as client:
        table = TableClient(client, table.id, table.tokens)
        wait_until(table.client, table.is_over)
        record = howdah.Record.parse(json.dumps(table.record()))
    assert howdah.from_record(record).is_over
    assert versions == sorted(versions)


def test_who_sat_with_an_agent_goes_on(tmp_path: Path) -> None:
    with open_client(tmp_path) as client:
        table = create_table(client, "bombay", "Ada", None)
        wait_until(table.client, lambda: waits_for_a_person(table))
        version = table.version
        assert table.turn(0, version, ["end"]).status_code == 200
    with open_client(tmp_path) as client:
        table = TableClient(client, table.id, table.tokens)
        wait_until(table.client, lambda: waits_for_a_person(table))
        assert table.version == version + 2
        error_of(table.turn(0, version, ["end"]), 409, "stale-version")
        assert table.turn(0, version + 2, ["end"]).status_code == 200


@in_a_file
@pytest.mark.parametrize("name", ["a folder", "what?", "100%", "#1", "a=b&c", "é", ":memory:"])
def test_any_folder_can_keep_tables(tmp_path: Path, name: str) -> None:
    folder = tmp_path / name / "deep"
    with open_client(folder) as client:
        table = create_table(client, "bazar", "Ada")
    assert (folder / "tables.sqlite3").is_file()
    with open_client(folder) as client:
        assert TableClient(client, table.id, table.tokens).version == 0


def test_servers_on_two_folders_share_no_tables(tmp_path: Path, client: AppClient) -> None:
    table = create_table(client, "bazar", "Ada")
    with open_client(tmp_path / "another") as other:
        assert other.get(table.path).status_code == 404
