"""Sets, game turns and turn order, sentence by sentence."""

from __future__ import annotations

import pytest

from howdah.games.bombay.rules import PLANS
from tests.games.bombay.scene import Scene

EVERY_NUMBER = pytest.mark.parametrize("players", [2, 3, 4, 5])


def order_of_play(players: int, first_player: int = 0) -> list[tuple[int, int, int]]:
    """(set, game turn, seat) of every player turn when everyone just ends it."""
    scene = Scene(players, restock=None, first_player=first_player)
    found = []
    while not scene.game.is_over:
        if scene.game.is_chance:
            scene.play(str(scene.game.legal_actions()[0]))
        table = scene.table
        found.append((table.set_number, table.game_turn, table.to_play))
        scene.play("end")
    return found


@EVERY_NUMBER
def test_every_player_has_every_game_turn_once(players: int) -> None:
    plan, order = PLANS[players], order_of_play(players)
    assert len(order) == len(set(order)) == plan.sets * plan.game_turns * players


@EVERY_NUMBER
def test_play_goes_clockwise_from_the_first_player(players: int) -> None:
    for first_player in range(players):
        turn = [
            seat for one, two, seat in order_of_play(players, first_player) if (one, two) == (1, 1)
        ]
        assert turn == [(first_player + step) % players for step in range(players)]


@EVERY_NUMBER
def test_the_first_player_moves_one_seat_to_the_left_each_set(players: int) -> None:
    order = order_of_play(players, players - 1)
    firsts = [seat for _, turn, seat in order if turn == 1][::players]
    assert firsts == [(players - 1 + step) % players for step in range(PLANS[players].sets)]


def test_with_two_players_each_is_first_player_twice() -> None:
    firsts = [seat for _, turn, seat in order_of_play(2) if turn == 1][::2]
    assert firsts == [0, 1, 0, 1]


def test_with_two_players_the_last_of_a_set_is_the_first_of_the_next() -> None:
    scene = Scene(2).end_turns(8)
    assert scene.game.is_chance
    assert scene.game.to_play is None
    assert scene.play("restock yyyppbbbo").game.to_play == 1


def test_a_turn_has_three_stars() -> None:
    assert Scene().table.stars == 3


def test_unused_stars_are_lost() -> None:
    scene = Scene(2).play("move E4", "end", "end")
    assert (scene.game.to_play, scene.table.stars) == (0, 3)


def test_one_may_give_up_all_three_stars() -> None:
    assert Scene().play("end").game.to_play == 1


def test_a_turn_ends_by_itself_when_no_star_is_left() -> None:
    assert Scene().play("move E4", "move D4", "move E4").game.to_play == 1


def test_the_same_action_may_be_done_several_times() -> None:
    assert Scene().play("move G5", "move H2", "move D1").of(0).site == "D1"


def test_nothing_is_legal_after_the_end() -> None:
    scene = Scene(3).finish()
    assert scene.game.legal_actions() == []
    assert scene.game.to_play is None
    assert scene.reasons_against("end") == ["game-over"]
    assert scene.reasons_against("restock yyyppbbbo") == ["no-restock-due"]


def test_the_bales_left_in_the_markets_do_not_matter_at_the_end() -> None:
    table = Scene(3).finish().table
    assert table.result is not None
    assert not table.take_due
