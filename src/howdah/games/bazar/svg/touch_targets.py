"""Touch targets: where they are and how large, and where the button that places a tile is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import cos, pi, sin
from typing import Final, NamedTuple

from howdah.games.bazar.hexgrid import Axial
from howdah.games.bazar.svg.hex_geometry import APOTHEM, CORNERS, SIDE, centre
from howdah.games.bazar.svg.layout import HEAD_WIDTH, HeadPosition, Layout, bezier_point
from howdah.games.bazar.svg.phone_layout import layout_for
from howdah.games.bazar.svg.trunk import WIDTH as TRUNK_WIDTH
from howdah.games.bazar.view import BazarView, PlayerView
from howdah.render.common.geometry import Frame, Point, distance
from howdah.render.types import Shape

FINGER: Final[Mapping[Shape, float]] = {"wide": 25.0, "tall": 31.5}
"""The least touch radius in units of the drawing; 44 pixels of a phone are 62 units."""
SIGN: Final = 18.0
"""The radius of the button that places a tile, as it is drawn."""
SIGN_SHARE: Final = 0.76
"""The visible share of the touch radius."""
DIRECTIONS: Final = (2, 10, 1, 11, 0, 3, 9, 4, 8, 5, 7, 6)
"""Twelfths of a circle, from the east clockwise: rather to the right, where most thumbs are."""
TURN_REACH: Final = 41.0
TILE_COST: Final = 3
HEAD_COST: Final = 4


class TouchTargets(NamedTuple):
    """Places and sizes in the measures of the board."""

    cell: Axial
    """Where the preview is."""
    preview: float
    drop: float
    """The touch radius of the preview, and of the button that places it."""
    drop_at: Point
    sign: float
    """The scale of that sign."""
    turn_at: Point
    """Where the rotate icon is, from the middle of the preview."""


def touch_targets(view: BazarView, shape: Shape) -> TouchTargets:
    """The touch targets of the player to move."""
    layout = layout_for(view.board, shape)
    player = view.players[view.to_play or 0]
    cell = player.tip_cell
    drop = FINGER[shape] / layout.frame.scale
    preview = max(APOTHEM, drop)
    places = _places(cell, preview + drop, drop, layout.frame)
    seen = drop * SIGN_SHARE
    drop_at = min(places, key=lambda at: _cost(at, seen, view, layout))
    return TouchTargets(cell, preview, drop, drop_at, seen / SIGN, _far_corner(drop_at, player))


def _places(cell: Axial, reach: float, room: float, frame: Frame) -> Iterator[Point]:
    """Places around a cell where the whole touch target is on the cloth."""
    middle, edge = centre(cell), room * frame.scale
    for twelfth in DIRECTIONS:
        angle = twelfth * pi / 6
        at = Point(middle.x + cos(angle) * reach, middle.y + sin(angle) * reach)
        x, y = frame.at(*at)
        if edge <= x <= frame.width - edge and edge <= y <= frame.height - edge:
            yield at


def _cost(at: Point, radius: float, view: BazarView, layout: Layout) -> int:
    """The cost of what the button would hide: cells least, then tiles, then heads and trunks."""
    near = (cell for cell in view.board.cells if distance(centre(cell), at) < radius + SIDE * 0.7)
    cells = sum(TILE_COST if _is_covered(cell, view) else 1 for cell in near)
    return cells + HEAD_COST * sum(_overlaps_head(at, radius, s) for s in layout.heads.values())


def _overlaps_head(at: Point, radius: float, position: HeadPosition) -> bool:
    neck = (bezier_point(position.neck, step / 6) for step in range(7))
    return distance(position.at, at) < radius + HEAD_WIDTH * 0.8 * position.scale or any(
        distance(point, at) < radius + TRUNK_WIDTH / 2 for point in neck
    )


def _is_covered(cell: Axial, view: BazarView) -> bool:
    return cell in view.tiles or cell in view.end_pieces


def _far_corner(place: Point, player: PlayerView) -> Point:
    """The corner of the preview that is furthest from a place, but not beside the trunk's end."""
    around = centre(player.tip_cell)
    beside = (player.tip_edge, (player.tip_edge - 1) % 6)
    corners = (
        Point(corner.x * TURN_REACH, corner.y * TURN_REACH)
        for edge, corner in enumerate(CORNERS)
        if edge not in beside
    )
    return max(corners, key=lambda at: distance(Point(around.x + at.x, around.y + at.y), place))
