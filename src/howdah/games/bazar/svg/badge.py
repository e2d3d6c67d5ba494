"""The badge of a player: the sign of the seat on an ivory disc."""

from __future__ import annotations

from howdah.games.bazar.svg.palette import Palette
from howdah.render.common.player_marks import sign
from howdah.render.markup import disc, path

ASLEEP = "M-4 -1C-2.5 1.6 2.5 1.6 4 -1"


def badge(seat: int | None, palette: Palette) -> str:
    """The badge of a seat around 0 0, 17 wide; a closed eye for a head without a player."""
    paint = palette.paint(seat)
    ground = disc(0, 0, 8, fill=palette.ivory, stroke=paint.line, stroke_width=1.2)
    if seat is None:
        return ground + path(ASLEEP, fill="none", stroke=paint.line, stroke_width=1.6)
    return ground + sign(seat, fill=paint.line)
