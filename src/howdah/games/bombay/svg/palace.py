"""Palaces: a small domed pavilion in its owner's colour, with the owner's sign."""

from __future__ import annotations

from typing import Final

from howdah.games.bombay.svg.palette import Palette
from howdah.games.bombay.svg.tooltips import palace_told
from howdah.render.common.player_marks import sign
from howdah.render.markup import box, disc, group, path, placed, titled, use

DOME: Final = "M-13 -21C-16 -31 -6 -33 0 -41C6 -33 16 -31 13 -21Z"
HALL: Final = "M-15 -21H15V0H-15Z"


def palace_definitions(palette: Palette) -> str:
    """The pavilion that every owner's paint fills, its foot in the middle at 0 0."""
    return group(
        box(-21, 0, 42, 5, rx=1.5),
        path(HALL),
        path(DOME),
        box(-18, -22.5, 36, 3.6, rx=1),
        path("M-20 0V-10C-20 -14 -16 -14 -16 -10V0M20 0V-10C20 -14 16 -14 16 -10V0"),
        path("M-6 -24C-6 -30 -2 -31 0 -35", fill="none", stroke="currentColor"),
        path("M0 -41V-46", stroke_width=1.6),
        disc(0, -46, 1.8, fill=palette.gold),
        path("M-10 0V-12C-10 -17 -4 -17 0 -19.5C4 -17 10 -17 10 -12V0Z", fill=palette.caparison),
        path("M-9.5 -1H9.5", stroke=palette.gold, stroke_width=1.8),
        id="palace",
        stroke_width=1.3,
        stroke_linejoin="round",
    )


def pavilion(seat: int, palette: Palette) -> str:
    """A palace of a seat."""
    paint = palette.players[seat]
    return use("palace", fill=paint.body, stroke=paint.line, color=paint.detail) + placed(
        0, -8, sign(seat, fill=palette.ivory), scale=0.95
    )


def palace(site: str, seat: int, x: float, y: float, palette: Palette) -> str:
    """The palace that stands on a site."""
    return placed(
        x,
        y,
        titled(palace_told(site, seat)),
        pavilion(seat, palette),
        id=f"palace-{site}",
        data_palace=seat,
    )
