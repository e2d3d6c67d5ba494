"""The layout of a board: where its heads stand, and how all of it is fitted to the cloth.

On a laptop heads stand beside the board. On a phone the board takes the width, and heads of one
size stand above and below it, in as little room as possible.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import product
from math import cos, pi, sin
from typing import Final, NamedTuple

from howdah.games.bazar.board import Board, Head
from howdah.games.bazar.hexgrid import Axial
from howdah.games.bazar.names import HeadName
from howdah.games.bazar.svg.hex_geometry import APOTHEM, OUTWARDS, SIDE, centre, edge_middle, shift
from howdah.render.cloth import BORDER
from howdah.render.geometry import MAP_HEIGHT, MAP_WIDTH, Frame, Point, distance
from howdah.render.types import Shape, Size

HEAD_WIDTH: Final = 61.0
HEAD_HEIGHT: Final = 52.0
"""Half of what a head takes up."""
ROOT: Final = 22.0
"""How far under the middle of a head its trunk leaves the face."""
RIM: Final = 11.0
LARGEST: Final = 1.7
MARGINS: Final[Mapping[Shape, float]] = {"wide": 16.0, "tall": 4.0}
WINDOWS: Final[Mapping[Shape, Size]] = {
    "wide": Size(MAP_WIDTH, MAP_HEIGHT),
    "tall": Size(536.0, 636.0),
}
"""The part of the cloth inside its border."""
BORDERS: Final[Mapping[Shape, float]] = {"wide": BORDER, "tall": 7.0}


class HeadPosition(NamedTuple):
    """Where a head is, how large it is, and the way of its trunk to the board."""

    at: Point
    scale: float
    neck: tuple[Point, Point, Point, Point]
    """The points of a Bézier curve, from the face to the entry edge."""


class Layout(NamedTuple):
    """All places on the cloth that do not change in a game."""

    frame: Frame
    heads: Mapping[HeadName, HeadPosition]


def layout_for(board: Board, shape: Shape) -> Layout:
    """The layout of a board for a shape of the page; cached."""
    return _compute_layout(board.cells, board.heads, shape)


@lru_cache(maxsize=64)
def _compute_layout(cells: tuple[Axial, ...], heads: tuple[Head, ...], shape: Shape) -> Layout:
    middles = [centre(cell) for cell in cells]
    positions = (_find_places(heads, middles) if shape == "tall" else None) or {}
    for head in heads if not positions else ():
        others = [*positions.values()]
        *places, smallest = _places_beside(head)
        free = (place for place in places if is_free(place, middles, others))
        positions[head.name] = next(free, smallest)
    around = [*extent_points(middles, positions.values())]
    return Layout(_fit_frame(around, WINDOWS[shape], MARGINS[shape]), positions)


def _places_beside(head: Head) -> Iterator[HeadPosition]:
    """Where a head could stand: large rather than small, near rather than far, beside the board.

    The last is small, straight before its entry edge, where no other cell can be.
    """
    entry, out = edge_middle(head.first_cell, head.entry_edge), OUTWARDS[head.entry_edge]
    lean = 0.33 if out.y > 0.1 else 0.02
    best = pi + lean if out.x < 0 else -lean
    turns = (0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6, 7, -7, 8)
    for scale, reach, turn in product((1.0, 0.8, 0.62, 0.46), (124.0, 142.0, 170.0), turns):
        angle = best + turn * pi / 8
        at = Point(entry.x + cos(angle) * reach * scale, entry.y + sin(angle) * reach * scale)
        yield head_position(head, at, scale)
    yield head_position(head, shift(entry, head.entry_edge, APOTHEM), 0.34)


def head_position(head: Head, at: Point, scale: float) -> HeadPosition:
    """A head at a place, its trunk coming squarely into the board."""
    entry = edge_middle(head.first_cell, head.entry_edge)
    root = Point(at.x, at.y + ROOT * scale)
    pull = min(62.0, 0.62 * distance(root, entry))
    down = Point(root.x, root.y + pull)
    return HeadPosition(at, scale, (root, down, shift(entry, head.entry_edge, pull), entry))


def bezier_point(neck: tuple[Point, Point, Point, Point], share: float) -> Point:
    """A point of a Bézier curve."""
    one, two, three, four = neck
    rest = 1 - share
    a, b, c, d = rest**3, 3 * rest**2 * share, 3 * rest * share**2, share**3
    return Point(
        a * one.x + b * two.x + c * three.x + d * four.x,
        a * one.y + b * two.y + c * three.y + d * four.y,
    )


def is_free(position: HeadPosition, middles: list[Point], others: list[HeadPosition]) -> bool:
    """Whether a head covers no cell, no other head and not its own trunk, which runs outside."""
    radius = HEAD_WIDTH * position.scale
    if any(distance(position.at, cell) <= radius + SIDE + 4 for cell in middles):
        return False
    trunk = [bezier_point(position.neck, step / 10) for step in range(10)]
    return (
        all(distance(point, cell) > APOTHEM + 5 for point in trunk[:8] for cell in middles)
        and all(distance(point, position.at) > 0.6 * radius for point in trunk[5:])
        and all(_are_apart(position, other, radius) for other in others)
    )


def _are_apart(position: HeadPosition, other: HeadPosition, radius: float) -> bool:
    """Whether two heads, and each head and the other's trunk, keep clear of each other."""
    reach = HEAD_WIDTH * other.scale
    if distance(position.at, other.at) <= radius + reach:
        return False
    shares = [step / 8 for step in range(9)]
    return all(distance(bezier_point(other.neck, s), position.at) > radius for s in shares) and all(
        distance(bezier_point(position.neck, s), other.at) > reach for s in shares
    )


