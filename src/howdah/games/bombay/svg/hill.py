"""Hilltops: a real hill, with the stars it costs to climb."""

from __future__ import annotations

from typing import Final

from howdah.games.bombay.board import STARS_TO_ENTER
from howdah.games.bombay.svg.palette import Palette
from howdah.render.markup import group, oval, path, use

STARS: Final = STARS_TO_ENTER["hilltop"]
SPREAD: Final = 17.0


def hill_definitions(palette: Palette) -> str:
    """The hill, its foot around 0 14 and its stars on the slope."""
    outline = (
        "M-48 16C-36 10 -30 -8 -18 -18C-10 -25 2 -27 12 -19C26 -9 34 8 48 16C24 23 -24 23 -48 16Z"
    )
    shade = "M12 -19C26 -9 34 8 48 16C34 20 18 21 4 21C20 10 20 -6 12 -19Z"
    strokes = (
        "M-30 8C-26 2 -24 -3 -20 -8M-14 -12C-11 -15 -9 -17 -6 -18.5M-37 14C-34 12 -33 11 -31 9"
    )
    stars = "".join(use("star", (number - (STARS - 1) / 2) * SPREAD, 8) for number in range(STARS))
    return group(
        oval(0, 17, 48, 6, fill="#000", opacity="0.12"),
        path(outline, fill=palette.hill, stroke=palette.line, stroke_width=1.3),
        path(shade, fill=palette.hill_shade),
        path(
            strokes,
            fill="none",
            stroke=palette.hill_shade,
            stroke_width=1.6,
            stroke_linecap="round",
        ),
        stars,
        id="hill",
    )
