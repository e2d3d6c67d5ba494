"""The pieces on the board: heads, tiles, trunks, their tips, and end pieces.

A trunk is one path, `way-0` to `way-3`, which the page compares with the one before to let the
trunk grow. Where it crosses another trunk or itself, the later segment is drawn once more.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from howdah.games.bazar.descriptions import (
    describe_end_piece,
    describe_head,
    describe_tip,
    describe_trunk,
    has_won,
)
from howdah.games.bazar.hexgrid import Axial, Edge
from howdah.games.bazar.svg.hex_geometry import centre, edge_middle, short_point, trunk_line
from howdah.games.bazar.svg.preview import draw_preview, draw_tip_highlight
from howdah.games.bazar.svg.symbols import (
    CHORD_NAMES,
    PLATE_STEP,
    SIGN_BELOW,
    chord_symbol,
    owner_name,
    seat_group,
    tile_symbol,
)
from howdah.games.bazar.view import BazarView, PlayerView, Segment
from howdah.render.css import seat_class
from howdah.render.geometry import format_point
from howdah.render.markup import Attributes, format_number, group, path, tag, tooltip, use
from howdah.render.types import Shape

Chords = defaultdict[Axial, list[str]]
"""The names of segments by their cells, in the order in which they are drawn."""


def layers(view: BazarView, shape: Shape, *, pick: str | None = None) -> dict[str, str]:
    """What lies on the board now, above the backdrop; `pick` is an action to preview.

    A pick that is not legal is ignored. A blocked player sees the end piece without a pick.
    """
    trunks = [it.trunk for it in view.players]
    ends = (draw_end_pieces(cell, _owners_at(cell, view)) for cell in view.end_pieces)
    tips = (_draw_tip(player) for player in view.players if not player.has_stopped)
    found = {
        "tiles": group(draw_tiles(view.tiles, view.stretches, trunks), id="tiles"),
        "glow": draw_tip_highlight(view),
        "heads": "".join(_draw_heads(view)),
        "ends": "".join(ends),
        "trunks": "".join(_draw_trunks(view)),
        "tips": "".join(tips),
        "preview": "",
    }
    return found | choice_layers(view, shape, pick=pick) if view.legal_actions else found


def choice_layers(view: BazarView, shape: Shape, *, pick: str | None = None) -> dict[str, str]:
    """The highlight of the tip, or the preview of what is picked."""
    is_blocked = view.legal_actions == ("end-piece",)
    picked = "end-piece" if is_blocked else pick if pick in view.legal_actions else None
    return {
        "glow": draw_tip_highlight(view) if picked is None else "",
        "preview": draw_preview(view, picked, shape) if picked is not None else "",
    }


def draw_tiles(
    cells: Iterable[Axial], stretches: Iterable[Segment], trunks: Iterable[Iterable[Segment]]
) -> str:
    """The tiles on some cells, with what is in nobody's trunk, and gaps where trunks cross it."""
    stone, owned = Chords(list), Chords(list)
    for segment in stretches:
        stone[segment.cell].append(CHORD_NAMES[segment.one, segment.other])
    for trunk in trunks:
        for segment in trunk:
            owned[segment.cell].append(CHORD_NAMES[segment.one, segment.other])
    bare = _line_through([cell for cell in cells if cell not in stone])
    ground = path(f"M0 0{bare}M0 0", fill="none", marker_mid="url(#bare-tile)") if bare else ""
    tiles = (_use_at(cell, tile_symbol(chords, owned[cell])) for cell, chords in stone.items())
    return ground + "".join(tiles)


def _line_through(cells: Iterable[Axial]) -> str:
    """The path data of a line that turns at the middle of each cell, rows from west to east."""
    row, line = None, ""
    for cell in cells:
        line += _step_to(cell, is_in_row=cell[1] == row)
        row = cell[1]
    return line


@cache
def _step_to(cell: Axial, *, is_in_row: bool) -> str:
    at = centre(cell)
    return f"H{format_number(at.x)}" if is_in_row else f"M{short_point(at)}"


