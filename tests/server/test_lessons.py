"""Lessons by HTTP and by their socket, and the tables at which their games go on."""

from __future__ import annotations

import json
from typing import Any

import pytest
from starlette.testclient import WebSocketTestSession

import howdah
from howdah.server.middleware.rate_limit import creates_table
from howdah.table.lesson import Lesson, lesson_module, start_of_step
from tests.server.clients import AppClient, LiveClient

FIRST_TURN = ["move E4", "buy", "move D4"]


def ask(socket: WebSocketTestSession, **message: Any) -> Any:
    socket.send_text(json.dumps({"seat": 0, "shape": "wide", "actions": [], **message}))
    return socket.receive_json()


def lesson_of(game: str) -> Lesson:
    module = lesson_module(game)
    assert module is not None
    return module.LESSON


def turns_until(game: str, step: int) -> str:
    return str(start_of_step(lesson_of(game), step).progress)


def play_on(client: AppClient | LiveClient, game: str, **form: str) -> str:
    """Leave a lesson and play on; the path of the table."""
    answer = client.post(f"/learn/{game}", data=form, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"])


@pytest.mark.parametrize("game", ["bombay", "bazar"])
def test_the_page_of_a_lesson_is_that_of_a_table(client: AppClient, game: str) -> None:
    page = client.get(f"/learn/{game}").text
    assert f'data-lesson="{game}"' in page
    assert "/static/lesson.js" in page
    assert 'id="download"' not in page, "nothing is stored yet"


@pytest.mark.parametrize("path", ["/learn/chess", "/learn/", "/learn/BOMBAY", "/learn/bombay/x"])
def test_there_are_no_other_lessons(client: AppClient, path: str) -> None:
    assert client.get(path).status_code == 404
    assert client.post(path, data={"turns": ""}).status_code in (404, 405)


def test_a_turn_of_a_lesson_is_answered_with_that_of_the_other_player(
    live_client: LiveClient,
) -> None:
    with live_client.websocket_connect("/learn/bombay/live?name=Kim") as socket:
        news = socket.receive_json()
        assert (news["kind"], news["to_play"], news["seats"]) == ("news", 0, [0])
        assert ask(socket, ask="lesson", read=0)["targets"] == ['[data-act="move E4"]']
        ask(socket, ask="frame")
        refused = ask(socket, ask="draft", version=news["version"], actions=["move H1"])
        assert (refused["kind"], refused["error"]) == ("refusal", "not-this-step")
        first = ask(socket, ask="commit", version=news["version"], actions=FIRST_TURN)
        assert (first["kind"], first["update"]["to_play"]) == ("committed", 1)
        assert socket.receive_json()["to_play"] == 0
        assert "Kim" in json.dumps(ask(socket, ask="log"))
        assert ask(socket, ask="lesson", read=0)["step"] == 3


def test_a_page_goes_on_where_it_was(live_client: LiveClient) -> None:
    turns = turns_until("bombay", 6)
    with live_client.websocket_connect(f"/learn/bombay/live?turns={turns}") as socket:
        assert socket.receive_json()["to_play"] == 0
        assert ask(socket, ask="lesson", read=1)["step"] == 6


@pytest.mark.parametrize(
    "query", ["turns=wait", "turns=move E4", "turns=" + "wait;" * 5000, "turns=%00", "turns=;,;"]
)
def test_turns_that_are_not_of_the_lesson_begin_it_again(
    live_client: LiveClient, query: str
) -> None:
    with live_client.websocket_connect(f"/learn/bombay/live?{query}") as socket:
        assert socket.receive_json()["to_play"] == 0
        found = ask(socket, ask="lesson", read=0)
        assert (found["step"], found["turns"]) == (0, "")


def test_no_socket_follows_a_lesson_that_does_not_exist(live_client: LiveClient) -> None:
    with live_client.websocket_connect("/learn/chess/live") as socket:
        assert socket.receive_json()["error"] == "not-found"


@pytest.mark.parametrize("text", ["", "[]", "{", '{"ask": "lesson"}', '{"ask": "commit"}', "\0"])
def test_anything_may_be_sent_to_a_lesson(live_client: LiveClient, text: str) -> None:
    with live_client.websocket_connect("/learn/bazar/live") as socket:
        socket.receive_json()
        socket.send_text(text)
        assert socket.receive_json()["kind"] == "refusal"


# The game goes on


@pytest.mark.parametrize("game", ["bombay", "bazar"])
@pytest.mark.parametrize("step", [0, 3, 99])
def test_the_game_of_a_lesson_goes_on_at_any_step(client: AppClient, game: str, step: int) -> None:
    path = play_on(client, game, turns=turns_until(game, step), name="Kim")
    record = howdah.Record.parse(client.get(f"{path}/record").text)
    assert [(seat.name, seat.agent) for seat in record.seats] == [("Kim", None), ("Dev", "level:1")]
    assert record.meta == {"lesson": True}
    played = howdah.from_record(record)
    assert played.to_play == 0
    assert 'id="lesson"' in client.get(path).text, "the page has room for tips"


def test_later_draws_of_the_game_are_not_those_of_the_lesson(client: AppClient) -> None:
    paths = [play_on(client, "bombay", turns=turns_until("bombay", 99)) for _ in range(2)]
    tables = [client.run(client.app.state.tables.get(path.removeprefix("/t/"))) for path in paths]
    seeds = {table.game.dealer.seed for table in tables}
    assert len(seeds) == 2
    assert lesson_of("bombay").seed not in seeds


def test_a_turn_of_the_lesson_can_be_taken_back(client: AppClient) -> None:
    path = play_on(client, "bombay", turns=turns_until("bombay", 4))
    answer = client.post(f"{path}/take-back", json={"at": 5})
    assert answer.status_code == 200, answer.text
    fork = answer.json()["table"]
    assert howdah.Record.parse(client.get(f"{fork}/record").text).meta == {
        "lesson": True,
        "take_backs": 1,
    }


def test_nobody_promises_the_draws_of_a_lesson(client: AppClient) -> None:
    path = play_on(client, "bazar")
    assert client.get(f"{path}/fair").text.strip() == ""


@pytest.mark.parametrize(
    "form", [{"turns": "wait"}, {"turns": "x" * 5000}, {"turns": "move H1,move H1,move H1"}]
)
def test_a_game_that_is_not_of_the_lesson_does_not_go_on(
    client: AppClient, form: dict[str, str]
) -> None:
    assert client.post("/learn/bombay", data=form).status_code == 422


def test_a_name_is_shown_as_at_any_table(client: AppClient) -> None:
    path = play_on(client, "bazar", name="  <b>Kim</b>  " + "x" * 90)
    name = client.get(f"{path}/record").json()["seats"][0]["name"]
    assert name == "<b>Kim</b> " + "x" * 29
    assert "<b>Kim" not in client.get(path).text


def test_to_play_on_counts_as_a_new_table() -> None:
    assert creates_table("/learn/bombay")


# Tips


def test_a_first_game_has_tips_and_no_other_game_has(live_client: LiveClient) -> None:
    path = play_on(live_client, "bombay", turns=turns_until("bombay", 99))
    with live_client.websocket_connect(f"{path}/live") as socket:
        socket.receive_json()
        tip = ask(socket, ask="tip", seen=[])
        assert tip["kind"] == "tip"
        assert "Dev" in tip["html"] or tip["key"]
        assert ask(socket, ask="tip", seen=[tip["key"]])["key"] != tip["key"]
        assert ask(socket, ask="tip", seen="all")["kind"] == "refusal"
        assert ask(socket, ask="tip", seen=[], seat=None)["key"] is None
    other = live_client.post("/play", data={"game": "bombay", "players": "2"})
    with live_client.websocket_connect(f"{other.url.path}/live") as socket:
        socket.receive_json()
        assert ask(socket, ask="tip", seen=[])["key"] is None
