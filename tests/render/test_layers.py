"""What the renderers of all games promise about the layers of a board."""

from __future__ import annotations

from dataclasses import replace

import pytest

from howdah.ai.match import play_match
from howdah.games.registry import GAMES
from howdah.render.svg import renderer_for
from howdah.render.types import SHAPES

EVERY_GAME = pytest.mark.parametrize("game", GAMES)


@EVERY_GAME
def test_all_who_may_not_play_see_the_same_board(game: str) -> None:
    renderer, played = renderer_for(game), play_match(game, ["random", "random"], seed="7")
    for position in played.positions(0):
        for shape in SHAPES:
            public = renderer.layers(position.view(screens="open"), shape)
            for seat in (None, 0, 1):
                view = replace(position.view(seat), legal_actions=())
                assert renderer.layers(view, shape) == public


@EVERY_GAME
def test_the_layers_of_choices_are_all_that_a_player_sees_otherwise(game: str) -> None:
    renderer, played = renderer_for(game), play_match(game, ["random", "random"], seed="7")
    for position in played.positions(0):
        if position.to_play is None:
            continue
        view = position.view(position.to_play)
        still = renderer.layers(replace(view, legal_actions=()), "wide")
        for pick in (None, view.legal_actions[0], "nonsense"):
            choices = renderer.choice_layers(view, "wide", pick=pick)
            whole = renderer.layers(view, "wide", pick=pick)
            assert [*(still | choices)] == [*whole], "layers keep their order"
            assert still | choices == whole
