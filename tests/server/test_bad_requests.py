"""Bad requests get an error response in JSON, and never an internal error.

An internal error fails the test.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import howdah
from howdah.server.middleware.security import MAX_TABLE_BYTES
from tests.server.clients import (
    AppClient,
    LiveClient,
    TableClient,
    any_error_of,
    bearer,
    create_table,
    error_of,
    post,
    send,
    table_body,
)

# New tables


ADA_AND_BO = table_body("bombay", "Ada", "Bo")


def with_rules(**rules: object) -> dict[str, Any]:
    return ADA_AND_BO | {"rules": rules}


@pytest.mark.parametrize(
    "body",
    [
        None,
        [],
        "bombay",
        7,
        {},
        {"game": "bombay"},
        {"seats": [{}, {}]},
        ADA_AND_BO | {"game": "chess"},
        ADA_AND_BO | {"game": None},
        ADA_AND_BO | {"game": 7},
        ADA_AND_BO | {"game": "x" * 50_000},
        ADA_AND_BO | {"game": "\ud800"},
        ADA_AND_BO | {"seed": 7},
        ADA_AND_BO | {"\ud800": 7},
        ADA_AND_BO | {"screens": "sideways"},
        ADA_AND_BO | {"screens": True},
        ADA_AND_BO | {"seats": {}},
        ADA_AND_BO | {"seats": [None, None]},
        ADA_AND_BO | {"seats": [[], []]},
        ADA_AND_BO | {"seats": ["Ada", "Bo"]},
        ADA_AND_BO | {"seats": [{"name": 7}, {}]},
        ADA_AND_BO | {"seats": [{"name": "x" * 201}, {}]},
        ADA_AND_BO | {"seats": [{"name": "\udfff"}, {}]},
        ADA_AND_BO | {"seats": [{"name": "Ada", "token": "mine"}, {}]},
        ADA_AND_BO | {"seats": [{"name": "Ada", "is_remote": False}, {}]},
        ADA_AND_BO | {"seats": [{"agent": "level:99"}, {}]},
        ADA_AND_BO | {"seats": [{"agent": ""}, {}]},
        ADA_AND_BO | {"seats": [{"agent": "\ud800"}, {}]},
        ADA_AND_BO | {"seats": [{"agent": ["random"]}, {}]},
        ADA_AND_BO | {"seats": []},
        ADA_AND_BO | {"seats": [{}]},
        ADA_AND_BO | {"seats": [{}] * 6},
        ADA_AND_BO | {"seats": [{}] * 2_000},
        table_body("bazar", *["Ada"] * 5),
        ADA_AND_BO | {"rules": None},
        ADA_AND_BO | {"rules": []},
        with_rules(players=3),
        with_rules(players=2.0),
        with_rules(players="2"),
        with_rules(players=None),
        table_body("bazar", "Ada") | {"rules": {"players": True}},
        with_rules(client_limit=-1),
        with_rules(client_limit=10**9),
        with_rules(client_limit=10**4000),
        with_rules(client_limit=True),
        with_rules(client_limit=2.5),
        with_rules(client_limit="20"),
        with_rules(client_limit=[[[]]]),
        with_rules(edition="de"),
        with_rules(edition={"fr": 1}),
        with_rules(set_up=None),
        with_rules(seed="7"),
        with_rules(names=["A", "B"]),
        with_rules(first_player=1),
        with_rules(medals=[]),
        with_rules(**{"\ud800": 1}),
        with_rules(**{"x" * 1000: 1}),
        with_rules(board="\ud800"),
        with_rules(board="hexagon-61"),
        with_rules(board=""),
        with_rules(board=None),
        with_rules(board=7),
        with_rules(board=["deccan"]),
        with_rules(board={}),
        with_rules(board={"name": "deccan"}),
        with_rules(board={"name": "\ud800"}),
        table_body("bazar", "Ada") | {"rules": {"starter": "Ada"}},
        table_body("bazar", "Ada") | {"rules": {"tip_rule": []}},
        table_body("bazar", "Ada") | {"rules": {"heads": ["NW"]}},
        table_body("bazar", "Ada") | {"rules": {"edition": "fr"}},
    ],
)
def test_a_table_that_cannot_be_created_is_refused(client: AppClient, body: object) -> None:
    error = any_error_of(send(client, body))
    assert error["error"] == "invalid-request"
    assert len(error["message"]) < 400


def test_the_error_names_the_field_that_is_wrong(client: AppClient) -> None:
    error = any_error_of(send(client, ADA_AND_BO | {"seats": [{}, {"name": 7}]}))
    assert error["where"] == "seats.1.name"
    assert error["message"] == "Invalid request: check seats.1.name."
    assert "string" in error["detail"]


def test_a_board_is_never_read_from_a_file(client: AppClient, tmp_path: Path) -> None:
    board = howdah.new("bazar").board.to_json() | {"name": "from a file"}
    path = tmp_path / "board.json"
    path.write_text(json.dumps(board), encoding="utf-8")
    assert howdah.new("bazar", board=str(path)).board.name == "from a file"
    for name in (str(path), path.as_uri(), "/etc/passwd", "../deccan", "deccan.json", "deccan\0"):
        for game in ("bombay", "bazar"):
            body = table_body(game, "Ada", "Bo") | {"rules": {"board": name}}
            assert "There is no board" in any_error_of(send(client, body))["message"]


def test_a_board_of_ones_own_may_not_take_the_name_of_ours(client: AppClient) -> None:
    board = howdah.new("bazar").board.to_json() | {"note": "improved"}
    any_error_of(send(client, table_body("bazar", "Ada") | {"rules": {"board": board}}))


def test_a_note_of_a_board_is_text_that_can_be_written(client: AppClient) -> None:
    board = howdah.new("bazar").board.to_json() | {"name": "mine", "note": "\ud800"}
    any_error_of(send(client, table_body("bazar", "Ada") | {"rules": {"board": board}}))


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Zoë", "Zoë"),
        ("  Ada \t Lovelace\n", "Ada Lovelace"),
        ("A\x1b[2Jda\x00", "A?[2Jda?"),
        ("\u202eadA", "?adA"),
        ("", "Player 1"),
        ("   ", "Player 1"),
        ("x" * 39 + " y", "x" * 39),
        ("x" * 200, "x" * 40),
        ("<b>&\"'", "<b>&\"'"),
        ("{name} %s", "{name} %s"),
        ("🐘" * 60, "🐘" * 40),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("क्\u200dष", "क्\u200dष"),
        ("می\u200cم", "می\u200cم"),
        ("\u200dAda\u200c ", "Ada"),
        ("x" * 39 + "\u200dy", "x" * 39),
        ("\u200d \u200c\u200d", "Player"),
        ("\u200d\ufe0f\u0301", "Player"),
        ("A\u200bd\u2060a\ufeff", "A?d?a?"),
    ],
)
def test_a_name_is_shown_as_it_can_be_printed(client: AppClient, name: str, shown: str) -> None:
    found = create_table(client, "bazar", name, rules={"starter": "seat 0"})
    assert found.state()["view"]["names"] == [shown]
    assert found.record()["seats"] == [{"name": shown}]


# Turns and hands


@pytest.mark.parametrize(
    "body",
    [
        None,
        [],
        {},
        {"version": 0},
        {"actions": []},
        {"version": "0", "actions": []},
        {"version": True, "actions": []},
        {"version": 0.0, "actions": []},
        {"version": None, "actions": []},
        {"version": 0, "actions": "end-piece"},
        {"version": 0, "actions": None},
        {"version": 0, "actions": [7]},
        {"version": 0, "actions": [None]},
        {"version": 0, "actions": [["end-piece"]]},
        {"version": 0, "actions": ["\ud800"]},
        {"version": 0, "actions": ["end-piece"] * 65},
        {"version": 0, "actions": ["x" * 5_000]},
        {"version": 0, "actions": ["end-piece"], "seat": 0},
    ],
)
def test_a_turn_that_cannot_be_read_is_refused(idle: TableClient, body: object) -> None:
    content = json.dumps(body).encode()
    response = post(idle.client, content, f"{idle.path}/turns", **bearer(idle.tokens[0]))
    any_error_of(response)
    assert response.status_code == 422
    assert idle.version == 0


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"version": 0, "kept": 1},
        {"version": 0, "kept": "1", "call": "even"},
        {"version": 0, "kept": True, "call": "even"},
        {"version": 0, "kept": 1.0, "call": "even"},
        {"version": 0, "kept": 1, "call": None},
        {"version": 0, "kept": 1, "call": "\ud800"},
        {"version": 0, "kept": 1, "call": "even", "seat": 1},
        {"version": 0, "kept": 10**400, "call": "even"},
    ],
)
def test_a_hand_that_cannot_be_read_is_refused(client: AppClient, body: object) -> None:
    found = create_table(client, "bazar", "Ada", "Bo")
    content = json.dumps(body).encode()
    response = post(client, content, f"{found.path}/medals", **bearer(found.tokens[0]))
    any_error_of(response)
    assert response.status_code == 422
    assert found.state()["view"]["waiting_for"] == [0, 1]


# What is not even JSON


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b'{"game": "\xc3\x28"}',
        "{}".encode("utf-16"),
        b"\xef\xbb\xbf{}",
        b"\x00",
        b"NaN",
        b'{"game": Infinity}',
        b'{"game": "bombay", "game": "bazar", "seats": [{}, {}]}',
        b'{"game": "bombay", "seats": [{}, {}], "rules": {"client_limit": 1e999}}',
        b'{"game": "bombay", "seats": [{}, {}], "rules": {"client_limit": ' + b"9" * 5000 + b"}}",
        b"[" * 4_900,
        b'{"a":' * 4_900,
        b" " * (MAX_TABLE_BYTES - 1),
    ],
)
def test_what_is_no_plain_json_is_refused(client: AppClient, content: bytes) -> None:
    response = post(client, content)
    assert any_error_of(response)["error"] == "invalid-request"
    assert response.status_code == 422


@pytest.mark.parametrize("levels", [30, 31, 32, 33, 100, 500, 900, 950, 980, 990, 1000, 2000])
@pytest.mark.parametrize("field", ["client_limit", "board", "edition"])
def test_json_of_any_depth_is_refused(client: AppClient, levels: int, field: str) -> None:
    nested = b'{"a":' * levels + b"1" + b"}" * levels
    body = b'{"game":"bombay","seats":[{},{}],"rules":{"%s":%s}}' % (field.encode(), nested)
    assert post(client, body).status_code == 422


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "", "x/json"])
def test_what_is_not_called_json_is_not_read(client: AppClient, kind: str) -> None:
    response = client.post(
        "/api/tables", content=json.dumps(ADA_AND_BO), headers={"content-type": kind}
    )
    error_of(response, 422, "invalid-request")


@pytest.mark.parametrize(
    "content", [b" " * (MAX_TABLE_BYTES + 1), b"[" * 200_000, b"[" + b"{}," * 200_000 + b"{}]"]
)
def test_a_body_that_is_too_large_is_refused(client: AppClient, content: bytes) -> None:
    error_of(post(client, content), 413, "too-large")


def test_a_body_without_a_content_length_is_refused_when_it_is_too_large(
    live_client: LiveClient,
) -> None:
    sent = 0

    def body() -> Iterator[bytes]:
        nonlocal sent
        while sent < 10 * MAX_TABLE_BYTES:
            sent += 100_000
            yield b" " * 100_000

    error_of(post(live_client, body()), 413, "too-large")
    chunks = iter([b'{"game": "bazar", ', b'"seats": [{}]}'])
    assert post(live_client, chunks).status_code == 201
