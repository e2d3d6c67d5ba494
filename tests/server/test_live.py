"""Following a table: one message for each committed turn, in order, none twice."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from starlette.testclient import WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

import howdah
from howdah.server.connections import MAX_MESSAGE_BYTES
from howdah.server.routes.live import MESSAGE_TOO_BIG
from tests.server.clients import LiveClient, TableClient, create_table, wait_until

BAZAR = {"starter": "seat 0"}


@contextmanager
def followed(table: TableClient, since: object = None) -> Iterator[WebSocketTestSession]:
    """The news of a table, from a version on."""
    assert isinstance(table.client, LiveClient)
    query = "" if since is None else f"?since={since}"
    with table.client.websocket_connect(f"{table.path}/live{query}") as socket:
        yield socket


def news(socket: WebSocketTestSession, count: int) -> list[Any]:
    """So many messages."""
    return [socket.receive_json() for _ in range(count)]


def place_a_tile(table: TableClient, seat: int, version: int) -> str:
    action = str(table.state(seat)["legal"][0])
    assert table.turn(seat, version, [action]).status_code == 200
    return action


@pytest.fixture
def bazar(live_client: LiveClient) -> TableClient:
    """Two people at Bombay Bazar; seat 0 begins."""
    return create_table(live_client, "bazar", "Ada", "Bo", rules=BAZAR)


def test_a_message_holds_a_turn(bazar: TableClient) -> None:
    with followed(bazar) as socket:
        action = place_a_tile(bazar, 0, 0)
        (message,) = news(socket, 1)
    promised = {"version": 1, "seat": 0, "actions": [action], "to_play": 1, "over": False}
    assert message == promised | {"drawn": []}


@pytest.mark.parametrize(("since", "versions"), [(0, [1, 2, 3]), (2, [3]), (-5, [1, 2, 3])])
def test_turns_after_a_version_are_sent_at_once(
    bazar: TableClient, since: int, versions: list[int]
) -> None:
    for version in range(3):
        place_a_tile(bazar, version % 2, version)
    with followed(bazar, since) as socket:
        assert [message["version"] for message in news(socket, len(versions))] == versions
        place_a_tile(bazar, 1, 3)
        assert news(socket, 1)[0]["version"] == 4


def test_all_turns_are_sent_unless_a_version_is_given(
    bazar: TableClient,
) -> None:
    place_a_tile(bazar, 0, 0)
    with followed(bazar) as socket:
        assert news(socket, 1)[0]["version"] == 1


def test_a_turn_that_is_not_there_yet_is_sent_when_it_is_committed(bazar: TableClient) -> None:
    with followed(bazar, 1) as socket:
        place_a_tile(bazar, 0, 0)
        place_a_tile(bazar, 1, 1)
        assert news(socket, 1)[0]["version"] == 2


def test_all_followers_get_the_same_messages(bazar: TableClient) -> None:
    with followed(bazar) as one, followed(bazar) as other:
        place_a_tile(bazar, 0, 0)
        place_a_tile(bazar, 1, 1)
        assert news(one, 2) == news(other, 2)


@pytest.mark.parametrize("game", ["bombay", "bazar"])
def test_the_messages_of_a_whole_game_are_its_record(live_client: LiveClient, game: str) -> None:
    table = create_table(live_client, game, None, None)
    with followed(table) as socket:
        messages = [socket.receive_json()]
        while not messages[-1]["over"]:
            messages.append(socket.receive_json())
    check_messages(messages, table)
    with followed(table) as socket:
        assert news(socket, table.version) == messages


def check_messages(messages: list[Any], table: TableClient) -> None:
    """Each version once and in order; the seats and actions are those of the record."""
    assert [message["version"] for message in messages] == list(range(1, table.version + 1))
    assert [message["over"] for message in messages] == [False] * (len(messages) - 1) + [True]
    assert [message["to_play"] for message in messages[:-1]] == [m["seat"] for m in messages[1:]]
    assert messages[-1]["to_play"] is None
    game = howdah.from_record(howdah.Record.parse(json.dumps(table.record())))
    turns = [message for message in messages if message["seat"] is not None]
    length = len(game.actions) - sum(len(t["actions"]) + len(t["drawn"]) for t in turns)
    for turn in turns:
        played = [*turn["actions"], *turn["drawn"]]
        assert game.at(length).to_play == turn["seat"]
        assert [str(action) for action in game.actions[length : length + len(played)]] == played
        length += len(played)


def test_a_round_of_medals_is_sent_when_it_is_open(live_client: LiveClient) -> None:
    table = create_table(live_client, "bazar", "Ada", "Bo")
    with followed(table) as socket:
        table.medals(0, 0, 1, "even")
        table.medals(1, 0, 2, "even")
        table.medals(0, 1, 1, "even")
        table.medals(1, 1, 2, "odd")
        first, second = news(socket, 2)
    assert first["seat"] is second["seat"] is first["to_play"] is None
    assert first["actions"] == [[1, "even"], [2, "even"]]
    assert (first["version"], second["version"]) == (1, 2)
    assert (second["to_play"], second["over"]) == (1, False)


def test_the_turns_of_agents_are_sent(live_client: LiveClient) -> None:
    table = create_table(live_client, "bazar", "Ada", None, rules=BAZAR)
    with followed(table) as socket:
        place_a_tile(table, 0, 0)
        assert [message["seat"] for message in news(socket, 2)] == [0, 1]


# Tokens


def test_a_token_may_be_shown(bazar: TableClient) -> None:
    for token in bazar.tokens:
        with followed(bazar) as socket:
            socket.send_text(str(token))
            place_a_tile(bazar, bazar.state()["to_play"], bazar.version)
            assert news(socket, 1)[0]["version"] == 1


@pytest.mark.parametrize("token", ["wrong", "", "null", '{"token": 1}', "é\0", "x" * 60_000])
def test_a_wrong_token_is_refused(bazar: TableClient, token: str) -> None:
    with followed(bazar) as socket:
        socket.send_text(token)
        error = socket.receive_json()
        assert (error["error"], bool(error["message"])) == ("not-your-seat", True)
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
    assert closed.value.code == 1008


@pytest.mark.parametrize("length", [MAX_MESSAGE_BYTES + 1, 3 * MAX_MESSAGE_BYTES])
def test_a_message_that_is_too_long_closes_the_socket(bazar: TableClient, length: int) -> None:
    for content in ("x" * length, b"x" * length):
        with followed(bazar) as socket:
            socket.send({"type": "websocket.receive", key_of(content): content})
            with pytest.raises(WebSocketDisconnect) as closed:
                socket.receive_json()
        assert closed.value.code == MESSAGE_TOO_BIG


def key_of(content: str | bytes) -> str:
    return "text" if isinstance(content, str) else "bytes"


@pytest.mark.parametrize("content", [b"", b"\xff\x00", b"wrong"])
def test_bytes_are_no_token(bazar: TableClient, content: bytes) -> None:
    with followed(bazar) as socket:
        socket.send_bytes(content)
        assert socket.receive_json()["error"] == "not-your-seat"


def test_a_token_of_another_table_is_refused(live_client: LiveClient, bazar: TableClient) -> None:
    other = create_table(live_client, "bazar", "Ada", rules=BAZAR)
    with followed(bazar) as socket:
        socket.send_text(str(other.tokens[0]))
        assert socket.receive_json()["error"] == "not-your-seat"


def test_there_is_nothing_to_follow_where_there_is_no_table(live_client: LiveClient) -> None:
    with followed(TableClient(live_client, "nowhere", ())) as socket:
        assert socket.receive_json()["error"] == "no-table"
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
    assert closed.value.code == 1008


@pytest.mark.parametrize("since", ["x", "1.5", "", "9" * 5000])
def test_a_version_that_is_no_number_is_refused(bazar: TableClient, since: str) -> None:
    with pytest.raises(WebSocketDisconnect) as closed, followed(bazar, since):
        pass
    assert closed.value.code == 1008


def test_a_version_far_ahead_is_waited_for(bazar: TableClient) -> None:
    with followed(bazar, 10**30) as socket:
        place_a_tile(bazar, 0, 0)
        socket.close()


# Those who leave


def test_nothing_is_left_of_those_who_leave(live_client: LiveClient, bazar: TableClient) -> None:
    for _ in range(3):
        with followed(bazar) as socket:
            place_a_tile(bazar, bazar.state()["to_play"], bazar.version)
            news(socket, 1)
    place_a_tile(bazar, bazar.state()["to_play"], bazar.version)
    app: Any = live_client.app
    wait_until(live_client, lambda: bazar.id not in app.state.tables.notifier._events)


def test_a_page_gets_each_change_once_although_its_table_was_not_cached(
    live_client: LiveClient, bazar: TableClient
) -> None:
    app: Any = live_client.app
    tables = app.state.tables

    def drop_from_cache() -> None:
        tables._cache.clear()
        tables.notifier.notify(bazar.id)

    with live_client.websocket_connect(f"/t/{bazar.id}/live") as socket:
        assert socket.receive_json()["version"] == 0
        assert live_client.portal is not None
        live_client.portal.call(drop_from_cache)
        wait_until(live_client, lambda: bazar.id in tables._cache)
        place_a_tile(bazar, 0, 0)
        assert socket.receive_json()["version"] == 1
