"""The registry: what every plugin promises, and what is said about a facet that a game lacks."""

from __future__ import annotations

from dataclasses import fields, replace
from importlib.util import find_spec
from typing import cast

import pytest

import howdah
from howdah.core.errors import UnknownGame
from howdah.core.rng import Dealer
from howdah.games.plugin import GamePlugin, MissingFacet
from howdah.games.registry import (
    GAMES,
    default_game,
    game_class,
    plugin_for,
)

FACETS = [
    field.name
    for field in fields(GamePlugin)
    if field.type in ("str", "str | None")
    and field.name not in ("name", "package", "game", "score_name", "score_return", "c_rules")
]
EVERY_GAME = pytest.mark.parametrize("game", GAMES)


@EVERY_GAME
def test_every_facet_that_a_plugin_names_is_a_module(game: str) -> None:
    plugin = plugin_for(game)
    named = [getattr(plugin, facet) for facet in FACETS if getattr(plugin, facet) is not None]
    assert named
    assert [module for module in named if find_spec(module) is None] == []


@EVERY_GAME
def test_a_plugin_and_its_game_have_the_same_name(game: str) -> None:
    assert plugin_for(game).name == game_class(game).name == game


@EVERY_GAME
def test_the_result_of_a_game_has_the_fields_that_rank_it(game: str) -> None:
    played = howdah.new(game, seed=1)
    while (seat := played.to_play) is not None:
        played.play(played.view(seat).legal_actions[0])
    result = played.result()
    assert result is not None
    assert {*plugin_for(game).ranking_keys} <= result.keys()


def test_a_facet_that_a_game_lacks_is_named() -> None:
    plugin = replace(plugin_for(default_game()), solver=None)
    with pytest.raises(MissingFacet, match=f"{default_game()}.*solver"):
        plugin.load("solver")


def test_an_unknown_game_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownGame, match=r"chess.*bombay, bazar"):
        plugin_for("chess")


@EVERY_GAME
def test_a_pregame_that_is_done_starts_a_game(game: str) -> None:
    kind = game_class(game)
    for players in kind.player_counts:
        rules = howdah.new(game, players=players, seed=1).rules()
        pregame = kind.pregame_for(rules)
        if pregame is None:
            continue
        numbers = Dealer("1").stream("choices")
        while not pregame.is_done:
            for seat in pregame.waiting_for:
                pregame.choose(seat, *pregame.random_choice(numbers))
        assert pregame.waiting_for == ()
        again = kind.pregame_for(rules)
        assert again is not None
        for choices in pregame.to_json():
            again.play_round(cast("list[object]", choices))
        assert (again.is_done, again.to_json()) == (True, pregame.to_json())
        assert again.round_count == len(pregame.to_json())
        begun = kind.new(**rules, **again.game_options(), seed=1)
        assert begun.to_play is not None
        assert begun.pregame is not None
        assert begun.pregame.to_json() == pregame.to_json()


@EVERY_GAME
def test_a_game_without_choices_before_it_has_no_pregame(game: str) -> None:
    kind = game_class(game)
    for players in kind.player_counts:
        begun = howdah.new(game, players=players, seed=1)
        if kind.pregame_for(begun.rules()) is None:
            assert begun.pregame is None
