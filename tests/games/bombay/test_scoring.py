"""The end of a game, sentence by sentence."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from howdah.games.bombay.rules import PLANS
from howdah.games.bombay.scoring import empire_prize, is_winner, reputation_prize
from howdah.games.bombay.state import SEATS
from tests.games.bombay.scene import Scene


def prizes(*totals: int) -> list[int]:
    """The empire prizes for some totals of clients."""
    scene = Scene(len(totals))
    scene.state.clients[: len(totals)] = totals
    return [empire_prize(scene.state, seat) for seat in SEATS[: len(totals)]]


def final(rupees: list[int], clients: list[int] | None = None) -> Any:
    """The result of a game that ends with these rupees and clients, and no other gain."""
    scene = Scene(len(rupees))
    scene.state.rupees[: len(rupees)] = rupees
    scene.state.clients[: len(rupees)] = clients or [0] * len(rupees)
    return scene.finish().game.result()


def test_the_empire_is_palaces_built_plus_clients() -> None:
    scene = Scene(2).palace("H1", 0).palace("H2", 0)
    scene.state.clients[:2] = [1, 2]
    assert [empire_prize(scene.state, seat) for seat in SEATS[:2]] == [4, 0]


def test_rulebook_example_totals_6_6_4_2_pay_6_6_2_0() -> None:
    scene = Scene()
    scene.state.palaces_built[:4] = [3, 4, 2, 0]
    scene.state.clients[:4] = [3, 2, 2, 2]
    assert [empire_prize(scene.state, seat) for seat in SEATS[:4]] == [6, 6, 2, 0]


@pytest.mark.parametrize(
    ("totals", "paid"),
    [
        ((2, 1), [4, 0]),
        ((1, 1), [2, 2]),
        ((3, 2, 1), [6, 2, 0]),
        ((2, 2, 1), [4, 4, 0]),
        ((3, 1, 1), [6, 1, 1]),
        ((1, 1, 1), [2, 2, 2]),
        ((4, 3, 2, 1), [8, 4, 2, 0]),
        ((3, 2, 2, 1), [8, 3, 3, 0]),
        ((3, 2, 1, 1), [8, 4, 1, 1]),
        ((2, 2, 2, 1), [4, 4, 4, 0]),
        ((2, 1, 1, 1), [8, 2, 2, 2]),
        ((1, 1, 1, 1), [3, 3, 3, 3]),
        ((5, 4, 3, 2, 1), [8, 6, 4, 2, 0]),
        ((1, 2, 3, 4, 5), [0, 2, 4, 6, 8]),
        ((2, 2, 2, 1, 1), [6, 6, 6, 1, 1]),
        ((1, 1, 1, 1, 1), [4, 4, 4, 4, 4]),
        ((0, 0), [2, 2]),
    ],
)
def test_tied_players_share_the_prizes_of_the_ranks_they_occupy(
    totals: tuple[int, ...], paid: list[int]
) -> None:
    assert prizes(*totals) == paid


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_shared_prizes_never_exceed_the_prizes_there_are(players: int) -> None:
    whole = {2: 4, 3: 8, 4: 14, 5: 20}[players]
    for totals in product(range(3), repeat=players):
        assert whole - players < sum(prizes(*totals)) <= whole


@pytest.mark.parametrize(
    ("tokens", "extra", "paid"),
    [(0, 0, 0), (2, 0, 0), (3, 0, 4), (2, 1, 4), (4, 0, 8), (2, 2, 8), (4, 2, 8), (0, 3, 4)],
)
def test_three_city_tokens_pay_4_and_four_or_more_pay_8(tokens: int, extra: int, paid: int) -> None:
    scene = Scene()
    scene.state.city_tokens[0] = [1] * tokens + [0] * (4 - tokens)
    scene.state.extra_city_tokens[0] = extra
    assert reputation_prize(scene.state, SEATS[0]) == paid


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_reputation_pays_the_same_for_any_number_of_players(players: int) -> None:
    scene = Scene(players)
    scene.state.extra_city_tokens[0] = 3
    assert reputation_prize(scene.state, SEATS[0]) == 4


def test_the_result_tells_all_that_counts() -> None:
    scene = Scene(2).palace("H1", 1).palace("H2", 1).rupees(7)
    scene.state.clients[:2] = [1, 0]
    scene.state.extra_city_tokens[0] = 3
    assert scene.finish().game.result() == {
        "rupees": [7 + 0 + 4, 2 + 4 + 0],
        "clients": [1, 0],
        "city_tokens": [3, 0],
        "palaces": [0, 2],
        "winners": [0],
    }


def test_a_running_game_has_no_result() -> None:
    assert Scene().game.result() is None


def test_most_rupees_wins_prizes_included() -> None:
    assert final([10, 13], clients=[1, 0])["winners"] == [0]


def test_tied_on_rupees_most_clients_wins() -> None:
    result = final([6, 10], clients=[1, 0])
    assert result["rupees"] == [10, 10]
    assert result["winners"] == [0]


def test_still_tied_the_win_is_shared() -> None:
    result = final([9, 3, 9, 9], clients=[2, 2, 2, 1])
    assert result["winners"] == [0, 2]


def test_palaces_do_not_break_a_tie() -> None:
    scene = Scene(2).palace("H1", 0).rupees(5).rupees(9, seat=1)
    assert scene.finish().game.result() == {
        "rupees": [9, 9],
        "clients": [0, 0],
        "city_tokens": [0, 0],
        "palaces": [1, 0],
        "winners": [0, 1],
    }


def test_there_is_always_a_winner() -> None:
    for rupees in product(range(3), repeat=3):
        scene = Scene(3)
        scene.state.rupees[:3] = rupees
        assert any(is_winner(scene.state, seat) for seat in SEATS[:3])


def test_fractions_arise_only_in_three_way_ties_of_3_and_4_players_and_the_four_way_tie() -> None:
    uneven = {
        (players, tied)
        for players in (2, 3, 4, 5)
        for tied in range(2, players + 1)
        for rank in range(players - tied + 1)
        if sum(PLANS[players].empire_prizes[rank : rank + tied]) % tied
    }
    assert uneven == {(3, 3), (4, 3), (4, 4)}
