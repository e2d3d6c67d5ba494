"""Trunks from their heads to their tips, and the stretches that are nobody's."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Final

from howdah.games.bazar.hexgrid import Axial
from howdah.games.bazar.svg.badge import badge
from howdah.games.bazar.svg.hex_geometry import middle, shifted, spoken
from howdah.games.bazar.svg.palette import Palette
from howdah.games.bazar.svg.tube import BODY, WIDTH, cross, segment_drawn
from howdah.games.bazar.view import BazarView, PlayerView, Segment
from howdah.i18n import translate
from howdah.render.common.curve import pair
from howdah.render.markup import Value, disc, group, path, placed, titled

SNOUT: Final = 11.0
"""How far a living tip peeks into its cell."""


class Weave:
    """What lies on each tile so far, so that a new segment knows which ones it passes over."""

    def __init__(self) -> None:
        self._laid: dict[Axial, list[Segment]] = defaultdict(list)

    def over(self, segment: Segment) -> tuple[Segment, ...]:
        """Lay a segment; the earlier ones that it crosses."""
        below = tuple(other for other in self._laid[segment.cell] if cross(segment, other))
        self._laid[segment.cell].append(segment)
        return below


def trunks_drawn(view: BazarView, palette: Palette) -> str:
    """Ownerless stretches lowest, then the trunks by their seats."""
    weave = Weave()
    return group(
        *_segments(view.stretches, None, weave, palette), id="stretches", fill="none"
    ) + "".join(_trunk(player, weave, palette) for player in view.players)


def _trunk(player: PlayerView, weave: Weave, palette: Palette) -> str:
    return group(
        titled(trunk_told(player)),
        *_segments(player.trunk, player.seat, weave, palette),
        id=f"trunk-{player.seat}",
        fill="none",
    )


def trunk_told(player: PlayerView) -> str:
    """Whose trunk it is, and how long, in words."""
    return translate("Trunk of {name}, {length} long", name=player.name, length=player.length)


def _segments(
    segments: Iterable[Segment], seat: int | None, weave: Weave, palette: Palette
) -> Iterator[str]:
    paint = palette.paint(seat)
    data: dict[str, Value] = {"data_seat": seat}
    for segment in segments:
        yield segment_drawn(segment, paint, palette.tile, over=weave.over(segment), **data)


def tips_drawn(view: BazarView, palette: Palette) -> str:
    """The snout of every living trunk."""
    return "".join(
        _tip(player, palette, to_play=player.seat == view.to_play)
        for player in view.players
        if not player.has_stopped
    )


def _tip(player: PlayerView, palette: Palette, *, to_play: bool) -> str:
    """A rounded end that peeks into the cell, with two nostrils and the sign of its owner."""
    paint, edge = palette.players[player.seat], player.tip_edge
    start = middle(player.tip_cell, edge)
    end, back = shifted(start, edge, -SNOUT), shifted(start, edge, 0.8)
    stub = f"M{pair(back)}L{pair(end)}"
    turn = f"rotate({edge * 60 + 180})"
    nose = group(disc(8.2, -2.6, 1.4), disc(8.2, 2.6, 1.4), fill=paint.line, transform=turn)
    return group(
        titled(translate("Tip of {name}", name=player.name)),
        path(stub, stroke=paint.line, stroke_width=WIDTH),
        disc(*end, 11.6, fill=paint.line),
        disc(*end, 10, fill=paint.body),
        path(stub, stroke=paint.body, stroke_width=BODY),
        placed(*end, nose),
        placed(*shifted(start, edge, -SNOUT + 2), badge(player.seat, palette), scale=0.86),
        id=f"tip-{player.seat}",
        data_tip=player.seat,
        data_at=spoken(player.tip_cell),
        data_to_play="true" if to_play else None,
    )
