"""The restock, sentence by sentence, and the exact table of all markets."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from howdah.games.bombay.actions import Restock
from howdah.games.bombay.chance import draws_from
from howdah.games.bombay.rules import BALES, RESTOCK, can_restock
from howdah.games.bombay.state import COLOURS
from tests.games.bombay.scene import Scene

ORACLE = {
    "3+3/2/1": 34.55,
    "3/2+2+2": 22.21,
    "4/2+2/1": 18.51,
    "4/3/1+1": 9.56,
    "4/3/2": 7.65,
    "3+3+3": 2.39,
    "5/2/1+1": 2.22,
    "4+4/1": 1.05,
    "5/3/1": 0.91,
    "5/2+2": 0.89,
    "5/4": 0.05,
}


def test_rulebook_example_two_colours_share_the_left_market() -> None:
    markets = Scene(restock="yyyppbbbo").table.markets
    assert markets == ({"yellow": 3, "blue": 3}, {"purple": 2}, {"orange": 1})


def test_rulebook_example_three_colours_share_the_middle_market() -> None:
    markets = Scene(restock="yyppbbooo").table.markets
    assert markets == ({"orange": 3}, {"yellow": 2, "purple": 2, "blue": 2}, {})


def test_two_rare_colours_share_the_right_market() -> None:
    markets = Scene(restock="ypbbbbooo").table.markets
    assert markets == ({"blue": 4}, {"orange": 3}, {"yellow": 1, "purple": 1})


def test_a_colour_in_no_market_has_its_posts_closed() -> None:
    table = Scene(restock="ppppbbbbb").table
    assert table.closed == ("yellow", "orange")
    assert table.markets == ({"blue": 5}, {"purple": 4}, {})


def test_all_draws_give_the_markets_of_the_exact_oracle() -> None:
    draws = draws_from(BALES, 9)
    ways = sum(weight for _, weight in draws)
    found: Counter[str] = Counter()
    for draw, weight in draws:
        markets = Scene(restock=Restock.of(draw).drawn).table.markets
        counts = ["+".join(map(str, sorted(m.values(), reverse=True))) for m in markets if m]
        found["/".join(counts)] += weight
    percent = {markets: round(float(100 * weight / ways), 2) for markets, weight in found.items()}
    assert percent == ORACLE


def test_no_bag_has_more_than_90_draws() -> None:
    bags = [(y, p, b, o) for y in range(4) for p in range(5) for b in range(6) for o in range(6)]
    assert max(len(draws_from(bag, min(9, sum(bag)))) for bag in bags) == 90


def test_chance_outcomes_are_exact_and_complete() -> None:
    game = Scene(restock=None).game
    outcomes = game.chance_outcomes()
    assert [action for action, _ in outcomes] == game.legal_actions()
    assert sum(probability for _, probability in outcomes) == 1
    likely = dict(outcomes)[Restock("yyyppbbbo")]
    assert likely == Fraction(1 * 6 * 10 * 5, 24310)
    assert Scene().game.chance_outcomes() == []


@pytest.mark.parametrize("drawn", ["yyyppbbb", "yyyppbbboo"])
def test_nine_bales_are_drawn(drawn: str) -> None:
    assert Scene(restock=None).reasons_against(f"restock {drawn}") == ["wrong-draw"]


def test_only_bales_in_the_bag_are_drawn() -> None:
    scene = Scene(restock=None).give("yellow", "yellow")
    assert scene.reasons_against("restock yyppbbboo") == ["not-in-the-bag"]


def test_a_bag_of_seven_is_drawn_whole() -> None:
    scene = Scene(5, restock=None)
    scene.give("yellow", "yellow", seat=0).give("yellow", "purple", seat=1)
    scene.give("purple", "purple", seat=2)
    scene.give("blue", "blue", seat=3).give("blue", "blue", seat=4)
    assert scene.legal() == ["restock pbooooo"]
    scene.play("restock pbooooo")
    assert scene.table.markets == ({"orange": 5}, {"purple": 1, "blue": 1}, {})
    assert scene.table.closed == ("yellow",)


def test_bales_left_in_the_markets_go_back_and_those_on_elephants_stay() -> None:
    scene = Scene(2).put("E1").play("buy", "end").end_turns(7)
    assert scene.game.is_chance
    assert scene.table.markets[0] == {"yellow": 3, "blue": 2}
    scene.play("restock yyyppppbb")
    assert scene.table.markets == ({"purple": 4}, {"yellow": 3}, {"blue": 2})
    assert scene.of(0).bales == ("blue",)
    assert scene.table.bag == {"yellow": 0, "purple": 0, "blue": 2, "orange": 5}


def test_a_restock_is_never_due_in_the_middle_of_a_set() -> None:
    assert Scene().reasons_against("restock yyyppbbbo") == ["no-restock-due"]


def test_players_wait_for_the_restock() -> None:
    for action in ("wait", "move E4", "buy", "sell blue", "build blue", "take blue", "end"):
        assert Scene(restock=None).reasons_against(action) == ["restock-due"]


def test_the_rules_accept_exactly_the_draws_that_are_listed() -> None:
    scene = Scene(restock=None).give("orange", "orange", "orange")
    listed = {scene.game._notation.code(action) for action in scene.game.legal_actions()}
    for draw in range(1 << 3 * len(COLOURS)):
        assert can_restock(scene.state, draw) == (RESTOCK + draw in listed)
