"""Selling, sentence by sentence."""

from __future__ import annotations

import pytest

from howdah.games.bombay.names import ColourName
from tests.games.bombay.scene import Scene


def test_rulebook_example_purple_as_middle_demand_in_bombay() -> None:
    scene = Scene().put("D3").give("purple").play("sell purple")
    assert (scene.of(0).rupees, scene.of(0).clients) == (2 + 3, 1)
    assert scene.table.demands["D3"] == ("yellow", "orange", "purple")
    assert scene.of(0).cities == ("D3",)
    assert scene.table.city_tokens_left["D3"] == 2
    assert scene.table.stars == 2


def test_the_bale_goes_back_to_the_bag() -> None:
    scene = Scene().put("D3").give("purple")
    assert scene.table.bag["purple"] == 1
    assert scene.play("sell purple").table.bag["purple"] == 2


@pytest.mark.parametrize(
    ("city", "colour", "rupees", "clients"),
    [
        ("D1", "orange", 3, 0),
        ("D1", "blue", 1, 1),
        ("D2", "orange", 4, 0),
        ("D2", "blue", 3, 0),
        ("D2", "yellow", 2, 1),
        ("D3", "yellow", 5, 0),
        ("D3", "purple", 3, 1),
        ("D4", "yellow", 4, 0),
        ("D4", "purple", 1, 2),
        ("D1", "purple", 4, 1),
    ],
)
def test_a_sale_pays_by_demand_with_the_bonus_of_its_colour(
    city: str, colour: ColourName, rupees: int, clients: int
) -> None:
    """Top 4, middle 3, bottom 1 and a client; yellow one rupee more, purple one client more."""
    scene = Scene(restock="ppppbbbbb" if colour == "yellow" else "yyybbbboo").put(city)
    scene.give(colour).play(f"sell {colour}")
    assert (scene.of(0).rupees - 2, scene.of(0).clients) == (rupees, clients)


def test_the_cubes_below_the_one_served_move_up() -> None:
    scene = Scene(restock="ppppbbbbb").put("D3").give("yellow").play("sell yellow")
    assert scene.table.demands["D3"] == ("purple", "orange", "yellow")


def test_serving_the_bottom_demand_leaves_the_column_unchanged() -> None:
    scene = Scene().put("D3").give("orange").play("sell orange")
    assert scene.table.demands["D3"] == ("yellow", "purple", "orange")


def test_the_demand_changes_between_two_sales() -> None:
    scene = Scene(restock="yyybbbboo").put("D1").give("purple", "purple")
    scene.play("sell purple", "sell purple")
    assert (scene.of(0).rupees, scene.of(0).clients) == (2 + 4 + 1, 1 + 2)


def test_a_city_buys_only_what_it_demands() -> None:
    assert Scene().put("D3").give("blue").reasons_against("sell blue") == ["not-demanded"]


def test_one_sells_only_what_one_carries() -> None:
    assert Scene().put("D3").give("blue").reasons_against("sell orange") == ["not-carried"]


def test_selling_needs_a_city() -> None:
    assert Scene().give("blue").reasons_against("sell blue") == ["no-city"]


def test_a_player_gets_only_one_token_of_a_city() -> None:
    scene = Scene(restock="yyybbbboo").put("D1").give("purple", "purple")
    scene.play("sell purple", "sell purple")
    assert scene.of(0).city_tokens == 1
    assert scene.table.city_tokens_left["D1"] == 2


def test_an_empty_pile_gives_no_city_token() -> None:
    scene = Scene(2).put("D3").put("D3", seat=1).give("orange").give("orange", seat=1)
    scene.play("sell orange", "end", "sell orange")
    assert (scene.of(0).city_tokens, scene.of(1).city_tokens) == (1, 0)
    assert scene.table.city_tokens_left["D3"] == 0


def test_the_bank_of_clients_is_unlimited() -> None:
    scene = Scene()
    assert scene.table.clients_left is None
    scene.state.clients[1] = 99
    assert scene.put("D4").give("purple").play("sell purple").of(0).clients == 2


@pytest.mark.parametrize(("limit", "paid"), [(0, 0), (1, 1), (2, 2), (16, 2), (10**9, 2)])
def test_with_a_limit_a_sale_pays_the_clients_that_are_left(limit: int, paid: int) -> None:
    scene = Scene(client_limit=limit).put("D4").give("purple").play("sell purple")
    assert scene.of(0).clients == paid
    assert scene.table.clients_left == limit - paid


def test_palace_tokens_do_not_come_out_of_the_limited_bank() -> None:
    scene = Scene(client_limit=0).put("G1").give("blue").play("build blue")
    assert (scene.of(0).clients, scene.table.clients_left) == (1, 0)
