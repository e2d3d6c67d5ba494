"""Building and the free bale, sentence by sentence."""

from __future__ import annotations

import pytest

from tests.games.bombay.scene import Scene


def test_building_costs_a_star_a_bale_and_a_palace() -> None:
    scene = Scene().put("H1").give("blue").play("build blue")
    assert scene.table.palaces == {"H1": 0}
    assert (scene.of(0).bales, scene.of(0).palaces_left, scene.table.stars) == ((), 4, 2)
    assert scene.table.bag["blue"] == 2


def test_any_bale_pays_for_a_palace() -> None:
    scene = Scene().put("H1").give("purple", "orange")
    assert scene.legal("build") == ["build purple", "build orange"]


def test_building_needs_a_bale() -> None:
    assert Scene().put("H1").reasons_against("build blue") == ["not-carried"]


@pytest.mark.parametrize("site", ["A", "B", "G1", "H1", "H2"])
def test_one_may_build_where_nothing_stands_hilltops_included(site: str) -> None:
    assert Scene().put(site).give("blue").legal("build") == ["build blue"]


@pytest.mark.parametrize("players", [2, 3])
def test_few_players_may_build_on_the_unused_f_sites(players: int) -> None:
    assert Scene(players).put("F2").give("blue").play("build blue").table.palaces == {"F2": 0}


def test_nobody_builds_on_a_post() -> None:
    assert Scene().put("F2").give("blue").reasons_against("build blue") == ["post-here"]


def test_a_closed_post_is_still_a_post() -> None:
    scene = Scene(restock="ppppbbbbb").put("E3").give("orange")
    assert scene.reasons_against("build orange") == ["post-here"]


def test_nobody_builds_in_a_city() -> None:
    assert Scene().put("D1").give("blue").reasons_against("build blue") == ["city-here"]


@pytest.mark.parametrize("owner", [0, 1])
def test_nobody_builds_where_a_palace_stands(owner: int) -> None:
    assert Scene().put("H1").palace("H1", owner).give("blue").reasons_against("build blue") == [
        "palace-here"
    ]


def test_nobody_builds_a_sixth_palace() -> None:
    scene = Scene().give("blue", "orange")
    for site in ("G1", "G2", "G3", "G4"):
        scene.palace(site, 0)
    scene.put("H1").play("build blue").put("H2")
    assert scene.of(0).palaces_left == 0
    assert scene.reasons_against("build orange") == ["no-palace-left"]


def test_a_palace_built_where_elephants_stand_earns_nothing_for_them() -> None:
    scene = Scene().put("H1").put("H1", seat=1).give("blue").play("build blue")
    assert scene.of(0).rupees == 2


def test_a_site_without_a_token_gives_nothing_more() -> None:
    scene = Scene().put("H1").give("blue").play("build blue")
    assert (scene.of(0).rupees, scene.of(0).clients, scene.of(0).city_tokens) == (2, 0, 0)


def test_the_client_token_counts_as_a_client() -> None:
    scene = Scene().put("G1").give("blue").play("build blue")
    assert scene.of(0).clients == 1
    assert "G1" not in scene.table.palace_tokens


def test_the_rupees_token_pays_two_rupees_at_once() -> None:
    assert Scene().put("G2").give("blue").play("build blue").of(0).rupees == 4


def test_the_city_token_counts_as_a_city_token_and_of_no_city() -> None:
    scene = Scene().put("G4").give("blue").play("build blue")
    assert (scene.of(0).city_tokens, scene.of(0).cities) == (1, ())


def test_a_city_palace_token_is_never_blocked_by_one_a_city() -> None:
    scene = Scene().put("G4").give("blue", "orange")
    scene.state.city_tokens[0] = [1, 1, 1, 1]
    assert scene.play("build blue").of(0).city_tokens == 5


def test_the_bale_token_gives_a_bale_from_the_leftmost_market() -> None:
    scene = Scene(restock="yyyppbbbo").put("G3").give("orange").play("build orange")
    assert scene.legal() == ["take yellow", "take blue"]
    scene.play("take yellow")
    assert (scene.of(0).bales, scene.of(0).rupees) == (("yellow",), 2)
    assert scene.table.markets[0] == {"yellow": 2, "blue": 3}


def test_an_empty_market_is_passed_over() -> None:
    scene = Scene(restock="yyyppbbbo").put("G3").give("orange")
    scene.state.stock[:] = [0, 0, 0, 1]
    scene.state.bag[:] = [3, 4, 5, 3]
    scene.play("build orange")
    assert scene.legal() == ["take orange"]
    assert scene.reasons_against("take blue") == ["not-leftmost"]


def test_nothing_is_due_when_all_markets_are_empty() -> None:
    scene = Scene().put("G3").give("orange")
    scene.state.stock[:] = [0, 0, 0, 0]
    scene.state.bag[:] = [3, 4, 5, 4]
    scene.play("build orange")
    assert not scene.table.take_due
    assert "end" in scene.legal()


def test_nothing_comes_between_a_build_and_its_take() -> None:
    scene = Scene().put("G3").give("orange").play("build orange")
    for action in ("end", "move H1"):
        assert scene.reasons_against(action) == ["take-due"]
    assert scene.reasons_against("wait") == ["take-due", "whole-turn"]
    assert scene.reasons_against("buy") == ["take-due", "no-post"]
    assert scene.reasons_against("take purple") == ["not-leftmost"]


def test_a_turn_with_a_take_due_goes_on_without_stars() -> None:
    scene = Scene().put("H1").give("orange").play("move E1", "move H1").put("G3")
    scene.play("build orange")
    assert (scene.table.stars, scene.game.to_play) == (0, 0)
    assert scene.play("take blue").game.to_play == 1


def test_the_free_bale_is_not_a_purchase() -> None:
    scene = Scene().put("G3").give("orange").play("build orange", "take blue").put("E1").play("buy")
    assert scene.of(0).bales == ("blue", "blue")


def test_a_free_bale_may_follow_a_purchase() -> None:
    scene = Scene().put("E1").give("orange").play("buy").put("G3").play("build orange", "take blue")
    assert scene.of(0).bales == ("blue", "blue")


def test_the_last_bale_taken_free_closes_its_posts() -> None:
    scene = Scene(restock="yyyppbbbo").put("G3").give("orange")
    scene.state.stock[:] = [0, 0, 0, 1]
    scene.state.bag[:] = [3, 4, 5, 3]
    assert scene.play("build orange", "take orange").table.closed == (
        "yellow",
        "purple",
        "blue",
        "orange",
    )


def test_nothing_is_taken_when_nothing_is_due() -> None:
    assert Scene().reasons_against("take blue") == ["no-take-due"]


def test_the_last_turn_of_the_game_waits_for_its_take() -> None:
    scene = Scene(3)
    while scene.table.set_number < 3 or scene.table.game_turn < 5 or scene.game.to_play != 1:
        scene.play(scene.legal()[0] if scene.game.is_chance else "end")
    scene.put("G3", seat=1).give(next(c for c in ("blue", "orange") if scene.table.bag[c]), seat=1)
    scene.state.stars = 1
    scene.play(scene.legal("build")[0])
    assert not scene.game.is_over
    assert scene.play(scene.legal("take")[0]).game.is_over
