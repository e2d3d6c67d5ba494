"""The cloth under a board, with a printed border around it."""

from __future__ import annotations

from typing import Final

from howdah.render.markup import group, rect, use

BORDER: Final = 21.0
BLOCK: Final = 25.0
"""The size of one block of the border's print; its length should divide both sides of a map."""
NARROW: Final = 9.0
"""The border on a phone, which has no room for the print: a row of beads."""


def draw_cloth(width: float, height: float, border: float) -> str:
    """The cloth of a map, its border included, from 0 0; a narrow border has beads."""
    return _beaded(width, height, border) if border < BORDER else _printed(width, height)


def draw_border_slices() -> str:
    """The smallest cloth with a printed border, for CSS: each side is one block of the print."""
    return _printed(BLOCK, BLOCK, has_shadow=False)


def _printed(width: float, height: float, *, has_shadow: bool = True) -> str:
    wide, high = width + 2 * BORDER, height + 2 * BORDER
    sides = (
        (BORDER, 0, 0, width),
        (wide - BORDER, high, 180, width),
        (wide, BORDER, 90, height),
        (0, high - BORDER, 270, height),
    )
    strips = (
        rect(0, 0, length, BORDER, transform=f"translate({x:g} {y:g}) rotate({turn})")
        for x, y, turn, length in sides
    )
    corners = (
        use("border-corner", x, y)
        for x in (BORDER / 2, wide - BORDER / 2)
        for y in (BORDER / 2, high - BORDER / 2)
    )
    hem = rect(0.7, 0.7, wide - 1.4, high - 1.4, stroke_width=1.6)
    edge = rect(BORDER, BORDER, width, height, stroke_width=5)
    shadow = rect(4, 6, wide, high, rx=4, fill="#000", opacity="0.35") if has_shadow else ""
    return (
        shadow
        + group(*strips, fill="url(#border-print)")
        + "".join(corners)
        + rect(BORDER, BORDER, width, height, fill="var(--plain)")
        + group(edge, hem, fill="none", stroke="var(--cloth)")
    )


def _beaded(width: float, height: float, border: float) -> str:
    wide, high, half = width + 2 * border, height + 2 * border, border / 2
    return (
        rect(0, 0, wide, high, rx=4, fill="var(--print)")
        + rect(
            half,
            half,
            wide - border,
            high - border,
            fill="none",
            stroke="var(--cloth)",
            stroke_width=0.4 * border,
            stroke_dasharray="0.1 9",
            stroke_linecap="round",
        )
        + rect(border, border, width, height, fill="var(--plain)")
    )
