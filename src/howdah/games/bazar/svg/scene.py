"""The board of Bombay Bazar on a page: a backdrop for the whole game, and the pieces in it.

Both are the inside of one `<svg>`. The piles and portraits of a panel beside it are shown with
the definitions in the backdrop.
"""

from __future__ import annotations

from typing import Final

from howdah.games.bazar.board import Board
from howdah.games.bazar.svg.backdrop import (
    border_width,
    cell_outlines,
    draw_cloth,
    empty_board,
    ground_definitions,
)
from howdah.games.bazar.svg.heads import (
    PORTRAIT_SIZE,
    draw_heads_on_page,
    head_symbols,
    portrait,
)
from howdah.games.bazar.svg.layout import Layout
from howdah.games.bazar.svg.palette import PALETTES
from howdah.games.bazar.svg.phone_layout import layout_for
from howdah.games.bazar.svg.piles import PILE_SIZE, draw_pile, pile_symbols
from howdah.games.bazar.svg.placed_pieces import (
    draw_end_pieces,
    draw_tiles,
    draw_tips,
    draw_trunks,
)
from howdah.games.bazar.svg.placement_preview import draw_preview, draw_tip_highlight
from howdah.games.bazar.svg.player_tint import PAGE_PALETTE, tint_rules
from howdah.games.bazar.svg.symbols import piece_symbols
from howdah.games.bazar.view import BazarView
from howdah.render.common.cloth import cloth_definitions
from howdah.render.common.css import stylesheet as colours
from howdah.render.markup import group_at, tag
from howdah.render.types import Shape, Size

__all__ = [
    "PILE_SIZE",
    "PORTRAIT_SIZE",
    "backdrop",
    "draw_pile",
    "pieces",
    "portrait",
    "size",
    "stylesheet",
]

MOTION: Final = (
    ".choice{cursor:pointer}"
    ".choice:focus-visible{outline:none}"
    ".choice:focus-visible .ring{stroke:var(--ink);stroke-width:5}"
    ".flow{fill:none;stroke:var(--dye-detail);stroke-width:5;stroke-linecap:round;"
    "stroke-dasharray:.1 11.9;animation:flow 1.1s linear 999}"
    ".back{animation-direction:reverse}"
    ".breath{animation:breath 2.2s ease-in-out 999}"
    "@keyframes flow{to{stroke-dashoffset:-12}}"
    "@keyframes breath{50%{opacity:.3}}"
    "@media(prefers-reduced-motion:reduce){.flow,.breath{animation:none}}"
)
"""What can be touched, the pulsing highlight, and the dots that run where a trunk would grow.

Animations run for a very long time rather than for ever, as a page may finish all of them.
"""


def size(board: Board, shape: Shape) -> Size:
    """The size of the drawing of a board."""
    frame, border = layout_for(board, shape).frame, border_width(shape)
    return Size(frame.width + 2 * border, frame.height + 2 * border)


def backdrop(board: Board, shape: Shape) -> str:
    """What never changes in a game: definitions, cloth, and the empty board."""
    layout = layout_for(board, shape)
    return (
        tag("defs", _definitions(board, layout))
        + draw_cloth(layout.frame, shape)
        + _group_on_board(layout, shape, empty_board())
    )


def _definitions(board: Board, layout: Layout) -> str:
    return "".join(
        [
            cloth_definitions(PAGE_PALETTE),
            ground_definitions(PAGE_PALETTE),
            piece_symbols(),
            pile_symbols(),
            head_symbols(board.heads, layout),
            cell_outlines(board.cells),
        ]
    )


def pieces(view: BazarView, shape: Shape, *, pick: str | None = None) -> str:
    """What lies on the board now, above the backdrop; `pick` is an action to preview.

    A pick that is not legal is ignored. A blocked player sees the end piece without a pick.
    """
    layout = layout_for(view.board, shape)
    picked = _legal_pick(view, pick)
    return _group_on_board(
        layout,
        shape,
        draw_tiles(view),
        draw_tip_highlight(view) if picked is None else "",
        draw_heads_on_page(view, layout),
        draw_trunks(view),
        draw_end_pieces(view),
        draw_tips(view),
        draw_preview(view, picked, shape) if picked is not None else "",
    )


def _legal_pick(view: BazarView, pick: str | None) -> str | None:
    if view.legal_actions == ("end-piece",):
        return "end-piece"
    return pick if pick in view.legal_actions else None


def stylesheet() -> str:
    """The CSS variables of the colours in both themes, the player tints, and the animations."""
    return colours(PALETTES) + tint_rules() + MOTION


def _group_on_board(layout: Layout, shape: Shape, *drawn: str) -> str:
    """Things in the measures of the board, fitted to the drawing."""
    frame, border = layout.frame, border_width(shape)
    return group_at(border + frame.left, border + frame.top, *drawn, scale=frame.scale)
