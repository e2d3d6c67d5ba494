"""Trunks grow, absorb, use a tile more than once, and carry each other on."""

from __future__ import annotations

from tests.games.bazar.scene import BOTH_TIP_RULES, Scene


@BOTH_TIP_RULES
def test_before_the_first_tile_the_tip_is_the_first_cell_and_the_length_nought(
    tip_rule: str,
) -> None:
    scene = Scene(tip_rule=tip_rule)
    assert scene.tip(0) == ((0, -2), "NW")
    assert scene.tip(1) == ((0, 2), "SE")
    assert [scene.length(0), scene.length(1)] == [0, 0]


@BOTH_TIP_RULES
def test_each_tile_makes_ones_trunk_longer_by_one_segment(tip_rule: str) -> None:
    scene = Scene(1, tip_rule=tip_rule).place("14", "14", "24")
    assert scene.length(0) == 3
    assert scene.tip(0) == ((-1, 1), "NE")


@BOTH_TIP_RULES
def test_other_segments_of_a_tile_are_nobodys(tip_rule: str) -> None:
    scene = Scene(1, tip_rule=tip_rule).place("14", "14-02")
    assert scene.length(0) == 2
    assert [(s.cell, s.one, s.other) for s in scene.table.stretches] == [((0, -1), 0, 2)]


@BOTH_TIP_RULES
def test_running_into_an_ownerless_stretch_absorbs_all_of_it(tip_rule: str) -> None:
    scene = Scene(1, "hexagon-37", tip_rule=tip_rule)
    scene.set_tiles(((1, -3), "23"), ((0, -2), "15"), ((0, -1), "14"))
    assert [len(scene.table.stretches), scene.length(0)] == [3, 0]
    scene.place("04")
    assert scene.length(0) == 4
    assert scene.tip(0) == ((0, 0), "NW")
    assert scene.table.stretches == ()


@BOTH_TIP_RULES
def test_a_tile_used_twice_counts_once_for_each_segment_used(tip_rule: str) -> None:
    scene = Scene(1, "hexagon-37", tip_rule=tip_rule)
    scene.place("14", "14-02", "45", "23")
    assert scene.tip(0) == ((-1, -1), "NE")
    assert scene.length(0) == 5
    assert scene.table.tiles_laid == 4
    assert [segment.cell for segment in scene.table.players[0].trunk].count((0, -2)) == 2


@BOTH_TIP_RULES
def test_an_opponent_may_use_ones_spare_segments(tip_rule: str) -> None:
    scene = Scene(tip_rule=tip_rule).set_tiles(((0, -2), "14"), ((0, -1), "14-02"))
    scene.set_tiles(((0, 2), "14"), ((0, 1), "15"), ((1, 0), "24"), ((1, -1), "13"))
    assert scene.tip(1) == ((-1, 0), "NE")
    assert scene.length(1) == 5
    assert scene.length(0) == 2


@BOTH_TIP_RULES
def test_a_ring_belongs_to_nobody_for_ever(tip_rule: str) -> None:
    """Three cells around a corner, each joined to the next."""
    scene = Scene(1, "hexagon-37", tip_rule=tip_rule)
    scene.set_tiles(((0, 0), "01"), ((1, 0), "23"), ((0, 1), "45"))
    assert len(scene.table.stretches) == 3
    assert scene.table.unused_openings == 0


@BOTH_TIP_RULES
def test_a_tile_that_closes_a_ring_leaves_ones_own_trunk_its_length(tip_rule: str) -> None:
    scene = Scene(1, "hexagon-37", tip_rule=tip_rule)
    scene.set_tiles(*(((0, r), "14") for r in (-3, -2, -1)))
    scene.set_tiles(((1, 0), "23"), ((0, 1), "45"))
    scene.place("01-34")
    assert scene.length(0) == 4
    assert scene.tip(0) == ((-1, 0), "E")
    assert len(scene.table.stretches) == 3


@BOTH_TIP_RULES
def test_a_trunk_may_pass_a_new_tile_several_times_at_once(tip_rule: str) -> None:
    """In, out along a stretch, in again, and out: each segment counts."""
    scene = Scene(1, "hexagon-37", tip_rule=tip_rule)
    scene.set_tiles(*(((0, r), "14") for r in (-3, -2, -1)))
    scene.set_tiles(((1, 0), "23"), ((0, 1), "45"))
    scene.place("04-13")
    assert scene.length(0) == 3 + 1 + 2 + 1
    assert scene.tip(0) == ((-1, 0), "E")
    assert scene.table.stretches == ()


def test_a_tile_may_carry_an_opponents_trunk_on() -> None:
    scene = Scene().straight_to_the_middle().place("04-13")
    assert [scene.length(0), scene.length(1)] == [3, 3]
    assert scene.tip(0) == ((1, 0), "W")
    assert scene.tip(1) == ((-1, 0), "E")
    assert scene.game.to_play == 1


def test_several_trunks_may_absorb_with_one_tile() -> None:
    scene = Scene().straight_to_the_middle().set_tiles(((1, 0), "34"), ((-1, 0), "01"))
    scene.place("04-13")
    assert [scene.length(0), scene.length(1)] == [4, 4]
    assert scene.tip(0) == ((1, -1), "SE")
    assert scene.tip(1) == ((-1, 1), "NW")


def test_a_trunk_may_be_carried_through_a_tile_more_than_once() -> None:
    scene = Scene().straight_to_the_middle().set_tiles(((1, 0), "34"), ((1, -1), "12"))
    scene.place("01-24-35")
    assert [scene.length(0), scene.length(1)] == [2 + 1, 2 + 1 + 2 + 1]
    assert scene.tip(1) == ((-1, 0), "E")


@BOTH_TIP_RULES
def test_running_onto_an_end_piece_is_legal_and_counts(tip_rule: str) -> None:
    scene = Scene(tip_rule=tip_rule).set_tiles(((0, -2), "14"), ((1, -1), "03")).end_piece((2, -1))
    scene.place("04")
    assert scene.length(0) == 3
    assert scene.tip(0) == ((2, -1), "W")
    assert scene.to_play(0).legal() == ["end-piece"]


def test_being_carried_onto_an_end_piece_is_legal_and_counts() -> None:
    scene = Scene().straight_to_the_middle().set_tiles(((-1, 0), "02")).end_piece((-2, 1))
    scene.place("04-13")
    assert scene.length(1) == 4
    assert scene.legal() == ["end-piece"]


@BOTH_TIP_RULES
def test_the_view_tells_each_trunk_from_head_to_tip(tip_rule: str) -> None:
    scene = Scene(tip_rule=tip_rule).place("14", "14", "24")
    trunk = scene.table.players[0].trunk
    assert [(s.cell, s.one, s.other) for s in trunk] == [((0, -2), 4, 1), ((0, -1), 4, 2)]
