"""The board of Bombay on a page: a backdrop that is sent once, and pieces with every frame.

Pieces, routes and what can be touched share the coordinates of one group, the map inside the
border of the cloth.
"""

from __future__ import annotations

from typing import Final

from howdah.games.bombay.board import Board
from howdah.games.bombay.svg.backdrop import draw_backdrop
from howdah.games.bombay.svg.elephants import draw_elephants, draw_footprints
from howdah.games.bombay.svg.market_stalls import MARKETS_SIZE, draw_bales_on_map, draw_market_row
from howdah.games.bombay.svg.move_targets import draw_highlights, draw_targets
from howdah.games.bombay.svg.page_layout import elephant_route, page_layout_for
from howdah.games.bombay.svg.palette import PALETTES, RULES, Palette
from howdah.games.bombay.svg.site_pieces import draw_site_pieces
from howdah.games.bombay.view import BombayView
from howdah.render.common import css
from howdah.render.markup import SANS, group, group_at
from howdah.render.types import Shape, Size

__all__ = ["MARKETS_SIZE", "backdrop", "markets", "pieces", "route", "size", "stylesheet"]

PALETTE: Final[Palette] = css.with_css_variables(PALETTES["light"])


def size(board: Board, shape: Shape) -> Size:
    """The size of the drawing of a board."""
    page = page_layout_for(board, shape)
    frame, border = page.layout.frame, page.sizes.border
    return Size(frame.width + 2 * border, frame.height + 2 * border)


def backdrop(board: Board, shape: Shape) -> str:
    """What never changes in a game: definitions, cloth, land, trails, cities, empty stalls."""
    return draw_backdrop(board, page_layout_for(board, shape), PALETTE)


def pieces(
    view: BombayView,
    shape: Shape,
    *,
    pick: str | None = None,  # noqa: ARG001 - every renderer takes one, Bombay needs none
) -> str:
    """What a viewer sees on the board now; Bombay has no previews."""
    page = page_layout_for(view.board, shape)
    border = page.sizes.border
    return group_at(
        border,
        border,
        draw_highlights(view, page, PALETTE),
        draw_footprints(view, page, PALETTE),
        draw_bales_on_map(view, page, PALETTE),
        *(draw_site_pieces(view, site, page, PALETTE) for site in view.board.sites),
        draw_elephants(view, page, PALETTE),
        draw_targets(view, page, PALETTE),
        font_family=SANS,
    )


def markets(view: BombayView) -> str:
    """The row of markets for a phone, whose map has no room for them; `MARKETS_SIZE` large."""
    return group(draw_market_row(view, PALETTE), font_family=SANS)


def route(board: Board, shape: Shape, origin: str, target: str, seat: int) -> str:
    """The way of a seat's elephant between sites, as path data."""
    return elephant_route(page_layout_for(board, shape), origin, target, seat)


def stylesheet() -> str:
    """The variables of the game's colours in both themes, and how choices look."""
    return css.stylesheet(PALETTES) + RULES
