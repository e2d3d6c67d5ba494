"""Wait, move, buy, sell, build, take and end, sentence by sentence."""

from __future__ import annotations

import pytest

from howdah.bombay.words import ColourName
from tests.bombay.scene import Scene

# Wait


def test_waiting_takes_all_three_stars_and_earns_one_rupee() -> None:
    scene = Scene().play("wait")
    assert (scene.of(0).rupees, scene.game.to_play) == (3, 1)


@pytest.mark.parametrize("site", ["A", "B", "D1", "E1", "F1", "G1", "H1"])
def test_one_may_wait_anywhere(site: str) -> None:
    assert "wait" in Scene().put(site).legal()


def test_waiting_is_only_a_whole_turn() -> None:
    assert Scene().play("move E4").refused("wait") == ["whole-turn"]


# Move


def test_a_move_follows_one_trail() -> None:
    scene = Scene()
    assert scene.legal("move") == ["move E4", "move F4", "move G5", "move H1"]
    assert scene.refused("move D1") == ["no-trail"]
    assert scene.play("move E4").of(0).site == "E4"


def test_staying_is_not_a_move() -> None:
    assert Scene().refused("move A") == ["no-trail"]


def test_a_move_costs_one_star() -> None:
    assert Scene().play("move E4").table.stars == 2


@pytest.mark.parametrize("hilltop", ["A", "B"])
def test_entering_a_hilltop_costs_two_stars(hilltop: str) -> None:
    assert Scene().put("E4").play(f"move {hilltop}").table.stars == 1


def test_leaving_a_hilltop_costs_one_star() -> None:
    assert Scene().put("B").play("move G6").table.stars == 2


def test_one_star_does_not_reach_a_hilltop() -> None:
    scene = Scene().put("D4").play("move G8", "move E4")
    assert scene.legal("move") == ["move D4", "move G8"]
    assert scene.refused("move B") == ["too-few-stars"]


def test_several_elephants_may_stand_on_one_site() -> None:
    scene = Scene().put("E4", seat=1).play("move E4")
    assert scene.of(0).site == scene.of(1).site == "E4"


def test_entering_a_rival_s_palace_pays_its_owner_from_the_bank() -> None:
    scene = Scene().palace("G5", 2).play("move G5")
    assert [scene.of(seat).rupees for seat in range(4)] == [2, 2, 3, 2]


def test_each_entry_pays_again() -> None:
    scene = Scene().palace("G5", 2).play("move G5", "move H2", "move G5")
    assert scene.of(2).rupees == 4


def test_entering_your_own_palace_earns_nothing() -> None:
    assert Scene().palace("G5", 0).play("move G5").of(0).rupees == 2


def test_leaving_a_palace_pays_nothing() -> None:
    assert Scene().put("G5").palace("G5", 2).play("move H2").of(2).rupees == 2


def test_a_palace_on_a_hilltop_is_paid_too() -> None:
    assert Scene().put("E4").palace("B", 3).play("move B").of(3).rupees == 3


# Buy


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
    assert Scene().refused("buy") == ["no-post"]


def test_an_unused_f_site_has_no_post_with_few_players() -> None:
    assert Scene(3).put("F1").refused("buy") == ["no-post"]


def test_buying_needs_an_open_post() -> None:
    assert Scene(restock="ppppbbbbb").put("E2").refused("buy") == ["post-closed"]


def test_the_last_bale_of_a_colour_closes_its_posts() -> None:
    scene = Scene(restock="yyyppbbbo").put("E3").play("buy")
    assert scene.table.closed == ("orange",)
    assert scene.put("F3").refused("buy") == ["already-bought", "post-closed"]


def test_only_one_bale_is_bought_in_a_turn() -> None:
    scene = Scene().put("E1").play("buy")
    assert scene.refused("buy") == ["already-bought"]
    assert scene.play("end").put("E1", seat=1).play("buy").of(1).bales == ("blue",)


def test_the_next_turn_allows_another_purchase() -> None:
    scene = Scene(2).put("E1").play("buy", "end", "end", "buy")
    assert scene.of(0).bales == ("blue", "blue")


def test_two_baskets_hold_two_bales() -> None:
    assert Scene().put("E1").give("blue", "orange").refused("buy") == ["baskets-full"]


