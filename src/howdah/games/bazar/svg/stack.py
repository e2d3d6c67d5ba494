"""Piles on a page: each a stack for a panel, shown with the definitions of the backdrop."""

from __future__ import annotations

from typing import Final

from howdah.games.bazar.svg.hex_geometry import hexagon
from howdah.games.bazar.svg.piles import STEP
from howdah.games.bazar.svg.player_tint import ON_PAGE, dyed
from howdah.games.bazar.svg.symbols import ORIGIN
from howdah.games.bazar.tiles import COPIES
from howdah.render.markup import path, placed, use
from howdah.render.types import Size

SIDE: Final = 38.0
PILE_SIZE: Final = Size(70.0, 100.0)
"""What a pile of all copies takes up around 0 0."""
TOP: Final = -STEP * (COPIES - 1) / 2
"""Where the middle of the topmost tile is, however many lie under it."""


def stack_stamps() -> str:
    """The definitions of piles: a tile, and the place that a pile leaves when it is gone."""
    line = hexagon(ORIGIN, SIDE)
    return path(
        line, fill=ON_PAGE.tile, stroke=ON_PAGE.tile_side, stroke_width=2, id="pile-tile"
    ) + path(
        line,
        fill="none",
        stroke=ON_PAGE.faint,
        stroke_width=2,
        stroke_dasharray="7 6",
        id="pile-gone",
    )


def pile(design: str, count: int) -> str:
    """A pile of so many tiles around 0 0; nothing but its place when it is gone."""
    return placed(0, TOP, *_tiles(design, count))


def _tiles(design: str, count: int) -> tuple[str, str]:
    picture = use(f"design-{design}", opacity=None if count else "0.16")
    tiles = (use("pile-tile", 0, STEP * place) for place in reversed(range(count)))
    return "".join(tiles) or use("pile-gone"), dyed(None, picture)