def extent_points(middles: Iterable[Point], heads: Iterable[HeadPosition]) -> Iterator[Point]:
    """Points between which everything lies."""
    for at in middles:
        for sign in (-1, 1):
            yield Point(at.x + sign * (APOTHEM + RIM), at.y + sign * (SIDE + RIM))
    for position in heads:
        wide, high = HEAD_WIDTH * position.scale, HEAD_HEIGHT * position.scale
        for sign in (-1, 1):
            yield Point(position.at.x + sign * wide, position.at.y + sign * high)
            for step in range(17):
                point = bezier_point(position.neck, step / 16)
                yield Point(point.x + sign * 10, point.y + sign * 10)


def _fit_frame(points: list[Point], size: Size, margin: float) -> Frame:
    """The frame of a size in which all points are seen, as large as they can be."""
    left, top, right, bottom = _bounds(points)
    wide, high = size.width - 2 * margin, size.height - 2 * margin
    scale = round(min(wide / (right - left), high / (bottom - top), LARGEST), 3)
    x, y = size.width / 2 - (left + right) / 2 * scale, size.height / 2 - (top + bottom) / 2 * scale
    return Frame(*size, scale, x, y)


GROWTHS: Final = (1.0, 1.06, 1.12, 1.16, 1.24, 1.32, 1.5)
"""How much room there is around the board of a phone, as a share of what it needs for itself."""
SCALES: Final = (1.2, 1.0, 0.8)
REACHES: Final = tuple(range(84, 200, 8))
TURNS: Final = (0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6)


Window = tuple[float, float, float, float]
"""A part of the plane: left, top, right, bottom."""


def _is_inside(inner: Window, outer: Window) -> bool:
    is_after = outer[0] <= inner[0] and outer[1] <= inner[1]
    return is_after and inner[2] <= outer[2] and inner[3] <= outer[3]


def _find_places(
    heads: tuple[Head, ...], middles: list[Point]
) -> dict[HeadName, HeadPosition] | None:
    """Positions for heads of one size around the board of a phone; None if there is no room."""
    for growth, scale in product(GROWTHS, SCALES):
        places = _choose_places(heads, scale, middles, _window_around(middles, growth))
        if places is not None:
            return places
    return None


def _choose_places(
    heads: tuple[Head, ...], scale: float, middles: list[Point], window: Window
) -> dict[HeadName, HeadPosition] | None:
    """For every head the first place in a window that keeps clear of cells and other heads."""
    chosen: dict[HeadName, HeadPosition] = {}
    for head in heads:
        others = [*chosen.values()]
        free = (it for it in _places_in(window, head, scale) if is_free(it, middles, others))
        position = next(free, None)
        if position is None:
            return None
        chosen[head.name] = position
    return chosen


def _places_in(window: Window, head: Head, scale: float) -> Iterator[HeadPosition]:
    """Where a head could stand in a window: near rather than far, on the level of its entry."""
    entry, out = edge_middle(head.first_cell, head.entry_edge), OUTWARDS[head.entry_edge]
    best = pi if out.x < 0 else 0.0
    wide, high = HEAD_WIDTH * scale, HEAD_HEIGHT * scale
    for reach, turn in product(REACHES, TURNS):
        angle = best + turn * pi / 8
        at = Point(entry.x + cos(angle) * reach, entry.y + sin(angle) * reach)
        if _is_inside((at.x - wide, at.y - high, at.x + wide, at.y + high), window):
            position = head_position(head, at, scale)
            if _is_inside(_bounds(extent_points([], [position])), window):
                yield position


def _bounds(points: Iterable[Point]) -> Window:
    """The least window around points."""
    across, down = zip(*points)
    return min(across), min(down), max(across), max(down)


def _window_around(middles: list[Point], growth: float) -> Window:
    """The window of a phone around the board, with more or less room beside it."""
    left, top, right, bottom = _bounds(extent_points(middles, []))
    size, margin = WINDOWS["tall"], MARGINS["tall"]
    shape = (size.width - 2 * margin) / (size.height - 2 * margin)
    wide = max(right - left, (bottom - top) * shape) * growth / 2
    x, y = (left + right) / 2, (top + bottom) / 2
    return x - wide, y - wide / shape, x + wide, y + wide / shape
