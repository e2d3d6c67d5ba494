"""What can be touched on the board of Bombay Bazar: the preview of a tile, and its button."""

from __future__ import annotations

from collections.abc import Iterator
from math import dist

import pytest

import howdah
from howdah.games.bazar.descriptions import action_label
from howdah.games.bazar.view import BazarView
from howdah.render.types import SHAPES, Shape
from tests.render.bazar_scenes import (
    FEW,
    PHONE,
    board_transform,
    draw_pieces,
    parse_pieces,
    picks,
    translation_of,
)
from tests.render.bazar_views import BUSY, VIEWS, play_random_game
from tests.render.picture_queries import NASTY, by_id, data, with_data
from tests.render.test_bazar_layout import MANY_BOARDS

EVERY_SHAPE = pytest.mark.parametrize("shape", SHAPES)
FINGER = 44.0


@EVERY_SHAPE
def test_every_legal_action_can_be_touched_once_it_is_picked(shape: Shape) -> None:
    for view in FEW:
        for action in view.legal_actions:
            (chosen,) = with_data(root := parse_pieces(view, shape, action), "act")
            assert chosen.attrib["data-act"] == action
            assert chosen.attrib["aria-label"] == action_label(view, action)
            choices = [e for e in root.iter() if "choice" in e.get("class", "").split()]
            assert set(choices) == {chosen, *with_data(root, "pick")}
            for choice in choices:
                assert (choice.get("role"), choice.get("tabindex")) == ("button", "0")


def test_turning_a_ghost_goes_through_all_legal_rotations_and_back() -> None:
    for view in FEW:
        for first in view.legal_actions:
            if first == "end-piece":
                continue
            pick, turned = first, set[str]()
            while pick not in turned:
                turned.add(pick)
                pick = by_id(parse_pieces(view, "tall", pick), "ghost").attrib["data-pick"]
            assert pick == first
            assert turned == {a for a in view.legal_actions if a.split()[1] == first.split()[1]}


def test_without_a_pick_the_cell_of_the_tip_to_play_glows_and_nothing_can_be_touched() -> None:
    for view in VIEWS:
        root = parse_pieces(view)
        blocked = view.legal_actions == ("end-piece",)
        assert bool(data(root, "act")) == blocked
        assert not data(root, "pick")
        assert ("glow" in {e.get("id") for e in root.iter()}) == (not view.is_over and not blocked)


def test_who_is_blocked_is_shown_the_end_piece_to_lay() -> None:
    blocked = [view for view in _turns(3, 5) if view.legal_actions == ("end-piece",)]
    assert blocked
    for view in blocked:
        assert by_id(parse_pieces(view), "ghost").get("data-act") == "end-piece"
        assert draw_pieces(view, "wide") == draw_pieces(view, "wide", pick="end-piece")


def _turns(players: int, seed: int) -> Iterator[BazarView]:
    game = play_random_game(players, seed, 0)
    while not game.is_over:
        yield game.view(game.to_play)
        game.play(game.legal_actions()[-1])


def test_a_pick_that_is_not_legal_is_ignored() -> None:
    for view in VIEWS[::4]:
        for pick in ("place 99 0", "place 01 9", "", "end-piece", NASTY):
            if pick not in view.legal_actions:
                assert draw_pieces(view, "tall", pick=pick) == draw_pieces(view, "tall")


def test_a_spectator_can_touch_nothing() -> None:
    game = play_random_game(4, 3, 20)
    for action in map(str, game.legal_actions()):
        root = parse_pieces(game.view(), pick=action)
        assert not with_data(root, "act") + with_data(root, "pick")
        assert not [e for e in root.iter() if e.get("class") == "breath"]


def test_a_ghost_shows_the_trunk_as_it_would_grow() -> None:
    for view in BUSY[::3]:
        player = view.players[view.to_play or 0]
        for action in view.legal_actions:
            if action == "end-piece":
                continue
            root = parse_pieces(view, pick=action)
            drawn = [*by_id(root, "preview").iter("g"), *by_id(root, "ghost").iter("g")]
            own = [e for e in drawn if e.get("class") == f"seat-{player.seat}"]
            dots = {e.attrib["d"] for it in own for e in it if e.get("class") == "flow"}
            (gain,) = [e.text for e in by_id(root, "drop").iter("text")]
            grown = sum(line.count("M") for line in dots)
            assert gain == f"+{grown}"
            assert action_label(view, action).count(str(grown))


def test_a_ghost_shows_every_trunk_that_would_grow_up_to_its_tip() -> None:
    shared = 0
    for view in (view for seed in range(4) for view in _turns(4, seed)):
        place = view.players[view.to_play or 0].tip_cell
        seats = {p.seat for p in view.players if p.tip_cell == place and not p.has_stopped}
        for action in view.legal_actions[:2]:
            if action != "end-piece":
                groups = [*by_id(parse_pieces(view, pick=action), "preview")]
                assert {e.attrib["class"] for e in groups} == {f"seat-{seat}" for seat in seats}
                for trunk in groups:
                    assert [e.get("href") for e in trunk].count("#snout") == 1
                shared += len(seats) > 1
    assert shared


@EVERY_SHAPE
def test_what_can_be_touched_is_large_enough_apart_and_on_the_board(shape: Shape) -> None:
    for view, pick in picks(FEW):
        size, scale, corner = board_transform(view, shape)
        finger = FINGER * size.width / PHONE if shape == "tall" else FINGER
        hits = []
        for choice in [
            e for e in parse_pieces(view, shape, pick).iter() if "choice" in e.get("class", "")
        ]:
            (hit,) = [e for e in choice.iter("circle") if e.get("class") == "hit"]
            x, y = translation_of(choice)
            at, radius = (
                (corner.x + x * scale, corner.y + y * scale),
                float(hit.attrib["r"]) * scale,
            )
            assert 2 * radius >= finger
            assert radius <= at[0] <= size.width - radius or choice.get("id") == "ghost"
            assert radius <= at[1] <= size.height - radius or choice.get("id") == "ghost"
            hits.append((at, radius))
        if len(hits) == 2:
            (one, reach), (other, other_reach) = hits
            assert dist(one, other) > reach + other_reach - 0.5


@EVERY_SHAPE
def test_a_tile_can_be_dropped_on_any_board(shape: Shape) -> None:
    for board in MANY_BOARDS:
        game = howdah.new("bazar", players=2, seed=1, board=board)
        view = game.view(game.to_play)
        assert with_data(parse_pieces(view, shape, view.legal_actions[0]), "act")
