"""The medals game by the public interface: closed hands, opened all at once, once."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import howdah
from howdah.store.store import StoredChoice
from tests.server.house import (
    House,
    Place,
    bearer,
    in_the_store,
    lay,
    opened_house,
    play_medals,
    refusal,
    seat_an_agent,
    wait_until,
)


@pytest.fixture
def place(house: House) -> Place:
    """Three people who have still to find out who begins."""
    return lay(house, "bazar", "Ada", "Bo", "Cy")


def test_before_the_medals_are_shown_there_is_nobody_to_play_and_no_record(place: Place) -> None:
    seen = place.look(0)
    assert (seen["version"], seen["to_play"], seen["legal"], seen["over"]) == (0, None, [], False)
    assert seen["view"]["waiting_for"] == seen["view"]["still_in"] == [0, 1, 2]
    told = refusal(place.house.get(f"{place.path}/record"), 409, "medals")
    assert told["version"] == 0


def test_hands_stay_closed_until_all_have_chosen(place: Place) -> None:
    for seat, left in ((2, [0, 1]), (0, [1])):
        response = place.medals(seat, 0, 3, "odd")
        assert (response.status_code, response.json()) == (202, {"version": 0})
        assert place.look()["view"]["waiting_for"] == left
        assert place.look()["view"]["rounds"] == []
    assert place.look(2)["view"]["own_choice"] == [3, "odd"]
    assert place.look(1)["view"]["own_choice"] is place.look()["view"]["own_choice"] is None
    assert place.medals(1, 0, 3, "even").json() == {"version": 1}


def test_a_round_counts_as_one_version_and_the_last_one_left_begins(place: Place) -> None:
    statuses = [
        place.medals(seat, 0, 1, call).status_code
        for seat, call in enumerate(["odd", "odd", "even"])
    ]
    assert statuses == [202, 202, 200]
    seen = place.look()
    assert (seen["version"], seen["to_play"], seen["view"]["still_in"]) == (1, None, [0, 1])
    assert seen["view"]["rounds"] == [[[1, "odd"], [1, "odd"], [1, "even"]]]
    refusal(place.medals(2, 1, 1, "odd"), 403, "not-your-turn")
    place.medals(0, 1, 2, "even")
    place.medals(1, 1, 1, "odd")
    seen = place.look(1)
    assert (seen["version"], seen["to_play"]) == (2, 1)
    assert seen["legal"]
    assert place.record()["start"]["medals"] == [
        [[1, "odd"], [1, "odd"], [1, "even"]],
        [[2, "even"], [1, "odd"], None],
    ]
    assert place.turn(1, 2, seen["legal"][:1]).json() == {"version": 3}


def test_a_round_in_which_all_are_wrong_is_repeated(place: Place) -> None:
    for seat in range(3):
        place.medals(seat, 0, 1, "even")
    seen = place.look()
    assert (seen["version"], seen["view"]["still_in"]) == (1, [0, 1, 2])


@pytest.mark.parametrize(
    ("kept", "call"), [(0, "even"), (4, "odd"), (-1, "odd"), (1, "Even"), (1, ""), (10**30, "odd")]
)
def test_a_hand_that_cannot_be_is_refused(place: Place, kept: int, call: str) -> None:
    refusal(place.medals(0, 0, kept, call), 422, "invalid-medals")
    assert place.look()["view"]["waiting_for"] == [0, 1, 2]


def test_a_hand_is_closed_for_good(place: Place) -> None:
    place.medals(0, 0, 1, "even")
    refusal(place.medals(0, 0, 2, "odd"), 403, "not-your-turn")
    assert place.look(0)["view"]["own_choice"] == [1, "even"]


@pytest.mark.parametrize("version", [-1, 1, 7])
def test_a_hand_for_another_round_is_stale(place: Place, version: int) -> None:
    assert refusal(place.medals(0, version, 1, "even"), 409, "stale-version")["version"] == 0


@pytest.mark.parametrize("token", [None, "wrong"])
def test_without_the_token_of_a_seat_no_hand_is_closed(place: Place, token: str | None) -> None:
    body = {"version": 0, "kept": 1, "call": "even"}
    response = place.house.post(f"{place.path}/medals", json=body, headers=bearer(token))
    refusal(response, 403, "not-your-seat")


def test_no_turn_is_played_before_the_medals_are_shown(place: Place) -> None:
    assert refusal(place.turn(0, 0, ["end-piece"]), 403, "not-your-turn")["to_play"] is None


@pytest.mark.parametrize(
    ("game", "rules"),
    [("bombay", {}), ("bazar", {"starter": "seat 0"}), ("bazar", {"starter": "random"})],
)
def test_where_no_medals_decide_there_are_none(
    house: House, game: str, rules: dict[str, str]
) -> None:
    place = lay(house, game, "Ada", "Bo", rules=rules)
    refusal(place.medals(0, 0, 1, "even"), 403, "not-your-turn")
    assert place.version == 0


def test_someone_alone_needs_no_medals(house: House) -> None:
    place = lay(house, "bazar", "Ada")
    assert place.look()["to_play"] == 0
    assert place.record()["start"]["medals"] == []


# Restarts


def test_after_a_restart_closed_hands_are_still_closed_and_still_count(tmp_path: Path) -> None:
    with opened_house(tmp_path) as house:
        place = lay(house, "bazar", "Ada", "Bo", "Cy")
        place.medals(0, 0, 1, "odd")
        place.medals(1, 0, 1, "odd")
    with opened_house(tmp_path) as house:
        place = Place(house, place.id, place.tokens)
        assert place.look(0)["view"]["own_choice"] == [1, "odd"]
        assert place.look()["view"]["waiting_for"] == [2]
        refusal(place.medals(0, 0, 2, "odd"), 403, "not-your-turn")
        place.medals(2, 0, 1, "even")
    with opened_house(tmp_path) as house:
        place = Place(house, place.id, place.tokens)
        assert (place.version, place.look()["view"]["still_in"]) == (1, [0, 1])
        play_medals(place, random.Random(2))
        record = howdah.Record.parse(json.dumps(place.record()))
        assert howdah.from_record(record).to_play == place.look()["to_play"]


@pytest.mark.parametrize("call", ["even", "odd"])
def test_a_round_that_was_full_when_the_house_fell_down_is_opened(
    tmp_path: Path, call: str
) -> None:
    with opened_house(tmp_path) as house:
        place = lay(house, "bazar", "Ada", "Bo")
        place.medals(0, 0, 1, call)
    in_the_store(
        tmp_path, lambda store: store.add_choice(place.id, 0, StoredChoice(1, [2, "even"]))
    )
    with opened_house(tmp_path) as house:
        place = Place(house, place.id, place.tokens)
        wait_until(house, lambda: place.version == 1)
        assert place.look()["to_play"] == (0 if call == "odd" else None)
        play_medals(place, random.Random(2))
        assert place.record()["start"]["medals"][0] == [[1, call], [2, "even"]]


def test_a_full_round_that_nobody_has_opened_is_opened_by_the_next_who_comes(
    tmp_path: Path,
) -> None:
    with opened_house(tmp_path, workers=0) as house:
        place = lay(house, "bazar", "Ada", "Bo")
        place.medals(0, 0, 1, "even")
    in_the_store(
        tmp_path, lambda store: store.add_choice(place.id, 0, StoredChoice(1, [2, "even"]))
    )
    with opened_house(tmp_path, workers=0) as house:
        place = Place(house, place.id, place.tokens)
        assert refusal(place.medals(0, 0, 2, "odd"), 409, "stale-version")["version"] == 1
        assert place.medals(0, 1, 2, "odd").status_code == 202


def test_agents_close_their_hands_after_a_restart(tmp_path: Path) -> None:
    with opened_house(tmp_path) as house:
        place = lay(house, "bazar", "Ada", "Bo", "Cy")
    seat_an_agent(tmp_path, place, 1)
    with opened_house(tmp_path) as house:
        place = Place(house, place.id, place.tokens)
        wait_until(place.house, lambda: place.look()["view"]["waiting_for"] == [0, 2])
