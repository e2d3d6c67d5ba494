"""Boards of Bombay Bazar for study, small enough to be solved; the game does not list them."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from howdah.core.jsonio import Json
from howdah.games.bazar.board import Board
from howdah.games.bazar.board_files import BOARDS

SMALL_BOARDS: Final = {"hexagon-7": 2}
"""The small boards: hexagons, by the number of cells on a side."""


@cache
def small_board(name: str) -> Board | None:
    """Return the small board with a name; None if there is none.

    >>> small_board("hexagon-7").cells[3], small_board("hexagon-61")
    ((0, 0), None)
    """
    return BOARDS.load(hexagon(SMALL_BOARDS[name])) if name in SMALL_BOARDS else None


def hexagon(side: int) -> dict[str, Any]:
    """Return a hexagonal board with `side` cells on a side, as a board file holds it."""
    far = side - 1
    cells: list[Json] = [
        [q, r] for r in range(-far, far + 1) for q in range(-far, far + 1) if abs(q + r) <= far
    ]
    corners = {
        "NW": ([0, -far], 4),
        "NE": ([far, -far], 5),
        "SE": ([0, far], 1),
        "SW": ([-far, far], 2),
    }
    return {
        "name": f"hexagon-{len(cells)}",
        "provenance": "reconstructed",
        "note": "For study: small enough to be solved.",
        "cells": cells,
        "heads": [
            {"name": name, "first_cell": cell, "entry_edge": edge}
            for name, (cell, edge) in corners.items()
        ],
    }
