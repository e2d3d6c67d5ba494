"""The marks of the players: a shape for each seat, so that no one needs to see the colour."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from howdah.i18n import mark
from howdah.render.markup import Value, format_number, path

MARK_NAMES: Final = (
    mark("circle"),
    mark("square"),
    mark("triangle"),
    mark("diamond"),
    mark("star"),
)


def star_outline(r: float) -> str:
    """The outline of a five-pointed star around 0 0."""
    corners = []
    for corner in range(10):
        reach = r if corner % 2 == 0 else r * 0.42
        angle = corner * pi / 5 - pi / 2
        corners.append(f"{format_number(reach * cos(angle))} {format_number(reach * sin(angle))}")
    return f"M{'L'.join(corners)}Z"


MARK_OUTLINES: Final = (
    "M-5 0A5 5 0 1 1 5 0A5 5 0 1 1 -5 0Z",
    "M-4.6 -4.6H4.6V4.6H-4.6Z",
    "M0 -5.4 5.4 4.4H-5.4Z",
    "M0 -6.2 5 0 0 6.2 -5 0Z",
    star_outline(6.4),
)


def player_mark(seat: int, **attributes: Value) -> str:
    """The mark of a seat around 0 0, about 10 wide."""
    return path(MARK_OUTLINES[seat], **attributes)
