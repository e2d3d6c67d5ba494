"""The preview of a placement: the tile at the tip, the trunks as they would grow, and buttons.

A touch on the tile rotates it, one on the button beside it places it; both are large enough for
a finger, and the button hides as little as it can.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import cos, pi, sin
from typing import Final, NamedTuple, cast

from howdah.games.bazar.actions import CODES, Place, parse_action
from howdah.games.bazar.descriptions import action_label
from howdah.games.bazar.growth import TrunkGrowth, grow_trunks, next_rotation
from howdah.games.bazar.hexgrid import Axial
from howdah.games.bazar.svg.hex_geometry import (
    APOTHEM,
    CORNERS,
    SIDE,
    centre,
    edge_middle,
    trunk_line,
)
from howdah.games.bazar.svg.layout import HEAD_WIDTH, HeadPosition, Layout, bezier_point, layout_for
from howdah.games.bazar.svg.symbols import (
    CHORD_NAMES,
    TURNS,
    chord_symbol,
    overlap_chords,
    seat_group,
)
from howdah.games.bazar.tiles import CHORDS, name_of
from howdah.games.bazar.view import BazarView, PlayerView, Segment, Tile
from howdah.i18n import translate
from howdah.render.geometry import Frame, Point, distance, format_point
from howdah.render.markup import (
    Attributes,
    Value,
    bold_line,
    circle,
    group,
    path,
    tag,
    tooltip,
    use,
)
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
TRUNK_WIDTH: Final = 17.6
LIFT: Final = "translate(-1 -3) scale(1.05)"  # as in the art file


class TouchTargets(NamedTuple):
    """Places and sizes in the measures of the board."""

    preview: float
    drop: float
    """The touch radius of the preview, and of the button that places it."""
    drop_at: Point
    turn_at: Point
    """Where the rotate icon is, from the middle of the preview."""


def touch_targets(view: BazarView, shape: Shape) -> TouchTargets:
    """The touch targets of the player to move, who places a tile."""
    layout, player = layout_for(view.board, shape), view.players[view.to_play or 0]
    drop = FINGER[shape] / layout.frame.scale
    preview = max(APOTHEM, drop)
    places = _places(player.tip_cell, preview + drop, drop, layout.frame)
    drop_at = min(places, key=lambda at: _cost(at, drop * SIGN_SHARE, view, layout))
    return TouchTargets(preview, drop, drop_at, _far_corner(drop_at, player))


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
    covered = (cell in view.tiles or cell in view.end_pieces for cell in near)
    cells = sum(TILE_COST if is_covered else 1 for is_covered in covered)
    return cells + HEAD_COST * sum(_overlaps_head(at, radius, s) for s in layout.heads.values())


def _overlaps_head(at: Point, radius: float, position: HeadPosition) -> bool:
    neck = (bezier_point(position.neck, step / 6) for step in range(7))
    return distance(position.at, at) < radius + HEAD_WIDTH * 0.8 * position.scale or any(
        distance(point, at) < radius + TRUNK_WIDTH / 2 for point in neck
    )


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


def draw_tip_highlight(view: BazarView) -> str:
    """Highlight the cell of the tip of the player to move; it pulses for that player."""
    if view.to_play is None:
        return ""
    ring = _ring() if view.legal_actions else use("glow-ring")
    return group(use("glow-cell"), ring, id="glow", transform=_at_tip(view))


def _ring() -> str:
    return tag("use", href="#glow-ring", **{"class": "breath"})


def _at_tip(view: BazarView) -> str:
    tip = centre(view.players[view.to_play or 0].tip_cell)
    return f"translate({format_point(tip)})"


def draw_preview(view: BazarView, pick: str, shape: Shape) -> str:
    """Draw a legal action as it would be played, and the button that plays it."""
    if pick == "end-piece":
        return _preview_end_piece(view, shape)
    touch, trunks = touch_targets(view, shape), grow_trunks(view, cast(Place, parse_action(pick)))
    beyond_tile = (_preview_trunk(trunk, view) for trunk in trunks)
    return (
        group(*beyond_tile, id="preview", opacity="0.8", pointer_events="none")
        + _preview_tile(view, pick, trunks, touch)
        + _confirm_button(view, pick, len(trunks[-1].segments), touch)
    )


def _button(name: str, label: str, radius: float, *children: str, **attributes: Value) -> str:
    """An element that acts as a button, with an invisible circle that takes the touch."""
    look: Attributes = {"class": "choice", "role": "button", "tabindex": 0, "aria_label": label}
    hit = circle(0, 0, radius, fill="none", **{"class": "hit"})
    return tag("g", tooltip(label), hit, *children, id=name, **look, **attributes)


def _preview_end_piece(view: BazarView, shape: Shape) -> str:
    player = view.players[view.to_play or 0]
    piece = group(use(f"end-{player.seat}-by-{player.tip_edge}"), opacity="0.85")
    corner = _far_corner(edge_middle(player.tip_cell, player.tip_edge), player)
    return _button(
        "ghost",
        action_label(view, "end-piece"),
        max(APOTHEM, FINGER[shape] / layout_for(view.board, shape).frame.scale),
        _ring() + piece + use("check", *corner, scale=0.7),
        transform=_at_tip(view),
        data_act="end-piece",
    )


def _preview_trunk(trunk: TrunkGrowth, view: BazarView) -> str:
    """A trunk as it would run on over the tiles around, up to its new tip."""
    drawn, beyond_tile = "", [it for it in trunk.segments if it.cell in view.tiles]
    for segment in beyond_tile:
        others = _chord_names(view.tiles[segment.cell])
        chord = chord_symbol(CHORD_NAMES[segment.one, segment.other], others)
        drawn += use(chord, *centre(segment.cell))
    at = format_point(edge_middle(trunk.tip_cell, trunk.tip_edge))
    snout = use("snout", transform=f"translate({at}) {TURNS[trunk.tip_edge]}")
    return seat_group(trunk.seat, drawn, snout, flow_dots(beyond_tile))


def _chord_names(tile: Place | Tile) -> list[str]:
    return name_of(CHORDS[CODES[Place(tile.design, tile.rotation)]]).split("-")


def flow_dots(segments: list[Segment]) -> str:
    """Dots that run along segments, the way the trunk would grow."""
    lines = (trunk_line(segment.cell, segment.one, [segment]) for segment in segments)
    return path("".join(lines), fill="none", **{"class": "flow"}) if segments else ""


def _preview_tile(
    view: BazarView, pick: str, trunks: tuple[TrunkGrowth, ...], touch: TouchTargets
) -> str:
    """The tile itself; a touch rotates it."""
    turned, placed = next_rotation(view, pick), cast(Place, parse_action(pick))
    return _button(
        "ghost",
        translate("Turn the tile"),
        touch.preview,
        use("ghost-tile"),
        group(*_chords(trunks, placed), _ring(), transform=LIFT),
        use("turn", *touch.turn_at, scale=1.15) if turned else "",
        transform=_at_tip(view),
        data_pick=turned or pick,
        data_card="preview",
    )


def _chords(trunks: tuple[TrunkGrowth, ...], picked: Place) -> Iterator[str]:
    """The segments of the tile: ownerless ones lowest, the mover's trunk on top."""
    cell = trunks[-1].segments[0].cell
    grown = [(trunk.seat, it) for trunk in trunks for it in trunk.segments if it.cell == cell]
    taken = {CHORD_NAMES[segment.one, segment.other] for _, segment in grown}
    below = [chord for chord in _chord_names(picked) if chord not in taken]
    yield seat_group(None, overlap_chords(below))
    for seat, segment in grown:
        chord = CHORD_NAMES[segment.one, segment.other]
        here = Segment((0, 0), segment.one, segment.other)
        yield seat_group(seat, use(chord_symbol(chord, below)), flow_dots([here]))
        below.append(chord)


def _confirm_button(view: BazarView, action: str, gained: int, touch: TouchTargets) -> str:
    """The button that places the tile, with how much the mover's trunk grows."""
    size = touch.drop * SIGN_SHARE / SIGN
    gain = bold_line(17, -13.6, f"+{gained}", 14, fill="var(--ink)")
    return _button(
        "drop",
        action_label(view, action),
        touch.drop,
        group(use("check"), use("pill"), gain, transform=f"scale({size:.3g})"),
        transform=f"translate({format_point(touch.drop_at)})",
        data_act=action,
    )
