"""The drawings of Bombay: the board on the page, pictures, the figures of its rules."""

from __future__ import annotations

from typing import Final

from howdah.games.bombay.board import Board
from howdah.games.bombay.svg.backdrop import backdrop
from howdah.games.bombay.svg.figures import rule_figure
from howdah.games.bombay.svg.layout import layout_for
from howdah.games.bombay.svg.picture import picture_column
from howdah.games.bombay.svg.pieces import choice_layers, layers, placement
from howdah.games.bombay.svg.symbols import ART, symbols
from howdah.render import css
from howdah.render.types import Shape, Size

__all__ = [
    "ART",
    "backdrop",
    "choice_layers",
    "layers",
    "picture_column",
    "placement",
    "rule_figure",
    "size",
    "stylesheet",
    "symbols",
]

RULES: Final = (
    ".choice{cursor:pointer;outline:0}"
    ".choice:hover,.choice:focus-visible{--ring:1}"
    ".focus{opacity:var(--ring,0)}"
    "@media(prefers-reduced-motion:no-preference){"
    ".lit{animation:lit 1.6s ease-in-out infinite alternate}"
    "@keyframes lit{from{opacity:.7}}}"
)
"""Choices under the pointer and with focus; a ring is inside a symbol, so a variable reaches it."""


def size(board: Board, shape: Shape) -> Size:
    """The size of the drawing of a board."""
    frame, border = (layout := layout_for(board, shape)).frame, 2 * layout.sizes.border
    return Size(frame.width + border, frame.height + border)


def stylesheet() -> str:
    """The variables of the game's colours in both themes, and how choices look."""
    return css.stylesheet(ART) + RULES
