"""Whoever remembers the public record knows the position, and nothing beyond it."""

from __future__ import annotations

from dataclasses import fields

import pytest

from howdah.ai.replay import GameTracker, replay_from_view
from howdah.core.view import View
from howdah.games.registry import GAMES, game_class, new
from tests.ai.matches import mixed_match

EVERY_TABLE = pytest.mark.parametrize(
    ("game", "players"), [(game, n) for game in GAMES for n in game_class(game).player_counts]
)


@EVERY_TABLE
def test_the_position_is_recalled_exactly_from_behind_a_screen(game: str, players: int) -> None:
    played = mixed_match(game, players)
    for length in range(0, len(played.actions), 7):
        stood = played.at(length)
        if stood.to_play is not None:
            assert replay_from_view(stood.view(stood.to_play)).position() == stood.position()


@pytest.mark.parametrize("game", GAMES)
def test_a_memory_follows_a_game_and_notices_another_one(game: str) -> None:
    memory = GameTracker()
    one, other = mixed_match(game, 2), new(game, players=2, seed="other")
    for length in (9, 3, 3, 10, 20):
        stood = one.at(length)
        assert memory.game_of(stood.view(0)).position() == stood.position()
    assert memory.game_of(other.view(1)).position() == other.position()


def test_the_draws_to_come_cannot_be_recalled() -> None:
    game = new("bombay", players=2, seed="secret")
    recollection = replay_from_view(game.view(0))
    assert recollection.dealer is None


def test_a_view_carries_plain_data_alone() -> None:
    view = new("bombay", players=2, seed=1).view(0)
    assert {field.name for field in fields(View)} <= set(vars(view))
    assert not any(hasattr(value, "position") for value in vars(view).values())


@pytest.mark.parametrize("game", GAMES)
def test_whoever_changes_the_record_in_a_view_changes_nothing_else(game: str) -> None:
    played = new(game, players=2, seed="changed")
    start, rules = played.start(), played.rules()
    view = played.view(0)
    view.start.clear()
    view.rules.clear()
    assert (played.start(), played.rules()) == (start, rules)
