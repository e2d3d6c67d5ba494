"""What a placement would do before it is played: how trunks would grow, how it can be turned."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from howdah.games.bazar.actions import CODES, Place
from howdah.games.bazar.hexgrid import OPPOSITE, Axial, Edge, beyond
from howdah.games.bazar.tiles import PARTNER
from howdah.games.bazar.view import BazarView, PlayerView, Segment


class TrunkGrowth(NamedTuple):
    """A trunk that would grow: by which segments, and where its tip would be."""

    seat: int
    segments: tuple[Segment, ...]
    tip_cell: Axial
    tip_edge: Edge


def grow_trunk(view: BazarView, placed: Place) -> TrunkGrowth:
    """How the trunk of the player to move would grow by a tile at its tip."""
    mover = view.players[view.to_play or 0]
    return _follow_trunk(mover, _tiles_after(view, placed))


def grow_trunks(view: BazarView, placed: Place) -> tuple[TrunkGrowth, ...]:
    """All trunks that would grow by a tile at the tip of the player to move, that player's last."""
    mover = view.players[view.to_play or 0]
    others = [
        player
        for player in view.players
        if player.tip_cell == mover.tip_cell and player is not mover and not player.has_stopped
    ]
    tiles = _tiles_after(view, placed)
    return tuple(_follow_trunk(player, tiles) for player in (*others, mover))


def _tiles_after(view: BazarView, placed: Place) -> Mapping[Axial, int]:
    tiles = {cell: CODES[Place(tile.design, tile.rotation)] for cell, tile in view.tiles.items()}
    return {**tiles, view.players[view.to_play or 0].tip_cell: CODES[placed]}


def _follow_trunk(player: PlayerView, tiles: Mapping[Axial, int]) -> TrunkGrowth:
    """A trunk from its tip on, until the cell entered has no tile."""
    cell, edge = player.tip_cell, player.tip_edge
    segments = []
    while cell in tiles:
        out = PARTNER[tiles[cell]][edge]
        segments.append(Segment(cell, edge, out))
        cell, edge = beyond(cell, out), OPPOSITE[out]
    return TrunkGrowth(player.seat, tuple(segments), cell, edge)


def next_rotation(view: BazarView, action: str) -> str | None:
    """The next legal way to turn the tile of a placement; None if there is only one."""
    design = action.rpartition(" ")[0]
    turns = [text for text in view.legal_actions if text.rpartition(" ")[0] == design]
    following = turns[(turns.index(action) + 1) % len(turns)]
    return None if following == action else following
