"""The preview of a placement: the tile at the tip, and the trunks as they would grow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple, cast

from howdah.games.bazar.actions import CODES, Place, parse_action
from howdah.games.bazar.hexgrid import OPPOSITE, Axial, Edge, beyond
from howdah.games.bazar.svg.descriptions import action_label
from howdah.games.bazar.svg.hex_geometry import edge_middle, hexagon
from howdah.games.bazar.svg.placed_pieces import at_cell, chord_of, end_piece_parts, snout
from howdah.games.bazar.svg.player_tint import PAGE_PALETTE, tint
from howdah.games.bazar.svg.symbols import ORIGIN, TILE, chord_symbol, ring
from howdah.games.bazar.svg.touch_targets import TouchTargets, touch_targets
from howdah.games.bazar.tiles import CHORDS, PARTNER
from howdah.games.bazar.view import BazarView, PlayerView, Segment, Tile
from howdah.i18n import translate
from howdah.render.common.geometry import Point, format_point
from howdah.render.markup import (
    Attributes,
    Value,
    bold_line,
    circle,
    group,
    group_at,
    path,
    rect,
    tag,
    tooltip,
    use,
)
from howdah.render.types import Shape


class TrunkGrowth(NamedTuple):
    """A trunk that would grow: by which segments, and where its tip would be."""

    seat: int
    segments: tuple[Segment, ...]
    tip_cell: Axial
    tip_edge: Edge


def preview_growth(view: BazarView, placed: Place) -> tuple[TrunkGrowth, ...]:
    """The trunks that a placement by the player to move would make longer, that player's last."""
    mover = view.players[view.to_play or 0]
    tiles = {cell: CODES[Place(tile.design, tile.rotation)] for cell, tile in view.tiles.items()}
    tiles[mover.tip_cell] = CODES[placed]
    others = [
        player
        for player in view.players
        if player.tip_cell == mover.tip_cell and player is not mover and not player.has_stopped
    ]
    return tuple(_follow_trunk(player, tiles) for player in (*others, mover))


def _follow_trunk(player: PlayerView, tiles: dict[Axial, int]) -> TrunkGrowth:
    """A trunk from its tip on, until the cell entered has no tile."""
    cell, edge = player.tip_cell, player.tip_edge
    segments = []
    while cell in tiles:
        out = PARTNER[tiles[cell]][edge]
        segments.append(Segment(cell, edge, out))
        cell, edge = beyond(cell, out), OPPOSITE[out]
    return TrunkGrowth(player.seat, tuple(segments), cell, edge)


LIFT: Final = "translate(-1 -3) scale(1.05)"
ARROW: Final = "M5.2 -4.4A6.8 6.8 0 1 0 6.8 0.6M6.4 -8.6L5.4 -4.2 0.9 -4.6"
"""A turn clockwise, nearly all the way round."""
CHECK: Final = "M-8 0.5L-2.5 6.5 8.5 -6"


def draw_tip_highlight(view: BazarView) -> str:
    """Highlight the cell of the tip of the player to move; it pulses for that player."""
    if view.to_play is None:
        return ""
    light = ring("breath") if view.legal_actions else ring()
    cell = view.players[view.to_play].tip_cell
    return group(use("glow-cell"), light, id="glow", transform=at_cell(cell))


def draw_preview(view: BazarView, pick: str, shape: Shape) -> str:
    """Draw a legal action as it would be played, and the button that plays it."""
    touch = touch_targets(view, shape)
    if pick == "end-piece":
        return _preview_end_piece(view, touch)
    placed_tile = cast(Place, parse_action(pick))
    trunks = preview_growth(view, placed_tile)
    return (
        _trunks_beyond(trunks, view)
        + _preview_tile(view, placed_tile, trunks, touch)
        + _confirm_button(view, pick, len(trunks[-1].segments), touch)
    )


def button(name: str, label: str, *children: str, **attributes: Value) -> str:
    """An element that acts as a button; `name` is one of its classes."""
    look: dict[str, Value] = {"class": f"choice {name}", "role": "button", "tabindex": 0}
    return tag("g", tooltip(label), *children, **look, aria_label=label, **attributes)


def hit_area(radius: float) -> str:
    """The invisible shape that takes the touch."""
    return circle(0, 0, radius, fill="none", pointer_events="all", data_hit="")


def _preview_end_piece(view: BazarView, touch: TouchTargets) -> str:
    player = view.players[view.to_play or 0]
    drawn = tint(player.seat, *end_piece_parts(player.tip_edge), opacity="0.85")
    return button(
        "ghost",
        action_label(view, "end-piece"),
        hit_area(touch.preview),
        ring("breath", "ring"),
        drawn,
        group_at(*touch.turn_at, _check_icon(), scale=0.7),
        id="ghost",
        transform=at_cell(touch.cell),
        data_act="end-piece",
    )


