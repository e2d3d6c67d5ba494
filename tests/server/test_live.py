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
from howdah.server.routes.websocket import LONGEST_MESSAGE, TOO_LONG
from tests.server.house import LiveHouse, Place, lay, wait_until

BAZAR = {"starter": "seat 0"}


@contextmanager
def followed(place: Place, since: object = None) -> Iterator[WebSocketTestSession]:
    """The news of a table, from a version on."""
    assert isinstance(place.house, LiveHouse)
    query = "" if since is None else f"?since={since}"
    with place.house.websocket_connect(f"{place.path}/live{query}") as socket:
        yield socket


def news(socket: WebSocketTestSession, count: int) -> list[Any]:
    """So many messages."""
    return [socket.receive_json() for _ in range(count)]


def place_a_tile(place: Place, seat: int, version: int) -> str:
    action = str(place.look(seat)["legal"][0])
    assert place.turn(seat, version, [action]).status_code == 200
    return action


@pytest.fixture
def bazar(live_house: LiveHouse) -> Place:
    """Two people at Bombay Bazar; seat 0 begins."""
    return lay(live_house, "bazar", "Ada", "Bo", rules=BAZAR)


def test_a_message_tells_a_turn(bazar: Place) -> None:
    with followed(bazar) as socket:
        action = place_a_tile(bazar, 0, 0)
        (told,) = news(socket, 1)
    promised = {"version": 1, "seat": 0, "actions": [action], "to_play": 1, "over": False}
    assert told == promised | {"drawn": []}


@pytest.mark.parametrize(("since", "versions"), [(0, [1, 2, 3]), (2, [3]), (-5, [1, 2, 3])])
def test_turns_from_a_version_on_are_told_at_once(
    bazar: Place, since: int, versions: list[int]
) -> None:
    for version in range(3):
        place_a_tile(bazar, version % 2, version)
    with followed(bazar, since) as socket:
        assert [told["version"] for told in news(socket, len(versions))] == versions
        place_a_tile(bazar, 1, 3)
        assert news(socket, 1)[0]["version"] == 4


def test_everything_is_told_from_the_beginning_unless_one_says_otherwise(bazar: Place) -> None:
    place_a_tile(bazar, 0, 0)
    with followed(bazar) as socket:
        assert news(socket, 1)[0]["version"] == 1


def test_what_is_not_there_yet_is_told_when_it_is(bazar: Place) -> None:
    with followed(bazar, 1) as socket:
        place_a_tile(bazar, 0, 0)
        place_a_tile(bazar, 1, 1)
        assert news(socket, 1)[0]["version"] == 2


def test_all_who_follow_are_told_the_same(bazar: Place) -> None:
    with followed(bazar) as one, followed(bazar) as other:
        place_a_tile(bazar, 0, 0)
        place_a_tile(bazar, 1, 1)
        assert news(one, 2) == news(other, 2)


@pytest.mark.parametrize("game", ["bombay", "bazar"])
def test_the_messages_of_a_whole_game_are_its_record(live_house: LiveHouse, game: str) -> None:
    place = lay(live_house, game, None, None)
    with followed(place) as socket:
        told = [socket.receive_json()]
        while not told[-1]["over"]:
            told.append(socket.receive_json())
    check_news(told, place)
    with followed(place) as socket:
        assert news(socket, place.version) == told


def check_news(told: list[Any], place: Place) -> None:
    """Each version once and in order; the seats and actions are those of the record."""
    assert [message["version"] for message in told] == list(range(1, place.version + 1))
    assert [message["over"] for message in told] == [False] * (len(told) - 1) + [True]
    assert [message["to_play"] for message in told[:-1]] == [m["seat"] for m in told[1:]]
    assert told[-1]["to_play"] is None
    game = howdah.from_record(howdah.Record.parse(json.dumps(place.record())))
    turns = [message for message in told if message["seat"] is not None]
    length = len(game.actions) - sum(len(t["actions"]) + len(t["drawn"]) for t in turns)
    for turn in turns:
        played = [*turn["actions"], *turn["drawn"]]
        assert game.at(length).to_play == turn["seat"]
        assert [str(action) for action in game.actions[length : length + len(played)]] == played
        length += len(played)


