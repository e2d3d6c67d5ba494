"""The whole picture of Bombay Bazar: table, cloth, heads, board, trunks and panel."""

from __future__ import annotations

from howdah.bazar.view import BazarView
from howdah.render.bazar import caption
from howdah.render.bazar.end_piece import end_piece_definitions, end_pieces_drawn
from howdah.render.bazar.ground import board_drawn, cloth_print, ground_definitions
from howdah.render.bazar.head import head_definitions, heads_drawn
from howdah.render.bazar.layout import Layout, layout_of
from howdah.render.bazar.palette import PALETTES, Palette
from howdah.render.bazar.panel import panel
from howdah.render.bazar.pile import pile_definitions
from howdah.render.bazar.trunk import tips_drawn, trunks_drawn
from howdah.render.house.card import flag_definition
from howdah.render.house.sheet import sheet
from howdah.render.markup import placed
from howdah.render.theme import Theme


def picture(view: BazarView, theme: Theme) -> str:
    """The SVG document of a view of Bombay Bazar."""
    palette, layout = PALETTES[theme], layout_of(view.board)
    return sheet(
        layout.frame,
        palette,
        caption=(caption.title(view), caption.description(view)),
        definitions=_definitions(palette),
        parts=(_cloth(view, layout, palette), panel(view, palette)),
    )


def _definitions(palette: Palette) -> str:
    return "".join(
        [
            ground_definitions(palette),
            head_definitions(palette),
            end_piece_definitions(),
            pile_definitions(palette),
            flag_definition(palette),
        ]
    )


def _cloth(view: BazarView, layout: Layout, palette: Palette) -> str:
    """All that lies on the cloth, the lowest first."""
    frame = layout.frame
    pieces = "".join(
        [
            board_drawn(view, palette),
            heads_drawn(view, layout, palette),
            trunks_drawn(view, palette),
            end_pieces_drawn(view, palette),
            tips_drawn(view, palette),
        ]
    )
    return cloth_print(frame, palette) + placed(frame.left, frame.top, pieces, scale=frame.scale)
