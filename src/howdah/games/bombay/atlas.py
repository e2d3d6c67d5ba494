"""The boards of Bombay: those that come with Howdah, and any file or object like them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from howdah.core.boards import BoardCatalog
from howdah.games.bombay.board import Board
from howdah.games.bombay.board_files import parse_board

ATLAS: Final[BoardCatalog[Board]] = BoardCatalog(Path(__file__).parent / "data", parse_board)
"""The shipped boards, and the way to any other.

>>> ATLAS.names, ATLAS.load("deccan")
(('deccan',), <Board deccan>)
"""
