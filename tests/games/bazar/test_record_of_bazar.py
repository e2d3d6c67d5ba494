"""Records of Bombay Bazar: complete, exact, and refused where they are wrong."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import howdah
from howdah.core.errors import IllegalAction, InvalidAction, InvalidRecord
from howdah.games.bazar.game import Bazar
from howdah.games.bazar.names import STARTERS, TIP_RULES


def finished(players: int = 2, seed: int = 11, **options: Any) -> Bazar:
    game, choice = Bazar.new(players, seed=seed, **options), random.Random(seed)
    while not game.is_over:
        game.play(choice.choice(game.legal_actions()))
    return game


def data(players: int = 2, **options: Any) -> Any:
    return json.loads(str(finished(players, **options).record()))


def refusal(record: Any) -> InvalidRecord:
    with pytest.raises(InvalidRecord) as caught:
        howdah.from_record(howdah.Record.parse(json.dumps(record)))
    return caught.value


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("tip_rule", TIP_RULES)
@pytest.mark.parametrize("starter", STARTERS)
def test_a_finished_game_is_verified_from_its_record(
    players: int, tip_rule: str, starter: str
) -> None:
    record = finished(players, tip_rule=tip_rule, starter=starter).record()
    again = howdah.from_record(howdah.Record.parse(str(record)))
    assert again.record() == record
    assert again.is_over


def test_the_record_has_exactly_the_fields_of_the_format() -> None:
    record = data()
    assert list(record["rules"]) == ["players", "board", "tip_rule", "starter"]
    assert list(record["start"]) == ["heads", "first_player", "medals"]
    assert list(record["result"]) == ["lengths", "solo_score", "winners"]


def test_a_finished_game_without_its_last_action_is_not_over() -> None:
    record = data()
    del record["actions"][-1]
    assert refusal(record).where == "result"


# Actions


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("place 01-42 0", "is not an action"),
        ("place 02-35 3", "so it is 'place 02-35 0'"),
        ("place 02 7", "is not an action"),
        ("pass", "is not an action"),
    ],
)
def test_an_action_that_does_not_exist_is_refused(text: str, message: str) -> None:
    record = data()
    record["actions"][4] = text
    error = refusal(record)
    assert error.where == "actions[4]"
    assert message in error.message
    assert isinstance(error.__cause__, InvalidAction)


def test_an_end_piece_while_a_placement_exists_is_refused() -> None:
    record = data()
    record["actions"][3] = "end-piece"
    error = refusal(record)
    assert error.where == "actions[3]"
    assert isinstance(error.__cause__, IllegalAction)
    assert [reason.code for reason in error.__cause__.reasons] == ["not-blocked"]


def test_a_placement_of_a_blocked_player_is_refused() -> None:
    record = data()
    index = record["actions"].index("end-piece")
    record["actions"][index] = "place 01 0"
    assert refusal(record).where == f"actions[{index}]"


def test_an_action_after_the_end_is_refused() -> None:
    record = data()
    record["actions"].append("end-piece")
    error = refusal(record)
    assert error.where == f"actions[{len(record['actions']) - 1}]"
    assert "The game is over." in error.message


def test_a_fifth_copy_is_refused() -> None:
    """Seat 0 crosses a board alone, and five times wants the same straight tile."""
    record = json.loads(str(Bazar.new(1, starter="seat 0").record()))
    record["actions"] = ["place 03 1"] * 5
    error = refusal(record)
    assert error.where == "actions[4]"
    assert "No tiles of this kind left." in error.message


# Start


TWO_RIGHT = [[2, "even"], [2, "even"]]
SEAT_1_LEFT = [[2, "even"], [3, "odd"]]


@pytest.mark.parametrize(
    ("changes", "where", "message"),
    [
        ({"heads": ["NW", "NE"]}, "start.heads", "opposite each other"),
        ({"heads": ["NW"]}, "start.heads", "should be 2, one for each seat, not 1"),
        ({"heads": ["NW", "NW"]}, "start.heads", "should be different"),
        ({"heads": ["NW", "nw"]}, "start.heads[1]", "should be one of NW, NE, SE, SW"),
        ({"heads": "NW"}, "start.heads", "should be a list"),
        ({"first_player": 0}, "start.first_player", "should be 1, not 0"),
        ({"first_player": 2}, "start.first_player", "from 0 to 1"),
        ({"first_player": True}, "start.first_player", "should be a whole number"),
        ({"medals": []}, "start.medals", "until one seat is left; seats 0, 1 are still in"),
        ({"medals": [TWO_RIGHT]}, "start.medals", "until one seat is left"),
        ({"medals": [SEAT_1_LEFT, TWO_RIGHT]}, "start.medals[1]", "after seat 1 was left alone"),
        ({"medals": [[[2, "even"]]]}, "start.medals[0]", "should have 2 entries, not 1"),
        ({"medals": [[[2, "even"], None]]}, "start.medals[0][1]", "should be a list, not null"),
        ({"medals": [[[0, "even"], [3, "odd"]]]}, "start.medals[0][0]", "from 1 to 3, not 0"),
        ({"medals": [[[4, "even"], [3, "odd"]]]}, "start.medals[0][0]", "from 1 to 3, not 4"),
        ({"medals": [[[2, "Even"], [3, "odd"]]]}, "start.medals[0][0]", "one of even, odd"),
        ({"medals": [[[2, "even", 1], [3, "odd"]]]}, "start.medals[0][0]", "a number and a call"),
        ({"medals": None}, "start.medals", "should be a list"),
        ({"seed": 1}, "start", "has an unknown field"),
    ],
)
def test_a_start_that_does_not_fit_is_refused_with_its_place(
    changes: Any, where: str, message: str
) -> None:
    record = data()
    record["start"] = {"heads": ["NW", "SE"], "first_player": 1, "medals": [SEAT_1_LEFT], **changes}
    error = refusal(record)
    assert error.where == where
    assert message in error.message


def test_whoever_is_out_of_the_medals_has_null() -> None:
    record = json.loads(str(Bazar.new(3).record()))
    first = [[1, "even"], [2, "odd"], [3, "even"]]
    record["start"]["first_player"] = 2
    record["start"]["medals"] = [first, [[1, "odd"], None, [1, "even"]]]
    howdah.from_record(howdah.Record.parse(json.dumps(record)))
    record["start"]["medals"] = [first, [[1, "odd"], [1, "odd"], [1, "even"]]]
    error = refusal(record)
    assert error.where == "start.medals[1][1]"
    assert "should be null, for the seat is out" in error.message


@pytest.mark.parametrize("starter", ["random", "seat 0"])
def test_without_the_medals_there_are_none(starter: str) -> None:
    record = data(starter=starter)
    record["start"]["medals"] = [SEAT_1_LEFT]
    assert "should be [] when starter is" in refusal(record).message


def test_alone_there_are_no_medals() -> None:
    record = data(1)
    record["start"]["medals"] = [[[1, "odd"]]]
    assert refusal(record).where == "start.medals[0]"


def test_starter_seat_0_wants_seat_0() -> None:
    record = data(starter="seat 0")
    record["start"]["first_player"] = 1
    assert refusal(record).message == "should be 0, not 1"


def test_starter_random_may_name_anyone() -> None:
    for seat in (0, 1):
        record = json.loads(str(Bazar.new(2, starter="random").record()))
        record["start"]["first_player"] = seat
        assert howdah.from_record(howdah.Record.parse(json.dumps(record))).to_play == seat


@pytest.mark.parametrize(
    "heads", [["SE", "SW", "NW"], ["SW", "NW", "NE"], ["NE", "SE", "SW"], ["NW", "NE", "SW"]]
)
def test_heads_go_clockwise_all_round_from_anywhere(heads: list[str]) -> None:
    record = json.loads(str(Bazar.new(3).record()))
    record["start"]["heads"] = heads
    howdah.from_record(howdah.Record.parse(json.dumps(record)))
    record["start"]["heads"] = heads[::-1]
    assert "should go clockwise" in refusal(record).message


# Rules and result


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"players": 3}, "the number of seats"),
        ({"players": 5}, "rules.players"),
        ({"players": 2.0}, "rules.players"),
        ({"board": "hexagon-7"}, "rules.board"),
        ({"board": 61}, "rules.board: board"),
        ({"board": {"name": "mine"}}, "rules.board: board"),
        ({"tip_rule": "Join"}, "rules.tip_rule"),
        ({"starter": "seat 1"}, "rules.starter"),
        ({"edition": "fr"}, "rules"),
    ],
)
def test_rules_that_do_not_exist_are_refused_with_their_place(changes: Any, where: str) -> None:
    record = data()
    record["rules"].update(changes)
    assert refusal(record).where == where


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"lengths": [0, 0]}, "result.lengths[0] is 0, should be "),
        ({"winners": []}, "result.winners is [], should be "),
        ({"solo_score": 3}, "result.solo_score is 3, should be null"),
        ({"rupees": [1, 2]}, 'result has an unknown field "rupees"'),
    ],
)
def test_a_result_that_is_wrong_is_told(changes: Any, message: str) -> None:
    record = data()
    record["result"].update(changes)
    assert message in refusal(record).message


def test_a_solo_game_has_its_score_in_the_result() -> None:
    record = data(1)
    assert record["result"]["winners"] == [0]
    record["result"]["solo_score"] = None
    assert "result.solo_score is null, should be " in refusal(record).message
