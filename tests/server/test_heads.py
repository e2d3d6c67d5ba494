"""Heads of Bombay Bazar that players choose: by the form, by HTTP, and at a rematch."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from howdah.games.bazar.setup import HEADS_SETTING
from tests.server.clients import (
    AppClient,
    create_table,
    draw_without_others,
    error_of,
    play_medals,
    play_on,
    send,
    table_body,
)

SMALL = {"starter": "seat 0", "board": "hexagon-19"}


def heads_of(client: AppClient, path: str) -> Any:
    """The heads in the record of a table."""
    return client.get(f"{path}/record").json()["start"]["heads"]


def fill_form(client: AppClient, players: int, **more: str) -> Any:
    """Send the form for a new table of people at one device; names have - for _."""
    people = {f"who-{seat}": "me" for seat in range(players)}
    form = {"game": "bazar", "players": str(players), **people}
    answers = {name.replace("_", "-"): value for name, value in more.items()}
    return client.post("/new", data={**form, **answers}, follow_redirects=False)


# By HTTP


@pytest.mark.parametrize("starter", ["seat 0", "random"])
def test_a_table_has_the_heads_that_were_asked_for(client: AppClient, starter: str) -> None:
    table = create_table(
        client, "bazar", "Ada", "Bo", rules={"starter": starter}, heads=["SW", "NE"]
    )
    assert table.record()["start"]["heads"] == ["SW", "NE"]
    assert [player["head"] for player in table.state()["view"]["players"]] == ["SW", "NE"]


def test_heads_are_kept_while_the_medals_decide(client: AppClient) -> None:
    table = create_table(client, "bazar", "Ada", "Bo", "Cy", heads=["NE", "SW", "NW"])
    play_medals(table, random.Random(1))
    assert table.record()["start"]["heads"] == ["NE", "SW", "NW"]


def test_heads_are_kept_while_the_seed_is_made(client: AppClient) -> None:
    table = create_table(client, "bazar", "Ada", rules=SMALL, heads=["SE"], seed_sharing=True)
    headers = {"authorization": f"Bearer {table.tokens[0]}"}
    draw_without_others(
        lambda path, body: client.post(path, json=body, headers=headers), table.path
    )
    assert table.record()["start"]["heads"] == ["SE"]


def test_without_heads_a_table_has_the_usual_ones(client: AppClient) -> None:
    table = create_table(client, "bazar", "Ada", "Bo", rules=SMALL)
    assert table.record()["start"]["heads"] == ["NW", "SE"]
    table = create_table(client, "bazar", "Ada", "Bo", rules=SMALL, heads=None)
    assert table.record()["start"]["heads"] == ["NW", "SE"]


@pytest.mark.parametrize(
    ("heads", "message"),
    [
        (["NW", "NE"], "heads should be opposite each other"),
        (["NW", "NW"], "heads should be different"),
        (["NW"], "heads should be 2, one for each seat, not 1"),
        ([], "heads should be 2, one for each seat, not 0"),
        (["NW", "N"], "heads[1] should be one of NW, NE, SE, SW"),
        (["NW"] * 6, "heads"),
        ([1, 2], "heads"),
        ("NW,SE", "heads"),
    ],
)
def test_heads_that_nobody_may_take_are_refused(
    client: AppClient, heads: Any, message: str
) -> None:
    response = send(client, table_body("bazar", "Ada", "Bo", heads=heads))
    error = error_of(response, 422, "invalid-request")
    assert message in f"{error['message']} {error['detail']}"


def test_a_game_without_heads_refuses_them(client: AppClient) -> None:
    response = send(client, table_body("bombay", "Ada", "Bo", heads=["NW", "SE"]))
    assert "heads" in error_of(response, 422, "invalid-request")["message"]


def test_heads_are_no_rule(client: AppClient) -> None:
    response = send(client, table_body("bazar", "Ada", "Bo", rules={"heads": ["NW", "SE"]}))
    error_of(response, 422, "invalid-request")


# By the form


@pytest.mark.parametrize("players", HEADS_SETTING.choices)
def test_the_form_offers_every_way_to_take_heads_in_words(client: AppClient, players: int) -> None:
    page = client.get("/new?game=bazar").text
    (select,) = re.findall(rf'<select name="seats-of-{players}"[^>]*>(.*?)</select>', page)
    options = dict(re.findall(r'<option value="([^"]+)"[^>]*>([^<]+)</option>', select))
    assert list(options) == [",".join(heads) for heads in HEADS_SETTING.choices[players]]
    assert len({*options.values()}) == len(options)
    assert not re.search(r"\b[NS][EW]\b", " ".join(options.values()))


def test_a_choice_says_where_player_one_is_and_which_head_is_empty(client: AppClient) -> None:
    page = client.get("/new?game=bazar").text
    assert '<option value="NE,SW">top right, player 2: bottom left</option>' in page
    assert '<option value="NW,NE,SW">top left, empty: bottom right</option>' in page
    assert '<option value="SE,SW,NW,NE">bottom right</option>' in page


def test_a_game_without_heads_does_not_ask_for_them(client: AppClient) -> None:
    assert "seats-of-" not in client.get("/new?game=bombay").text


def test_a_table_is_created_with_the_heads_of_the_form(client: AppClient) -> None:
    path = fill_form(
        client, 2, rule_starter="seat 0", seats_of_2="SE,NW", seats_of_3="NW,NE,SE"
    ).headers["location"]
    draw_without_others(lambda step, body: client.post(step, json=body), path)
    assert heads_of(client, path) == ["SE", "NW"]


@pytest.mark.parametrize("heads", ["NW,NE", "NW", "", "top left", "NW,SE,SW"])
def test_wrong_heads_are_an_error_on_the_same_page(client: AppClient, heads: str) -> None:
    answer = fill_form(client, 2, seats_of_2=heads)
    assert answer.status_code == 422
    assert re.search(r'role="alert">These options can', answer.text)


# Rematches


@pytest.mark.parametrize("heads", [["NE", "SE", "NW"], None])
def test_everyone_keeps_their_head_at_a_rematch(client: AppClient, heads: Any) -> None:
    table = create_table(client, "bazar", "Ada", "Bo", "Cy", rules=SMALL, heads=heads)
    play_on(table, random.Random(1))
    before = dict(zip(["Ada", "Bo", "Cy"], table.record()["start"]["heads"], strict=True))
    client.post(f"/t/{table.id}/seat/{table.tokens[0]}")
    again = client.post(f"/t/{table.id}/rematch").json()["table"]
    draw_without_others(lambda path, body: client.post(path, json=body), again)
    client.post(f"{again}/seed/go-on", json={})
    record = client.get(f"{again}/record").json()
    assert [seat["name"] for seat in record["seats"]] == ["Cy", "Ada", "Bo"]
    assert {
        seat["name"]: head for seat, head in zip(record["seats"], record["start"]["heads"])
    } == before
