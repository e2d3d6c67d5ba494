"""The end: the longest trunk wins, ties are shared, and solo games have a score."""

from __future__ import annotations

import pytest

from howdah.games.bazar.tiles import DESIGN_NAMES
from tests.games.bazar.scene import BOTH_TIP_RULES, Scene


def stopped(scene: Scene) -> Scene:
    """Nobody finds a tile any more."""
    scene.empty_pile(*DESIGN_NAMES)
    while not scene.game.is_over:
        scene.play("end-piece")
    return scene


@BOTH_TIP_RULES
def test_the_longest_trunk_wins(tip_rule: str) -> None:
    scene = stopped(
        Scene(tip_rule=tip_rule).set_tiles(((0, -2), "14"), ((0, 2), "14"), ((0, 1), "14"))
    )
    assert scene.game.result() == {"lengths": [1, 2], "solo_score": None, "winners": [1]}


@BOTH_TIP_RULES
def test_a_tie_is_shared(tip_rule: str) -> None:
    scene = stopped(Scene(3, tip_rule=tip_rule).set_tiles(((0, -2), "14"), ((0, 2), "14")))
    assert scene.game.result() == {"lengths": [1, 0, 1], "solo_score": None, "winners": [0, 2]}


@BOTH_TIP_RULES
def test_the_end_piece_does_not_count(tip_rule: str) -> None:
    scene = stopped(Scene(tip_rule=tip_rule).place("14", "14"))
    assert scene.game.result() == {"lengths": [1, 1], "solo_score": None, "winners": [0, 1]}


def test_there_is_no_result_while_the_game_runs() -> None:
    assert Scene().game.result() is None
    assert Scene(1).game.result() is None


def test_a_solo_game_scores_tiles_less_empty_cells_less_unused_openings() -> None:
    """19 cells: 3 end pieces of other heads, 2 tiles, the own end piece, 13 empty."""
    scene = stopped(Scene(1).set_tiles(((0, -2), "14"), ((0, -1), "14-02")))
    assert scene.table.tiles_laid == 2
    assert scene.table.empty_cells == 13
    assert scene.table.unused_openings == 2
    assert scene.game.result() == {"lengths": [2], "solo_score": 2 - 13 - 2, "winners": [0]}


def test_an_opening_to_an_end_piece_is_unused_too() -> None:
    scene = stopped(Scene(1).set_tiles(((0, -2), "14"), ((0, -1), "14-02")).end_piece((1, -1)))
    assert scene.table.unused_openings == 2
    assert scene.table.empty_cells == 12


def test_the_tip_is_not_an_unused_opening_even_of_a_trunk_of_nought() -> None:
    scene = stopped(Scene(1))
    assert scene.table.unused_openings == 0
    assert scene.game.result() == {"lengths": [0], "solo_score": -15, "winners": [0]}


def test_the_solo_score_is_told_while_the_game_runs_and_only_alone() -> None:
    assert Scene(1).table.solo_score == -16
    assert Scene(2).table.solo_score is None


@pytest.mark.parametrize(("board", "empty"), [("hexagon-61", 58), ("hexagon-19", 16)])
def test_alone_three_cells_are_taken_by_end_pieces_from_the_first(board: str, empty: int) -> None:
    scene = Scene(1, board)
    assert scene.table.empty_cells == empty
    assert scene.table.solo_score == -empty
