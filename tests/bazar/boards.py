"""Boards for tests: a shipped one as data to be changed, and one with a hole."""

from __future__ import annotations

from typing import Any

from howdah.bazar.atlas import ATLAS


def hexagon_data(shipped: str = "hexagon-19", /, **changes: Any) -> Any:
    """The data of a shipped board under a name of its own, with some fields changed."""
    return {**ATLAS.shipped(shipped).to_json(), "name": f"my-{shipped}", **changes}


def with_a_hole() -> Any:
    """A lopsided board with no cell in its middle."""
    data = hexagon_data("hexagon-37", name="lopsided with a hole")
    data["cells"] = [cell for cell in data["cells"] if cell not in ([0, 0], [-3, 0])] + [[4, -3]]
    return data
