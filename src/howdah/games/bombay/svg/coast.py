"""The sea in the west: a coast that bends around whatever sites lie near it."""

from __future__ import annotations

from collections.abc import Sequence
from math import sin
from typing import Final

from howdah.games.bombay.svg.palette import Palette
from howdah.render.common.curve import curve
from howdah.render.common.geometry import Frame, Point
from howdah.render.markup import group, path, tag, use

SLOPE: Final = 0.55
STEP: Final = 20.0


def coast(frame: Frame, places: Sequence[Point], away: float) -> list[Point]:
    """The coast from north to south, so far from all sites that it may lie outside the map."""
    heights = [STEP * step for step in range(-1, int(frame.height / STEP) + 3)]
    raw = [_shore(y, places) - away + 5 * sin(y / 23) + 3 * sin(y / 9) for y in heights]
    soft = [sum(part) / 3 for part in zip(raw, raw[1:], raw[2:])]
    return [Point(x, y) for x, y in zip(soft, heights[1:])]


def _shore(y: float, places: Sequence[Point]) -> float:
    """How far east the westernmost sites lie around a height."""
    return min(place.x + SLOPE * max(0.0, abs(y - place.y) - 20) for place in places)


def sea_definitions(palette: Palette) -> str:
    """The fine lines of the waves."""
    line = "M0 5q5 -3.5 10 0t10 0t10 0M15 14q5 -3.5 10 0t10 0M-15 14q5 -3.5 10 0t10 0"
    return tag(
        "pattern",
        path(line, fill="none", stroke=palette.wave, stroke_width=1),
        id="waves",
        width=30,
        height=18,
        patternUnits="userSpaceOnUse",
    )


def sea(shore: Sequence[Point], palette: Palette) -> str:
    """The sea with its waves, and three lines that follow the shore."""
    line = curve(shore)
    water = f"{line}L-40 {shore[-1].y:.0f}L-40 {shore[0].y:.0f}Z"
    ripples = "".join(
        path(line, transform=f"translate({-off} 0)", opacity=f"{shade}")
        for off, shade in ((5, 0.9), (10, 0.6), (16, 0.35))
    )
    return group(
        path(water, fill=palette.sea),
        path(water, fill="url(#waves)", opacity="0.55"),
        group(ripples, fill="none", stroke=palette.wave, stroke_width=1.1),
        path(line, fill="none", stroke=palette.edge, stroke_width=1.6),
    )


def water_definition(shore: Sequence[Point]) -> str:
    """The water west of the shore; its other edges lie outside the map, where no one sees them."""
    line = f"{curve(shore)}L-60 {shore[-1].y:.0f}L-60 {shore[0].y:.0f}Z"
    return path(line, id="water")


def sea_on_page(palette: Palette) -> str:
    """The sea as on the sheet, from one definition of the water."""
    ripples = "".join(
        use("water", -off, opacity=f"{shade}") for off, shade in ((5, 0.9), (10, 0.6), (16, 0.35))
    )
    return group(
        use("water", fill=palette.sea),
        use("water", fill="url(#waves)", opacity="0.55"),
        group(ripples, fill="none", stroke=palette.wave, stroke_width=1.1),
        use("water", fill="none", stroke=palette.edge, stroke_width=1.6),
    )


def is_at_sea(point: Point, shore: Sequence[Point]) -> bool:
    """Whether a point lies in the water, or almost."""
    nearest = min(shore, key=lambda other: abs(other.y - point.y))
    return point.x < nearest.x + 20
