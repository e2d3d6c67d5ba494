"""Players take part in the seed of a table by the public interface, as their pages do."""

from __future__ import annotations

import json
import random
import secrets
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from httpx2 import Response

import howdah
from howdah.cli.main import main
from howdah.core.shared_seed import hash_of
from howdah.provable_draws import check_draws
from howdah.server.tables import service
from howdah.store.models import Conflict
from howdah.table import seed_sharing
from tests.server.clients import (
    AppClient,
    TableClient,
    bearer,
    create_table,
    error_of,
    open_client,
    open_live_client,
    play_medals,
    play_on,
    wait_until,
    waits_for_a_person,
)


class Clock:
    """The time as the server sees it."""

    ahead = 0.0
    monotonic = staticmethod(time.monotonic)

    def time(self) -> float:
        return time.time() + self.ahead


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock that can be set ahead."""
    found = Clock()
    monkeypatch.setattr(service, "time", found)
    return found


def shared_table(client: Any, game: str, *seats: str | None, **more: Any) -> TableClient:
    """A table whose players take part in the seed."""
    return create_table(client, game, *seats, seed_sharing=True, **more)


def step(table: TableClient, seat: int | None, what: str, **body: str) -> Response:
    """Take a step of the protocol for a seat."""
    headers = bearer(None if seat is None else table.tokens[seat])
    return table.client.post(f"{table.path}/seed/{what}", json=body, headers=headers)


def take(table: TableClient, seat: int, what: str, **body: str) -> Any:
    """Take a step that succeeds, and return the state of the seed."""
    answer = step(table, seat, what, **body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def seed_of(table: TableClient) -> Any:
    """The state of the seed."""
    return table.client.get(f"{table.path}/seed").json()


def promise_all(table: TableClient, *seats: int) -> dict[int, str]:
    """Promise numbers, and return them."""
    numbers = {seat: secrets.token_hex(32) for seat in seats}
    for seat, number in numbers.items():
        take(table, seat, "promise", promise=hash_of(number))
    return numbers


def share_seed(table: TableClient) -> dict[int, str]:
    """Take all steps for all people at a table."""
    numbers = promise_all(table, *(seat for seat, token in enumerate(table.tokens) if token))
    for seat, number in numbers.items():
        take(table, seat, "number", number=number)
    return numbers


# The steps


def test_a_set_up_is_drawn_when_all_have_promised_and_opened(client: AppClient) -> None:
    rules = {"set_up": "first-game"}
    table = shared_table(client, "bombay", "Ada", None, "Bo", rules=rules)
    seen = table.state(0)
    assert (seen["version"], seen["to_play"], seen["legal"], seen["over"]) == (0, None, [], False)
    assert seen["view"] == {"stage": "promises", "promises": [], "missing": [0, 2]}
    error_of(client.get(f"{table.path}/record"), 409, "seed")
    numbers = promise_all(table, 2, 0)
    state = seed_of(table)
    assert (state["stage"], state["missing"]) == ("numbers", [0, 2])
    assert 0 < state["seconds_left"] <= 5
    assert take(table, 0, "number", number=numbers[0])["missing"] == [2]
    assert take(table, 2, "number", number=numbers[2])["stage"] == "drawn"
    seen = table.state()
    assert seen["version"] == 0
    assert seen["view"]["actions"][0].startswith("restock ")
    record = howdah.Record.parse(json.dumps(table.record()))
    assert howdah.from_record(record).start() == record.start


def test_the_transcript_of_a_finished_game_is_proved(client: AppClient, tmp_path: Path) -> None:
    table = shared_table(client, "bombay", "Ada", "Bo")
    commitment = seed_of(table)["commitment"]
    numbers = share_seed(table)
    fair = table.record()["meta"]["fair"]
    assert list(fair) == ["version", "table", "commitment", "contributions", "left_out"]
    play_on(table, random.Random(1))
    fair = table.record()["meta"]["fair"]
    assert (fair["version"], fair["table"], fair["commitment"]) == (2, table.id, commitment)
    assert [given["number"] for given in fair["contributions"]] == [numbers[0], numbers[1]]
    assert hash_of(fair["secret"]) == commitment
    assert table.state()["seed"] == fair["seed"] != fair["secret"]
    assert table.state()["commitment"] == commitment
    file = tmp_path / "game.json"
    file.write_text(json.dumps(table.record()))
    assert main(["check", "--fair", str(file)]) == 0


def test_the_set_up_depends_on_the_numbers(
    client: AppClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("howdah.server.tables.model.new_seed", lambda: "5ec2e7" * 6)
    starts = set()
    for _ in range(4):
        table = shared_table(client, "bombay", "Ada", "Bo")
        share_seed(table)
        starts.add(json.dumps(table.record()["start"]))
    assert len(starts) == 4


def test_the_medals_are_played_after_the_seed_is_made(client: AppClient) -> None:
    table = shared_table(client, "bazar", "Ada", "Bo")
    assert table.state()["view"]["stage"] == "promises"
    error_of(table.medals(0, 0, 2, "even"), 403, "not-your-turn")
    share_seed(table)
    assert "still_in" in table.state()["view"]
    error_of(client.get(f"{table.path}/record"), 409, "medals")
    play_medals(table, random.Random(3))
    assert table.version == len(table.record()["start"]["medals"])
    play_on(table, random.Random(3))
    check_draws(howdah.Record.parse(json.dumps(table.record())))


def test_nothing_is_played_before_the_seed_is_made(client: AppClient) -> None:
    table = shared_table(client, "bombay", "Ada", None)
    error_of(table.turn(0, 0, ["wait"]), 403, "not-your-turn")
    promise_all(table, 0)
    for _ in range(20):
        client.pause()
    assert (table.version, table.state()["to_play"]) == (0, None)


def test_an_agent_that_begins_plays_as_soon_as_the_seed_is_made(client: AppClient) -> None:
    table = shared_table(client, "bombay", None, "Ada", rules={"set_up": "first-game"})
    share_seed(table)
    wait_until(client, lambda: waits_for_a_person(table))
    assert table.version == 1


# Who is left out


def test_who_does_not_come_is_left_out_after_ten_minutes(client: AppClient, clock: Clock) -> None:
    table = shared_table(client, "bombay", "Ada", "Bo", "Cy")
    numbers = promise_all(table, 0, 1)
    clock.ahead = seed_sharing.SECONDS_TO_COME
    assert take(table, 0, "go-on")["stage"] == "numbers"
    error_of(step(table, 2, "promise", promise=hash_of("")), 409, "too-late")
    for seat, number in numbers.items():
        take(table, seat, "number", number=number)
    state = seed_of(table)
    assert state["left_out"] == [{"seats": [2], "why": "absent"}]
    assert table.record()["meta"]["fair"]["left_out"] == state["left_out"]


def test_who_promises_and_does_not_open_is_left_out_after_five_seconds(
    client: AppClient, clock: Clock
) -> None:
    table = shared_table(client, "bombay", "Ada", "Bo")
    numbers = promise_all(table, 0, 1)
    take(table, 0, "number", number=numbers[0])
    error = error_of(step(table, 0, "go-on"), 409, "too-early")
    assert 0 < error["retry_after"] <= 5
    clock.ahead = seed_sharing.SECONDS_TO_OPEN
    assert take(table, 0, "go-on")["stage"] == "drawn"
    error_of(step(table, 1, "number", number=numbers[1]), 409, "too-late")
    play_on(table, random.Random(2))
    record = howdah.Record.parse(json.dumps(table.record()))
    check_draws(record)
    left_out = [{"seats": [1], "why": "silent", "promise": hash_of(numbers[1])}]
    assert table.record()["meta"]["fair"]["left_out"] == left_out


def test_a_stranger_takes_no_step(client: AppClient) -> None:
    table = shared_table(client, "bombay", "Ada", "Bo")
    bodies = {"promise": {"promise": hash_of("")}, "number": {"number": "0" * 64}, "go-on": {}}
    for what, body in bodies.items():
        error_of(step(table, None, what, **body), 403, "not-your-seat")
    assert seed_of(table)["promises"] == []


def test_a_table_that_is_drawn_at_once_takes_no_promise(client: AppClient) -> None:
    table = create_table(client, "bombay", "Ada", "Bo")
    state = seed_of(table)
    assert (state["stage"], state["contributions"]) == ("drawn", [])
    assert state["commitment"] == table.state()["commitment"]
    error_of(step(table, 0, "promise", promise=hash_of("")), 409, "too-late")


def test_agents_among_themselves_wait_for_nobody(client: AppClient) -> None:
    table = shared_table(client, "bazar", None, None, rules={"board": "hexagon-19"})
    assert seed_of(table)["stage"] == "drawn"


# Tables of the page


def create_page_table(client: AppClient, *who: str, game: str = "bombay") -> str:
    """The path of a table that the form of the page creates."""
    form = {"game": game, "players": str(len(who))}
    form |= {f"who-{seat}": one for seat, one in enumerate(who)}
    answer = client.post("/new", data=form)
    assert answer.status_code == 200, answer.text
    return answer.url.path


def test_a_table_of_the_page_waits_for_its_people(client: AppClient) -> None:
    path = create_page_table(client, "me", "me", "link", "agent:random")
    state = client.get(f"{path}/seed").json()
    assert (state["stage"], state["missing"]) == ("promises", [0, 1, 2])
    number = secrets.token_hex(32)
    state = client.post(f"{path}/seed/promise", json={"promise": hash_of(number)}).json()
    assert (state["promises"][0]["seats"], state["missing"]) == ([0, 1], [2])
    assert client.post(f"{path}/seed/go-on").json()["stage"] == "numbers"
    state = client.post(f"{path}/seed/number", json={"number": number}).json()
    assert state["stage"] == "drawn"
    assert state["left_out"] == [{"seats": [2], "why": "absent"}]


def test_a_table_of_the_page_for_agents_alone_is_drawn_at_once(client: AppClient) -> None:
    path = create_page_table(client, "agent:random", "agent:random", game="bazar")
    assert client.get(f"{path}/seed").json()["stage"] == "drawn"


def test_a_page_shows_who_is_awaited_and_an_empty_board(tmp_path: Path) -> None:
    with open_live_client(tmp_path) as client:
        answer = client.post("/new", data={"game": "bombay", "players": "2", "who-1": "link"})
        with client.websocket_connect(f"{answer.url.path}/live") as socket:
            assert socket.receive_json()["seed_sharing"] == "promises"
            socket.send_json({"ask": "frame", "shape": "wide", "seat": 0})
            frame = socket.receive_json()
    assert frame["layers"] == {}
    assert "Waiting for Player 2 to open the link." in frame["regions"]["actions"]
    assert "Rupees" not in json.dumps(frame)


# Secrets


def everything(table: TableClient) -> list[str]:
    """Every byte that anyone gets of a table by its pages and its interface."""
    paths = [table.path, f"{table.path}/record", f"{table.path}/seed"]
    paths += [f"/t/{table.id}{path}" for path in ("", "/record", "/fair", "/seed", "/draws")]
    answers = [
        table.client.get(path, headers=bearer(token))
        for path in paths
        for token in (None, *table.tokens)
    ]
    return [f"{answer.headers}\n{answer.text}" for answer in answers]


def test_no_number_is_shown_before_all_are_open_and_no_secret_before_the_end(
    client: AppClient, caplog: pytest.LogCaptureFixture
) -> None:
    table = shared_table(client, "bombay", "Ada", "Bo", "Cy")
    stored = client.run(client.app.state.tables.store.find(table.id))
    secret = stored.seed
    found = everything(table)
    numbers = promise_all(table, 0, 1, 2)
    found += everything(table)
    found += [step(table, seat, "number", number=numbers[seat]).text for seat in (0, 1)]
    found += [step(table, 2, "number", number="0" * 64).text, step(table, 2, "go-on").text]
    found += everything(table)
    assert len(found) > 90
    assert not [text for text in found for hidden in (secret, *numbers.values()) if hidden in text]
    take(table, 2, "number", number=numbers[2])
    found = everything(table)
    assert [text for text in found if numbers[0] in text]
    play_on(table, random.Random(5), turns=9)
    assert not [text for text in (*found, *everything(table)) if secret in text]
    play_on(table, random.Random(5))
    assert [text for text in everything(table) if secret in text]
    assert not [hidden for hidden in (secret, *numbers.values()) if hidden in caplog.text]


def test_a_socket_of_the_page_gets_no_number_before_all_are_open(tmp_path: Path) -> None:
    with open_live_client(tmp_path) as client:
        table = shared_table(client, "bombay", "Ada", "Bo")
        numbers = promise_all(table, 0, 1)
        take(table, 0, "number", number=numbers[0])
        with client.websocket_connect(f"/t/{table.id}/live") as socket:
            found = [socket.receive_text()]
            for asked in ({"ask": "frame", "shape": "wide"}, {"ask": "scene", "shape": "tall"}):
                socket.send_json(asked)
                found.append(socket.receive_text())
    assert not [text for text in found for number in numbers.values() if number in text]


# Several processes, and restarts


def test_a_restart_forgets_nothing_of_a_seed(tmp_path: Path) -> None:
    with open_client(tmp_path) as client:
        table = shared_table(client, "bombay", "Ada", "Bo")
        commitment, numbers = seed_of(table)["commitment"], promise_all(table, 0, 1)
    with open_client(tmp_path) as again:
        table = replace(table, client=again)
        assert seed_of(table)["commitment"] == commitment
        take(table, 0, "number", number=numbers[0])
    with open_client(tmp_path) as again:
        table = replace(table, client=again)
        assert take(table, 1, "number", number=numbers[1])["stage"] == "drawn"
        start = table.record()["start"]
    with open_client(tmp_path) as again:
        table = replace(table, client=again)
        assert table.record()["start"] == start
        play_on(table, random.Random(4))
        check_draws(howdah.Record.parse(json.dumps(table.record())))


def test_of_steps_at_the_same_moment_none_is_lost(
    client: AppClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = shared_table(client, "bombay", "Ada", "Bo")
    store = client.app.state.tables.store
    original, conflicts = store.set_seed_sharing, [Conflict(), Conflict(), Conflict()]

    async def conflict_first(*arguments: Any, **values: Any) -> None:
        if conflicts:
            raise conflicts.pop()
        await original(*arguments, **values)

    monkeypatch.setattr(store, "set_seed_sharing", conflict_first)
    assert promise_all(table, 0, 1)
    assert seed_of(table)["stage"] == "numbers"