def _trunks_beyond(trunks: tuple[TrunkGrowth, ...], view: BazarView) -> str:
    """The trunks as they would run on over the tiles around, up to their new tips."""
    return group(
        *(_preview_trunk(trunk, view) for trunk in trunks),
        id="preview",
        opacity="0.8",
        pointer_events="none",
    )


def _preview_trunk(trunk: TrunkGrowth, view: BazarView) -> str:
    return tint(
        trunk.seat,
        *(_preview_segment(s, view.tiles[s.cell]) for s in trunk.segments if s.cell in view.tiles),
        group(
            snout(trunk.tip_edge),
            transform=f"translate({format_point(edge_middle(trunk.tip_cell, trunk.tip_edge))})",
        ),
    )


def _preview_segment(segment: Segment, tile: Tile) -> str:
    symbol = chord_symbol(chord_of(segment), _chord_names(Place(tile.design, tile.rotation)))
    return group(use(symbol), flow_dots(segment), transform=at_cell(segment.cell))


def _chord_names(tile: Place) -> list[str]:
    return [f"{one}{other}" for one, other in CHORDS[CODES[tile]]]


def flow_dots(segment: Segment) -> str:
    """Dots that run along a segment, the way the trunk would grow."""
    way = "flow" if segment.one < segment.other else "flow back"
    return tag("use", href=f"#way-{chord_of(segment)}", **{"class": way})


def _preview_tile(
    view: BazarView, picked: Place, trunks: tuple[TrunkGrowth, ...], touch: TouchTargets
) -> str:
    """The tile itself; a touch rotates it."""
    turned = _next_rotation(view, picked)
    return button(
        "ghost",
        translate("Turn the tile"),
        hit_area(touch.preview),
        path(hexagon(Point(3, 7), TILE), fill="#000", opacity="0.32"),
        group(
            path(
                hexagon(ORIGIN, TILE),
                fill=PAGE_PALETTE.tile,
                stroke=PAGE_PALETTE.glow_line,
                stroke_width=1.6,
                opacity="0.93",
            ),
            *_chords(touch.cell, picked, trunks),
            ring("breath", "ring"),
            transform=LIFT,
        ),
        _rotate_icon(touch) if turned != str(picked) else "",
        id="ghost",
        transform=at_cell(touch.cell),
        data_pick=turned,
    )


def _next_rotation(view: BazarView, picked: Place) -> str:
    """The next legal rotation of the same design, the first again after the last."""
    turns = [text for text in view.legal_actions if text.startswith(f"place {picked.design} ")]
    return turns[(turns.index(str(picked)) + 1) % len(turns)]


def _chords(cell: Axial, picked: Place, trunks: tuple[TrunkGrowth, ...]) -> Iterator[str]:
    """The chords of the tile: ownerless ones lowest, the mover's trunk on top."""
    grown = [
        (trunk.seat, segment)
        for trunk in trunks
        for segment in trunk.segments
        if segment.cell == cell
    ]
    taken = {chord_of(segment) for _, segment in grown}
    below: list[str] = []
    for chord in _chord_names(picked):
        if chord not in taken:
            yield tint(None, use(chord_symbol(chord, below)))
            below.append(chord)
    for seat, segment in grown:
        chord = chord_of(segment)
        yield tint(seat, use(chord_symbol(chord, below)), flow_dots(segment))
        below.append(chord)


def _rotate_icon(touch: TouchTargets) -> str:
    """An arrow on the corner of the tile that is farthest from the button that places it."""
    sign = (
        circle(0, 0, 12, fill=PAGE_PALETTE.plaque, stroke=PAGE_PALETTE.ink, stroke_width=1.4),
        path(
            ARROW,
            fill="none",
            stroke=PAGE_PALETTE.ink,
            stroke_width=2.2,
            stroke_linecap="round",
            stroke_linejoin="round",
        ),
    )
    return group_at(*touch.turn_at, *sign, scale=1.15)


def _confirm_button(view: BazarView, action: str, gained: int, touch: TouchTargets) -> str:
    """The button that places the tile, with how much the mover's trunk grows."""
    pill = rect(
        4, -27, 26, 17, rx=8.5, fill=PAGE_PALETTE.plaque, stroke=PAGE_PALETTE.line, stroke_width=1.2
    )
    gain = bold_line(17, -13.6, f"+{gained}", 14, fill=PAGE_PALETTE.ink)
    return button(
        "drop",
        action_label(view, action),
        hit_area(touch.drop),
        group_at(0, 0, _check_icon(), group(pill, gain, pointer_events="none"), scale=touch.sign),
        id="drop",
        transform=f"translate({format_point(touch.drop_at)})",
        data_act=action,
    )


def _check_icon() -> str:
    look: Attributes = {
        "stroke": PAGE_PALETTE.line,
        "stroke_linecap": "round",
        "stroke_linejoin": "round",
    }
    return group(
        circle(0, 0, 18, fill=PAGE_PALETTE.gold, stroke_width=2, **{"class": "ring"}),
        path(CHECK, fill="none", stroke_width=4.4),
        **look,
    )
