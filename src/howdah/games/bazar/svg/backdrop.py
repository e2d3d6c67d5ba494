"""What lies under the pieces: the cloth with its print, and the cells of the board."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from howdah.games.bazar.hexgrid import Axial
from howdah.games.bazar.svg.hex_geometry import SIDE, cell_name, centre, hexagon
from howdah.games.bazar.svg.layout import RIM
from howdah.games.bazar.svg.palette import Palette
from howdah.games.bazar.svg.player_tint import PAGE_PALETTE
from howdah.games.bazar.view import BazarView, Tile
from howdah.i18n import translate
from howdah.render.common.cloth import cloth
from howdah.render.common.geometry import BORDER, MARGIN, Frame, Point, format_point
from howdah.render.markup import (
    Attributes,
    circle,
    ellipse,
    group,
    group_at,
    path,
    rect,
    tag,
    tooltip,
    use,
)
from howdah.render.types import Shape

MANGO: Final = (
    "M2 62C-30 62 -44 38 -36 12C-29 -10 -8 -22 -8 -44C-8 -54 -16 -60 -26 -58"
    "C-18 -74 8 -72 12 -48C16 -26 42 -6 40 26C38 48 24 62 2 62Z"
)
"""The outline of a large mango, its middle at 0 0."""
DROP: Final = "M3 54C-18 54 -30 38 -25 19C-20 2 -3 -8 2 -28C9 -8 32 3 31 26C30 44 20 54 3 54Z"


def ground_definitions(palette: Palette) -> str:
    """The print of the cloth: one small flower in every other place."""
    flowers = _flower(20, 18, palette) + _flower(60, 53, palette)
    size: Attributes = {"width": 80, "height": 70, "patternUnits": "userSpaceOnUse"}
    return tag("pattern", flowers, id="cloth-print", **size)


def _flower(x: float, y: float, palette: Palette) -> str:
    petals = "".join(
        ellipse(0, -3.6, 1.5, 2.6, transform=f"rotate({turn})") for turn in (0, 72, 144, 216, 288)
    )
    stem = path("M0 5C0 9 1 11 3 13M1 10C-3 9 -4 7 -5 6", fill="none", stroke_width=1)
    return group(
        petals,
        stem,
        circle(0, 0, 1.2, fill=palette.plain),
        transform=f"translate({x:g} {y:g})",
        fill=palette.print_pale,
        stroke=palette.print_pale,
        stroke_width=0,
        opacity="0.55",
    )


def print_on_cloth(frame: Frame, palette: Palette) -> str:
    """Flowers on all of the cloth, and a large mango at each side."""
    return flower_prints(frame) + mango_prints(frame, mango(palette))


def mango_prints(frame: Frame, drawn: str) -> str:
    """A mango at each side of the cloth, facing each other."""
    sides = ((84, "1 1"), (frame.width - 84, "-1 1"))
    return "".join(
        group(drawn, transform=f"translate({x:g} {frame.height / 2:g}) scale({way})")
        for x, way in sides
    )


def flower_prints(frame: Frame) -> str:
    """Flowers on all of the cloth."""
    return rect(4, 4, frame.width - 8, frame.height - 8, fill="url(#cloth-print)")


def mango(palette: Palette) -> str:
    """The leaf of the old block printers, with a flower in it and dots around."""
    petals = "".join(
        ellipse(0, -9, 3.8, 7, transform=f"translate(3 26) rotate({turn})")
        for turn in range(0, 360, 60)
    )
    dots = "".join(
        circle(3 + 52 * cos(turn * pi / 12), 20 + 56 * sin(turn * pi / 12), 2.4)
        for turn in range(-2, 15)
    )
    drop: Attributes = {"fill": palette.plain}
    clear = ellipse(2, 4, 66, 88, fill=palette.plain)
    return clear + group(
        path(MANGO),
        path(DROP, **drop),
        path(DROP, transform="translate(0.5 5) scale(0.84)"),
        path(DROP, transform="translate(0.7 6.4) scale(0.78)", **drop),
        petals,
        dots,
        fill=palette.print_pale,
        opacity="0.7",
    )


def draw_board(view: BazarView, palette: Palette) -> str:
    """Draw the rim of the board and every cell, with its tile if it has one."""
    outlines = "".join(hexagon(centre(cell)) for cell in view.board.cells)
    look: Attributes = {"stroke_linejoin": "round", "fill": "none"}
    return group(
        path(
            outlines,
            stroke="#000",
            stroke_width=2 * RIM,
            opacity="0.28",
            transform="translate(2 5)",
            **look,
        ),
        path(outlines, stroke=palette.rim, stroke_width=2 * RIM, **look),
        path(outlines, stroke=palette.rim_line, stroke_width=RIM, **look),
        path(outlines, stroke=palette.rim, stroke_width=RIM - 2.4, **look),
        *(_cell(cell, view, palette) for cell in view.board.cells),
        id="board",
    )


def _cell(cell: Axial, view: BazarView, palette: Palette) -> str:
    tile, at = view.tiles.get(cell), centre(cell)
    glows = any(p.seat == view.to_play and p.tip_cell == cell for p in view.players)
    return group(
        tooltip(_describe_cell(cell, tile)),
        path(hexagon(at), fill=palette.cell, stroke=palette.joint, stroke_width=1.4),
        _draw_tile(cell, palette) if tile else "",
        _glow(cell, palette) if glows else "",
        id=f"cell-{cell[0]}_{cell[1]}",
        data_cell=cell_name(cell),
        data_tile=f"{tile.design} {tile.rotation}" if tile else None,
        data_to_play="true" if glows else None,
    )


def _describe_cell(cell: Axial, tile: Tile | None) -> str:
    if tile is None:
        return translate("Cell {cell}", cell=cell_name(cell))
    return translate("Cell {cell}, tile {design}", cell=cell_name(cell), design=tile.design)


def _draw_tile(cell: Axial, palette: Palette) -> str:
    """A tile: a paler hexagon that lies a little above the board."""
    return path(
        hexagon(centre(cell), 38.9), fill=palette.tile, stroke=palette.tile_side, stroke_width=1.2
    )


def _glow(cell: Axial, palette: Palette) -> str:
    """The highlight of the cell where the next tile goes."""
    outline = hexagon(centre(cell), 36.5)
    return path(outline, fill=palette.glow, stroke=palette.glow_line, stroke_width=5) + path(
        outline, fill="none", stroke=palette.gold, stroke_width=3
    )


AROUND: Final = "l34.6 20v40l-34.6 20-34.6-20v-40z"
"""Around a cell, clockwise from the top."""
HEM: Final = 7.0
"""The border of a cloth on a phone, where the print would take too much room."""


def border_width(shape: Shape) -> float:
    """How wide the border around the board's window is."""
    return BORDER if shape == "wide" else HEM


