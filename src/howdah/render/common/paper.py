"""The sheet of paper that every card of the panel is written on."""

from __future__ import annotations

from howdah.render.common.geometry import PANEL_WIDTH
from howdah.render.common.palette import House
from howdah.render.markup import Value, box


def paper(height: float, palette: House, **look: Value) -> str:
    """A plain card as wide as the panel, its corner at 0 0."""
    paint: dict[str, Value] = {"fill": palette.plaque, "stroke": palette.edge}
    return box(0, 0, PANEL_WIDTH, height, rx=7, **paint, stroke_width=1.2, **look)
