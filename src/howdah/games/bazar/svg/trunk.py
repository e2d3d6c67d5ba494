"""Trunks: ribbed tubes of one width through every bend, from the heads to the tips.

A segment runs on an arc of a circle that meets both edges squarely: around the corner between
two adjacent edges, around the neighbour's middle between next-but-one edges, or straight.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from math import pi
from typing import Final

from howdah.games.bazar.hexgrid import Axial, Edge
from howdah.games.bazar.svg.hex_geometry import APOTHEM, SIDE, cell_name, edge_middle, shift
from howdah.games.bazar.svg.palette import Palette
from howdah.games.bazar.svg.player_tint import player_badge
from howdah.games.bazar.view import BazarView, PlayerView, Segment
from howdah.i18n import translate
from howdah.render.common.geometry import format_point
from howdah.render.common.palette import Paint
from howdah.render.markup import Value, circle, format_number, group, group_at, path, tooltip

WIDTH: Final = 17.6
BODY: Final = 14.4
GAP: Final = WIDTH + 5
"""How wide the ground shows beside a tube that passes over another."""
RIB: Final = 1.5
OVERLAP: Final = 0.8
"""How far the body of a tube and its light run on into the next one: no seam shows."""

RADII: Final[Mapping[int, float]] = {1: SIDE / 2, 2: SIDE * 1.5}
LENGTHS: Final[Mapping[int, float]] = {1: SIDE * pi / 3, 2: SIDE * pi / 2, 3: APOTHEM * 2}
RIBS: Final[Mapping[int, int]] = {1: 6, 2: 9, 3: 10}
"""By how many edges the two ends are apart; ribs lie nearly equally dense on all bends."""


def edges_apart(one: Edge, other: Edge) -> int:
    """How many edges lie between two, on the shorter way round: 1, 2, or 3 for opposites."""
    apart = (other - one) % 6
    return min(apart, 6 - apart)


def segment_path(segment: Segment, overlap: float = 0) -> str:
    """The path data from the middle of one edge to the middle of the other."""
    start, end = edge_middle(segment.cell, segment.one), edge_middle(segment.cell, segment.other)
    before, after = (
        f"{format_point(shift(start, segment.one, overlap))}L" if overlap else "",
        f"L{format_point(shift(end, segment.other, overlap))}" if overlap else "",
    )
    return f"M{before}{format_point(start)}{_arc(segment)}{format_point(end)}{after}"


def _arc(segment: Segment) -> str:
    radius = RADII.get(edges_apart(segment.one, segment.other))
    if radius is None:
        return "L"
    clockwise = (segment.other - segment.one) % 6 > 3
    return f"A{format_number(radius)} {format_number(radius)} 0 0 {int(clockwise)} "


def chord(segment: Segment) -> str:
    """The two edges of a segment, the lower number first, as in the name of a design."""
    low, high = sorted((segment.one, segment.other))
    return f"{low}{high}"


def do_cross(one: Segment, other: Segment) -> bool:
    """Whether two segments of one tile cross."""
    low, high = sorted((one.one, one.other))
    return (low < other.one < high) != (low < other.other < high)


def draw_segment(
    segment: Segment, paint: Paint, ground: str, *, over: tuple[Segment, ...], **data: Value
) -> str:
    """A segment as a tube; where it passes over others, the ground shows on both its sides."""
    return group(
        gap(segment, ground) if over else "",
        tube(segment_path(segment), segment_path(segment, OVERLAP), paint, ribs(segment)),
        data_segment=f"{cell_name(segment.cell)}:{chord(segment)}",
        data_over=" ".join(map(chord, over)) or None,
        **data,
    )


def gap(segment: Segment, ground: str) -> str:
    """The ground that shows beside a segment where it passes over another."""
    return path(segment_path(segment), stroke=ground, stroke_width=GAP, **_halo(segment))


def _halo(segment: Segment) -> dict[str, Value]:
    """The gap beside a tube ends before the edges, where other tiles begin."""
    length = LENGTHS[edges_apart(segment.one, segment.other)]
    return {"stroke_dasharray": f"0 5 {format_number(length - 10)} 5", "data_part": "gap"}


def ribs(segment: Segment) -> dict[str, Value]:
    """Ribs across a segment, as far apart over a joint as anywhere else."""
    apart = edges_apart(segment.one, segment.other)
    pitch = LENGTHS[apart] / RIBS[apart]
    return {
        "stroke_dasharray": f"{RIB} {pitch - RIB:.3f}",
        "stroke_dashoffset": f"{(pitch + RIB) / 2:.3f}",
    }


def tube(line: str, longer: str, paint: Paint, rib: dict[str, Value]) -> str:
    """A tube along a line: edge, body, ribs and the light on its back."""
    return "".join(
        [
            path(line, stroke=paint.line, stroke_width=WIDTH),
            path(longer, stroke=paint.body, stroke_width=BODY),
            path(line, stroke=paint.line, stroke_width=BODY, opacity="0.42", **rib),
            path(longer, stroke=paint.detail, stroke_width=4.6, opacity="0.4"),
        ]
    )


SNOUT: Final = 11.0
"""How far a living tip peeks into its cell."""


class Crossings:
    """The segments drawn on each tile so far, to find which of them a new one passes over."""

    def __init__(self) -> None:
        self._drawn: dict[Axial, list[Segment]] = defaultdict(list)

    def add(self, segment: Segment) -> tuple[Segment, ...]:
        """Add a segment and return the earlier ones that it crosses."""
        below = tuple(other for other in self._drawn[segment.cell] if do_cross(segment, other))
        self._drawn[segment.cell].append(segment)
        return below


def draw_trunks(view: BazarView, palette: Palette) -> str:
    """Ownerless stretches lowest, then the trunks by their seats."""
    crossings = Crossings()
    return group(
        *_segments(view.stretches, None, crossings, palette), id="stretches", fill="none"
    ) + "".join(_trunk(player, crossings, palette) for player in view.players)


def _trunk(player: PlayerView, crossings: Crossings, palette: Palette) -> str:
    return group(
        tooltip(describe_trunk(player)),
        *_segments(player.trunk, player.seat, crossings, palette),
        id=f"trunk-{player.seat}",
        fill="none",
    )


def describe_trunk(player: PlayerView) -> str:
    """Whose trunk it is, and how long."""
    return translate("Trunk of {name}, {length} long", name=player.name, length=player.length)


def _segments(
    segments: Iterable[Segment], seat: int | None, crossings: Crossings, palette: Palette
) -> Iterator[str]:
    paint = palette.paint(seat)
    data: dict[str, Value] = {"data_seat": seat}
    for segment in segments:
        yield draw_segment(segment, paint, palette.tile, over=crossings.add(segment), **data)


def draw_tips(view: BazarView, palette: Palette) -> str:
    """The snout of every living trunk."""
    return "".join(
        _tip(player, palette, to_play=player.seat == view.to_play)
        for player in view.players
        if not player.has_stopped
    )


def _tip(player: PlayerView, palette: Palette, *, to_play: bool) -> str:
    """A rounded end that peeks into the cell, with two nostrils and the sign of its owner."""
    paint, edge = palette.players[player.seat], player.tip_edge
    start = edge_middle(player.tip_cell, edge)
    end, back = shift(start, edge, -SNOUT), shift(start, edge, 0.8)
    stub = f"M{format_point(back)}L{format_point(end)}"
    turn = f"rotate({edge * 60 + 180})"
    nose = group(circle(8.2, -2.6, 1.4), circle(8.2, 2.6, 1.4), fill=paint.line, transform=turn)
    return group(
        tooltip(translate("Tip of {name}", name=player.name)),
        path(stub, stroke=paint.line, stroke_width=WIDTH),
        circle(*end, 11.6, fill=paint.line),
        circle(*end, 10, fill=paint.body),
        path(stub, stroke=paint.body, stroke_width=BODY),
        group_at(*end, nose),
        group_at(*shift(start, edge, -SNOUT + 2), player_badge(player.seat, palette), scale=0.86),
        id=f"tip-{player.seat}",
        data_tip=player.seat,
        data_at=cell_name(player.tip_cell),
        data_to_play="true" if to_play else None,
    )
