"""Where things lie on a phone, whatever the board."""

from __future__ import annotations

import pytest

from howdah.games.bazar.board import Board
from howdah.games.bazar.board_files import BOARDS
from howdah.games.bazar.svg.hex_geometry import APOTHEM, SIDE, centre
from howdah.games.bazar.svg.layout import HEAD_HEIGHT, HEAD_WIDTH
from howdah.games.bazar.svg.phone_layout import layout_on
from howdah.render.common.curve import distance
from tests.render.bazar_scenes import PHONE
from tests.render.test_bazar_layout import MANY_BOARDS, on_sheet

EVERY_BOARD = pytest.mark.parametrize("board", BOARDS.names)


@EVERY_BOARD
def test_on_a_phone_a_cell_is_as_large_as_the_board_allows(board: str) -> None:
    layout = layout_on(BOARDS.get(board), "tall")
    assert layout.frame.scale * 69.3 * PHONE / 550 > 40
    assert len({stand.scale for stand in layout.stands.values()}) == 1
    for stand in layout.stands.values():
        assert stand.scale >= 0.8
        for other in layout.stands.values():
            assert other is stand or distance(stand.at, other.at) > 122 * stand.scale


@pytest.mark.parametrize("board", MANY_BOARDS)
def test_on_a_phone_every_board_lies_on_the_cloth_with_its_heads(board: Board) -> None:
    layout = layout_on(board, "tall")
    for sign in (-1, 1):
        for cell in map(centre, board.cells):
            assert on_sheet(layout, cell.x + sign * APOTHEM, cell.y + sign * SIDE)
        for stand in layout.stands.values():
            wide, high = sign * HEAD_WIDTH * stand.scale, sign * HEAD_HEIGHT * stand.scale
            assert on_sheet(layout, stand.at.x + wide, stand.at.y + high)
