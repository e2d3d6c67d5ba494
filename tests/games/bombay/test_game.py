"""The game class: playing by name and by text, undoing, copying, asking why not."""

from __future__ import annotations

from typing import Any

import pytest

import howdah
from howdah.core.errors import (
    IllegalAction,
    InvalidAction,
    InvalidOption,
    NothingToUndo,
    UnknownGame,
)
from howdah.games.bombay.actions import Build, Buy, End, Move, Restock, Sell, Take, Wait
from howdah.games.bombay.game import Bombay
from tests.games.bombay.scene import Scene

ACTIONS = [
    Restock("yyyppbbbo"),
    Wait(),
    Move("E4"),
    Buy(),
    Sell("purple"),
    Build("blue"),
    Take("orange"),
    End(),
]


@pytest.mark.parametrize("action", ACTIONS, ids=str)
def test_actions_are_printed_and_parsed_back(action: Any) -> None:
    assert Scene().game.parse(str(action)) == action
    assert eval(repr(action)) == action


def test_new_deals_the_first_restock() -> None:
    game = howdah.new("bombay", players=4, seed=7)
    assert [type(action).__name__ for action in game.actions] == ["Restock"]
    assert game.to_play is not None


def test_an_unknown_game_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(UnknownGame, match="There is no game 'go'; there are bombay, bazar"):
        howdah.new("go")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 1}, "players should be a whole number from 2 to 5, not 1"),
        ({"players": 6}, "players should be"),
        ({"players": True}, "players should be"),
        ({"edition": "de"}, "edition should be one of fr, pt, en, pl"),
        ({"set_up": "mine"}, "set_up should be one of random, first-game"),
        ({"client_limit": -1}, "client_limit should be"),
        ({"first_player": 4}, "first_player should be a whole number from 0 to 3, not 4"),
        ({"names": ["Ada"]}, "4 players need 4 names, not 1"),
    ],
)
def test_a_wrong_option_is_named(options: Any, message: str) -> None:
    with pytest.raises(InvalidOption, match=message):
        howdah.new("bombay", **{"players": 4, **options})


def test_an_illegal_action_changes_nothing_and_names_the_way_out() -> None:
    game = Scene().game
    before = game.record(), game._state.copy()
    with pytest.raises(IllegalAction) as caught:
        game.play("buy")
    assert (game.record(), game._state) == before
    assert caught.value.legal == tuple(map(str, game.legal_actions()))
    assert str(caught.value) == (
        "'buy' is not legal: There is no trading post at A. [bombay#buy] "
        "Legal: move E4, move F4, move G5, move H1, wait, end."
    )


GREEN: Any = "green"


@pytest.mark.parametrize("action", [Sell(GREEN), Move("Z1"), Restock("oy"), Restock("")])
def test_an_action_of_no_board_is_invalid(action: Any) -> None:
    for ask in (Scene().game.play, Scene().game.why_not):
        with pytest.raises(InvalidAction):
            ask(action)


def test_a_text_that_is_no_action_shows_the_forms_there_are() -> None:
    with pytest.raises(InvalidAction, match='"fly" is not an action; an action is exactly one of'):
        Scene().game.play("fly")


def test_a_legal_action_has_no_reason_against_it() -> None:
    assert Scene().game.why_not("move E4") == ()


def test_a_reason_is_data() -> None:
    (reason,) = Scene().game.why_not("move D1")
    assert str(reason) == "There is no trail from A to D1."
    assert reason.to_json() == {
        "code": "no-trail",
        "arguments": {"origin": "A", "site": "D1"},
        "rule": "bombay#move",
        "sentence": "There is no trail from A to D1.",
    }


def test_undo_takes_back_one_action() -> None:
    game = Scene().play("move E4", "end").game
    assert (game.undo(), game.to_play) == (End(), 0)
    assert (game.undo(), game.view().players[0].site) == (Move("E4"), "A")


def test_undo_takes_the_dealer_s_restock_back_with_the_action_before_it() -> None:
    game = Bombay.new(2, seed=1)
    for _ in range(8):
        game.play("end")
    after = game.record()
    assert isinstance(game.actions[-1], Restock)
    assert game.undo() == End()
    assert len(game.actions) == 8
    game.play("end")
    assert game.record() == after, "the same decision meets the same draw"


def test_what_the_dealer_dealt_at_the_start_cannot_be_undone() -> None:
    with pytest.raises(NothingToUndo):
        Bombay.new(2, seed=1).undo()
    with pytest.raises(NothingToUndo):
        Scene(restock=None).game.undo()


def test_the_draw_depends_on_what_is_in_the_bag_and_not_on_what_was_undone() -> None:
    games = [Bombay.new(2, seed=5, set_up="first-game") for _ in range(2)]
    games[0].play("move E4")
    games[0].undo()
    for game in games:
        for _ in range(8):
            game.play("end")
    assert games[0].record() == games[1].record()


def test_a_copy_goes_its_own_way() -> None:
    game = Bombay.new(3, seed=1)
    copied = game.copy()
    copied.play("wait")
    assert len(game.actions) == 1
    assert game.record() != copied.record()
    game.play("wait")
    assert game.record() == copied.record()


def test_the_repr_tells_where_the_game_stands() -> None:
    assert repr(Scene(5).game) == "<Bombay, 5 players, set 1/5, turn 1>"
    assert repr(Scene(2).finish().game) == "<Bombay, 2 players, over>"


def test_seats_may_be_named_and_given_agents() -> None:
    game = howdah.new("bombay", players=2, names=["Ada", howdah.Seat("Bo", agent="random")])
    assert [seat.to_json() for seat in game.seats] == [
        {"name": "Ada"},
        {"name": "Bo", "agent": "random"},
    ]
