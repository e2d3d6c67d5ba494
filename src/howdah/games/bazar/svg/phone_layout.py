"""The layout of a board on a phone: the board takes the width, heads are above and below."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import product
from math import cos, pi, sin
from typing import Final, NamedTuple

from howdah.games.bazar.board import Board, Head
from howdah.games.bazar.hexgrid import Axial
from howdah.games.bazar.names import HeadName
from howdah.games.bazar.svg.hex_geometry import OUTWARDS, centre, edge_middle
from howdah.games.bazar.svg.layout import (
    HEAD_HEIGHT,
    HEAD_WIDTH,
    HeadPosition,
    Layout,
    compute_layout,
    extent_points,
    fit_frame,
    head_position,
    is_free,
    layout_of,
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


def layout_for(board: Board, shape: Shape) -> Layout:
    """The layout of a board for a shape of the page; cached."""
    return layout_of(board) if shape == "wide" else _phone_layout(board.cells, board.heads)


@lru_cache(maxsize=64)
def _phone_layout(cells: tuple[Axial, ...], heads: tuple[Head, ...]) -> Layout:
    middles = [centre(cell) for cell in cells]
    positions = _find_positions(heads, middles) or compute_layout(cells, heads).heads
    around = [*extent_points(middles, [*positions.values()])]
    return Layout(fit_frame(around, WIDTH, HEIGHT, MARGIN), positions)


def _find_positions(
    heads: tuple[Head, ...], middles: list[Point]
) -> Mapping[HeadName, HeadPosition] | None:
    """Positions for heads of one size around the board, in as little room as possible."""
    for growth, scale in product(GROWTHS, SCALES):
        positions = _choose_positions(heads, scale, middles, _window_around(middles, growth))
        if positions is not None:
            return positions
    return None


def _choose_positions(
    heads: tuple[Head, ...], scale: float, middles: list[Point], window: Window
) -> Mapping[HeadName, HeadPosition] | None:
    """For every head the first place in a window that keeps clear of cells and other heads."""
    chosen: dict[HeadName, HeadPosition] = {}
    for head in heads:
        others = [*chosen.values()]
        free = (s for s in _candidate_positions(head, scale, window) if is_free(s, middles, others))
        position = next(free, None)
        if position is None:
            return None
        chosen[head.name] = position
    return chosen


def _candidate_positions(head: Head, scale: float, window: Window) -> Iterator[HeadPosition]:
    """Where a head could stand in a window: near rather than far, on the level of its entry."""
    entry, out = edge_middle(head.first_cell, head.entry_edge), OUTWARDS[head.entry_edge]
    best = pi if out.x < 0 else 0.0
    for reach, turn in product(REACHES, TURNS):
        angle = best + turn * pi / 8
        at = Point(entry.x + cos(angle) * reach, entry.y + sin(angle) * reach)
        if window.holds(_head_bounds(at, scale)):
            position = head_position(head, at, scale)
            if window.holds(_bounds(extent_points([], [position]))):
                yield position


def _head_bounds(at: Point, scale: float) -> Window:
    wide, high = HEAD_WIDTH * scale, HEAD_HEIGHT * scale
    return Window(at.x - wide, at.y - high, at.x + wide, at.y + high)


def _bounds(points: Iterable[Point]) -> Window:
    """The least window around points."""
    across, down = zip(*points)
    return Window(min(across), min(down), max(across), max(down))


def _window_around(middles: list[Point], growth: float) -> Window:
    """The window of a phone around the board, with more or less room beside it."""
    left, top, right, bottom = _bounds(extent_points(middles, []))
    shape = (WIDTH - 2 * MARGIN) / (HEIGHT - 2 * MARGIN)
    wide = max(right - left, (bottom - top) * shape) * growth / 2
    x, y = (left + right) / 2, (top + bottom) / 2
    return Window(x - wide, y - wide / shape, x + wide, y + wide / shape)
