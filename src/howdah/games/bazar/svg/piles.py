"""The piles: every design as a small stack with its name and its count."""

from __future__ import annotations

from math import ceil
from typing import Final

from howdah.games.bazar.hexgrid import EDGES
from howdah.games.bazar.svg.hex_geometry import SIDE, hexagon
from howdah.games.bazar.svg.palette import Palette
from howdah.games.bazar.svg.trunk import Weave
from howdah.games.bazar.svg.tube import GAP, ribs, tube, way
from howdah.games.bazar.tiles import COPIES, DESIGN_NAMES
from howdah.games.bazar.view import BazarView, Segment
from howdah.i18n import translate
from howdah.render.common.geometry import PANEL_WIDTH, Point
from howdah.render.common.paper import paper
from howdah.render.markup import bold, group, path, placed, titled, use, words
from howdah.render.phrases import counted

TOP: Final = 26.0
COLUMNS: Final = (4, 5, 6)
STEP: Final = 7.0
"""How far a tile of a pile shows under the one on top of it."""


def pile_definitions(palette: Palette) -> str:
    """Every design in the rotation of its name, on a tile around 0 0."""
    return "".join(_design(name, palette) for name in DESIGN_NAMES)


def _design(name: str, palette: Palette) -> str:
    weave, drawn = Weave(), []
    for chord in name.split("-"):
        segment = Segment((0, 0), EDGES[int(chord[0])], EDGES[int(chord[1])])
        gap = (
            path(way(segment), stroke=palette.tile, stroke_width=GAP) if weave.over(segment) else ""
        )
        drawn.append(gap + tube(way(segment), way(segment), palette.stone, ribs(segment)))
    return group(*drawn, id=f"design-{name}", fill="none")


def piles_drawn(view: BazarView, height: float, palette: Palette) -> str:
    """The card with all piles, its corner at 0 0, as large as there is room for."""
    columns = max(COLUMNS, key=lambda number: _size(number, height))
    rows, size = ceil(len(view.piles) / columns), _size(columns, height)
    wide, high = (PANEL_WIDTH - 16) / columns, (height - TOP - 4) / rows
    return group(
        paper(height, palette),
        bold(14, 19, "Piles", 13, text_anchor="start", fill=palette.heading),
        words(
            PANEL_WIDTH - 14,
            19,
            f"{counted(sum(view.piles.values()), 'tile')} left",
            12,
            text_anchor="end",
            fill=palette.faint,
        ),
        *(
            placed(
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
    """Whether the viewer may lay a tile of this pile now."""
    return any(action.startswith(f"place {name} ") for action in view.legal_actions)


def _pile(name: str, count: int, size: float, palette: Palette) -> str:
    """A stack with its count and its name under it, hanging from the middle at 0 0."""
    ink, foot = palette.ink if count else palette.faint, (2 * SIDE + 3 * STEP) * size
    return (
        titled(
            translate(
                "Pile {design}: {count} of {copies} left", design=name, count=count, copies=COPIES
            )
        )
        + placed(0, 2 + SIDE * size, _tiles(name, count, palette), scale=round(size, 3))
        + bold(0, foot + 13, f"\u00d7{count}", 12, fill=ink)
        + words(0, foot + 25, name, 10, text_anchor="middle", fill=ink)
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
