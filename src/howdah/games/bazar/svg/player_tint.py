"""Player tints: a thing is defined once, and the group it is used in colours it for its player."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from howdah.games.bazar.svg.palette import PALETTES, Palette
from howdah.render.common.css import with_css_variables
from howdah.render.common.palette import Paint
from howdah.render.common.player_marks import player_mark
from howdah.render.markup import Value, circle, path, tag

PAGE_PALETTE: Final[Palette] = with_css_variables(PALETTES["light"])
"""Every colour by the name of its variable."""
TINT: Final = Paint("var(--dye)", "var(--dye-line)", "var(--dye-detail)")
"""Takes the colours of the group in which a symbol is used."""
TINT_PALETTE: Final = replace(PAGE_PALETTE, stone=TINT, players=(TINT,) * len(PAGE_PALETTE.players))


def tint_class(seat: int | None) -> str:
    """The CSS class of a group in the colours of a seat; stone without a seat.

    >>> tint_class(2), tint_class(None)
    ('dye-2', 'dye-stone')
    """
    return "dye-stone" if seat is None else f"dye-{seat}"


def tint(seat: int | None, *children: str, **attributes: Value) -> str:
    """A group in the colours of a seat."""
    return tag("g", *children, **{"class": tint_class(seat)}, **attributes)


def tint_rules() -> str:
    """The CSS rules of all tints."""
    return "".join(_rules())


def _rules() -> Iterator[str]:
    for seat in (None, *range(len(PAGE_PALETTE.players))):
        paint = PAGE_PALETTE.paint(seat)
        yield (
            f".{tint_class(seat)}{{--dye:{paint.body};--dye-line:{paint.line};"
            f"--dye-detail:{paint.detail}}}"
        )


CLOSED_EYE = "M-4 -1C-2.5 1.6 2.5 1.6 4 -1"


def player_badge(seat: int | None, palette: Palette) -> str:
    """The badge of a seat around 0 0, 17 wide; a closed eye for a head without a player."""
    paint = palette.paint(seat)
    ground = circle(0, 0, 8, fill=palette.ivory, stroke=paint.line, stroke_width=1.2)
    if seat is None:
        return ground + path(CLOSED_EYE, fill="none", stroke=paint.line, stroke_width=1.6)
    return ground + player_mark(seat, fill=paint.line)
