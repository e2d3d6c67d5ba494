"""Blocked players place their end piece and stop; the others play on."""

from __future__ import annotations

import pytest

from howdah.games.bazar.tiles import DESIGN_NAMES
from tests.games.bazar.scene import BOTH_TIP_RULES, Scene


@BOTH_TIP_RULES
def test_a_player_who_can_place_no_tile_lays_the_end_piece(tip_rule: str) -> None:
    scene = Scene(tip_rule=tip_rule).empty_pile(*DESIGN_NAMES)
    assert scene.legal() == ["end-piece"]
    scene.play("end-piece")
    assert scene.table.end_pieces[0, -2] == (0,)
    assert scene.table.players[0].has_stopped
    assert not scene.table.players[1].has_stopped


@BOTH_TIP_RULES
def test_a_player_whose_tip_leads_to_an_end_piece_is_blocked(tip_rule: str) -> None:
    scene = Scene(tip_rule=tip_rule).end_piece((0, -2))
    assert scene.legal() == ["end-piece"]
    assert scene.reasons_against("14") == ["end-piece-here"]


@BOTH_TIP_RULES
def test_an_end_piece_is_never_voluntary(tip_rule: str) -> None:
    scene = Scene(tip_rule=tip_rule)
    assert scene.reasons_against_action("end-piece") == ["not-blocked"]
    (reason,) = scene.game.why_not("end-piece")
    assert reason.arguments == {"placements": 6}


@BOTH_TIP_RULES
def test_end_pieces_stack(tip_rule: str) -> None:
    scene = Scene(tip_rule=tip_rule).straight_to_the_middle().empty_pile(*DESIGN_NAMES)
    scene.play("end-piece", "end-piece")
    assert scene.table.end_pieces[0, 0] == (0, 1)


@BOTH_TIP_RULES
def test_an_end_piece_need_not_match_what_is_around_it(tip_rule: str) -> None:
    scene = Scene(tip_rule=tip_rule).set_tiles(((0, -2), "14"), ((1, -1), "23"), ((0, 0), "45"))
    scene.empty_pile(*DESIGN_NAMES).play("end-piece")
    assert scene.table.end_pieces[0, -1] == (0,)
    assert scene.table.unused_openings == 2


@BOTH_TIP_RULES
def test_no_tile_laid_later_may_point_at_an_end_piece(tip_rule: str) -> None:
    scene = Scene(tip_rule=tip_rule).set_tiles(((0, -2), "14"), ((0, 2), "14"), ((0, 1), "14"))
    scene.end_piece((0, -1)).play("end-piece")
    assert scene.tip(1) == ((0, 0), "SE")
    assert scene.reasons_against("14") == ["points-at-end-piece"]
    assert not any("4" in name for name in scene.legal())


@BOTH_TIP_RULES
def test_the_others_play_on_and_the_last_one_alone(tip_rule: str) -> None:
    scene = Scene(3, "hexagon-37", tip_rule=tip_rule).end_piece((0, -3), (3, -3))
    scene.play("end-piece", "end-piece")
    assert scene.game.to_play == 2
    scene.place("14", "14")
    assert scene.game.to_play == 2
    assert scene.length(2) == 2
    assert not scene.game.is_over


@BOTH_TIP_RULES
def test_a_player_who_has_stopped_is_passed_over(tip_rule: str) -> None:
    scene = Scene(3, "hexagon-37", tip_rule=tip_rule).end_piece((3, -3))
    scene.place("14").play("end-piece")
    seats = []
    for _ in range(4):
        seats.append(scene.game.to_play)
        scene.game.play(scene.game.legal_actions()[0])
    assert seats == [2, 0, 2, 0]


@BOTH_TIP_RULES
def test_the_game_ends_when_all_have_stopped(tip_rule: str) -> None:
    scene = Scene(tip_rule=tip_rule).empty_pile(*DESIGN_NAMES).play("end-piece")
    assert not scene.game.is_over
    scene.play("end-piece")
    assert scene.game.is_over
    assert scene.game.to_play is None
    assert scene.legal() == []
    assert scene.reasons_against_action("end-piece") == ["game-over"]
    assert scene.reasons_against("14") == ["game-over"]


@pytest.mark.parametrize("board", ["hexagon-19", "hexagon-37", "hexagon-61", "rectangle-68"])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_game_has_at_most_as_many_turns_as_cells_and_four_more(board: str, players: int) -> None:
    for seed in range(10):
        scene = Scene(players, board)
        while not scene.game.is_over:
            legal = scene.game.legal_actions()
            scene.game.play(legal[(seed * 7 + len(scene.game.actions)) % len(legal)])
        assert len(scene.game.actions) <= len(scene.game.board.cells) + 4
