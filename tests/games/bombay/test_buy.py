"""Buying, sentence by sentence."""

from __future__ import annotations

import pytest

from tests.games.bombay.scene import Scene


@pytest.mark.parametrize(
    ("drawn", "market", "stars", "rupees"),
    [("yyyppbbbo", 0, 1, 1), ("yppppbbbo", 1, 2, 1), ("yyyboooop", 2, 2, 2)],
)
def test_the_market_sets_the_price(drawn: str, market: int, stars: int, rupees: int) -> None:
    scene = Scene(restock="".join(sorted(drawn, key="ypbo".index))).put("E1")
    assert "blue" in scene.table.markets[market]
    scene.play("buy")
    assert (scene.of(0).bales, scene.of(0).rupees) == (("blue",), 2 - rupees)
    assert scene.table.stars == 3 - stars


def test_rulebook_example_from_the_hilltop_to_a_purple_post_and_a_bale_ends_the_turn() -> None:
    scene = Scene(restock="yyyppbbbo").play("move E4")
    assert scene.table.stars == 2
    scene.play("buy")
    assert (scene.of(0).rupees, scene.of(0).bales) == (1, ("purple",))
    assert scene.game.to_play == 1


def test_buying_needs_a_post() -> None:
    assert Scene().reasons_against("buy") == ["no-post"]


def test_an_unused_f_site_has_no_post_with_few_players() -> None:
    assert Scene(3).put("F1").reasons_against("buy") == ["no-post"]


def test_buying_needs_an_open_post() -> None:
    assert Scene(restock="ppppbbbbb").put("E2").reasons_against("buy") == ["post-closed"]


def test_the_last_bale_of_a_colour_closes_its_posts() -> None:
    scene = Scene(restock="yyyppbbbo").put("E3").play("buy")
    assert scene.table.closed == ("orange",)
    assert scene.put("F3").reasons_against("buy") == ["already-bought", "post-closed"]


def test_only_one_bale_is_bought_in_a_turn() -> None:
    scene = Scene().put("E1").play("buy")
    assert scene.reasons_against("buy") == ["already-bought"]
    assert scene.play("end").put("E1", seat=1).play("buy").of(1).bales == ("blue",)


def test_the_next_turn_allows_another_purchase() -> None:
    scene = Scene(2).put("E1").play("buy", "end", "end", "buy")
    assert scene.of(0).bales == ("blue", "blue")


def test_two_baskets_hold_two_bales() -> None:
    assert Scene().put("E1").give("blue", "orange").reasons_against("buy") == ["baskets-full"]


def test_buying_needs_the_rupees() -> None:
    assert Scene(restock="yyyppbbbo").put("E3").rupees(1).reasons_against("buy") == [
        "too-few-rupees"
    ]


def test_buying_needs_the_stars() -> None:
    scene = Scene(restock="yyyppbbbo").put("A").play("move G5", "move E3")
    assert scene.reasons_against("buy") == ["too-few-stars"]


def test_a_refusal_names_every_unmet_condition() -> None:
    scene = Scene(restock="yyyppbbbo").put("D3").give("blue", "blue").rupees(0)
    scene.play("move E3", "move D3").put("E3")
    assert scene.reasons_against("buy") == ["baskets-full", "too-few-stars", "too-few-rupees"]
