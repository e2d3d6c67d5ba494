"""Where things lie on a phone, whatever the board."""

from __future__ import annotations

import pytest

from howdah.games.bazar.board import Board
from howdah.games.bazar.board_files import BOARDS
from howdah.games.bazar.svg.hex_geometry import APOTHEM, SIDE, centre
from howdah.games.bazar.svg.layout import HEAD_HEIGHT, HEAD_WIDTH, layout_for
from howdah.render.geometry import distance
from tests.render.bazar_scenes import PHONE
from tests.render.test_bazar_layout import MANY_BOARDS, on_sheet

EVERY_BOARD = pytest.mark.parametrize("board", BOARDS.names)


@EVERY_BOARD
def test_on_a_phone_a_cell_is_as_large_as_the_board_allows(board: str) -> None:
    layout = layout_for(BOARDS.get(board), "tall")
    assert layout.frame.scale * 69.3 * PHONE / 550 > 40
    assert len({position.scale for position in layout.heads.values()}) == 1
    for position in layout.heads.values():
        assert position.scale >= 0.8
        for other in layout.heads.values():
            assert other is position or distance(position.at, other.at) > 122 * position.scale


@pytest.mark.parametrize("board", MANY_BOARDS)
def test_on_a_phone_every_board_lies_on_the_cloth_with_its_heads(board: Board) -> None:
    layout = layout_for(board, "tall")
    for sign in (-1, 1):
        for cell in map(centre, board.cells):
            assert on_sheet(layout, cell.x + sign * APOTHEM, cell.y + sign * SIDE)
        for position in layout.heads.values():
            wide, high = sign * HEAD_WIDTH * position.scale, sign * HEAD_HEIGHT * position.scale
            assert on_sheet(layout, position.at.x + wide, position.at.y + high)