def test_a_round_of_medals_is_told_when_it_is_open(live_house: LiveHouse) -> None:
    place = lay(live_house, "bazar", "Ada", "Bo")
    with followed(place) as socket:
        place.medals(0, 0, 1, "even")
        place.medals(1, 0, 2, "even")
        place.medals(0, 1, 1, "even")
        place.medals(1, 1, 2, "odd")
        first, second = news(socket, 2)
    assert first["seat"] is second["seat"] is first["to_play"] is None
    assert first["actions"] == [[1, "even"], [2, "even"]]
    assert (first["version"], second["version"]) == (1, 2)
    assert (second["to_play"], second["over"]) == (1, False)


def test_the_turns_of_agents_are_told(live_house: LiveHouse) -> None:
    place = lay(live_house, "bazar", "Ada", None, rules=BAZAR)
    with followed(place) as socket:
        place_a_tile(place, 0, 0)
        assert [told["seat"] for told in news(socket, 2)] == [0, 1]


# Tokens


def test_a_token_may_be_shown(bazar: Place) -> None:
    for token in bazar.tokens:
        with followed(bazar) as socket:
            socket.send_text(str(token))
            place_a_tile(bazar, bazar.look()["to_play"], bazar.version)
            assert news(socket, 1)[0]["version"] == 1


@pytest.mark.parametrize("token", ["wrong", "", "null", '{"token": 1}', "é\0", "x" * 60_000])
def test_a_wrong_token_is_refused(bazar: Place, token: str) -> None:
    with followed(bazar) as socket:
        socket.send_text(token)
        told = socket.receive_json()
        assert (told["error"], bool(told["message"])) == ("not-your-seat", True)
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
    assert closed.value.code == 1008


@pytest.mark.parametrize("length", [LONGEST_MESSAGE + 1, 3 * LONGEST_MESSAGE])
def test_a_message_that_is_too_long_closes_the_socket(bazar: Place, length: int) -> None:
    for content in ("x" * length, b"x" * length):
        with followed(bazar) as socket:
            socket.send({"type": "websocket.receive", key_of(content): content})
            with pytest.raises(WebSocketDisconnect) as closed:
                socket.receive_json()
        assert closed.value.code == TOO_LONG


def key_of(content: str | bytes) -> str:
    return "text" if isinstance(content, str) else "bytes"


@pytest.mark.parametrize("content", [b"", b"\xff\x00", b"wrong"])
def test_bytes_are_no_token(bazar: Place, content: bytes) -> None:
    with followed(bazar) as socket:
        socket.send_bytes(content)
        assert socket.receive_json()["error"] == "not-your-seat"


def test_a_token_of_another_table_is_refused(live_house: LiveHouse, bazar: Place) -> None:
    other = lay(live_house, "bazar", "Ada", rules=BAZAR)
    with followed(bazar) as socket:
        socket.send_text(str(other.tokens[0]))
        assert socket.receive_json()["error"] == "not-your-seat"


def test_there_is_nothing_to_follow_where_there_is_no_table(live_house: LiveHouse) -> None:
    with followed(Place(live_house, "nowhere", ())) as socket:
        assert socket.receive_json()["error"] == "no-table"
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json()
    assert closed.value.code == 1008


@pytest.mark.parametrize("since", ["x", "1.5", "", "9" * 5000])
def test_a_version_that_is_no_number_is_refused(bazar: Place, since: str) -> None:
    with pytest.raises(WebSocketDisconnect) as closed, followed(bazar, since):
        pass
    assert closed.value.code == 1008


def test_a_version_far_ahead_is_waited_for(bazar: Place) -> None:
    with followed(bazar, 10**30) as socket:
        place_a_tile(bazar, 0, 0)
        socket.close()


# Those who leave


def test_nothing_is_left_of_those_who_leave(live_house: LiveHouse, bazar: Place) -> None:
    for _ in range(3):
        with followed(bazar) as socket:
            place_a_tile(bazar, bazar.look()["to_play"], bazar.version)
            news(socket, 1)
    place_a_tile(bazar, bazar.look()["to_play"], bazar.version)
    app: Any = live_house.app
    wait_until(live_house, lambda: bazar.id not in app.state.tables.notifier._events)