def test_buying_needs_the_rupees() -> None:
    assert Scene(restock="yyyppbbbo").put("E3").rupees(1).refused("buy") == ["too-few-rupees"]


def test_buying_needs_the_stars() -> None:
    scene = Scene(restock="yyyppbbbo").put("A").play("move G5", "move E3")
    assert scene.refused("buy") == ["too-few-stars"]


def test_a_refusal_names_every_unmet_condition() -> None:
    scene = Scene(restock="yyyppbbbo").put("D3").give("blue", "blue").rupees(0)
    scene.play("move E3", "move D3").put("E3")
    assert scene.refused("buy") == ["baskets-full", "too-few-stars", "too-few-rupees"]


# Sell


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
    assert Scene().put("D3").give("blue").refused("sell blue") == ["not-demanded"]


def test_one_sells_only_what_one_carries() -> None:
    assert Scene().put("D3").give("blue").refused("sell orange") == ["not-carried"]


def test_selling_needs_a_city() -> None:
    assert Scene().give("blue").refused("sell blue") == ["no-city"]


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


# Build


def test_building_costs_a_star_a_bale_and_a_palace() -> None:
    scene = Scene().put("H1").give("blue").play("build blue")
    assert scene.table.palaces == {"H1": 0}
    assert (scene.of(0).bales, scene.of(0).palaces_left, scene.table.stars) == ((), 4, 2)
    assert scene.table.bag["blue"] == 2


def test_any_bale_pays_for_a_palace() -> None:
    scene = Scene().put("H1").give("purple", "orange")
    assert scene.legal("build") == ["build purple", "build orange"]


def test_building_needs_a_bale() -> None:
    assert Scene().put("H1").refused("build blue") == ["not-carried"]


@pytest.mark.parametrize("site", ["A", "B", "G1", "H1", "H2"])
def test_one_may_build_where_nothing_stands_hilltops_included(site: str) -> None:
    assert Scene().put(site).give("blue").legal("build") == ["build blue"]


@pytest.mark.parametrize("players", [2, 3])
def test_few_players_may_build_on_the_unused_f_sites(players: int) -> None:
    assert Scene(players).put("F2").give("blue").play("build blue").table.palaces == {"F2": 0}


def test_nobody_builds_on_a_post() -> None:
    assert Scene().put("F2").give("blue").refused("build blue") == ["post-here"]


def test_a_closed_post_is_still_a_post() -> None:
    scene = Scene(restock="ppppbbbbb").put("E3").give("orange")
    assert scene.refused("build orange") == ["post-here"]


def test_nobody_builds_in_a_city() -> None:
    assert Scene().put("D1").give("blue").refused("build blue") == ["city-here"]


@pytest.mark.parametrize("owner", [0, 1])
def test_nobody_builds_where_a_palace_stands(owner: int) -> None:
    assert Scene().put("H1").palace("H1", owner).give("blue").refused("build blue") == [
        "palace-here"
    ]


def test_nobody_builds_a_sixth_palace() -> None:
    scene = Scene().give("blue", "orange")
    for site in ("G1", "G2", "G3", "G4"):
        scene.palace(site, 0)
    scene.put("H1").play("build blue").put("H2")
    assert scene.of(0).palaces_left == 0
    assert scene.refused("build orange") == ["no-palace-left"]


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


# The free bale


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
    assert scene.refused("take blue") == ["not-leftmost"]


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
        assert scene.refused(action) == ["take-due"]
    assert scene.refused("wait") == ["take-due", "whole-turn"]
    assert scene.refused("buy") == ["take-due", "no-post"]
    assert scene.refused("take purple") == ["not-leftmost"]


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
    assert Scene().refused("take blue") == ["no-take-due"]


def test_the_last_turn_of_the_game_waits_for_its_take() -> None:
    scene = Scene(3)
    while scene.table.set_number < 3 or scene.table.game_turn < 5 or scene.game.to_play != 1:
        scene.play(scene.legal()[0] if scene.game.is_chance else "end")
    scene.put("G3", seat=1).give(next(c for c in ("blue", "orange") if scene.table.bag[c]), seat=1)
    scene.state.stars = 1
    scene.play(scene.legal("build")[0])
    assert not scene.game.is_over
    assert scene.play(scene.legal("take")[0]).game.is_over