def draw_cloth(frame: Frame, shape: Shape) -> str:
    """The cloth: printed all around on a laptop, with a plain hem on a phone."""
    if shape == "wide":
        leaf = tag("defs", group(mango(PAGE_PALETTE), id="mango"))
        prints = flower_prints(frame) + mango_prints(frame, use("mango"))
        return (
            leaf
            + group_at(-MARGIN, -MARGIN, cloth(frame, PAGE_PALETTE))
            + group_at(BORDER, BORDER, prints)
        )
    return _draw_hemmed_cloth(frame) + group_at(HEM, HEM, flower_prints(frame))


def _draw_hemmed_cloth(frame: Frame) -> str:
    wide, high = frame.width + 2 * HEM, frame.height + 2 * HEM
    return rect(0, 0, wide, high, fill=PAGE_PALETTE.print) + rect(
        HEM - 1.5,
        HEM - 1.5,
        frame.width + 3,
        frame.height + 3,
        fill=PAGE_PALETTE.plain,
        stroke=PAGE_PALETTE.cloth,
        stroke_width=3,
    )


def cell_outlines(cells: tuple[Axial, ...]) -> str:
    """The definition of the outlines of all cells: each a step from its uppermost corner on."""
    tops = (centre(cell) for cell in cells)
    line = "".join(f"M{format_point(Point(at.x, at.y - SIDE))}{AROUND}" for at in tops)
    return path(line, id="outlines")


def empty_board() -> str:
    """The rim of the board and its cells; their outlines are defined once."""
    look: Attributes = {"fill": "none", "stroke_linejoin": "round"}
    rim = (
        use("outlines", 2, 5, stroke="#000", stroke_width=2 * RIM, opacity="0.28"),
        use("outlines", stroke=PAGE_PALETTE.rim, stroke_width=2 * RIM),
        use("outlines", stroke=PAGE_PALETTE.rim_line, stroke_width=RIM),
        use("outlines", stroke=PAGE_PALETTE.rim, stroke_width=RIM - 2.4),
    )
    cells = use("outlines", fill=PAGE_PALETTE.cell, stroke=PAGE_PALETTE.joint, stroke_width=1.4)
    return group(group(*rim, **look), cells, id="cells")
