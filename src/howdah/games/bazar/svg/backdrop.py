"""The backdrop of a page: the cloth and the empty board."""

from __future__ import annotations

from typing import Final

from howdah.games.bazar.hexgrid import Axial
from howdah.games.bazar.svg.ground import flowers_printed, mango, mangoes_printed
from howdah.games.bazar.svg.hex_geometry import SIDE, centre
from howdah.games.bazar.svg.layout import RIM
from howdah.games.bazar.svg.player_tint import ON_PAGE
from howdah.render.common.cloth import cloth
from howdah.render.common.curve import pair
from howdah.render.common.geometry import BORDER, MARGIN, Frame, Point
from howdah.render.markup import Look, box, group, path, placed, tag, use
from howdah.render.types import Shape

AROUND: Final = "l34.6 20v40l-34.6 20-34.6-20v-40z"
"""Around a cell, clockwise from the top."""
HEM: Final = 7.0
"""The border of a cloth on a phone, where the print would take too much room."""


def border_of(shape: Shape) -> float:
    """How wide the border around the board's window is."""
    return BORDER if shape == "wide" else HEM


def cloth_laid(frame: Frame, shape: Shape) -> str:
    """The cloth: printed all around on a laptop, with a plain hem on a phone."""
    if shape == "wide":
        leaf = tag("defs", group(mango(ON_PAGE), id="mango"))
        prints = flowers_printed(frame) + mangoes_printed(frame, use("mango"))
        return (
            leaf + placed(-MARGIN, -MARGIN, cloth(frame, ON_PAGE)) + placed(BORDER, BORDER, prints)
        )
    return _hemmed(frame) + placed(HEM, HEM, flowers_printed(frame))


def _hemmed(frame: Frame) -> str:
    wide, high = frame.width + 2 * HEM, frame.height + 2 * HEM
    return box(0, 0, wide, high, fill=ON_PAGE.print) + box(
        HEM - 1.5,
        HEM - 1.5,
        frame.width + 3,
        frame.height + 3,
        fill=ON_PAGE.plain,
        stroke=ON_PAGE.cloth,
        stroke_width=3,
    )


def outlines(cells: tuple[Axial, ...]) -> str:
    """The definition of the outlines of all cells: each a step from its uppermost corner on."""
    tops = (centre(cell) for cell in cells)
    line = "".join(f"M{pair(Point(at.x, at.y - SIDE))}{AROUND}" for at in tops)
    return path(line, id="outlines")


def empty_board() -> str:
    """The rim of the board and its cells; their outlines are defined once."""
    look: Look = {"fill": "none", "stroke_linejoin": "round"}
    rim = (
        use("outlines", 2, 5, stroke="#000", stroke_width=2 * RIM, opacity="0.28"),
        use("outlines", stroke=ON_PAGE.rim, stroke_width=2 * RIM),
        use("outlines", stroke=ON_PAGE.rim_line, stroke_width=RIM),
        use("outlines", stroke=ON_PAGE.rim, stroke_width=RIM - 2.4),
    )
    cells = use("outlines", fill=ON_PAGE.cell, stroke=ON_PAGE.joint, stroke_width=1.4)
    return group(group(*rim, **look), cells, id="cells")
