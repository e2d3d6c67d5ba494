"""The piles of tiles: in the stand-alone picture, in a panel of the page, and the chart of all."""

from __future__ import annotations

from math import ceil
from typing import Final

from howdah.games.bazar.hexgrid import EDGE_NAMES, EDGES
from howdah.games.bazar.svg.hex_geometry import SIDE, edge_middle, hexagon, shift
from howdah.games.bazar.svg.palette import PALETTES, Palette
from howdah.games.bazar.svg.player_tint import PAGE_PALETTE, tint
from howdah.games.bazar.svg.symbols import ORIGIN
from howdah.games.bazar.svg.trunk import GAP, Crossings, ribs, segment_path, tube
from howdah.games.bazar.tiles import COPIES, DESIGN_NAMES
from howdah.games.bazar.view import BazarView, Segment
from howdah.i18n import translate
from howdah.render.common.cards import plain_card
from howdah.render.common.geometry import PANEL_WIDTH, Point
from howdah.render.markup import (
    SANS,
    Attributes,
    bold_line,
    format_number,
    group,
    group_at,
    path,
    rect,
    tag,
    text_line,
    tooltip,
    use,
)
from howdah.render.phrases import pluralize
from howdah.render.types import Size, Theme

TOP: Final = 26.0
COLUMNS: Final = (4, 5, 6)
STEP: Final = 7.0
"""How far a tile of a pile shows under the one on top of it."""


def pile_definitions(palette: Palette) -> str:
    """Every design in the rotation of its name, on a tile around 0 0."""
    return "".join(_design(name, palette) for name in DESIGN_NAMES)


def _design(name: str, palette: Palette) -> str:
    crossings, drawn = Crossings(), []
    for chord in name.split("-"):
        segment = Segment((0, 0), EDGES[int(chord[0])], EDGES[int(chord[1])])
        gap = (
            path(segment_path(segment), stroke=palette.tile, stroke_width=GAP)
            if crossings.add(segment)
            else ""
        )
        drawn.append(
            gap + tube(segment_path(segment), segment_path(segment), palette.stone, ribs(segment))
        )
    return group(*drawn, id=f"design-{name}", fill="none")


