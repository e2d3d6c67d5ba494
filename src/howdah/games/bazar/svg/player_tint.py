"""Player tints: a thing is defined once, and the group it is used in colours it for its player."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from howdah.games.bazar.svg.palette import PALETTES, Palette
from howdah.render.common.css import on_page
from howdah.render.common.palette import Paint
from howdah.render.common.player_marks import sign
from howdah.render.markup import Value, disc, path, tag

ON_PAGE: Final[Palette] = on_page(PALETTES["light"])
"""Every colour by the name of its variable."""
DYE: Final = Paint("var(--dye)", "var(--dye-line)", "var(--dye-detail)")
"""What a thing is painted in that takes the colours of the group it is shown in."""
DYED: Final = replace(ON_PAGE, stone=DYE, players=(DYE,) * len(ON_PAGE.players))


def dye(seat: int | None) -> str:
    """The class of a group in the colours of a seat; stone for nobody's.

    >>> dye(2), dye(None)
    ('dye-2', 'dye-stone')
    """
    return "dye-stone" if seat is None else f"dye-{seat}"


def dyed(seat: int | None, *children: str, **attributes: Value) -> str:
    """Elements that belong together, in the colours of a seat."""
    return tag("g", *children, **{"class": dye(seat)}, **attributes)


def dye_rules() -> str:
    """The rules of all dyes, for a stylesheet."""
    return "".join(_rules())


def _rules() -> Iterator[str]:
    for seat in (None, *range(len(ON_PAGE.players))):
        paint = ON_PAGE.paint(seat)
        yield (
            f".{dye(seat)}{{--dye:{paint.body};--dye-line:{paint.line};"
            f"--dye-detail:{paint.detail}}}"
        )


ASLEEP = "M-4 -1C-2.5 1.6 2.5 1.6 4 -1"


def badge(seat: int | None, palette: Palette) -> str:
    """The badge of a seat around 0 0, 17 wide; a closed eye for a head without a player."""
    paint = palette.paint(seat)
    ground = disc(0, 0, 8, fill=palette.ivory, stroke=paint.line, stroke_width=1.2)
    if seat is None:
        return ground + path(ASLEEP, fill="none", stroke=paint.line, stroke_width=1.6)
    return ground + sign(seat, fill=paint.line)
