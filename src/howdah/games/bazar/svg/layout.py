"""The layout of a board: where its heads stand, and how all of it is fitted to the cloth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin
from typing import Final

from howdah.games.bazar.board import Board, Head
from howdah.games.bazar.hexgrid import Axial
from howdah.games.bazar.names import HeadName
from howdah.games.bazar.svg.hex_geometry import APOTHEM, OUTWARDS, SIDE, centre, edge_middle, shift
from howdah.render.common.geometry import MAP_HEIGHT, MAP_WIDTH, Frame, Point, distance

HEAD_WIDTH: Final = 61.0
HEAD_HEIGHT: Final = 52.0
"""Half of what a head takes up."""
ROOT: Final = 22.0
"""How far under the middle of a head its trunk leaves the face."""
RIM: Final = 11.0
MARGIN: Final = 16.0
LARGEST: Final = 1.7


@dataclass(frozen=True)
class HeadPosition:
    """Where a head is, how large it is, and the way of its trunk to the board."""

    at: Point
    scale: float
    neck: tuple[Point, Point, Point, Point]
    """The points of a Bézier curve, from the face to the entry edge."""


@dataclass(frozen=True)
class Layout:
    """All places on the cloth that do not change in a game."""

    frame: Frame
    heads: Mapping[HeadName, HeadPosition]


def layout_of(board: Board) -> Layout:
    """The wide layout of a board; cached for the next drawing."""
    return compute_layout(board.cells, board.heads)


@lru_cache(maxsize=16)
def compute_layout(cells: tuple[Axial, ...], heads: tuple[Head, ...]) -> Layout:
    """The layout of cells and heads on a sheet."""
    middles = [centre(cell) for cell in cells]
    positions: dict[HeadName, HeadPosition] = {}
    for head in heads:
        free = (s for s in _candidate_positions(head) if is_free(s, middles, [*positions.values()]))
        positions[head.name] = next(free, fallback_position(head))
    around = [*extent_points(middles, [*positions.values()])]
    return Layout(fit_frame(around, MAP_WIDTH, MAP_HEIGHT, MARGIN), positions)


def _candidate_positions(head: Head) -> Iterator[HeadPosition]:
    """Where a head could stand: large rather than small, near rather than far, beside the board."""
    entry = edge_middle(head.first_cell, head.entry_edge)
    out = OUTWARDS[head.entry_edge]
    lean = 0.33 if out.y > 0.1 else 0.02
    best = pi + lean if out.x < 0 else -lean
    for scale in (1.0, 0.8, 0.62, 0.46):
        for reach in (124.0, 142.0, 170.0):
            for sixteenth in (0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6, 7, -7, 8):
                angle = best + sixteenth * pi / 8
                at = Point(
                    entry.x + cos(angle) * reach * scale, entry.y + sin(angle) * reach * scale
                )
                yield head_position(head, at, scale)


def fallback_position(head: Head) -> HeadPosition:
    """A small head straight before its entry edge, where no other cell can be."""
    entry = edge_middle(head.first_cell, head.entry_edge)
    return head_position(head, shift(entry, head.entry_edge, APOTHEM), 0.34)


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
    return (
        distance(position.at, other.at) > radius + reach
        and all(
            distance(bezier_point(other.neck, step / 8), position.at) > radius for step in range(9)
        )
        and all(
            distance(bezier_point(position.neck, step / 8), other.at) > reach for step in range(9)
        )
    )


def extent_points(middles: list[Point], positions: list[HeadPosition]) -> Iterator[Point]:
    """Points between which everything lies."""
    for at in middles:
        for sign in (-1, 1):
            yield Point(at.x + sign * (APOTHEM + RIM), at.y + sign * (SIDE + RIM))
    for position in positions:
        wide, high = HEAD_WIDTH * position.scale, HEAD_HEIGHT * position.scale
        for sign in (-1, 1):
            yield Point(position.at.x + sign * wide, position.at.y + sign * high)
            for step in range(17):
                point = bezier_point(position.neck, step / 16)
                yield Point(point.x + sign * 10, point.y + sign * 10)


def fit_frame(points: list[Point], width: float, height: float, margin: float) -> Frame:
    """The frame of a size in which all points are seen, as large as they can be."""
    left, right = min(p.x for p in points), max(p.x for p in points)
    top, bottom = min(p.y for p in points), max(p.y for p in points)
    wide, high = width - 2 * margin, height - 2 * margin
    scale = round(min(wide / (right - left), high / (bottom - top), LARGEST), 3)
    middle_x, middle_y = (left + right) / 2, (top + bottom) / 2
    return Frame(width, height, scale, width / 2 - middle_x * scale, height / 2 - middle_y * scale)
