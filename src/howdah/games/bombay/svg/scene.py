"""The board of Bombay on a page: a backdrop that is sent once, and pieces with every frame.

Pieces, routes and what can be touched share the coordinates of one group, the map inside the
border of the cloth.
"""

from __future__ import annotations

from typing import Final

from howdah.games.bombay.board import Board
from howdah.games.bombay.svg.backdrop import backdrop_drawn
from howdah.games.bombay.svg.elephants import footprints, herd
from howdah.games.bombay.svg.market_stalls import MARKETS_SIZE, goods_on_map, row_of_markets
from howdah.games.bombay.svg.move_targets import choices, lights
from howdah.games.bombay.svg.page_layout import stage_of, way
from howdah.games.bombay.svg.palette import PALETTES, RULES, Palette
from howdah.games.bombay.svg.site_pieces import site_pieces
from howdah.games.bombay.view import BombayView
from howdah.render.common import css
from howdah.render.markup import SANS, group, placed
from howdah.render.types import Shape, Size

__all__ = ["MARKETS_SIZE", "backdrop", "markets", "pieces", "route", "size", "stylesheet"]

PALETTE: Final[Palette] = css.on_page(PALETTES["light"])


def size(board: Board, shape: Shape) -> Size:
    """The size of the drawing of a board."""
    stage = stage_of(board, shape)
    frame, border = stage.layout.frame, stage.measures.border
    return Size(frame.width + 2 * border, frame.height + 2 * border)


def backdrop(board: Board, shape: Shape) -> str:
    """What never changes in a game: definitions, cloth, land, trails, cities, empty stalls."""
    return backdrop_drawn(board, stage_of(board, shape), PALETTE)


def pieces(
    view: BombayView,
    shape: Shape,
    *,
    pick: str | None = None,  # noqa: ARG001 - every scene takes one, Bombay needs none
) -> str:
    """What a viewer sees on the board now; nothing in Bombay is picked before it is played."""
    stage = stage_of(view.board, shape)
    border = stage.measures.border
    return placed(
        border,
        border,
        lights(view, stage, PALETTE),
        footprints(view, stage, PALETTE),
        goods_on_map(view, stage, PALETTE),
        *(site_pieces(view, site, stage, PALETTE) for site in view.board.sites),
        herd(view, stage, PALETTE),
        choices(view, stage, PALETTE),
        font_family=SANS,
    )


def markets(view: BombayView) -> str:
    """The row of markets for a phone, whose map has no room for them; `MARKETS_SIZE` large."""
    return group(row_of_markets(view, PALETTE), font_family=SANS)


def route(board: Board, shape: Shape, origin: str, target: str, seat: int) -> str:
    """The way of a seat's elephant between sites, as the drawing commands of a path."""
    return way(stage_of(board, shape), origin, target, seat)


def stylesheet() -> str:
    """The variables of the game's colours in both themes, and how choices look."""
    return css.stylesheet(PALETTES) + RULES
