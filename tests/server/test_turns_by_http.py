"""A turn is committed whole or not at all, by the seat to play, once."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import httpx2
import pytest

from howdah.server.app import create_app
from howdah.server.settings import Settings
from howdah.server.tables import service
from tests.server.clients import (
    AppClient,
    TableClient,
    bearer,
    create_table,
    error_of,
    play_on,
    send,
    table_body,
)

BAZAR = {"starter": "seat 0"}
FIRST_GAME = {"set_up": "first-game"}


@pytest.fixture
def bombay(client: AppClient) -> TableClient:
    """Two people at Bombay; seat 0 begins."""
    return create_table(client, "bombay", "Ada", "Bo", rules=FIRST_GAME)


@pytest.fixture
def bazar(client: AppClient) -> TableClient:
    """Two people at Bombay Bazar; seat 0 begins."""
    return create_table(client, "bazar", "Ada", "Bo", rules=BAZAR)


# What everyone sees


def test_a_seat_sees_its_first_actions_and_a_spectator_none(bombay: TableClient) -> None:
    assert bombay.state(0)["legal"][:2] == ["move E4", "move F4"]
    assert bombay.state(1)["legal"] == bombay.state()["legal"] == []


def test_a_new_table_has_a_state(bombay: TableClient) -> None:
    seen = bombay.state(1)
    assert list(seen)[:6] == ["version", "to_play", "legal", "over", "view", "result"]
    assert list(seen)[6:] == ["commitment", "seed", "continued_at"]
    assert (seen["version"], seen["to_play"], seen["over"], seen["result"]) == (0, 0, False, None)
    assert (seen["view"]["seat"], bombay.state()["view"]["seat"]) == (1, None)
    assert seen["view"]["names"] == ["Ada", "Bo"]


def test_who_lays_a_table_gets_a_token_for_each_person(client: AppClient) -> None:
    response = client.post("/api/tables", json=table_body("bombay", "Ada", None, "Cy"))
    created = response.json()
    assert response.status_code == 201
    assert list(created) == ["id", "seats", "watch", "commitment"]
    assert created["watch"] == f"/t/{created['id']}"
    assert [list(seat) for seat in created["seats"]] == [
        ["seat", "token"],
        ["seat", "agent"],
        ["seat", "token"],
    ]
    assert [seat["seat"] for seat in created["seats"]] == [0, 1, 2]
    assert created["seats"][1]["agent"] == "random"


def test_a_turn_is_in_the_record_as_it_was_sent(bombay: TableClient) -> None:
    before = bombay.record()["actions"]
    assert bombay.turn(0, 0, ["wait"]).json() == {"version": 1}
    assert bombay.record()["actions"] == [*before, "wait"]
    assert (bombay.state()["version"], bombay.state()["to_play"]) == (1, 1)


def test_restocks_are_drawn_by_the_server(bombay: TableClient) -> None:
    play_on(bombay, random.Random(5))
    restocks = [a for a in bombay.record()["actions"] if a.startswith("restock ")]
    assert len(restocks) == bombay.state()["view"]["sets"]


# 409


@pytest.mark.parametrize("version", [-1, 0, 2, 10**30])
def test_a_stale_version_is_refused_with_the_current_one(bombay: TableClient, version: int) -> None:
    bombay.turn(0, 0, ["wait"])
    error = error_of(bombay.turn(1, version, ["wait"]), 409, "stale-version")
    assert error["version"] == bombay.version == 1


# 422


def unchanged(table: TableClient, version: int = 0) -> bool:
    """Whether nothing of a refused turn has been applied."""
    return (table.version, table.state()["to_play"]) == (version, 0)


def test_an_illegal_action_is_refused_with_its_reason_and_what_is_legal(
    bombay: TableClient,
) -> None:
    error = error_of(bombay.turn(0, 0, ["move E4", "wait"]), 422, "illegal-action")
    assert (error["index"], error["action"]) == (1, "wait")
    assert error["reason"] == "Waiting takes all 3 stars: you have 2."
    assert "end" in error["legal"]
    assert "wait" not in error["legal"]
    assert [reason["code"] for reason in error["reasons"]] == ["whole-turn"]
    assert unchanged(bombay)


def test_a_turn_that_is_not_over_is_refused_with_what_may_follow(bombay: TableClient) -> None:
    error = error_of(bombay.turn(0, 0, ["move E4"]), 422, "unfinished-turn")
    assert (error["index"], error["action"]) == (1, None)
    assert error["reason"]
    assert "end" in error["legal"]
    assert unchanged(bombay)


def test_no_turn_at_all_is_refused_with_the_first_actions(bombay: TableClient) -> None:
    error = error_of(bombay.turn(0, 0, []), 422, "unfinished-turn")
    assert (error["index"], error["legal"]) == (0, bombay.state(0)["legal"])


def test_an_action_after_the_end_of_the_turn_is_refused(bombay: TableClient) -> None:
    error = error_of(bombay.turn(0, 0, ["wait", "wait", "wait"]), 422, "turn-over")
    assert (error["index"], error["action"], error["legal"]) == (1, "wait", [])
    assert error["reason"]
    assert unchanged(bombay)


@pytest.mark.parametrize(
    "action", ["fly", "", "move", "MOVE E4", "move E4 ", "move E99", "é\u0000"]
)
def test_what_is_no_action_is_refused(bombay: TableClient, action: str) -> None:
    error = error_of(bombay.turn(0, 0, [action]), 422, "invalid-action")
    assert (error["index"], error["action"]) == (0, action)
    assert error["reason"]
    assert error["legal"] == bombay.state(0)["legal"]
    assert unchanged(bombay)


def test_nobody_may_restock_but_the_server(bombay: TableClient) -> None:
    error = error_of(bombay.turn(0, 0, ["restock yyyppbbbo"]), 422, "illegal-action")
    assert error["reason"]
    assert unchanged(bombay)


def test_bazar_refuses_likewise(bazar: TableClient) -> None:
    error = error_of(bazar.turn(0, 0, ["end-piece"]), 422, "illegal-action")
    assert [reason["code"] for reason in error["reasons"]] == ["not-blocked"]
    legal = bazar.state(0)["legal"]
    assert error["legal"] == legal
    error = error_of(bazar.turn(0, 0, [legal[0], legal[0]]), 422, "turn-over")
    assert (error["index"], error["legal"]) == (1, [])
    error_of(bazar.turn(0, 0, ["place 99 9"]), 422, "invalid-action")
    assert unchanged(bazar)


def test_a_refused_turn_does_not_reveal_what_would_be_drawn_after_it(client: AppClient) -> None:
    table = create_table(client, "bombay", "Ada", "Bo", rules=FIRST_GAME, screens="open")
    turns = table.state()["view"]["game_turns"] * 2 - 1
    for version in range(turns):
        table.turn(version % 2, version, ["end"])
    before = table.record()["actions"]
    error = error_of(table.turn(1, turns, ["end", "end"]), 422, "turn-over")
    assert error["legal"] == []
    assert table.record()["actions"] == before
    table.turn(1, turns, ["end"])
    restock = table.record()["actions"][-1]
    assert restock.startswith("restock ")
    assert restock.split()[1] not in str(error)


# 403


def test_only_who_is_to_play_may_play(bombay: TableClient) -> None:
    error = error_of(bombay.turn(1, 0, ["wait"]), 403, "not-your-turn")
    assert error["to_play"] == 0
    assert unchanged(bombay)


@pytest.mark.parametrize("token", [None, "", "wrong", "Bearer", "é", " "])
def test_without_the_token_of_a_seat_nobody_plays(bombay: TableClient, token: str | None) -> None:
    headers = {} if token is None else {b"authorization": f"Bearer {token}".encode("latin-1")}
    response = bombay.client.post(
        f"{bombay.path}/turns", json={"version": 0, "actions": ["wait"]}, headers=headers
    )
    error_of(response, 403, "not-your-seat")
    assert unchanged(bombay)


@pytest.mark.parametrize("scheme", ["Basic", "", "bearerx", "Token"])
def test_a_token_is_shown_as_a_bearer_shows_it(bombay: TableClient, scheme: str) -> None:
    headers = {"authorization": f"{scheme} {bombay.tokens[0]}"}
    body = {"version": 0, "actions": ["wait"]}
    error_of(
        bombay.client.post(f"{bombay.path}/turns", json=body, headers=headers), 403, "not-your-seat"
    )
    error_of(bombay.client.get(bombay.path, headers=headers), 403, "not-your-seat")


def test_a_token_opens_one_seat_at_one_table(client: AppClient, bombay: TableClient) -> None:
    other = create_table(client, "bombay", "Ada", "Bo", rules=FIRST_GAME)
    error_of(bombay.turn_with(other.tokens[0], 0, ["wait"]), 403, "not-your-seat")
    error_of(client.get(bombay.path, headers=bearer(other.tokens[0])), 403, "not-your-seat")
    assert len({*other.tokens, *bombay.tokens}) == 4


def test_nobody_plays_for_an_agent(client: AppClient) -> None:
    table = create_table(client, "bazar", "Ada", None, rules=BAZAR)
    for token in (None, "", "None", "null", "random"):
        error_of(table.turn_with(token, 0, ["end-piece"]), 403, "not-your-seat")


def test_nobody_plays_on_when_the_game_is_over(bazar: TableClient) -> None:
    play_on(bazar, random.Random(6))
    for seat in (0, 1):
        error_of(bazar.turn(seat, bazar.version, ["end-piece"]), 403, "not-your-turn")


# 404


@pytest.mark.parametrize("table", ["nowhere", "%00", "%ff%fe", "..%2f..%2fetc", "x" * 5000, "é"])
def test_there_is_no_such_table(client: AppClient, table: str) -> None:
    path = f"/api/tables/{table}"
    turn, hand = {"version": 0, "actions": []}, {"version": 0, "kept": 1, "call": "even"}
    for response in (
        client.get(path),
        client.get(f"{path}/record"),
        client.post(f"{path}/turns", json=turn),
        client.post(f"{path}/medals", json=hand),
    ):
        assert response.status_code == 404
        assert response.json()["error"] in ("no-table", "not-found")


# Two at once


def answers_to_both(
    folder: Path, rules: dict[str, str], bodies: list[object]
) -> list[httpx2.Response]:
    """Create a table at which seat 0 begins, and send it turns of that seat at the same moment."""

    async def ask() -> list[httpx2.Response]:
        app = create_app(Settings(data=folder))
        transport = httpx2.ASGITransport(app)
        async with (
            app.router.lifespan_context(app),
            httpx2.AsyncClient(transport=transport, base_url="http://server") as client,
        ):
            body = table_body("bombay", "Ada", "Bo", rules=rules)
            created = (await client.post("/api/tables", json=body)).json()
            path, headers = f"/api/tables/{created['id']}", bearer(created["seats"][0]["token"])
            posts = (client.post(f"{path}/turns", json=body, headers=headers) for body in bodies)
            answers = await asyncio.gather(*posts)
            return [*answers, await client.get(f"{path}/record")]

    return asyncio.run(ask())


def test_of_turns_sent_at_once_exactly_one_is_played(tmp_path: Path) -> None:
    bodies: list[object] = [{"version": 0, "actions": [action]} for action in ("wait", "end") * 4]
    *answers, record = answers_to_both(tmp_path, FIRST_GAME, bodies)
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 7
    assert {answer.json()["version"] for answer in answers} == {1}
    winner = next(n for n, answer in enumerate(answers) if answer.status_code == 200)
    assert record.json()["actions"][1:] == [("wait", "end")[winner % 2]]


# Many tables


def test_tables_that_are_not_cached_are_loaded_again(
    client: AppClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "CACHED_TABLES", 2)
    first = create_table(client, "bazar", "Ada", rules=BAZAR)
    first.turn(0, 0, first.state(0)["legal"][:1])
    for _ in range(3):
        assert send(client, table_body("bazar", "Ada")).status_code == 201
    assert first.version == 1
    assert first.turn(0, 1, first.state(0)["legal"][:1]).status_code == 200
