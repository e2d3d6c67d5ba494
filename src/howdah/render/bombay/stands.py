"""Where the elephants stand: beside their sites, hiding as little as they can."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from howdah.bombay.board import Board
from howdah.bombay.view import PlayerView
from howdah.render.bombay import elephant
from howdah.render.bombay.frame import Point
from howdah.render.bombay.layout import BODIES, Layout
from howdah.render.bombay.room import Box, around

WEIGHT: Final = 1.6
TRAIL: Final = 4.0


def elephant_feet(layout: Layout, board: Board, players: Iterable[PlayerView]) -> dict[int, Point]:
    """The place of each elephant's feet, by seat; the first seats choose first."""
    room, feet = layout.room(), {}
    for player in players:
        site = board.sites[board.number_of[player.site]]
        place = layout.places[site.id]
        stands = _stands(BODIES[site.kind].moved(*place))
        here = room.settle(stands, WEIGHT, trail=TRAIL, near=place)
        feet[player.seat] = Point(here.centre.x, here.top + here.height - 2)
    return feet


def _stands(body: Box) -> list[Box]:
    """The places around a body where an elephant may stand, nearest first."""
    return around(body.grown(-4), elephant.WIDTH, elephant.HEIGHT, 0)
