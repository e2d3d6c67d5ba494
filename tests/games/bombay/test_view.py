"""What a seat may see, and that nothing leads back from it."""

from __future__ import annotations

import pickle
import random
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from howdah.core.errors import InvalidOption
from howdah.games.bombay.board import Board
from howdah.games.bombay.game import Bombay
from howdah.games.bombay.state import State
from tests.games.bombay.scene import Scene


def played(actions: int, seed: int = 3, players: int = 4) -> Bombay:
    game, choice = Bombay.new(players, seed=seed), random.Random(seed)
    for _ in range(actions):
        game.play(choice.choice(game.legal_actions()))
    return game


def test_hidden_screens_hide_rupees_and_tokens_of_the_others() -> None:
    for player in played(60).view(1).players:
        hidden = (player.rupees, player.clients, player.city_tokens, player.cities)
        assert (None in hidden) == (player.seat != 1)
        assert player.seat == 1 or hidden == (None, None, None, None)


def test_a_spectator_sees_behind_no_screen() -> None:
    assert all(player.rupees is None for player in played(60).view().players)


def test_open_screens_show_everything() -> None:
    assert all(player.rupees is not None for player in played(60).view(screens="open").players)


def test_the_screens_fall_when_the_game_is_over() -> None:
    view = Scene(3).finish().game.view()
    assert [player.rupees for player in view.players] == [2, 2, 2]
    assert view.result == {
        "rupees": [4, 4, 4],
        "clients": [0, 0, 0],
        "city_tokens": [0, 0, 0],
        "palaces": [0, 0, 0],
        "winners": [0, 1, 2],
    }


def test_only_the_seat_to_play_sees_what_is_legal() -> None:
    game = played(30)
    assert game.to_play is not None
    for seat in range(4):
        legal = game.view(seat).legal_actions
        assert legal == (tuple(map(str, game.legal_actions())) if seat == game.to_play else ())
    assert game.view().legal_actions == ()


def test_a_view_carries_the_public_record() -> None:
    game = played(30)
    assert game.view(2).actions == game.record().actions


def test_a_view_changes_nothing_and_does_not_change() -> None:
    game = played(30)
    before, view = game.record(), game.view(0)
    text = repr(view)
    view.posts.clear()
    view.bag.clear()
    assert game.record() == before
    view = game.view(0)
    game.play(game.legal_actions()[0])
    assert repr(view) == text


def reachable(value: Any) -> Any:
    """Everything one can get at from a value by fields, items and attributes."""
    yield value
    if isinstance(value, Board):
        return
    if is_dataclass(value):
        for field in fields(value):
            yield from reachable(getattr(value, field.name))
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from reachable(key)
            yield from reachable(item)
    elif isinstance(value, tuple | list):
        for item in value:
            yield from reachable(item)


def test_a_view_cannot_reach_the_state() -> None:
    view = played(40).view(0)
    for found in reachable(view):
        assert not isinstance(found, State | Bombay)
        assert isinstance(found, str | int | dict | list | tuple | Board | None) or is_dataclass(
            found
        )


@pytest.mark.parametrize("seat", [-1, 4, 99])
def test_there_is_no_view_for_a_seat_that_is_not_there(seat: int) -> None:
    with pytest.raises(InvalidOption, match="from 0 to 3"):
        Scene().game.view(seat)


def test_screens_are_hidden_or_open() -> None:
    glass: Any = "glass"
    with pytest.raises(InvalidOption, match="hidden, open"):
        Scene().game.view(0, screens=glass)


def test_views_can_be_pickled() -> None:
    view = played(40).view(0)
    assert pickle.loads(pickle.dumps(view)) == view
