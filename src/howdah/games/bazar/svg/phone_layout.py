"""The layout of a board on a phone: the board takes the width, heads keep above and below."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import product
from math import cos, pi, sin
from typing import Final, NamedTuple

from howdah.games.bazar.board import Board, Head
from howdah.games.bazar.hexgrid import Axial
from howdah.games.bazar.names import HeadName
from howdah.games.bazar.svg.hex_geometry import OUTWARDS, centre, middle
from howdah.games.bazar.svg.layout import (
    HEAD_HEIGHT,
    HEAD_WIDTH,
    Layout,
    Stand,
    extent,
    frame_around,
    is_free,
    layout_around,
    layout_of,
    stand_of,
)
from howdah.render.common.geometry import Point
from howdah.render.types import Shape

WIDTH: Final = 536.0
HEIGHT: Final = 636.0
MARGIN: Final = 4.0
GROWTHS: Final = (1.0, 1.06, 1.12, 1.16, 1.24, 1.32, 1.5)
"""How much room there is around the board, as a share of what it needs for itself."""
SCALES: Final = (1.2, 1.0, 0.8)
REACHES: Final = tuple(range(84, 200, 8))
TURNS: Final = (0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6)


class Window(NamedTuple):
    """A part of the plane, from its upper left corner to its lower right one."""

    left: float
    top: float
    right: float
    bottom: float

    def holds(self, other: Window) -> bool:
        """Whether another one lies in it."""
        return (
            self.left <= other.left
            and self.top <= other.top
            and self.right >= other.right
            and self.bottom >= other.bottom
        )


def layout_on(board: Board, shape: Shape) -> Layout:
    """The layout of a board on a page of a shape; it is worked out once and kept."""
    return layout_of(board) if shape == "wide" else _layout(board.cells, board.heads)


@lru_cache(maxsize=64)
def _layout(cells: tuple[Axial, ...], heads: tuple[Head, ...]) -> Layout:
    middles = [centre(cell) for cell in cells]
    stands = _stands(heads, middles) or layout_around(cells, heads).stands
    around = [*extent(middles, [*stands.values()])]
    return Layout(frame_around(around, WIDTH, HEIGHT, MARGIN), stands)


def _stands(heads: tuple[Head, ...], middles: list[Point]) -> Mapping[HeadName, Stand] | None:
    """Heads of one size around the board, in as little room as they can do with."""
    for growth, scale in product(GROWTHS, SCALES):
        stands = _chosen(heads, scale, middles, _grown(middles, growth))
        if stands is not None:
            return stands
    return None


def _chosen(
    heads: tuple[Head, ...], scale: float, middles: list[Point], window: Window
) -> Mapping[HeadName, Stand] | None:
    """For every head the first place in a window that keeps clear of cells and other heads."""
    chosen: dict[HeadName, Stand] = {}
    for head in heads:
        others = [*chosen.values()]
        free = (s for s in _places(head, scale, window) if is_free(s, middles, others))
        stand = next(free, None)
        if stand is None:
            return None
        chosen[head.name] = stand
    return chosen


def _places(head: Head, scale: float, window: Window) -> Iterator[Stand]:
    """Where a head could stand in a window: near rather than far, on the level of its entry."""
    entry, out = middle(head.first_cell, head.entry_edge), OUTWARDS[head.entry_edge]
    best = pi if out.x < 0 else 0.0
    for reach, turn in product(REACHES, TURNS):
        angle = best + turn * pi / 8
        at = Point(entry.x + cos(angle) * reach, entry.y + sin(angle) * reach)
        if window.holds(_head_at(at, scale)):
            stand = stand_of(head, at, scale)
            if window.holds(_around(extent([], [stand]))):
                yield stand


def _head_at(at: Point, scale: float) -> Window:
    wide, high = HEAD_WIDTH * scale, HEAD_HEIGHT * scale
    return Window(at.x - wide, at.y - high, at.x + wide, at.y + high)


def _around(points: Iterable[Point]) -> Window:
    """The least window around points."""
    across, down = zip(*points)
    return Window(min(across), min(down), max(across), max(down))


def _grown(middles: list[Point], growth: float) -> Window:
    """The window of a phone around the board, with more or less room beside it."""
    left, top, right, bottom = _around(extent(middles, []))
    shape = (WIDTH - 2 * MARGIN) / (HEIGHT - 2 * MARGIN)
    wide = max(right - left, (bottom - top) * shape) * growth / 2
    x, y = (left + right) / 2, (top + bottom) / 2
    return Window(x - wide, y - wide / shape, x + wide, y + wide / shape)
