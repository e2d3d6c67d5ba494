"""Boards for tests: a shipped one as data to be changed, and one with a hole."""

from __future__ import annotations

from typing import Any

from howdah.games.bazar.board_files import BOARDS


def hexagon_data(shipped: str = "hexagon-19", /, **changes: Any) -> Any:
    """The data of a shipped board under a name of its own, with some fields changed."""
    return {**BOARDS.get(shipped).to_json(), "name": f"my-{shipped}", **changes}


def with_a_hole() -> Any:
    """A lopsided board with no cell in its middle."""
    data = hexagon_data("hexagon-37", name="lopsided with a hole")
    data["cells"] = [cell for cell in data["cells"] if cell not in ([0, 0], [-3, 0])] + [[4, -3]]
    return data


def largest() -> Any:
    """A hexagon with seven cells to a side, as many as a board may have."""
    reach = range(-6, 7)
    corners = {"NW": ([0, -6], 4), "NE": ([6, -6], 5), "SE": ([0, 6], 1), "SW": ([-6, 6], 2)}
    return {
        "name": "hexagon-127",
        "provenance": "reconstructed",
        "cells": [[q, r] for r in reach for q in reach if abs(q + r) <= 6],
        "heads": [
            {"name": name, "first_cell": cell, "entry_edge": edge}
            for name, (cell, edge) in corners.items()
        ],
    }
