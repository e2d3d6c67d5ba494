"""Where the sites of the shipped board are drawn.

Its file says roughly where they lie. On the map they are arranged so that five elephants fit around
each, with the badges of moves, and nothing covers anything else: `tests/render` proves it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from howdah.games.bombay.board import BoardSite
from howdah.games.bombay.board_files import BOARDS
from howdah.render.geometry import Point
from howdah.render.types import Shape

BOARD: Final = "deccan"
PLACES: Final[Mapping[Shape, Mapping[str, Point]]] = {
    "wide": {
        "A": Point(434, 466),
        "B": Point(615, 459),
        "D1": Point(294, 183),
        "D2": Point(880, 236),
        "D3": Point(81, 336),
        "D4": Point(898, 604),
        "E1": Point(532, 203),
        "E2": Point(799, 459),
        "E3": Point(137, 501),
        "E4": Point(582, 589),
        "F1": Point(120, 105),
        "F2": Point(440, 97),
        "F3": Point(682, 252),
        "F4": Point(322, 555),
        "G1": Point(260, 101),
        "G2": Point(89, 197),
        "G3": Point(660, 374),
        "G4": Point(919, 445),
        "G5": Point(277, 473),
        "G6": Point(743, 539),
        "G7": Point(132, 622),
        "G8": Point(470, 643),
        "H1": Point(525, 324),
        "H2": Point(307, 352),
    },
    "tall": {
        "A": Point(211, 493),
        "B": Point(333, 444),
        "D1": Point(246, 140),
        "D2": Point(498, 199),
        "D3": Point(61, 370),
        "D4": Point(485, 618),
        "E1": Point(381, 105),
        "E2": Point(472, 495),
        "E3": Point(82, 547),
        "E4": Point(318, 618),
        "F1": Point(76, 84),
        "F2": Point(491, 78),
        "F3": Point(389, 195),
        "F4": Point(187, 580),
        "G1": Point(186, 73),
        "G2": Point(72, 208),
        "G3": Point(392, 352),
        "G4": Point(504, 378),
        "G5": Point(187, 378),
        "G6": Point(365, 539),
        "G7": Point(81, 666),
        "G8": Point(206, 660),
        "H1": Point(286, 316),
        "H2": Point(178, 291),
    },
}


def arranged_places(
    sites: Sequence[BoardSite], canvas: tuple[float, float], shape: Shape
) -> Mapping[str, Point] | None:
    """The places of sites that lie as on the shipped board, whatever its scale; else None."""
    return PLACES[shape] if _positions(sites, canvas) == _shipped_positions() else None


Positions = tuple[tuple[str, float, float], ...]


def _positions(sites: Sequence[BoardSite], canvas: tuple[float, float]) -> Positions:
    """Where sites lie, by shares of the size of the map."""
    wide, high = (length or 1.0 for length in canvas)
    return tuple((site.id, round(site.x / wide, 4), round(site.y / high, 4)) for site in sites)


@cache
def _shipped_positions() -> Positions:
    board = BOARDS.get(BOARD)
    return _positions(board.sites, board.canvas)
