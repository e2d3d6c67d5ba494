"""The chart of all tiles with their names, and a cell with its edges numbered."""

from __future__ import annotations

from typing import Final

from howdah.games.bazar.hexgrid import EDGE_NAMES, EDGES
from howdah.games.bazar.svg.hex_geometry import SIDE, hexagon, middle, shifted
from howdah.games.bazar.svg.palette import PALETTES, Palette
from howdah.games.bazar.svg.piles import pile_definitions
from howdah.games.bazar.tiles import DESIGN_NAMES
from howdah.render.common.geometry import Point
from howdah.render.markup import (
    SANS,
    Look,
    bold,
    box,
    number,
    path,
    placed,
    tag,
    titled,
    use,
    words,
)
from howdah.render.theme import Theme

COLUMNS: Final = 6
WIDE: Final = 104.0
HIGH: Final = 124.0
MARGIN: Final = 14.0


def chart(theme: Theme = "light") -> str:
    """The SVG document of the chart.

    >>> chart().startswith("<svg ")
    True
    """
    palette = PALETTES[theme]
    figures = [_edges(palette), *(_tile(name, palette) for name in DESIGN_NAMES)]
    width = 2 * MARGIN + WIDE * COLUMNS
    height = 2 * MARGIN + HIGH * (len(figures) // COLUMNS)
    return tag(
        "svg",
        tag("title", "The seventeen tiles of Bombay Bazar"),
        tag("desc", "A cell with its edges numbered clockwise from the east, then every tile."),
        tag("defs", pile_definitions(palette)),
        box(0, 0, width, height, rx=8, fill=palette.plaque),
        *(
            placed(
                MARGIN + WIDE * (place % COLUMNS + 0.5),
                MARGIN + HIGH * (place // COLUMNS) + SIDE + 4,
                figure,
            )
            for place, figure in enumerate(figures)
        ),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width,
        height=height,
        role="img",
        font_family=SANS,
    )


def _ground(palette: Palette, fill: str) -> str:
    look: Look = {"fill": fill, "stroke": palette.tile_side, "stroke_width": 2}
    return path(hexagon(Point(0, 0), SIDE - 1), **look)


def _tile(name: str, palette: Palette) -> str:
    return (
        titled(f"Tile {name}")
        + _ground(palette, palette.tile)
        + use(f"design-{name}")
        + bold(0, SIDE + 20, name, 15, fill=palette.ink)
    )


def _edges(palette: Palette) -> str:
    """A cell without a tile; each edge carries its number."""
    places = ((edge, shifted(middle((0, 0), edge), edge, -10)) for edge in EDGES)
    numbers = "".join(bold(at.x, at.y + 5.5, edge, 15, fill=palette.ink) for edge, at in places)
    told = ", ".join(f"{edge} {EDGE_NAMES[edge]}" for edge in EDGES)
    return (
        titled(f"Edges: {told}")
        + _ground(palette, palette.cell)
        + numbers
        + words(0, SIDE + 20, "edges", 14, text_anchor="middle", fill=palette.faint)
    )
