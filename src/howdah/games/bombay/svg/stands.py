"""Where the elephants stand: beside their sites, hiding as little as they can."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Final

from howdah.games.bombay.board import Board
from howdah.games.bombay.svg import elephant
from howdah.games.bombay.svg.layout import BODIES, Layout
from howdah.games.bombay.svg.placement import Box, around
from howdah.games.bombay.view import PlayerView
from howdah.render.common.curve import distance
from howdah.render.common.geometry import Point

WEIGHT: Final = 1.6
TRAIL: Final = 4.0
FAR: Final = 6.0
STRAY: Final = 900.0


def elephant_feet(layout: Layout, board: Board, players: Iterable[PlayerView]) -> dict[int, Point]:
    """The place of each elephant's feet, by seat; the first seats choose first."""
    room, feet = layout.room(), {}
    for player in players:
        site = board.sites[board.number_of[player.site]]
        here = room.settle(
            _stands(BODIES[site.kind].moved(*layout.places[site.id])),
            WEIGHT,
            trail=TRAIL,
            extra=partial(_strayed, site=site.id, places=layout.places),
        )
        feet[player.seat] = Point(here.centre.x, here.top + here.height - 2)
    return feet


def _stands(body: Box) -> list[Box]:
    """The places around a body where an elephant may stand, nearest first."""
    return around(body.grown(-4), elephant.WIDTH, elephant.HEIGHT, 0)


def _strayed(stand: Box, site: str, places: Mapping[str, Point]) -> float:
    """The cost of standing far from one's site, and of being seen to stand on another."""
    away = distance(stand.centre, places[site])
    nearest = min(distance(stand.centre, place) for place in places.values())
    return FAR * away + (STRAY if nearest < away else 0.0)
