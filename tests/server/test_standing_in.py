"""Someone vanishes: the others may let an agent play on, and whoever comes back plays again."""

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
from tests.server.house import House, Place, bearer, lay, opened_house, play_on, refusal, wait_until


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody has to be waited for."""
    monkeypatch.setattr(stand_ins, "ABSENCE", 0.0)
    monkeypatch.setattr(stand_ins, "STAND_IN", "random")


@pytest.fixture
def place(house: House) -> Place:
    """Three people, of whom the first is to play."""
    return lay(house, "bazar", "Ada", "Bo", "Cy", rules={"starter": "seat 0"})


def ask(place: Place, seat: int, absent: int) -> Any:
    body, headers = {"seat": absent}, bearer(place.tokens[seat])
    return place.house.post(f"{place.path}/stand-in", json=body, headers=headers)


def return_to_seat(place: Place, seat: int) -> Any:
    return place.house.post(f"{place.path}/return", headers=bearer(place.tokens[seat]))


def test_people_wait_for_each_other_in_any_case(place: Place) -> None:
    told = refusal(ask(place, 1, 0), 409, "too-early")
    assert 590 < told["retry_after"] <= 600


@pytest.mark.usefixtures("hurried")
def test_an_agent_stands_in_when_all_others_agree(place: Place) -> None:
    assert ask(place, 1, 0).json() == {"seat": 0, "agent": None, "missing": [2]}
    assert ask(place, 1, 0).json()["missing"] == [2]
    assert place.version == 0
    assert ask(place, 2, 0).json() == {"seat": 0, "agent": "random", "missing": []}
    wait_until(place.house, lambda: place.version == 1)
    assert place.look()["to_play"] == 1


@pytest.mark.usefixtures("hurried")
def test_whoever_comes_back_plays_again(place: Place) -> None:
    for seat in (1, 2):
        ask(place, seat, 0)
    wait_until(place.house, lambda: place.version == 1)
    assert return_to_seat(place, 0).json() == {"seat": 0, "agent": None, "missing": []}
    for seat in (1, 2):
        place.turn(seat, place.version, place.look(seat)["legal"][:1])
    place.house.pause()
    assert (place.look()["to_play"], place.version) == (0, 3)
    assert place.turn(0, 3, place.look(0)["legal"][:1]).status_code == 200


@pytest.mark.usefixtures("hurried")
def test_nobody_plays_beside_a_stand_in(tmp_path: Path) -> None:
    with closed_to_agents(tmp_path) as house:
        place = lay(house, "bazar", "Ada", "Bo", rules={"starter": "seat 0"})
        legal = place.look(0)["legal"][:1]
        assert ask(place, 1, 0).json()["agent"] == "random"
        refusal(place.turn(0, 0, legal), 403, "played-for")
        return_to_seat(place, 0)
        assert place.turn(0, 0, legal).status_code == 200


@pytest.mark.usefixtures("hurried")
def test_a_stand_in_chooses_medals_too(house: House) -> None:
    place = lay(house, "bazar", "Ada", "Bo")
    assert place.medals(0, 0, 1, "even").status_code == 202
    assert ask(place, 0, 1).json()["agent"] == "random"
    wait_until(house, lambda: place.version >= 1)


@pytest.mark.usefixtures("hurried")
def test_the_record_tells_who_played_for_whom(house: House) -> None:
    place = lay(house, "bombay", "Ada", "Bo")
    first = place.look()["to_play"]
    other = 1 - first
    ask(place, other, first)
    wait_until(house, lambda: place.version == 1)
    return_to_seat(place, first)
    play_on(place, random.Random(3))
    record = howdah.Record.parse(json.dumps(place.record()))
    assert howdah.from_record(record).is_over
    assert record.meta is not None
    assert record.meta["stand_ins"] == [{"seat": first, "agent": "random", "turns": [1]}]
    assert [seat.agent for seat in record.seats] == [None, None]


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("absent", [-1, 1, 2, 3, 99])
def test_only_who_is_waited_for_can_be_helped_out(place: Place, absent: int) -> None:
    refusal(ask(place, 1, absent), 422, "invalid-request")


@pytest.mark.usefixtures("hurried")
def test_nobody_decides_about_their_own_seat(place: Place) -> None:
    refusal(ask(place, 0, 0), 422, "invalid-request")


@pytest.mark.usefixtures("hurried")
def test_strangers_do_not_decide(place: Place) -> None:
    for token in (None, "guess"):
        for door, body in (("stand-in", {"seat": 0}), ("return", None)):
            path = f"{place.path}/{door}"
            refusal(place.house.post(path, json=body, headers=bearer(token)), 403, "not-your-seat")
            refusal(place.house.post(f"/t/{place.id}/{door}", json=body), 403, "not-your-seat")


@pytest.mark.usefixtures("hurried")
def test_agents_and_finished_games_need_no_stand_in(house: House) -> None:
    place = lay(house, "bazar", "Ada", None, rules={"starter": "seat 0"})
    refusal(ask(place, 0, 1), 422, "invalid-request")
    play_on(place, random.Random(1))
    refusal(ask(place, 0, 1), 422, "invalid-request")


@pytest.mark.usefixtures("hurried")
def test_two_who_agree_at_one_moment_both_count(place: Place) -> None:
    assert isinstance(place.house, House)
    tables = place.house.app.state.tables

    async def agreed() -> list[Any]:
        asked = [tables.request_stand_in(place.id, 0, [seat]) for seat in (1, 2)]
        return await asyncio.gather(*asked)

    agree = place.house.run(agreed())
    assert max(agree, key=lambda table: table.stored.changes).seats[0].stand_in == "random"


# The page


def closed_to_agents(folder: Path) -> Any:
    """A house where nobody thinks."""
    return opened_house(folder, workers=0)


@pytest.fixture
def quiet(tmp_path: Path) -> Iterator[House]:
    """A house where nobody thinks."""
    with closed_to_agents(tmp_path) as house:
        yield house


def shown(place: Place, seat: int | None) -> str:
    """What a page says to a seat."""
    assert isinstance(place.house, House)
    table = place.house.run(place.house.app.state.tables.get(place.id))
    told = frame(table, Viewpoint(seat, "wide", time.time()), EventLogCache(), at=table.length)
    actions = told["regions"]["actions"]
    assert isinstance(actions, str)
    return actions


def test_a_page_offers_help_when_it_is_time(quiet: House) -> None:
    place = lay(quiet, "bombay", "Ada", "Bo", "Cy")
    first = place.look()["to_play"]
    others = [seat for seat in range(3) if seat != first]
    assert "stand-in" not in shown(place, first)
    assert "stand-in" not in shown(place, None)
    assert f'data-stand-in="{first}"' in shown(place, others[0])
    assert " hidden>" in shown(place, others[0])


@pytest.mark.usefixtures("hurried")
def test_a_page_tells_who_agrees_and_lets_people_come_back(quiet: House) -> None:
    place = lay(quiet, "bombay", "Ada", "Bo", "Cy")
    first = place.look()["to_play"]
    one, two = [seat for seat in range(3) if seat != first]
    assert " hidden>" not in shown(place, one)
    ask(place, one, first)
    assert "data-stand-in" not in shown(place, one)
    assert ("Ada", "Bo", "Cy")[one] in shown(place, two)
    ask(place, two, first)
    assert "data-return" in shown(place, first)
    assert "data-act" not in shown(place, first)
    assert "data-return" not in shown(place, one)


@pytest.mark.usefixtures("hurried")
def test_who_still_chooses_medals_is_not_disturbed_by_who_has(quiet: House) -> None:
    place = lay(quiet, "bazar", "Ada", "Bo", "Cy")
    before = shown(place, 1)
    place.medals(0, 0, 1, "odd")
    assert shown(place, 1) == before
    assert 'data-stand-in="1"' in shown(place, 0)
    for seat in (0, 2):
        ask(place, seat, 1)
    assert "data-return" in shown(place, 1)
    assert "data-pregame" not in shown(place, 1)


@pytest.mark.usefixtures("hurried")
def test_a_turn_that_is_played_for_someone_is_not_announced_to_them(quiet: House) -> None:
    place = lay(quiet, "bazar", "Ada", "Bo", rules={"starter": "seat 0"})
    table = quiet.run(quiet.app.state.tables.get(place.id))
    assert news(table, [0])["mine"] == [0]
    ask(place, 1, 0)
    table = quiet.run(quiet.app.state.tables.get(place.id))
    assert news(table, [0])["mine"] == []


@pytest.mark.usefixtures("hurried")
def test_a_browser_speaks_for_all_who_sit_at_it(quiet: House) -> None:
    place = lay(quiet, "bazar", "Ada", "Bo", "Cy", rules={"starter": "seat 0"})
    for seat in (1, 2):
        quiet.get(f"/t/{place.id}/seat/{place.tokens[seat]}", headers={"accept": "text/html"})
    answer = quiet.post(f"/t/{place.id}/stand-in", json={"seat": 0}).json()
    assert answer == {"seat": 0, "agent": "random", "missing": []}
    table = quiet.run(quiet.app.state.tables.get(place.id))
    assert table.seats[0].stand_in == "random"
    quiet.get(f"/t/{place.id}/seat/{place.tokens[0]}", headers={"accept": "text/html"})
    assert quiet.post(f"/t/{place.id}/return").status_code == 200
    table = quiet.run(quiet.app.state.tables.get(place.id))
    assert table.seats[0].stand_in is None
