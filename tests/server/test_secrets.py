"""What nobody may know is in no answer, read byte by byte through whole games."""

from __future__ import annotations

import json
import random
import sqlite3
from itertools import product
from typing import Any

import pytest

from howdah.server.tables import model as orders
from tests.server.house import (
    House,
    Place,
    bearer,
    lay,
    opened_live_house,
    play_a_turn,
    play_medals,
    play_on,
    wait_until,
    waits_for_a_person,
)

BEHIND_THE_SCREEN = ("rupees", "clients", "city_tokens", "cities")


def texts(place: Place, token: str | None) -> list[str]:
    """Every byte that someone with a token, or without one, can get of a table right now."""
    headers = bearer(token)
    answers = [
        place.house.get(place.path, headers=headers),
        place.house.get(f"{place.path}/record", headers=headers),
        place.turn_with(token, -1, []),
    ]
    return [f"{answer.headers}\n{answer.text}" for answer in answers]


def secrets_of(house: House, place: Place) -> list[str]:
    """What is kept of a table and told to nobody, beside the tokens."""
    database = sqlite3.connect(house.folder / "tables.sqlite3")
    (seed,) = database.execute("SELECT seed FROM tables WHERE id = ?", (place.id,)).fetchone()
    database.close()
    return [seed]


@pytest.mark.parametrize(("game", "players"), [("bombay", 2), ("bazar", 3)])
def test_neither_a_token_nor_the_seed_of_a_running_game_is_in_any_answer(
    house: House, game: str, players: int
) -> None:
    place, choice = lay(house, game, *["Ada", "Bo", "Cy"][:players]), random.Random(11)
    secrets = [*secrets_of(house, place), *map(str, place.tokens)]
    found = [text for token in (None, *place.tokens) for text in texts(place, token)]
    play_medals(place, choice)
    while not place.is_over():
        for token in (None, *place.tokens):
            found += texts(place, token)
        play_on(place, choice, turns=3)
    with (
        opened_live_house(house.folder) as live_house,
        live_house.websocket_connect(f"{place.path}/live") as socket,
    ):
        found += [json.dumps(socket.receive_json()) for _ in range(place.version)]
    assert len(found) > 30
    assert not [text for text in found for secret in secrets if secret in text]
    later = [text for token in (None, *place.tokens) for text in texts(place, token)]
    assert not [text for text in later for token in place.tokens if str(token) in text]


# Medals


def seen_by_others(place: Place) -> list[str]:
    """What all but seat 0 can get of a table."""
    return [text for token in (None, *place.tokens[1:]) for text in texts(place, token)]


def test_a_closed_hand_makes_no_difference_to_anyone_else(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(orders, "new_seed", lambda: "the same for all")
    answers = []
    for kept, call in product((1, 2, 3), ("even", "odd")):
        place = lay(house, "bazar", "Ada", "Bo", "Cy")
        closed = place.medals(0, 0, kept, call)
        first = seen_by_others(place)
        next_closed = place.medals(1, 0, 3, "odd")
        answers.append([closed.text, next_closed.text, *first, *seen_by_others(place)])
    assert all(answer == answers[0] for answer in answers)
    assert answers[0][0] == '{"version":0}'


def test_the_hand_of_an_agent_is_closed_too(house: House) -> None:
    place = lay(house, "bazar", "Ada", None, None)
    wait_until(place.house, lambda: place.look()["view"]["waiting_for"] == [0])
    for seat in (None, 0):
        seen = place.look(seat)
        assert (seen["view"]["rounds"], seen["view"]["own_choice"]) == ([], None)
    place.medals(0, 0, 1, "even")
    wait_until(place.house, lambda: place.version > 0)


def test_who_comes_later_sees_no_more(house: House) -> None:
    place = lay(house, "bazar", "Ada", "Bo")
    place.medals(0, 0, 1, "odd")
    view = place.look(1)["view"]
    assert view == {
        "seat": 1,
        "rounds": [],
        "still_in": [0, 1],
        "waiting_for": [1],
        "own_choice": None,
        "first_player": None,
    }


# Screens


def shown(place: Place, seat: int | None) -> list[bool]:
    """Of each player, whether a viewer sees what is behind the screen."""
    players = place.look(seat)["view"]["players"]
    facts = [[player[name] is not None for name in BEHIND_THE_SCREEN] for player in players]
    assert all(len(set(fact)) == 1 for fact in facts)
    return [fact[0] for fact in facts]


def test_screens_hide_what_others_have_until_the_game_is_over(house: House) -> None:
    place, choice = lay(house, "bombay", "Ada", "Bo", "Cy"), random.Random(12)
    for _ in range(6):
        assert shown(place, None) == [False, False, False]
        for seat in range(3):
            assert shown(place, seat) == [other == seat for other in range(3)]
        play_on(place, choice, turns=5)
    while not place.is_over():
        play_on(place, choice, turns=1)
        assert any(shown(place, None)) == place.is_over()
    assert shown(place, None) == shown(place, 1) == [True, True, True]


def test_open_screens_hide_nothing(house: House) -> None:
    place = lay(house, "bombay", "Ada", "Bo", screens="open")
    for seat in (None, 0, 1):
        assert shown(place, seat) == [True, True]
        assert place.look(seat)["view"]["screens"] == "open"


def test_what_another_may_play_is_told_to_nobody(house: House) -> None:
    place, choice = lay(house, "bombay", "Ada", "Bo"), random.Random(13)
    for _ in range(8):
        seat = place.look()["to_play"]
        looks: list[Any] = [place.look(), place.look(1 - seat)]
        assert [seen["legal"] for seen in looks] == [[], []]
        assert [seen["view"]["legal_actions"] for seen in looks] == [[], []]
        play_a_turn(place, choice, seat)


def test_an_agent_has_no_token_to_be_found(house: House) -> None:
    place = lay(house, "bombay", "Ada", None)
    wait_until(place.house, lambda: waits_for_a_person(place))
    database = sqlite3.connect(house.folder / "tables.sqlite3")
    (seats,) = database.execute("SELECT seats FROM tables WHERE id = ?", (place.id,)).fetchone()
    database.close()
    assert [chair["token"] for chair in json.loads(seats)] == [place.tokens[0], None]