@lru_cache(maxsize=1 << 12)
def _use_at(cell: Axial, symbol: str) -> str:
    return use(symbol, *centre(cell))


def _draw_heads(view: BazarView) -> Iterable[str]:
    """The four heads, with a halo behind the one to move and behind the winners."""
    players = {player.head: player for player in view.players}
    for head in view.board.heads:
        player = players.get(head.name)
        if player is None:
            symbol = f"sleeper-{head.name}"
        else:
            symbol = f"elephant-{head.name}-{player.seat}"
            if player.seat == view.to_play or has_won(view, player.seat):
                yield use(f"halo-{head.name}")
        yield _use_titled(symbol, describe_head(head.name, player), f"head:{head.name}")


@lru_cache(maxsize=1 << 10)
def _use_titled(symbol: str, title: str, card: str) -> str:
    return tag("use", tooltip(title), href=f"#{symbol}", data_card=card)


def _draw_trunks(view: BazarView) -> Iterable[str]:
    """The trunks by their seats, each over those before it."""
    below = Chords(list)
    for player in view.players:
        seat, head = player.seat, view.board.head(player.head)
        line = trunk_line(head.first_cell, head.entry_edge, player.trunk)
        yield seat_group(
            seat,
            tooltip(describe_trunk(player)),
            path(line, id=f"way-{seat}", fill="none"),
            use(f"tube-{seat}"),
            *draw_crossings(player.trunk, below),
            id=f"trunk-{seat}",
            data_card="",
        )


def draw_crossings(trunk: Iterable[Segment], below: Chords) -> Iterable[str]:
    """The segments of a trunk that pass over what is below; they are below the next ones."""
    for segment in trunk:
        chord, others = CHORD_NAMES[segment.one, segment.other], below[segment.cell]
        symbol = chord_symbol(chord, others) if others else ""
        others.append(chord)
        if symbol.startswith("over"):
            yield _use_at(segment.cell, symbol)


def _draw_tip(player: PlayerView) -> str:
    """The snout of a living trunk, in a group that moves when the trunk grows."""
    return _draw_snout(player.seat, player.tip_cell, player.tip_edge, describe_tip(player))


@lru_cache(maxsize=1 << 10)
def _draw_snout(seat: int, cell: Axial, edge: Edge, title: str) -> str:
    return group(
        tooltip(title),
        use(f"tip-{seat}-{edge}"),
        id=f"tip-{seat}",
        data_card="",
        transform=f"translate({format_point(edge_middle(cell, edge))})",
    )


Owner = tuple[int | None, Edge, str]
"""Whose an end piece is, by which edge the trunk came to it, and what to call it."""


def _owners_at(cell: Axial, view: BazarView) -> list[Owner]:
    """The end pieces on a cell, the lowest first."""
    heads = {head.first_cell: head.entry_edge for head in view.board.heads}
    owners = view.end_pieces[cell]
    edges = (heads[cell] if owner is None else view.players[owner].tip_edge for owner in owners)
    return [(it, edge, describe_end_piece(it, view)) for it, edge in zip(owners, edges)]


def draw_end_pieces(cell: Axial, owners: Sequence[Owner]) -> str:
    """A stack of end pieces: plates, a curl on the topmost, and under them the owners' signs."""
    at, top = centre(cell), len(owners) - 1
    place: Attributes = {"x": at.x or None, "y": at.y or None}
    if not top:
        owner, edge, title = owners[0]
        symbol = f"#end-{owner_name(owner)}-by-{edge}"
        return tag("use", *([tooltip(title)] if title else []), href=symbol, **place)
    plates = (
        tag(
            "use",
            tooltip(title),
            href=f"#end-{edge}" if number == top else f"#end-{edge}-{top - number}",
            **place,
            **{"class": seat_class(owner)},
        )
        for number, (owner, edge, title) in enumerate(owners)
    )
    y = at.y + SIGN_BELOW + PLATE_STEP * top
    signs = (
        use(f"tag-{owner_name(owner)}", at.x + (number - top / 2) * 13, y)
        for number, (owner, _, _) in enumerate(owners)
    )
    return "".join(plates) + "".join(signs)
