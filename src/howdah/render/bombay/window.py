"""The window of the cloth in which any board of Bombay is seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from howdah.render.house.frame import BLOCK, MAP_HEIGHT, MAP_WIDTH, Frame

TALLEST: Final = 1100.0


def frame_of(places: Sequence[tuple[float, float]]) -> Frame:
    """The frame in which all places of a board are seen, as large as they can be."""
    wide = max(1.0, *(x for x, _ in places))
    high = max(1.0, *(y for _, y in places))
    height = BLOCK * round(min(max(MAP_WIDTH * high / wide, MAP_HEIGHT), TALLEST) / BLOCK)
    scale = min(MAP_WIDTH / wide, height / high)
    left, top = (MAP_WIDTH - wide * scale) / 2, (height - high * scale) / 2
    return Frame(MAP_WIDTH, height, scale, left, top)
