"""The whole picture of Bombay Bazar: table, cloth, heads, board, trunks and panel."""

from __future__ import annotations

from howdah.games.bazar.svg import caption
from howdah.games.bazar.svg.end_piece import end_piece_definitions, end_pieces_drawn
from howdah.games.bazar.svg.ground import board_drawn, cloth_print, ground_definitions
from howdah.games.bazar.svg.head import head_definitions, heads_drawn
from howdah.games.bazar.svg.layout import Layout, layout_of
from howdah.games.bazar.svg.palette import PALETTES, Palette
from howdah.games.bazar.svg.panel import panel
from howdah.games.bazar.svg.piles import pile_definitions
from howdah.games.bazar.svg.trunk import tips_drawn, trunks_drawn
from howdah.games.bazar.view import BazarView
from howdah.render.common.cards import flag_definition
from howdah.render.common.sheet import sheet
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
