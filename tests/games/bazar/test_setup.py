"""The set-up: heads, end pieces before those without a player, and what a game refuses."""

from __future__ import annotations

from contextlib import suppress
from itertools import permutations
from typing import Any

import pytest

import howdah
from howdah.core.errors import InvalidAction, InvalidOption
from howdah.games.bazar.actions import Place
from howdah.games.bazar.game import Bazar
from howdah.games.bazar.names import HEAD_NAMES
from howdah.games.bazar.setup import HEADS_SETTING, usual_heads
from howdah.games.bazar.tiles import FULL, SLIM
from tests.games.bazar.scene import Scene


@pytest.mark.parametrize(
    ("players", "heads"),
    [
        (1, ["NW"]),
        (2, ["NW", "SE"]),
        (3, ["NW", "NE", "SE"]),
        (4, ["NW", "NE", "SE", "SW"]),
    ],
)
def test_the_usual_heads(players: int, heads: list[str]) -> None:
    game = Bazar.new(players, seed=1)
    assert game.start()["heads"] == heads
    assert [player.head for player in game.view().players] == heads


@pytest.mark.parametrize(
    ("heads", "cells"),
    [
        (["NW"], [(4, -4), (0, 4), (-4, 4)]),
        (["SW", "NE"], [(0, -4), (0, 4)]),
        (["SE", "SW", "NW"], [(4, -4)]),
        (["SW", "NW", "NE", "SE"], []),
    ],
)
def test_an_end_piece_lies_before_every_head_without_a_player(
    heads: list[Any], cells: list[Any]
) -> None:
    view = Bazar.new(len(heads), heads=heads, seed=1).view()
    assert view.end_pieces == dict.fromkeys(cells, (None,))
    assert [player.head for player in view.players] == heads


@pytest.mark.parametrize(
    ("heads", "message"),
    [
        (["NW", "NE"], "heads should be opposite each other"),
        (["NW", "SE", "NE"], "heads should go clockwise"),
        (["NW", "NW"], "heads should be different"),
        (["NW"], "heads should be 2, one for each seat, not 1"),
        ([], "heads should be 2, one for each seat, not 0"),
        (["NW", "N"], r"heads\[1\] should be one of NW, NE, SE, SW"),
    ],
)
def test_heads_that_nobody_may_take_are_refused(heads: list[Any], message: str) -> None:
    with pytest.raises(InvalidOption, match=message):
        Bazar.new(max(len(heads), 2), heads=heads)


@pytest.mark.parametrize("players", Bazar.player_counts)
def test_every_way_to_take_heads_is_offered_once_and_the_usual_one_first(players: int) -> None:
    offered = HEADS_SETTING.choices[players]
    assert offered[0] == usual_heads(players)
    playable = []
    for heads in permutations(HEAD_NAMES, players):
        with suppress(InvalidOption):
            Bazar.new(players, heads=heads)
            playable.append(heads)
    assert sorted(offered) == sorted(playable)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 0}, "players should be a whole number from 1 to 4, not 0"),
        ({"players": 5}, "players should be a whole number from 1 to 4, not 5"),
        ({"tip_rule": "both"}, "tip_rule should be one of join, touch"),
        ({"starter": "seat 1"}, "starter should be one of medals, random, seat 0"),
        ({"names": ["Ada"]}, "2 players need 2 names"),
    ],
)
def test_options_that_do_not_exist_are_refused(options: Any, message: str) -> None:
    with pytest.raises(InvalidOption, match=message):
        howdah.new("bazar", **options)


def test_the_defaults_are_two_players_on_the_large_hexagon() -> None:
    assert Bazar.new().rules() == {
        "players": 2,
        "board": "hexagon-61",
        "tip_rule": "join",
        "starter": "medals",
    }


def test_a_game_tells_where_it_stands() -> None:
    scene = Scene(1)
    assert repr(scene.game) == "<Bazar, 1 player, 0 tiles laid>"
    scene.place("14")
    assert repr(scene.game) == "<Bazar, 1 player, 1 tiles laid>"
    while not scene.game.is_over:
        scene.game.play(scene.game.legal_actions()[0])
    assert repr(scene.game) == "<Bazar, 1 player, over>"
    assert repr(Bazar.new(3)) == "<Bazar, 3 players, 0 tiles laid>"


def test_names_may_be_given() -> None:
    assert Bazar.new(names=["Ada", "Bo"]).view().names == ("Ada", "Bo")


def test_an_action_object_that_does_not_exist_is_invalid() -> None:
    with pytest.raises(InvalidAction, match=r"Place\('03', 4\) is not an action of this game"):
        Bazar.new().play(Place("03", 4))
    with pytest.raises(InvalidAction):
        Bazar.new().why_not(Place("99", 0))


@pytest.mark.parametrize("text", ["place 03 4", "place 01-34 5", "place 03-14-25 1"])
def test_a_rotation_that_is_not_the_smallest_is_invalid_and_the_right_one_told(text: str) -> None:
    _, design, rotation = text.split()
    smallest = int(rotation) % {"03": 3, "01-34": 3, "03-14-25": 1}[design]
    with pytest.raises(InvalidAction, match=f"so it is 'place {design} {smallest}'"):
        Bazar.new().play(text)


@pytest.mark.parametrize(
    "text",
    [
        "place 01-23-24 0",
        "place 10 0",
        "place 01 6",
        "place 01 -1",
        "place 01 00",
        "place 01",
        "place 01 0 ",
        "Place 01 0",
        "place 04-13 0",
        "place  01 0",
        "end piece",
        "end-piece ",
        "place 01 ٣",
    ],
)
def test_text_that_is_not_exact_is_invalid(text: str) -> None:
    with pytest.raises(InvalidAction, match="an action is exactly one of: place DESIGN ROTATION"):
        Bazar.new().play(text)


def test_all_tiles_are_in_supply_at_first() -> None:
    state = Bazar.new()._state
    assert state.slim_supply == (1 << SLIM) - 1
    assert state.full_supply == (1 << FULL) - 1