def draw_piles(view: BazarView, height: float, palette: Palette) -> str:
    """The card with all piles, its corner at 0 0, as large as there is room for."""
    columns = max(COLUMNS, key=lambda number: _size(number, height))
    rows, size = ceil(len(view.piles) / columns), _size(columns, height)
    wide, high = (PANEL_WIDTH - 16) / columns, (height - TOP - 4) / rows
    return group(
        plain_card(height, palette),
        bold_line(14, 19, "Piles", 13, text_anchor="start", fill=palette.heading),
        text_line(
            PANEL_WIDTH - 14,
            19,
            f"{pluralize(sum(view.piles.values()), 'tile')} left",
            12,
            text_anchor="end",
            fill=palette.faint,
        ),
        *(
            group_at(
                8 + wide * (place % columns + 0.5),
                TOP + high * (place // columns),
                _pile(name, count, size, palette),
                id=f"pile-{name}",
                data_pile=name,
                data_count=count,
                data_legal="true" if _is_legal(name, view) else None,
            )
            for place, (name, count) in enumerate(view.piles.items())
        ),
        id="piles",
    )


def _size(columns: int, height: float) -> float:
    """How large tiles can be in so many columns, as a share of those on the board."""
    rows = ceil(len(DESIGN_NAMES) / columns)
    wide, high = (PANEL_WIDTH - 16) / columns, (height - TOP - 4) / rows
    return min((wide - 10) / (2 * SIDE * 0.87), (high - 30) / (2 * SIDE + 3 * STEP))


def _is_legal(name: str, view: BazarView) -> bool:
    """Whether the viewer may place a tile of this pile now."""
    return any(action.startswith(f"place {name} ") for action in view.legal_actions)


def _pile(name: str, count: int, size: float, palette: Palette) -> str:
    """A stack with its count and its name under it, hanging from the middle at 0 0."""
    ink, foot = palette.ink if count else palette.faint, (2 * SIDE + 3 * STEP) * size
    return (
        tooltip(
            translate(
                "Pile {design}: {count} of {copies} left", design=name, count=count, copies=COPIES
            )
        )
        + group_at(0, 2 + SIDE * size, _tiles(name, count, palette), scale=round(size, 3))
        + bold_line(0, foot + 13, f"\u00d7{count}", 12, fill=ink)
        + text_line(0, foot + 25, name, 10, text_anchor="middle", fill=ink)
    )


def _tiles(name: str, count: int, palette: Palette) -> str:
    """The stack; nothing but its place when it is gone."""
    if count == 0:
        return path(
            hexagon(Point(0, 0), 38),
            fill="none",
            stroke=palette.faint,
            stroke_width=2,
            stroke_dasharray="7 6",
        ) + use(f"design-{name}", opacity="0.16")
    stack = "".join(
        path(
            hexagon(Point(0, STEP * place), 38),
            fill=palette.tile,
            stroke=palette.tile_side,
            stroke_width=2,
        )
        for place in reversed(range(count))
    )
    return stack + use(f"design-{name}")


STACK_SIDE: Final = 38.0
PILE_SIZE: Final = Size(70.0, 100.0)
"""What a pile of all copies takes up around 0 0."""
STACK_TOP: Final = -STEP * (COPIES - 1) / 2
"""Where the middle of the topmost tile is, however many lie under it."""


def pile_symbols() -> str:
    """The definitions of piles: a tile, and the place that a pile leaves when it is gone."""
    line = hexagon(ORIGIN, STACK_SIDE)
    return path(
        line, fill=PAGE_PALETTE.tile, stroke=PAGE_PALETTE.tile_side, stroke_width=2, id="pile-tile"
    ) + path(
        line,
        fill="none",
        stroke=PAGE_PALETTE.faint,
        stroke_width=2,
        stroke_dasharray="7 6",
        id="pile-gone",
    )


def draw_pile(design: str, count: int) -> str:
    """A pile of so many tiles around 0 0; nothing but its place when it is gone."""
    return group_at(0, STACK_TOP, *_stack_tiles(design, count))


def _stack_tiles(design: str, count: int) -> tuple[str, str]:
    picture = use(f"design-{design}", opacity=None if count else "0.16")
    tiles = (use("pile-tile", 0, STEP * place) for place in reversed(range(count)))
    return "".join(tiles) or use("pile-gone"), tint(None, picture)


CHART_COLUMNS: Final = 6
CHART_WIDE: Final = 104.0
CHART_HIGH: Final = 124.0
CHART_MARGIN: Final = 14.0


def tile_chart(theme: Theme = "light") -> str:
    """The SVG document of the chart.

    >>> tile_chart().startswith("<svg ")
    True
    """
    palette = PALETTES[theme]
    figures = [_edges(palette), *(_chart_tile(name, palette) for name in DESIGN_NAMES)]
    width = 2 * CHART_MARGIN + CHART_WIDE * CHART_COLUMNS
    height = 2 * CHART_MARGIN + CHART_HIGH * (len(figures) // CHART_COLUMNS)
    return tag(
        "svg",
        tag("title", "The seventeen tiles of Bombay Bazar"),
        tag("desc", "A cell with its edges numbered clockwise from the east, then every tile."),
        tag("defs", pile_definitions(palette)),
        rect(0, 0, width, height, rx=8, fill=palette.plaque),
        *(
            group_at(
                CHART_MARGIN + CHART_WIDE * (place % CHART_COLUMNS + 0.5),
                CHART_MARGIN + CHART_HIGH * (place // CHART_COLUMNS) + SIDE + 4,
                figure,
            )
            for place, figure in enumerate(figures)
        ),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {format_number(width)} {format_number(height)}",
        width=width,
        height=height,
        role="img",
        font_family=SANS,
    )


def _chart_ground(palette: Palette, fill: str) -> str:
    look: Attributes = {"fill": fill, "stroke": palette.tile_side, "stroke_width": 2}
    return path(hexagon(Point(0, 0), SIDE - 1), **look)


def _chart_tile(name: str, palette: Palette) -> str:
    return (
        tooltip(f"Tile {name}")
        + _chart_ground(palette, palette.tile)
        + use(f"design-{name}")
        + bold_line(0, SIDE + 20, name, 15, fill=palette.ink)
    )


def _edges(palette: Palette) -> str:
    """A cell without a tile; each edge carries its number."""
    places = ((edge, shift(edge_middle((0, 0), edge), edge, -10)) for edge in EDGES)
    numbers = "".join(
        bold_line(at.x, at.y + 5.5, edge, 15, fill=palette.ink) for edge, at in places
    )
    edge_names = ", ".join(f"{edge} {EDGE_NAMES[edge]}" for edge in EDGES)
    return (
        tooltip(f"Edges: {edge_names}")
        + _chart_ground(palette, palette.cell)
        + numbers
        + text_line(0, SIDE + 20, "edges", 14, text_anchor="middle", fill=palette.faint)
    )
