"""What a placement would do: the trunks that would grow, and how far."""

from __future__ import annotations

from typing import NamedTuple

from howdah.games.bazar.actions import CODES, Place
from howdah.games.bazar.hexgrid import OPPOSITE, Axial, Edge, beyond
from howdah.games.bazar.tiles import PARTNER
from howdah.games.bazar.view import BazarView, PlayerView, Segment


class Growing(NamedTuple):
    """A trunk that would grow: by which segments, and where its tip would be."""

    seat: int
    segments: tuple[Segment, ...]
    tip_cell: Axial
    tip_edge: Edge


def growing(view: BazarView, placed: Place) -> tuple[Growing, ...]:
    """The trunks that a placement by the player to move would make longer, that player's last."""
    mover = view.players[view.to_play or 0]
    tiles = {cell: CODES[Place(tile.design, tile.rotation)] for cell, tile in view.tiles.items()}
    tiles[mover.tip_cell] = CODES[placed]
    others = [
        player
        for player in view.players
        if player.tip_cell == mover.tip_cell and player is not mover and not player.has_stopped
    ]
    return tuple(_followed(player, tiles) for player in (*others, mover))


def _followed(player: PlayerView, tiles: dict[Axial, int]) -> Growing:
    """A trunk from its tip on, until the cell entered has no tile."""
    cell, edge = player.tip_cell, player.tip_edge
    segments = []
    while cell in tiles:
        out = PARTNER[tiles[cell]][edge]
        segments.append(Segment(cell, edge, out))
        cell, edge = beyond(cell, out), OPPOSITE[out]
    return Growing(player.seat, tuple(segments), cell, edge)
