"""What turns make use of, and which of them go back: what the levels know of them."""

from __future__ import annotations

import pytest

from howdah.ai.opportunities import Opportunity, Reach, TurnDescription, describe_turns
from howdah.games.bombay.rules import BUILD, BUY, SELL
from howdah.games.bombay.state import ORANGE
from howdah.games.registry import AnyGame, new
from tests.ai.test_moves_back import walk


def described(game: AnyGame, turn: str) -> TurnDescription:
    """The description of a turn of the seat to play, its actions with commas."""
    codes = [game.number_of(action) for action in turn.split(", ")]
    return describe_turns(game, [codes])[0]


def site(game: AnyGame, name: str) -> int:
    return game.number_of(f"move {name}")


def test_a_purchase_where_the_elephant_is_is_at_hand_and_one_elsewhere_is_ahead() -> None:
    game = walk("move G5, move E3, end")
    there = (site(game, "E3"), BUY)
    assert described(game, "buy, move G5, end").opportunities == (
        Opportunity(Reach.AT_HAND, there),
    )
    game = walk("move G5, end")
    assert described(game, "move E3, buy, end").opportunities == (Opportunity(Reach.AHEAD, there),)


def test_a_turn_makes_use_of_everything_that_it_buys_sells_and_builds() -> None:
    game = walk("move G5, move E3, end", "buy, end", "move D3, end")
    city, post = site(game, "D3"), site(game, "E3")
    assert described(game, "sell orange, move E3, buy").opportunities == (
        Opportunity(Reach.AT_HAND, (city, SELL + ORANGE)),
        Opportunity(Reach.AHEAD, (post, BUY)),
    )


def test_a_palace_is_the_same_whatever_bale_pays_for_it() -> None:
    game = walk("move G5, end")
    palaces = {described(game, f"build {colour}, end") for colour in ("blue", "orange")}
    assert palaces == {
        TurnDescription((Opportunity(Reach.AT_HAND, (site(game, "G5"), BUILD)),)),
    }


def test_walks_that_end_at_the_same_site_are_the_same() -> None:
    game = walk("move G5, end")
    h2 = Opportunity(Reach.WALK, (site(game, "H2"),))
    assert described(game, "move H2, end").opportunities == (h2,)
    assert described(game, "move E3, move D3, move H2").opportunities == (h2,)
    here = Opportunity(Reach.WALK, (site(game, "G5"),))
    assert described(game, "wait").opportunities == (here,)


@pytest.mark.parametrize(
    ("turns", "turn", "goes_back"),
    [
        (["move G5, end"], "move A, end", True),
        (["move G5, end"], "move H2, move G5, end", True),
        (["move G5, end"], "move H2, end", False),
        (["move G5, end", "wait"], "move A, end", False),
        (["move G5, end"], "move E3, move D3, end", False),
        (["wait"], "wait", False),
        (["move G5, move E3, end", "buy, end", "wait"], "wait", True),
        (["move G5, move E3, end", "buy, end", "wait"], "move D3, sell orange, end", False),
        (["move G5, move E3, end", "buy, end"], "move G5, move A", False),
        (["move G5, move E3, end", "move D3, end"], "move E3, buy, end", False),
        (["move G5, move E3, end", "move D3, end"], "move E3, move G5, end", True),
        (["move G5, move E3, end", "buy, move D3, end"], "move E3, buy, end", False),
        (["move G5, move E3, end", "buy, move D3, end"], "move E3, move D3, sell orange", True),
    ],
)
def test_a_turn_goes_back_if_it_comes_where_it_was_without_a_purpose(
    turns: list[str], turn: str, *, goes_back: bool
) -> None:
    assert described(walk(*turns), turn).goes_back is goes_back


def test_a_turn_that_has_begun_goes_back_to_where_it_began() -> None:
    game = walk("wait")
    game.play("move G5")
    assert described(game, "move A, end").goes_back
    assert not described(game, "move H2, end").goes_back


def test_in_a_game_that_does_not_describe_its_turns_each_is_an_opportunity_of_its_own() -> None:
    game = new("bazar", players=2, starter="seat 0")
    one, other = ([game.number_of(action)] for action in game.legal_actions()[:2])
    assert describe_turns(game, [one, other]) == [
        TurnDescription((Opportunity(Reach.AHEAD, tuple(turn)),)) for turn in (one, other)
    ]
