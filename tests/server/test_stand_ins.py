"""Stand-ins: an agent plays for an absent person if the others agree, until they return."""

from __future__ import annotations

import asyncio
import json
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import howdah
from howdah.table import stand_ins
from howdah.table.event_log import EventLogCache
from howdah.table.frames import Viewpoint, frame, news
from tests.server.clients import (
    AppClient,
    TableClient,
    bearer,
    create_table,
    error_of,
    open_client,
    play_on,
    table_body,
    wait_until,
)


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has to be waited for."""
    monkeypatch.setattr(stand_ins, "_seconds_left", lambda _table, _now: 0)
    monkeypatch.setattr(stand_ins, "STAND_IN", "random")


@pytest.fixture
def table(client: AppClient) -> TableClient:
    """Three people, of whom the first is to play."""
    return create_table(client, "bazar", "Ada", "Bo", "Cy", rules={"starter": "seat 0"})


def ask_for_stand_in(table: TableClient, seat: int, absent: int) -> Any:
    body, headers = {"seat": absent}, bearer(table.tokens[seat])
    return table.client.post(f"{table.path}/stand-in", json=body, headers=headers)


def return_to_seat(table: TableClient, seat: int) -> Any:
    return table.client.post(f"{table.path}/return", headers=bearer(table.tokens[seat]))


def test_people_wait_for_each_other_in_any_case(table: TableClient) -> None:
    error = error_of(ask_for_stand_in(table, 1, 0), 409, "too-early")
    assert 590 < error["retry_after"] <= 600


def test_a_table_may_wait_longer_for_its_players(client: AppClient) -> None:
    table = create_table(
        client, "bazar", "Ada", "Bo", rules={"starter": "seat 0"}, stand_in_after=86_400
    )
    error = error_of(ask_for_stand_in(table, 1, 0), 409, "too-early")
    assert 86_390 < error["retry_after"] <= 86_400


@pytest.mark.usefixtures("hurried")
def test_a_table_may_do_without_stand_ins(quiet: AppClient) -> None:
    table = create_table(
        quiet, "bazar", "Ada", "Bo", rules={"starter": "seat 0"}, stand_in_after=None
    )
    error_of(ask_for_stand_in(table, 1, 0), 422, "no-stand-ins")
    assert "stand-in" not in shown(table, 1)


@pytest.mark.parametrize("seconds", [-1, 0, 59, 2_592_001, 10**30, 600.5, "600", True, [600]])
def test_a_delay_that_is_none_is_refused(client: AppClient, seconds: object) -> None:
    body = table_body("bazar", "Ada", "Bo", stand_in_after=seconds)
    error_of(client.post("/api/tables", json=body), 422, "invalid-request")


@pytest.mark.parametrize(("choice", "seconds"), [("600", 600), ("86400", 86_400), ("never", None)])
def test_the_form_asks_how_long_to_wait(
    quiet: AppClient, choice: str, seconds: float | None
) -> None:
    assert f'<option value="{choice}"' in quiet.get("/new").text
    form = {"game": "bombay", "players": "2", "who-1": "link", "stand-in": choice}
    table_id = quiet.post("/new", data=form).url.path.removeprefix("/t/")
    stored = quiet.run(quiet.app.state.tables.get(table_id)).stored
    assert stored.stand_in_after == seconds
    assert quiet.post("/new", data=form | {"stand-in": "601"}).status_code == 422


@pytest.mark.usefixtures("hurried")
def test_an_agent_stands_in_when_all_others_agree(table: TableClient) -> None:
    assert ask_for_stand_in(table, 1, 0).json() == {"seat": 0, "agent": None, "missing": [2]}
    assert ask_for_stand_in(table, 1, 0).json()["missing"] == [2]
    assert table.version == 0
    assert ask_for_stand_in(table, 2, 0).json() == {"seat": 0, "agent": "random", "missing": []}
    wait_until(table.client, lambda: table.version == 1)
    assert table.state()["to_play"] == 1


@pytest.mark.usefixtures("hurried")
def test_a_person_who_returns_plays_again(table: TableClient) -> None:
    for seat in (1, 2):
        ask_for_stand_in(table, seat, 0)
    wait_until(table.client, lambda: table.version == 1)
    assert return_to_seat(table, 0).json() == {"seat": 0, "agent": None, "missing": []}
    for seat in (1, 2):
        table.turn(seat, table.version, table.state(seat)["legal"][:1])
    table.client.pause()
    assert (table.state()["to_play"], table.version) == (0, 3)
    assert table.turn(0, 3, table.state(0)["legal"][:1]).status_code == 200


@pytest.mark.usefixtures("hurried")
def test_nobody_plays_beside_a_stand_in(tmp_path: Path) -> None:
    with closed_to_agents(tmp_path) as client:
        table = create_table(client, "bazar", "Ada", "Bo", rules={"starter": "seat 0"})
        legal = table.state(0)["legal"][:1]
        assert ask_for_stand_in(table, 1, 0).json()["agent"] == "random"
        error_of(table.turn(0, 0, legal), 403, "played-for")
        return_to_seat(table, 0)
        assert table.turn(0, 0, legal).status_code == 200


@pytest.mark.usefixtures("hurried")
def test_a_stand_in_chooses_medals_too(client: AppClient) -> None:
    table = create_table(client, "bazar", "Ada", "Bo")
    assert table.medals(0, 0, 1, "even").status_code == 202
    assert ask_for_stand_in(table, 0, 1).json()["agent"] == "random"
    wait_until(client, lambda: table.version >= 1)


@pytest.mark.usefixtures("hurried")
def test_the_record_says_who_played_for_whom(client: AppClient) -> None:
    table = create_table(client, "bombay", "Ada", "Bo")
    first = table.state()["to_play"]
    other = 1 - first
    ask_for_stand_in(table, other, first)
    wait_until(client, lambda: table.version == 1)
    return_to_seat(table, first)
    play_on(table, random.Random(3))
    record = howdah.Record.parse(json.dumps(table.record()))
    assert howdah.from_record(record).is_over
    assert record.meta is not None
    assert record.meta["stand_ins"] == [{"seat": first, "agent": "random", "turns": [1]}]
    assert [seat.agent for seat in record.seats] == [None, None]


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("absent", [-1, 1, 2, 3, 99])
def test_only_who_is_waited_for_can_be_helped_out(table: TableClient, absent: int) -> None:
    error_of(ask_for_stand_in(table, 1, absent), 422, "invalid-request")


@pytest.mark.usefixtures("hurried")
def test_nobody_decides_about_their_own_seat(table: TableClient) -> None:
    error_of(ask_for_stand_in(table, 0, 0), 422, "invalid-request")


@pytest.mark.usefixtures("hurried")
def test_without_a_seat_one_cannot_decide(table: TableClient) -> None:
    for token in (None, "guess"):
        for door, body in (("stand-in", {"seat": 0}), ("return", None)):
            path = f"{table.path}/{door}"
            error_of(
                table.client.post(path, json=body, headers=bearer(token)), 403, "not-your-seat"
            )
            error_of(table.client.post(f"/t/{table.id}/{door}", json=body), 403, "not-your-seat")


@pytest.mark.usefixtures("hurried")
def test_agents_and_finished_games_need_no_stand_in(client: AppClient) -> None:
    table = create_table(client, "bazar", "Ada", None, rules={"starter": "seat 0"})
    error_of(ask_for_stand_in(table, 0, 1), 422, "invalid-request")
    play_on(table, random.Random(1))
    error_of(ask_for_stand_in(table, 0, 1), 422, "invalid-request")


@pytest.mark.usefixtures("hurried")
def test_two_who_agree_at_one_moment_both_count(table: TableClient) -> None:
    assert isinstance(table.client, AppClient)
    tables = table.client.app.state.tables

    async def agreed() -> list[Any]:
        asked = [tables.request_stand_in(table.id, 0, [seat]) for seat in (1, 2)]
        return await asyncio.gather(*asked)

    agree = table.client.run(agreed())
    assert max(agree, key=lambda model: model.stored.changes).seats[0].stand_in == "random"


# The page


def closed_to_agents(folder: Path) -> Any:
    """A server without agent workers."""
    return open_client(folder, workers=0)


@pytest.fixture
def quiet(tmp_path: Path) -> Iterator[AppClient]:
    """A server without agent workers."""
    with closed_to_agents(tmp_path) as client:
        yield client


def shown(table: TableClient, seat: int | None) -> str:
    """The actions panel of a seat."""
    assert isinstance(table.client, AppClient)
    model = table.client.run(table.client.app.state.tables.get(table.id))
    drawn = frame(model, Viewpoint(seat, "wide", time.time()), EventLogCache(), at=model.length)
    actions = drawn["regions"]["actions"]
    assert isinstance(actions, str)
    return actions


def test_a_page_offers_help_when_it_is_time(quiet: AppClient) -> None:
    table = create_table(quiet, "bombay", "Ada", "Bo", "Cy")
    first = table.state()["to_play"]
    others = [seat for seat in range(3) if seat != first]
    assert "stand-in" not in shown(table, first)
    assert "stand-in" not in shown(table, None)
    assert f'data-stand-in="{first}"' in shown(table, others[0])
    assert " hidden>" in shown(table, others[0])


@pytest.mark.usefixtures("hurried")
def test_a_page_shows_who_agrees_and_lets_people_return(quiet: AppClient) -> None:
    table = create_table(quiet, "bombay", "Ada", "Bo", "Cy")
    first = table.state()["to_play"]
    one, two = [seat for seat in range(3) if seat != first]
    assert " hidden>" not in shown(table, one)
    ask_for_stand_in(table, one, first)
    assert "data-stand-in" not in shown(table, one)
    assert ("Ada", "Bo", "Cy")[one] in shown(table, two)
    ask_for_stand_in(table, two, first)
    assert "data-return" in shown(table, first)
    assert "data-act" not in shown(table, first)
    assert "data-return" not in shown(table, one)


@pytest.mark.usefixtures("hurried")
def test_who_still_chooses_medals_is_not_disturbed_by_who_has(quiet: AppClient) -> None:
    table = create_table(quiet, "bazar", "Ada", "Bo", "Cy")
    before = shown(table, 1)
    table.medals(0, 0, 1, "odd")
    assert shown(table, 1) == before
    assert 'data-stand-in="1"' in shown(table, 0)
    for seat in (0, 2):
        ask_for_stand_in(table, seat, 1)
    assert "data-return" in shown(table, 1)
    assert "data-pregame" not in shown(table, 1)


@pytest.mark.usefixtures("hurried")
def test_a_turn_that_is_played_for_someone_is_not_announced_to_them(quiet: AppClient) -> None:
    table = create_table(quiet, "bazar", "Ada", "Bo", rules={"starter": "seat 0"})
    model = quiet.run(quiet.app.state.tables.get(table.id))
    assert news(model)["waiting"] == [0]
    ask_for_stand_in(table, 1, 0)
    model = quiet.run(quiet.app.state.tables.get(table.id))
    assert news(model)["waiting"] == []


@pytest.mark.usefixtures("hurried")
def test_a_browser_speaks_for_all_who_sit_at_it(quiet: AppClient) -> None:
    table = create_table(quiet, "bazar", "Ada", "Bo", "Cy", rules={"starter": "seat 0"})
    for seat in (1, 2):
        quiet.post(f"/t/{table.id}/seat/{table.tokens[seat]}", headers={"accept": "text/html"})
    answer = quiet.post(f"/t/{table.id}/stand-in", json={"seat": 0}).json()
    assert answer == {"seat": 0, "agent": "random", "missing": []}
    model = quiet.run(quiet.app.state.tables.get(table.id))
    assert model.seats[0].stand_in == "random"
    quiet.post(f"/t/{table.id}/seat/{table.tokens[0]}", headers={"accept": "text/html"})
    assert quiet.post(f"/t/{table.id}/return").status_code == 200
    model = quiet.run(quiet.app.state.tables.get(table.id))
    assert model.seats[0].stand_in is None
