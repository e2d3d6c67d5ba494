"""What nobody may know is in no answer, read byte by byte through whole games."""

from __future__ import annotations

import json
import random
from itertools import product
from typing import Any

import pytest

from howdah.server.tables import model
from howdah.table.model import hash_secret
from tests.server.clients import (
    AppClient,
    TableClient,
    bearer,
    create_table,
    open_live_client,
    play_a_turn,
    play_medals,
    play_on,
    wait_until,
    waits_for_a_person,
)

BEHIND_THE_SCREEN = ("rupees", "clients", "city_tokens", "cities")


def texts(table: TableClient, token: str | None) -> list[str]:
    """Every byte that someone with a token, or without one, can get of a table right now."""
    headers = bearer(token)
    answers = [
        table.client.get(table.path, headers=headers),
        table.client.get(f"{table.path}/record", headers=headers),
        table.turn_with(token, -1, []),
    ]
    return [f"{answer.headers}\n{answer.text}" for answer in answers]


def secrets_of(client: AppClient, table: TableClient) -> list[str]:
    """What is stored of a table and sent to nobody, beside the tokens."""
    stored = client.run(client.app.state.tables.store.find(table.id))
    return [stored.seed]


@pytest.mark.parametrize(("game", "players"), [("bombay", 2), ("bazar", 3)])
def test_neither_a_token_nor_the_seed_of_a_running_game_is_in_any_answer(
    client: AppClient, game: str, players: int
) -> None:
    table, choice = create_table(client, game, *["Ada", "Bo", "Cy"][:players]), random.Random(11)
    secrets = [*secrets_of(client, table), *map(str, table.tokens)]
    found = [text for token in (None, *table.tokens) for text in texts(table, token)]
    play_medals(table, choice)
    while not table.is_over():
        for token in (None, *table.tokens):
            found += texts(table, token)
        play_on(table, choice, turns=3)
    with (
        open_live_client(client.folder) as live_client,
        live_client.websocket_connect(f"{table.path}/live") as socket,
    ):
        found += [json.dumps(socket.receive_json()) for _ in range(table.version)]
    assert len(found) > 30
    assert not [text for text in found for secret in secrets if secret in text]
    later = [text for token in (None, *table.tokens) for text in texts(table, token)]
    assert not [text for text in later for token in table.tokens if str(token) in text]


# Medals


def seen_by_others(table: TableClient) -> list[str]:
    """What all but seat 0 can get of a table."""
    return [text for token in (None, *table.tokens[1:]) for text in texts(table, token)]


def test_a_closed_hand_makes_no_difference_to_anyone_else(
    client: AppClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model, "new_seed", lambda: "the same for all")
    answers = []
    for kept, call in product((1, 2, 3), ("even", "odd")):
        table = create_table(client, "bazar", "Ada", "Bo", "Cy")
        closed = table.medals(0, 0, kept, call)
        first = seen_by_others(table)
        next_closed = table.medals(1, 0, 3, "odd")
        answers.append([closed.text, next_closed.text, *first, *seen_by_others(table)])
    assert all(answer == answers[0] for answer in answers)
    assert answers[0][0] == '{"version":0}'


def test_the_hand_of_an_agent_is_closed_too(client: AppClient) -> None:
    table = create_table(client, "bazar", "Ada", None, None)
    wait_until(table.client, lambda: table.state()["view"]["waiting_for"] == [0])
    for seat in (None, 0):
        seen = table.state(seat)
        assert (seen["view"]["rounds"], seen["view"]["own_choice"]) == ([], None)
    table.medals(0, 0, 1, "even")
    wait_until(table.client, lambda: table.version > 0)


def test_who_comes_later_sees_no_more(client: AppClient) -> None:
    table = create_table(client, "bazar", "Ada", "Bo")
    table.medals(0, 0, 1, "odd")
    view = table.state(1)["view"]
    assert view == {
        "seat": 1,
        "rounds": [],
        "still_in": [0, 1],
        "waiting_for": [1],
        "own_choice": None,
        "first_player": None,
    }


# Screens


def shown(table: TableClient, seat: int | None) -> list[bool]:
    """Of each player, whether a viewer sees what is behind the screen."""
    players = table.state(seat)["view"]["players"]
    facts = [[player[name] is not None for name in BEHIND_THE_SCREEN] for player in players]
    assert all(len(set(fact)) == 1 for fact in facts)
    return [fact[0] for fact in facts]


def test_screens_hide_what_others_have_until_the_game_is_over(client: AppClient) -> None:
    table, choice = create_table(client, "bombay", "Ada", "Bo", "Cy"), random.Random(12)
    for _ in range(6):
        assert shown(table, None) == [False, False, False]
        for seat in range(3):
            assert shown(table, seat) == [other == seat for other in range(3)]
        play_on(table, choice, turns=5)
    while not table.is_over():
        play_on(table, choice, turns=1)
        assert any(shown(table, None)) == table.is_over()
    assert shown(table, None) == shown(table, 1) == [True, True, True]


def test_open_screens_hide_nothing(client: AppClient) -> None:
    table = create_table(client, "bombay", "Ada", "Bo", screens="open")
    for seat in (None, 0, 1):
        assert shown(table, seat) == [True, True]
        assert table.state(seat)["view"]["screens"] == "open"


def test_what_another_seat_may_play_is_sent_to_nobody(client: AppClient) -> None:
    table, choice = create_table(client, "bombay", "Ada", "Bo"), random.Random(13)
    for _ in range(8):
        seat = table.state()["to_play"]
        looks: list[Any] = [table.state(), table.state(1 - seat)]
        assert [seen["legal"] for seen in looks] == [[], []]
        assert [seen["view"]["legal_actions"] for seen in looks] == [[], []]
        play_a_turn(table, choice, seat)


def test_an_agent_has_no_token_to_be_found(client: AppClient) -> None:
    table = create_table(client, "bombay", "Ada", None)
    wait_until(table.client, lambda: waits_for_a_person(table))
    seats = client.run(client.app.state.tables.store.find(table.id)).seats
    hashes = [hash_secret(str(table.tokens[0])), None]
    assert [seat["token_hash"] for seat in seats] == hashes
