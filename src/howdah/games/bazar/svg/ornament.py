"""What the heads wear: pearls in the north-west, a golden veil, a lotus, and a rising sun."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from howdah.games.bazar.svg.palette import Palette
from howdah.render.markup import Look, disc, group, oval, path


def _look(palette: Palette) -> Look:
    return {"fill": palette.gold, "stroke": palette.line, "stroke_width": 0.9}


def pearls(palette: Palette) -> str:
    """Two strings of pearls over the brow, and one on the rim of each ear."""
    arcs = [(x, -17 + 0.016 * (28 * 28 - x * x) * 0.55) for x in range(-28, 29, 7)]
    beads = "".join(disc(x, y - 9, 2.5) for x, y in arcs if abs(x) > 8)
    drops = "".join(
        disc(side * x, y, 2.2)
        for side in (-1, 1)
        for x, y in ((57, -22), (58, -13), (56, -4), (52, 5))
    )
    return group(beads, drops, fill=palette.ivory, stroke=palette.line, stroke_width=0.8)


def veil(palette: Palette) -> str:
    """A golden plate that narrows down the brow, with tassels."""
    plate = path("M-23 -37C-10 -44 10 -44 23 -37L13 -16Q0 -8 -13 -16Z")
    drops = "".join(
        disc(x, y, 1.9, fill=palette.print)
        for x, y in ((-15, -31), (15, -31), (-10, -20), (10, -20))
    )
    tassels = path(
        "M-30 8V18M-27 8V16M30 8V18M27 8V16", fill="none", stroke=palette.gold, stroke_width=1.8
    )
    return group(plate, drops, tassels, **_look(palette))


def lotus(palette: Palette) -> str:
    """A lotus that opens on the crown."""
    petals = "".join(
        oval(0, -13, 4.6, 11, transform=f"translate(0 -30) rotate({turn})")
        for turn in (-74, 74, -44, 44, -16, 16)
    )
    return group(petals, fill="#f3b9c0", stroke=palette.line, stroke_width=0.9)


def sun(palette: Palette) -> str:
    """The rays of a sun around the sign."""
    rays = "".join(
        path("M-2.2 -12L0 -20 2.2 -12Z", transform=f"translate(0 -24) rotate({turn})")
        for turn in range(0, 360, 30)
    )
    rings = "".join(
        disc(side * 49, 22, 4.4, fill="none", stroke=palette.gold, stroke_width=2)
        for side in (-1, 1)
    )
    return group(rays, disc(0, -24, 12.6), rings, **_look(palette))


ORNAMENTS: Final[Mapping[str, Callable[[Palette], str]]] = {
    "NW": pearls,
    "NE": veil,
    "SE": lotus,
    "SW": sun,
}
"""By the corner in which a head stands."""
