"""Records of Bombay: complete, exact, and refused where they are wrong."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import howdah
from howdah.core.errors import IllegalAction, InvalidAction, InvalidRecord
from howdah.games.bombay.game import Bombay


def finished(players: int = 3, seed: int = 11, **options: Any) -> Bombay:
    game, choice = Bombay.new(players, seed=seed, **options), random.Random(seed)
    while not game.is_over:
        game.play(choice.choice(game.legal_actions()))
    return game


def data(**options: Any) -> Any:
    return json.loads(str(finished(**options).record()))


def refusal(record: Any) -> InvalidRecord:
    with pytest.raises(InvalidRecord) as caught:
        howdah.from_record(howdah.Record.parse(json.dumps(record)))
    return caught.value


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("edition", ["fr", "pt", "en", "pl"])
@pytest.mark.parametrize("set_up", ["random", "first-game"])
def test_a_finished_game_is_verified_from_its_record(
    players: int, edition: str, set_up: str
) -> None:
    record = finished(players, edition=edition, set_up=set_up, client_limit=players).record()
    again = howdah.from_record(howdah.Record.parse(str(record)))
    assert again.record() == record
    assert again.is_over


def test_the_record_has_exactly_the_fields_of_the_format() -> None:
    record = data()
    assert list(record["rules"]) == ["players", "edition", "board", "set_up", "client_limit"]
    assert list(record["start"]) == ["first_player", "posts", "palace_tokens", "demands"]
    assert list(record["result"]) == ["rupees", "clients", "city_tokens", "palaces", "winners"]


def test_a_record_replays_without_its_seed_and_goes_on_with_any() -> None:
    game = finished(2)
    cut = len(game.actions) // 2
    record = howdah.Record.parse(str(game.record()))
    half = howdah.Record(
        record.game, record.rules, record.seats, record.start, record.actions[:cut]
    )
    copied = howdah.from_record(half)
    for action in record.actions[cut:]:
        copied.play(action)
    assert copied.result() == game.result()


def test_a_record_may_stop_before_a_restock_that_is_due() -> None:
    game = Bombay.new(2, seed=1)
    record = game.record()
    empty = howdah.Record(record.game, record.rules, record.seats, record.start, ())
    assert howdah.from_record(empty).is_chance
    dealt = howdah.from_record(empty, dealer=howdah.Dealer(1))
    assert dealt.record() == record


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        ("rules.players", 6, "rules.players"),
        ("rules.players", True, "rules.players"),
        ("rules.players", 3.0, "rules.players"),
        ("rules.players", 2, "the number of seats"),
        ("rules.edition", "de", "rules.edition"),
        ("rules.board", "mysore", "rules.board"),
        ("rules.board", 7, "rules.board: board"),
        ("rules.board", {"name": "x"}, "rules.board: board"),
        ("rules.set_up", "custom", "rules.set_up"),
        ("rules.client_limit", -1, "rules.client_limit"),
        ("rules.screens", "open", "rules"),
        ("start.first_player", 3, "start.first_player"),
        ("start.first_player", "0", "start.first_player"),
        ("start.posts", {}, "start.posts"),
        ("start.posts.E1", "red", "start.posts.E1"),
        ("start.palace_tokens.G1", "tea", "start.palace_tokens.G1"),
        ("start.palace_tokens.H1", "city", "start.palace_tokens"),
        ("start.demands.D1", ["yellow"], "start.demands.D1"),
        ("start.demands.D1", ["yellow", "purple", "blue"], "start.demands"),
        ("start.markets", [], "start"),
        ("result.rupees", [1, 2], "result"),
        ("result.winners", [], "result"),
        ("result", None, "result"),
    ],
)
def test_a_wrong_field_is_named(path: str, value: Any, where: str) -> None:
    record = data()
    *parents, last = path.split(".")
    place = record
    for step in parents:
        place = place[step]
    place[last] = value
    assert refusal(record).where == where


def test_first_game_records_keep_to_the_layout() -> None:
    record = data(set_up="first-game")
    posts = record["start"]["posts"]
    posts["E1"], posts["E2"] = posts["E2"], posts["E1"]
    assert "should be" in str(refusal(record))
    assert refusal(record).where == "start"


def test_a_running_game_has_no_result_in_its_record() -> None:
    record = data()
    record["actions"].pop()
    assert "the game is not over" in str(refusal(record))


def test_an_illegal_action_is_told_with_its_index_its_rule_and_what_was_legal() -> None:
    record = data(set_up="first-game")
    record["actions"][1] = "move D1"
    error = refusal(record)
    assert error.where == "actions[1]"
    assert "There is no trail from A to D1. [bombay#move]" in error.message
    assert "Legal: move E4, move F4, move G5, move H1, wait, end." in error.message
    assert isinstance(error.__cause__, IllegalAction)
    assert error.__cause__.legal == ("move E4", "move F4", "move G5", "move H1", "wait", "end")


@pytest.mark.parametrize(
    "text",
    [
        "Move E4",
        "move  E4",
        "move e4",
        "move Z9",
        "sell y",
        "build",
        "pass",
        "",
        "end ",
        "restock",
        "restock ",
        "restock oy",
        "restock yyyyyyyyyyyy",
        "take red",
        "buy blue",
    ],
)
def test_text_must_be_exact(text: str) -> None:
    record = data()
    record["actions"][1] = text
    error = refusal(record)
    assert error.where == "actions[1]"
    assert isinstance(error.__cause__, InvalidAction)


def test_actions_after_the_end_are_refused() -> None:
    record = data()
    record["actions"].append("end")
    assert "The game is over." in refusal(record).message


def test_the_palace_tokens_of_a_record_are_those_of_the_face() -> None:
    record: Any = howdah.new("bombay", players=2, seed=1).record().to_json()
    tokens = record["start"]["palace_tokens"]
    tokens[next(site for site in tokens if tokens[site] != "client")] = "client"
    with pytest.raises(InvalidRecord, match="should hold the tokens"):
        howdah.from_record(howdah.Record.parse(json.dumps(record)))
