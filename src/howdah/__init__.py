"""Howdah: the board games Bombay and Bombay Bazar as a library and in the browser.

>>> import howdah
>>> game = howdah.new("bombay", players=4, seed=7)
>>> game.play(game.legal_actions()[0])
Move('E4')
"""

from __future__ import annotations

from howdah.core.errors import (
    GameNotOver,
    HowdahError,
    IllegalAction,
    InvalidAction,
    InvalidBoard,
    InvalidOption,
    InvalidRecord,
    NothingToUndo,
    UnknownGame,
)
from howdah.core.reasons import Reason
from howdah.core.record import Record, Seat
from howdah.core.rng import Dealer
from howdah.core.view import View, set_svg_renderer
from howdah.games.registry import GAMES, from_record, load, load_all, new

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "Dealer",
    "GameNotOver",
    "HowdahError",
    "IllegalAction",
    "InvalidAction",
    "InvalidBoard",
    "InvalidOption",
    "InvalidRecord",
    "NothingToUndo",
    "Reason",
    "Record",
    "Seat",
    "UnknownGame",
    "from_record",
    "load",
    "load_all",
    "new",
]


def _draw(view: View) -> str:
    from howdah.render.svg import svg

    return svg(view)


set_svg_renderer(_draw)
