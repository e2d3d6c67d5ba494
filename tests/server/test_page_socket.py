"""The socket of a page: it commits turns, and every page gets each turn as one message."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from starlette.testclient import WebSocketTestSession

from tests.server.clients import LiveClient, TableClient, create_table

BAZAR = {"starter": "seat 0"}


@pytest.fixture
def table(live_client: LiveClient) -> TableClient:
    """Two people at Bombay Bazar; seat 0 begins."""
    return create_table(live_client, "bazar", "Ada", "Bo", rules=BAZAR)


@contextmanager
def page_of(table: TableClient, seat: int | None) -> Iterator[WebSocketTestSession]:
    """A page that has loaded its table."""
    assert isinstance(table.client, LiveClient)
    cookie = {} if seat is None else {"cookie": f"seat-{seat}={table.tokens[seat]}"}
    with table.client.websocket_connect(f"/t/{table.id}/live", headers=cookie) as socket:
        news = socket.receive_json()
        assert (news["kind"], news["seats"]) == ("news", [] if seat is None else [seat])
        ask(socket, ask="frame", seat=seat, shape="wide")
        yield socket


def ask(socket: WebSocketTestSession, **message: Any) -> Any:
    socket.send_text(json.dumps(message))
    return socket.receive_json()


def commit(socket: WebSocketTestSession, table: TableClient, seat: int, version: int) -> Any:
    return ask(socket, **turn_of(table, seat, version))


def turn_of(table: TableClient, seat: int, version: int) -> dict[str, Any]:
    actions = table.state(seat)["legal"][:1]
    return {"ask": "commit", "seat": seat, "version": version, "actions": actions}


def test_a_turn_is_committed_and_comes_with_the_answer(table: TableClient) -> None:
    with page_of(table, 0) as page:
        answer = commit(page, table, 0, 0)
        assert answer["kind"] == "committed"
        update = answer["update"]
        assert (update["kind"], update["version"], update["to_play"]) == ("turn", 1, 1)
        assert table.version == 1
        assert ask(page, ask="log")["kind"] == "log", "nothing else was sent"


def test_every_other_page_gets_the_turn_once(table: TableClient) -> None:
    with page_of(table, 0) as ada, page_of(table, 1) as bo, page_of(table, None) as watcher:
        for version, (seat, mover) in enumerate([(0, ada), (1, bo), (0, ada)]):
            assert commit(mover, table, seat, version)["update"]["version"] == version + 1
            for other in {ada, bo, watcher} - {mover}:
                turn = other.receive_json()
                assert (turn["kind"], turn["version"]) == ("turn", version + 1)
                assert [step["at"] for step in turn["steps"]] == [version + 1]


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"version": 7}, "stale-version"),
        ({"version": "0"}, "invalid-request"),
        ({"version": True}, "invalid-request"),
        ({"seat": 1}, "not-your-seat"),
        ({"seat": None}, "not-your-seat"),
        ({"actions": "end-piece"}, "invalid-request"),
        ({"actions": ["x"] * 65}, "invalid-request"),
        ({"actions": [7]}, "invalid-request"),
        ({"actions": []}, "unfinished-turn"),
        ({"actions": ["nonsense"]}, "invalid-action"),
        ({"actions": ["end-piece"]}, "illegal-action"),
    ],
)
def test_a_turn_that_cannot_be_committed_is_refused(
    table: TableClient, changes: dict[str, Any], error: str
) -> None:
    with page_of(table, 0) as page:
        answer = ask(page, **turn_of(table, 0, 0) | changes)
        assert (answer["kind"], answer["error"]) == ("refusal", error)
        assert answer["message"]
    assert table.version == 0


def test_a_spectator_commits_nothing(table: TableClient) -> None:
    with page_of(table, None) as page:
        assert commit(page, table, 0, 0)["error"] == "not-your-seat"
    assert table.version == 0


def test_of_two_pages_of_a_seat_one_commits_the_turn(table: TableClient) -> None:
    with page_of(table, 0) as one, page_of(table, 0) as other:
        assert commit(one, table, 0, 0)["kind"] == "committed"
        assert other.receive_json()["kind"] == "turn"
        answer = ask(other, ask="commit", seat=0, version=0, actions=["place 03 1"])
        assert (answer["kind"], answer["error"]) == ("refusal", "stale-version")


def test_every_page_hears_where_the_game_goes_on_after_a_take_back(live_client: LiveClient) -> None:
    table = create_table(live_client, "bazar", "Ada", rules={"board": "hexagon-19"})
    with page_of(table, 0) as page, page_of(table, None) as watcher:
        assert commit(page, table, 0, 0)["kind"] == "committed"
        assert watcher.receive_json()["kind"] == "turn"
        cookie = {"cookie": f"seat-0={table.tokens[0]}"}
        path = f"/t/{table.id}/take-back"
        fork = live_client.post(path, json={"at": 0}, headers=cookie).json()["table"]
        for each in (page, watcher):
            news = each.receive_json()
            assert (news["kind"], news["waiting"]) == ("news", [])
            assert f"/t/{news['continued_at']}" == fork
        answer = ask(page, ask="commit", seat=0, version=1, actions=["place 03 1"])
        assert (answer["kind"], answer["error"]) == ("refusal", "continued")
