"""Placing a tile: at one's own tip, from a pile, matching every edge."""

from __future__ import annotations

import pytest

from howdah.games.bazar.hexgrid import EDGE_NAMES
from tests.games.bazar.scene import BOTH_TIP_RULES, Scene


@BOTH_TIP_RULES
@pytest.mark.parametrize("board", ["hexagon-19", "hexagon-37", "hexagon-61"])
@pytest.mark.parametrize("head", ["NW", "NE", "SE", "SW"])
def test_a_first_tile_has_six_placements(head: str, board: str, tip_rule: str) -> None:
    legal = Scene(1, board, heads=[head], tip_rule=tip_rule).legal()
    assert len(legal) == 6
    assert sorted(name.count("-") for name in legal) == [0, 0, 0, 1, 1, 1]


@BOTH_TIP_RULES
def test_a_tile_is_placed_on_the_cell_of_ones_own_tip(tip_rule: str) -> None:
    scene = Scene(tip_rule=tip_rule).place("14")
    assert list(scene.table.tiles) == [(0, -2)]
    scene.place("14")
    assert list(scene.table.tiles) == [(0, -2), (0, 2)]
    assert scene.tip(0) == ((0, -1), "NW")
    assert scene.tip(1) == ((0, 1), "SE")


@BOTH_TIP_RULES
def test_against_empty_cells_every_edge_is_free(tip_rule: str) -> None:
    """In the middle of a large empty board only the own entry edge counts."""
    scene = Scene(1, "hexagon-61", tip_rule=tip_rule)
    scene.set_tiles(*(((0, r), "14") for r in (-4, -3)), ((0, -2), "14-05"), ((0, -1), "14-23"))
    assert scene.tip(0) == ((0, 0), "NW")
    assert all("4" in name for name in scene.legal())
    assert len(scene.legal()) == 5 + 30 + 15


@BOTH_TIP_RULES
def test_the_own_entry_edge_is_open(tip_rule: str) -> None:
    assert Scene(tip_rule=tip_rule).reasons_against("12") == ["entry-blank"]


@BOTH_TIP_RULES
def test_no_segment_leads_off_the_board(tip_rule: str) -> None:
    scene = Scene(tip_rule=tip_rule)
    assert scene.reasons_against("45") == ["off-the-board"]
    assert scene.reasons_against("14-35") == ["off-the-board"] * 2
    assert scene.reasons_against("03-14-25") == ["off-the-board"] * 2


@BOTH_TIP_RULES
def test_no_segment_leads_to_an_end_piece(tip_rule: str) -> None:
    scene = Scene(tip_rule=tip_rule).end_piece((1, -2))
    assert scene.reasons_against("04") == ["points-at-end-piece"]
    assert scene.reasons_against("14-02") == ["points-at-end-piece"]
    assert "14" in scene.legal()


@BOTH_TIP_RULES
def test_no_opening_is_plugged_even_by_a_tile_that_leads_past_it(tip_rule: str) -> None:
    scene = Scene(tip_rule=tip_rule).set_tiles(((1, -2), "23"))
    assert scene.reasons_against("14") == ["opening-plugged"]
    assert scene.legal() == ["01-24", "02-14", "04", "04-12"]


@BOTH_TIP_RULES
def test_no_segment_points_at_a_blank_side(tip_rule: str) -> None:
    scene = Scene(tip_rule=tip_rule).set_tiles(((1, -2), "12"))
    assert scene.reasons_against("04") == ["points-at-blank"]
    assert scene.reasons_against("02-14") == ["points-at-blank"]
    assert scene.legal() == ["14", "24"]


@BOTH_TIP_RULES
def test_every_rule_that_a_tile_breaks_is_named_edge_by_edge(tip_rule: str) -> None:
    scene = Scene(tip_rule=tip_rule).set_tiles(((1, -2), "12"), ((-1, -1), "05"))
    reasons = scene.game.why_not("place 03 0")
    assert [(reason.code, reason.arguments["edge"]) for reason in reasons] == [
        ("points-at-blank", "E"),
        ("opening-plugged", "SW"),
        ("off-the-board", "W"),
        ("entry-blank", "NW"),
    ]


@BOTH_TIP_RULES
def test_a_full_tile_fits_only_where_no_edge_must_be_blank(tip_rule: str) -> None:
    scene = Scene(1, "hexagon-61", tip_rule=tip_rule).set_tiles(
        *(((0, r), "14") for r in (-4, -3, -2))
    )
    scene.set_tiles(((1, -2), "01"))
    assert scene.tip(0) == ((0, -1), "NW")
    assert not any(name.count("-") == 2 for name in scene.legal())


@BOTH_TIP_RULES
def test_an_empty_pile_is_gone(tip_rule: str) -> None:
    scene = Scene(tip_rule=tip_rule).empty_pile("03")
    assert "14" not in scene.legal()
    assert scene.reasons_against("14") == ["pile-empty"]
    assert scene.table.piles["03"] == 0


@BOTH_TIP_RULES
def test_a_fifth_copy_of_a_full_design_is_refused(tip_rule: str) -> None:
    scene = Scene(1, "hexagon-61", tip_rule=tip_rule).set_tiles(
        *(((0, r), "14") for r in (-4, -3, -2))
    )
    assert "03-14-25" in scene.legal()
    scene.empty_pile("03-14-25")
    assert scene.reasons_against("03-14-25") == ["pile-empty"]


@BOTH_TIP_RULES
def test_placing_takes_one_tile_from_its_pile(tip_rule: str) -> None:
    scene = Scene(tip_rule=tip_rule).place("14")
    assert scene.table.piles["03"] == 3
    assert sum(scene.table.piles.values()) == 67
    assert scene.table.tiles_laid == 1


@BOTH_TIP_RULES
def test_reasons_name_the_edges(tip_rule: str) -> None:
    (reason,) = Scene(tip_rule=tip_rule).game.why_not("place 01 4")
    assert reason.sentence == "A segment would leave the board on side NE."
    assert reason.arguments == {"edge": EDGE_NAMES[5]}


def test_turns_go_round_clockwise() -> None:
    scene = Scene(4, "hexagon-61")
    seats = []
    for _ in range(8):
        seats.append(scene.game.to_play)
        scene.game.play(scene.game.legal_actions()[0])
    assert seats == [0, 1, 2, 3, 0, 1, 2, 3]
