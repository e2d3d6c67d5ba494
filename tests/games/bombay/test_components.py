"""Components and set-up, sentence by sentence."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from howdah.games.bombay.board_files import BOARDS
from howdah.games.bombay.game import Bombay
from howdah.games.bombay.rules import BALES, PALACES, PLANS
from tests.games.bombay.scene import Scene

EVERY_NUMBER = pytest.mark.parametrize("players", [2, 3, 4, 5])
TABLE = {
    # players: sets, game turns, posts, city tokens, empire prizes
    2: (4, 4, 4, 1, [4, 0]),
    3: (3, 5, 4, 2, [6, 2, 0]),
    4: (4, 4, 8, 3, [8, 4, 2, 0]),
    5: (5, 3, 8, 4, [8, 6, 4, 2, 0]),
}


def start(players: int, **options: Any) -> Any:
    return Bombay.new(players, **{"seed": 5, **options}).start()


def test_the_board_has_24_sites_by_kind() -> None:
    kinds = Counter(site.kind for site in BOARDS.get("deccan").sites)
    assert kinds == {"hilltop": 2, "city": 4, "post": 8, "crossroads": 10}


def test_the_four_cities_are_indore_nagpur_bombay_and_hyderabad() -> None:
    names = [city.name for city in BOARDS.get("deccan").cities]
    assert names == ["Indore", "Nagpur", "Bombay", "Hyderabad"]


def test_there_are_3_yellow_4_purple_5_blue_and_5_orange_bales() -> None:
    assert BALES == (3, 4, 5, 5)
    assert Scene(restock=None).table.bag == {"yellow": 3, "purple": 4, "blue": 5, "orange": 5}


def test_everyone_has_five_palaces() -> None:
    assert PALACES == 5
    assert [player.palaces_left for player in Scene(5).table.players] == [5] * 5


@EVERY_NUMBER
def test_the_plan_follows_the_number_of_players(players: int) -> None:
    plan = PLANS[players]
    prizes = list(plan.empire_prizes[:players])
    assert (plan.sets, plan.game_turns, plan.posts, plan.city_tokens, prizes) == TABLE[players]


@EVERY_NUMBER
def test_each_city_has_one_token_less_than_there_are_players(players: int) -> None:
    assert set(Scene(players).table.city_tokens_left.values()) == {players - 1}


@EVERY_NUMBER
def test_everyone_starts_on_the_hilltop_a_with_2_rupees(players: int) -> None:
    for player in Scene(players).table.players[:4]:
        assert (player.site, player.rupees) == ("A", 2)


@pytest.mark.parametrize("first_player", range(5))
def test_the_player_who_starts_in_fifth_position_has_3_rupees(first_player: int) -> None:
    table = Scene(5, first_player=first_player).table
    rupees = [player.rupees for player in table.players]
    fifth = (first_player + 4) % 5
    assert rupees == [3 if seat == fifth else 2 for seat in range(5)]


@pytest.mark.parametrize("first_player", range(4))
def test_with_four_players_nobody_has_3_rupees(first_player: int) -> None:
    table = Scene(4, first_player=first_player).table
    assert [player.rupees for player in table.players] == [2, 2, 2, 2]


def test_the_markets_are_empty_before_the_first_restock() -> None:
    assert Scene(restock=None).table.markets == ({}, {}, {})


@pytest.mark.parametrize("players", [2, 3])
def test_few_players_use_one_post_of_each_colour_on_the_e_sites(players: int) -> None:
    posts = start(players)["posts"]
    assert sorted(posts) == ["E1", "E2", "E3", "E4"]
    assert sorted(posts.values()) == ["blue", "orange", "purple", "yellow"]


@pytest.mark.parametrize("players", [4, 5])
def test_many_players_use_two_posts_of_each_colour_on_e_and_f(players: int) -> None:
    posts = start(players)["posts"]
    assert sorted(posts) == ["E1", "E2", "E3", "E4", "F1", "F2", "F3", "F4"]
    assert set(Counter(posts.values()).values()) == {2}


@EVERY_NUMBER
def test_a_palace_token_lies_on_each_g_site_and_none_on_h(players: int) -> None:
    tokens = start(players)["palace_tokens"]
    assert sorted(tokens) == [f"G{number}" for number in range(1, 9)]
    assert Counter(tokens.values()) == {"client": 2, "rupees": 2, "city": 2, "bale": 2}


@EVERY_NUMBER
def test_random_set_up_gives_the_four_columns_to_the_four_cities(players: int) -> None:
    demands = start(players)["demands"]
    columns = [list(column) for column in BOARDS.get("deccan").demand_columns]
    assert sorted(demands.values()) == sorted(columns)


def test_random_set_ups_reach_every_order_of_the_columns() -> None:
    orders = {str(start(2, seed=seed)["demands"]) for seed in range(300)}
    assert len(orders) == 24


def test_random_set_ups_let_every_seat_begin() -> None:
    assert {start(5, seed=seed)["first_player"] for seed in range(60)} == set(range(5))


@EVERY_NUMBER
def test_in_the_first_game_only_the_restocks_are_random(players: int) -> None:
    starts = [start(players, set_up="first-game", seed=seed) for seed in range(5)]
    layout: Any = BOARDS.get("deccan").to_json()["first_game"]
    assert all(one == starts[0] for one in starts)
    assert starts[0]["posts"] == layout["posts"][str(PLANS[players].posts)]
    assert starts[0]["palace_tokens"] == layout["palace_tokens"]
    assert starts[0]["demands"] == layout["demands"]


def test_each_city_s_own_post_sells_what_that_city_wants_least() -> None:
    """The reconstructed first-game layout: the nearest E post of each city."""
    table = Scene().table
    nearest = {"D1": "E1", "D2": "E2", "D3": "E3", "D4": "E4"}
    for city, post in nearest.items():
        assert post in table.board.neighbours(city)
        assert table.demands[city][-1] == table.posts[post]


@pytest.mark.parametrize(
    ("edition", "few", "many"),
    [
        ("fr", "orange", "yellow"),
        ("pt", "orange", "yellow"),
        ("en", "yellow", "yellow"),
        ("pl", "yellow", "yellow"),
    ],
)
def test_editions_differ_in_the_face_with_two_or_three_players(
    edition: str, few: str, many: str
) -> None:
    faces = {n: Scene(n, edition=edition).table.face for n in (2, 3, 4, 5)}
    assert faces == {2: few, 3: few, 4: many, 5: many}


@pytest.mark.parametrize("edition", ["fr", "pt", "en", "pl"])
def test_every_edition_pays_8_rupees_for_four_or_more_city_tokens(edition: str) -> None:
    scene = Scene(edition=edition)
    scene.state.city_tokens[0] = [1, 1, 1, 1]
    scene.state.city_tokens[1] = [1, 1, 1, 1]
    scene.state.extra_city_tokens[1] = 1
    result: Any = scene.finish().game.result()
    assert result["city_tokens"][:2] == [4, 5]
    assert result["rupees"][0] == result["rupees"][1] == 2 + 8 + 14 // 4


def test_the_players_may_agree_who_begins() -> None:
    assert [start(4, first_player=seat)["first_player"] for seat in range(4)] == [0, 1, 2, 3]
    assert start(4, first_player=2)["posts"] == start(4)["posts"]
