"""The public record gives the exact position to every seat, and nothing beyond it."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest

from howdah.ai.replay import GameTracker, replay_from_view
from howdah.core.view import View
from howdah.games.registry import GAMES, AnyGame, game_class, new
from tests.ai.matches import mixed_match

EVERY_TABLE = pytest.mark.parametrize(
    ("game", "players"), [(game, n) for game in GAMES for n in game_class(game).player_counts]
)


OTHER_RULES: list[tuple[str, int, dict[str, Any]]] = [
    ("bombay", 2, {"client_limit": 2}),
    *(("bazar", players, {"tip_rule": "touch"}) for players in (1, 2, 3, 4)),
]


@EVERY_TABLE
def test_the_position_is_replayed_exactly_from_behind_a_screen(game: str, players: int) -> None:
    check_replays(mixed_match(game, players))


@pytest.mark.parametrize(("game", "players", "options"), OTHER_RULES)
def test_the_position_is_replayed_by_the_rules_of_the_view(
    game: str, players: int, options: dict[str, Any]
) -> None:
    check_replays(mixed_match(game, players, **options))


def check_replays(played: AnyGame) -> None:
    for length in range(0, len(played.actions), 7):
        earlier = played.at(length)
        if earlier.to_play is not None:
            assert replay_from_view(earlier.view(earlier.to_play)).position() == earlier.position()


@pytest.mark.parametrize("game", GAMES)
def test_a_tracker_follows_a_game_and_notices_another_one(game: str) -> None:
    tracker = GameTracker()
    one, other = mixed_match(game, 2), new(game, players=2, seed="other")
    for length in (9, 3, 3, 10, 20):
        earlier = one.at(length)
        assert tracker.game_of(earlier.view(0)).position() == earlier.position()
    assert tracker.game_of(other.view(1)).position() == other.position()


def test_the_draws_to_come_cannot_be_replayed() -> None:
    game = new("bombay", players=2, seed="secret")
    assert replay_from_view(game.view(0)).dealer is None


def test_a_view_carries_plain_data_alone() -> None:
    view = new("bombay", players=2, seed=1).view(0)
    assert {field.name for field in fields(View)} <= set(vars(view))
    assert not any(hasattr(value, "position") for value in vars(view).values())


@pytest.mark.parametrize("game", GAMES)
def test_changing_the_record_in_a_view_changes_nothing_else(game: str) -> None:
    played = new(game, players=2, seed="changed")
    start, rules = played.start(), played.rules()
    view = played.view(0)
    view.start.clear()
    view.rules.clear()
    assert (played.start(), played.rules()) == (start, rules)
