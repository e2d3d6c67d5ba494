"""The window of the cloth in which any board of Bombay is seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from howdah.games.bombay.svg.sizes import TALL_MAP
from howdah.render.common.geometry import BLOCK, MAP_HEIGHT, MAP_WIDTH, Frame, Point

TALLEST: Final = 1100.0
WEST, EAST, NORTH, SOUTH = 66.0, 44.0, 48.0, 48.0
"""What is left free around the sites of a tall map."""


def frame_of(places: Sequence[tuple[float, float]]) -> Frame:
    """The frame in which all places of a board are seen, as large as they can be."""
    wide = max(1.0, *(x for x, _ in places))
    high = max(1.0, *(y for _, y in places))
    height = BLOCK * round(min(max(MAP_WIDTH * high / wide, MAP_HEIGHT), TALLEST) / BLOCK)
    scale = min(MAP_WIDTH / wide, height / high)
    left, top = (MAP_WIDTH - wide * scale) / 2, (height - high * scale) / 2
    return Frame(MAP_WIDTH, height, scale, left, top)


@dataclass(frozen=True)
class TallFrame(Frame):
    """A frame in which a board is stretched, so that it fills a phone from side to side."""

    drop: float
    """How a board's measures become pixels from north to south."""

    def at(self, x: float, y: float) -> Point:
        """The place of a board's coordinates."""
        return Point(round(self.left + x * self.scale, 1), round(self.top + y * self.drop, 1))


def tall_frame_of(places: Sequence[tuple[float, float]]) -> TallFrame:
    """The frame in which the sites of a board reach from edge to edge of a phone."""
    wide, high = TALL_MAP
    scale, left = _spread([x for x, _ in places], WEST, wide - EAST)
    drop, top = _spread([y for _, y in places], NORTH, high - SOUTH)
    return TallFrame(wide, high, scale, left, top, drop)


def _spread(values: Sequence[float], first: float, last: float) -> tuple[float, float]:
    """The scale and start that bring values from the first place to the last."""
    low, high = min(values), max(values)
    scale = (last - first) / ((high - low) or 1)
    return scale, first - low * scale
