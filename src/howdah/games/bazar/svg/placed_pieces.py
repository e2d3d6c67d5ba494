"""The pieces on the board of a page: tiles, trunks, their tips, and end pieces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from howdah.games.bazar.hexgrid import EDGES, Axial, Edge
from howdah.games.bazar.svg.end_piece import STEP, describe_end_piece, entry_edge
from howdah.games.bazar.svg.hex_geometry import OUTWARDS, cell_name, centre, edge_middle
from howdah.games.bazar.svg.player_tint import tint
from howdah.games.bazar.svg.symbols import badge_symbol, chord_symbol
from howdah.games.bazar.svg.trunk import SNOUT, describe_trunk
from howdah.games.bazar.view import BazarView, PlayerView, Segment, Tile
from howdah.i18n import translate
from howdah.render.common.geometry import format_point
from howdah.render.markup import group, tag, tooltip, use

Chords = dict[Axial, list[str]]
"""The chords shown on each cell so far, the lowest first."""

TURNS: Final = tuple(f"rotate({(edge * 60 + 180) % 360})" for edge in EDGES)
"""How a thing that comes in from the west is turned to come in by an edge."""


def at_cell(cell: Axial) -> str:
    """The transform of what stands in the middle of a cell."""
    return f"translate({format_point(centre(cell))})"


def draw_tiles(view: BazarView) -> str:
    """Every tile, still without its segments."""
    return group(
        *(
            _tile(cell, tile, translate("Tile {design}", design=tile.design))
            for cell, tile in view.tiles.items()
        ),
        id="tiles",
    )


@lru_cache(maxsize=1 << 13)
def _tile(cell: Axial, tile: Tile, title: str) -> str:
    return tag(
        "use",
        tooltip(title),
        href="#tile",
        id=f"tile-{cell[0]}_{cell[1]}",
        transform=at_cell(cell),
        data_tile=f"{tile.design} {tile.rotation}",
    )


def draw_trunks(view: BazarView) -> str:
    """Ownerless stretches lowest, then the trunks by their seats."""
    below: Chords = {}
    return tint(None, *_segments(view.stretches, below), id="stretches") + "".join(
        tint(
            player.seat,
            tooltip(describe_trunk(player)),
            *_segments(player.trunk, below),
            id=f"trunk-{player.seat}",
            data_seat=player.seat,
        )
        for player in view.players
    )


def _segments(segments: Iterable[Segment], below: Chords) -> Iterator[str]:
    for segment in segments:
        chord, others = chord_of(segment), below.setdefault(segment.cell, [])
        yield _segment(segment.cell, chord, chord_symbol(chord, others), segment.one)
        others.append(chord)


def chord_of(segment: Segment) -> str:
    """The two edges of a segment, the lower number first."""
    one, other = segment.one, segment.other
    return f"{one}{other}" if one < other else f"{other}{one}"


@lru_cache(maxsize=1 << 14)
def _segment(cell: Axial, chord: str, symbol: str, start: Edge) -> str:
    """A segment; it grows from the edge `data-from`, along the middle line of its chord."""
    return use(symbol, *centre(cell), data_segment=f"{cell_name(cell)}:{chord}", data_from=start)


def draw_end_pieces(view: BazarView) -> str:
    """Every stack of end pieces, with the signs of all whose pieces lie there."""
    return "".join(_stack(cell, owners, view) for cell, owners in view.end_pieces.items())


def _stack(cell: Axial, owners: tuple[int | None, ...], view: BazarView) -> str:
    top = len(owners) - 1
    pieces = (
        _end_piece(cell, owner, view, below=top - place) for place, owner in enumerate(owners)
    )
    badges = (
        tint(owner, use(badge_symbol(owner), (place - top / 2) * 13, 21 + STEP * top, scale=0.8))
        for place, owner in enumerate(owners)
    )
    return "".join(pieces) + group(*badges, transform=at_cell(cell))


def _end_piece(cell: Axial, owner: int | None, view: BazarView, *, below: int) -> str:
    """A plate, and on the topmost one the curl of its owner's trunk."""
    edge = entry_edge(cell, owner, view)
    name = _head_of(cell, view) if owner is None else owner
    return tint(
        owner,
        tooltip(describe_end_piece(owner, view)),
        *end_piece_parts(edge, below=below),
        id=f"end-{name}",
        transform=at_cell(cell),
        data_end_piece=cell_name(cell),
        data_owner=owner,
    )


def _head_of(cell: Axial, view: BazarView) -> str:
    return next(head.name for head in view.board.heads if head.first_cell == cell)


def end_piece_parts(edge: Edge, *, below: int = 0) -> Iterator[str]:
    """What an end piece is made of, whose trunk comes in by an edge."""
    yield use("stub", transform=TURNS[edge])
    yield use("plate", 0, below * STEP)
    if below == 0:
        yield use("curled", transform=TURNS[edge])


def draw_tips(view: BazarView) -> str:
    """The snout of every living trunk."""
    return "".join(
        _tip(player, plays=player.seat == view.to_play)
        for player in view.players
        if not player.has_stopped
    )


def _tip(player: PlayerView, *, plays: bool) -> str:
    return tint(
        player.seat,
        tooltip(translate("Tip of {name}", name=player.name)),
        snout(player.tip_edge),
        use(badge_symbol(player.seat), *_badge_offset(player.tip_edge), scale=0.86),
        id=f"tip-{player.seat}",
        transform=f"translate({format_point(edge_middle(player.tip_cell, player.tip_edge))})",
        data_tip=player.seat,
        data_at=cell_name(player.tip_cell),
        data_to_play="true" if plays else None,
    )


def snout(edge: Edge) -> str:
    """A snout that comes into a cell by an edge, whose middle is at 0 0."""
    return use("snout", transform=TURNS[edge])


def _badge_offset(edge: Edge) -> tuple[float, float]:
    """Where the sign sits on a snout."""
    out, reach = OUTWARDS[edge], 2 - SNOUT
    return out.x * reach, out.y * reach
