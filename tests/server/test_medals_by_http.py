"""The medals game by the public interface: hands stay closed until all have chosen."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import howdah
from howdah.store.store import StoredChoice
from tests.server.clients import (
    AppClient,
    TableClient,
    bearer,
    create_table,
    error_of,
    open_client,
    play_medals,
    run_in_store,
    seat_an_agent,
    wait_until,
)


@pytest.fixture
def table(client: AppClient) -> TableClient:
    """Three people who have still to find out who begins."""
    return create_table(client, "bazar", "Ada", "Bo", "Cy")


def test_before_the_medals_are_shown_there_is_nobody_to_play_and_no_record(
    table: TableClient,
) -> None:
    seen = table.state(0)
    assert (seen["version"], seen["to_play"], seen["legal"], seen["over"]) == (0, None, [], False)
    assert seen["view"]["waiting_for"] == seen["view"]["still_in"] == [0, 1, 2]
    error = error_of(table.client.get(f"{table.path}/record"), 409, "medals")
    assert error["version"] == 0


def test_hands_stay_closed_until_all_have_chosen(table: TableClient) -> None:
    for seat, left in ((2, [0, 1]), (0, [1])):
        response = table.medals(seat, 0, 3, "odd")
        assert (response.status_code, response.json()) == (202, {"version": 0})
        assert table.state()["view"]["waiting_for"] == left
        assert table.state()["view"]["rounds"] == []
    assert table.state(2)["view"]["own_choice"] == [3, "odd"]
    assert table.state(1)["view"]["own_choice"] is table.state()["view"]["own_choice"] is None
    assert table.medals(1, 0, 3, "even").json() == {"version": 1}


def test_a_round_counts_as_one_version_and_the_last_one_left_begins(table: TableClient) -> None:
    statuses = [
        table.medals(seat, 0, 1, call).status_code
        for seat, call in enumerate(["odd", "odd", "even"])
    ]
    assert statuses == [202, 202, 200]
    seen = table.state()
    assert (seen["version"], seen["to_play"], seen["view"]["still_in"]) == (1, None, [0, 1])
    assert seen["view"]["rounds"] == [[[1, "odd"], [1, "odd"], [1, "even"]]]
    error_of(table.medals(2, 1, 1, "odd"), 403, "not-your-turn")
    table.medals(0, 1, 2, "even")
    table.medals(1, 1, 1, "odd")
    seen = table.state(1)
    assert (seen["version"], seen["to_play"]) == (2, 1)
    assert seen["legal"]
    assert table.record()["start"]["medals"] == [
        [[1, "odd"], [1, "odd"], [1, "even"]],
        [[2, "even"], [1, "odd"], None],
    ]
    assert table.turn(1, 2, seen["legal"][:1]).json() == {"version": 3}


def test_a_round_in_which_all_are_wrong_is_repeated(table: TableClient) -> None:
    for seat in range(3):
        table.medals(seat, 0, 1, "even")
    seen = table.state()
    assert (seen["version"], seen["view"]["still_in"]) == (1, [0, 1, 2])


@pytest.mark.parametrize(
    ("kept", "call"), [(0, "even"), (4, "odd"), (-1, "odd"), (1, "Even"), (1, ""), (10**30, "odd")]
)
def test_a_hand_that_cannot_be_is_refused(table: TableClient, kept: int, call: str) -> None:
    error_of(table.medals(0, 0, kept, call), 422, "invalid-medals")
    assert table.state()["view"]["waiting_for"] == [0, 1, 2]


def test_a_hand_is_closed_for_good(table: TableClient) -> None:
    table.medals(0, 0, 1, "even")
    error_of(table.medals(0, 0, 2, "odd"), 403, "not-your-turn")
    assert table.state(0)["view"]["own_choice"] == [1, "even"]


@pytest.mark.parametrize("version", [-1, 1, 7])
def test_a_hand_for_another_round_is_stale(table: TableClient, version: int) -> None:
    assert error_of(table.medals(0, version, 1, "even"), 409, "stale-version")["version"] == 0


@pytest.mark.parametrize("token", [None, "wrong"])
def test_without_the_token_of_a_seat_no_hand_is_closed(
    table: TableClient, token: str | None
) -> None:
    body = {"version": 0, "kept": 1, "call": "even"}
    response = table.client.post(f"{table.path}/medals", json=body, headers=bearer(token))
    error_of(response, 403, "not-your-seat")


def test_no_turn_is_played_before_the_medals_are_shown(table: TableClient) -> None:
    assert error_of(table.turn(0, 0, ["end-piece"]), 403, "not-your-turn")["to_play"] is None


@pytest.mark.parametrize(
    ("game", "rules"),
    [("bombay", {}), ("bazar", {"starter": "seat 0"}), ("bazar", {"starter": "random"})],
)
def test_where_no_medals_decide_there_are_none(
    client: AppClient, game: str, rules: dict[str, str]
) -> None:
    table = create_table(client, game, "Ada", "Bo", rules=rules)
    error_of(table.medals(0, 0, 1, "even"), 403, "not-your-turn")
    assert table.version == 0


def test_someone_alone_needs_no_medals(client: AppClient) -> None:
    table = create_table(client, "bazar", "Ada")
    assert table.state()["to_play"] == 0
    assert table.record()["start"]["medals"] == []


# Restarts


def test_after_a_restart_closed_hands_are_still_closed_and_still_count(tmp_path: Path) -> None:
    with open_client(tmp_path) as client:
        table = create_table(client, "bazar", "Ada", "Bo", "Cy")
        table.medals(0, 0, 1, "odd")
        table.medals(1, 0, 1, "odd")
    with open_client(tmp_path) as client:
        table = TableClient(client, table.id, table.tokens)
        assert table.state(0)["view"]["own_choice"] == [1, "odd"]
        assert table.state()["view"]["waiting_for"] == [2]
        error_of(table.medals(0, 0, 2, "odd"), 403, "not-your-turn")
        table.medals(2, 0, 1, "even")
    with open_client(tmp_path) as client:
        table = TableClient(client, table.id, table.tokens)
        assert (table.version, table.state()["view"]["still_in"]) == (1, [0, 1])
        play_medals(table, random.Random(2))
        record = howdah.Record.parse(json.dumps(table.record()))
        assert howdah.from_record(record).to_play == table.state()["to_play"]


@pytest.mark.parametrize("call", ["even", "odd"])
def test_a_round_that_was_full_when_the_server_crashed_is_opened(tmp_path: Path, call: str) -> None:
    with open_client(tmp_path) as client:
        table = create_table(client, "bazar", "Ada", "Bo")
        table.medals(0, 0, 1, call)
    run_in_store(
        tmp_path, lambda store: store.add_choice(table.id, 0, StoredChoice(1, [2, "even"]))
    )
    with open_client(tmp_path) as client:
        table = TableClient(client, table.id, table.tokens)
        wait_until(client, lambda: table.version == 1)
        assert table.state()["to_play"] == (0 if call == "odd" else None)
        play_medals(table, random.Random(2))
        assert table.record()["start"]["medals"][0] == [[1, call], [2, "even"]]


def test_a_full_round_that_nobody_has_opened_is_opened_by_the_next_request(
    tmp_path: Path,
) -> None:
    with open_client(tmp_path, workers=0) as client:
        table = create_table(client, "bazar", "Ada", "Bo")
        table.medals(0, 0, 1, "even")
    run_in_store(
        tmp_path, lambda store: store.add_choice(table.id, 0, StoredChoice(1, [2, "even"]))
    )
    with open_client(tmp_path, workers=0) as client:
        table = TableClient(client, table.id, table.tokens)
        assert error_of(table.medals(0, 0, 2, "odd"), 409, "stale-version")["version"] == 1
        assert table.medals(0, 1, 2, "odd").status_code == 202


def test_agents_close_their_hands_after_a_restart(tmp_path: Path) -> None:
    with open_client(tmp_path) as client:
        table = create_table(client, "bazar", "Ada", "Bo", "Cy")
    seat_an_agent(tmp_path, table, 1)
    with open_client(tmp_path) as client:
        table = TableClient(client, table.id, table.tokens)
        wait_until(table.client, lambda: table.state()["view"]["waiting_for"] == [0, 2])
