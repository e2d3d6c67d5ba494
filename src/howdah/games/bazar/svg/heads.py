"""Elephant heads at the corners of the board: with an ornament each, asleep without a player."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from howdah.games.bazar.board import Head
from howdah.games.bazar.names import HEAD_NAMES, HeadName
from howdah.games.bazar.svg.descriptions import has_won
from howdah.games.bazar.svg.hex_geometry import shift
from howdah.games.bazar.svg.layout import HeadPosition, Layout
from howdah.games.bazar.svg.palette import PLAYER_COLOURS, Palette
from howdah.games.bazar.svg.player_tint import PAGE_PALETTE, TINT, TINT_PALETTE, player_badge, tint
from howdah.games.bazar.svg.symbols import badge_symbol
from howdah.games.bazar.svg.trunk import OVERLAP, RIB, tube
from howdah.games.bazar.view import BazarView, PlayerView
from howdah.i18n import translate
from howdah.render.common.geometry import format_point
from howdah.render.common.palette import Paint
from howdah.render.common.player_marks import MARK_NAMES
from howdah.render.markup import (
    Attributes,
    circle,
    ellipse,
    group,
    group_at,
    path,
    tag,
    tooltip,
    use,
)
from howdah.render.phrases import translate_word
from howdah.render.types import Size


def _gold_attributes(palette: Palette) -> Attributes:
    return {"fill": palette.gold, "stroke": palette.line, "stroke_width": 0.9}


def pearls(palette: Palette) -> str:
    """Two strings of pearls over the brow, and one on the rim of each ear."""
    arcs = [(x, -17 + 0.016 * (28 * 28 - x * x) * 0.55) for x in range(-28, 29, 7)]
    beads = "".join(circle(x, y - 9, 2.5) for x, y in arcs if abs(x) > 8)
    drops = "".join(
        circle(side * x, y, 2.2)
        for side in (-1, 1)
        for x, y in ((57, -22), (58, -13), (56, -4), (52, 5))
    )
    return group(beads, drops, fill=palette.ivory, stroke=palette.line, stroke_width=0.8)


def veil(palette: Palette) -> str:
    """A golden plate that narrows down the brow, with tassels."""
    plate = path("M-23 -37C-10 -44 10 -44 23 -37L13 -16Q0 -8 -13 -16Z")
    drops = "".join(
        circle(x, y, 1.9, fill=palette.print)
        for x, y in ((-15, -31), (15, -31), (-10, -20), (10, -20))
    )
    tassels = path(
        "M-30 8V18M-27 8V16M30 8V18M27 8V16", fill="none", stroke=palette.gold, stroke_width=1.8
    )
    return group(plate, drops, tassels, **_gold_attributes(palette))


def lotus(palette: Palette) -> str:
    """A lotus that opens on the crown."""
    petals = "".join(
        ellipse(0, -13, 4.6, 11, transform=f"translate(0 -30) rotate({turn})")
        for turn in (-74, 74, -44, 44, -16, 16)
    )
    return group(petals, fill="#f3b9c0", stroke=palette.line, stroke_width=0.9)


def sun(palette: Palette) -> str:
    """The rays of a sun around the sign."""
    rays = "".join(
        path("M-2.2 -12L0 -20 2.2 -12Z", transform=f"translate(0 -24) rotate({turn})")
        for turn in range(0, 360, 30)
    )
    rings = "".join(
        circle(side * 49, 22, 4.4, fill="none", stroke=palette.gold, stroke_width=2)
        for side in (-1, 1)
    )
    return group(rays, circle(0, -24, 12.6), rings, **_gold_attributes(palette))


ORNAMENTS: Final[Mapping[str, Callable[[Palette], str]]] = {
    "NW": pearls,
    "NE": veil,
    "SE": lotus,
    "SW": sun,
}
"""By the corner in which a head stands."""


EAR: Final = "M20 -32C30 -50 56 -46 60 -24C63 -6 56 4 52 12C50 24 40 32 33 27C26 22 24 12 22 2Z"
INNER_EAR: Final = (
    "M27 -26C34 -38 50 -35 52 -20C53 -8 48 0 44 8C42 16 37 20 33 16C29 10 28 2 27 -6Z"
)
SKULL: Final = (
    "M0 -43C10 -52 28 -46 30 -26C31 -14 29 -2 23 8C19 15 14 20 8.8 23L-8.8 23"
    "C-14 20 -19 15 -23 8C-29 -2 -31 -14 -30 -26C-28 -46 -10 -52 0 -43Z"
)
FACE: Final = "M-12 -6C-11 4 -8 12 -8 22.6L8 22.6C8 12 11 4 12 -6C7 -12 -7 -12 -12 -6Z"
"""Where the trunk begins: it leaves the face as wide as it runs over the board."""
HANGING: Final = "M0 22C0 44 6 54 20 51"
GLANCE: Final = 1.3
"""How far eyes look to a side."""
SIGN_SCALE: Final = 1.15
TUSK: Final = "M10.5 14C13 26 21 35 31 32C25 29 21 21 20 10Z"


def head_definitions(palette: Palette) -> str:
    """The parts of a head that every player's paint fills, its middle at 0 0."""
    look: Attributes = {"stroke_width": 1.8, "stroke_linejoin": "round"}
    ear = path(EAR) + path(INNER_EAR, fill="currentColor", stroke="none", opacity="0.4")
    tusk = path(TUSK, fill=palette.ivory)
    return group(
        _mirror(ear),
        path(SKULL),
        path(
            "M-15 -41C-22 -38 -25 -30 -25 -24M15 -41C22 -38 25 -30 25 -24",
            fill="none",
            stroke="currentColor",
            stroke_width=2.4,
            opacity="0.45",
            stroke_linecap="round",
        ),
        _mirror(tusk),
        id="head",
        **look,
    ) + group(
        path(FACE, stroke="none"),
        path("M-12 -6C-11 4 -8 12 -8 22.6M12 -6C11 4 8 12 8 22.6", fill="none"),
        path(
            "M-9.5 2Q0 6 9.5 2M-9 9Q0 13 9 9M-8 16Q0 20 8 16",
            fill="none",
            stroke_width=1.4,
            opacity="0.4",
        ),
        path(
            "M0 -6V22",
            stroke="currentColor",
            stroke_width=4.6,
            opacity="0.4",
            stroke_linecap="round",
        ),
        id="face",
        **look,
    )


def _mirror(half: str) -> str:
    return half + group(half, transform="scale(-1 1)")


def draw_heads(view: BazarView, layout: Layout, palette: Palette) -> str:
    """The four heads around the board, their trunks reaching to it."""
    return "".join(_head(head, view, layout.heads[head.name], palette) for head in view.board.heads)


def _head(head: Head, view: BazarView, position: HeadPosition, palette: Palette) -> str:
    player = next((p for p in view.players if p.head == head.name), None)
    seat = None if player is None else player.seat
    return group(
        tooltip(describe_head(head, player)),
        group_at(*position.at, skull(seat, palette, looks=gaze(position)), scale=position.scale),
        neck(head, position, palette.paint(seat)),
        group_at(*position.at, brow(head.name, seat, palette), scale=position.scale),
        id=f"head-{head.name}",
        data_head=head.name,
        data_seat=seat,
        data_asleep="true" if seat is None else None,
        data_to_play="true" if seat is not None and seat == view.to_play else None,
    )


def describe_head(head: Head, player: PlayerView | None) -> str:
    """Whose head it is."""
    if player is None:
        return translate(
            "Head without a player, asleep, {corner}", corner=translate_word(head.name)
        )
    return translate(
        "{name}: {colour} head, {sign}, {corner}",
        name=player.name,
        colour=translate(PLAYER_COLOURS[player.seat]),
        sign=translate(MARK_NAMES[player.seat]),
        corner=translate_word(head.name),
    )


def neck(head: Head, position: HeadPosition, paint: Paint) -> str:
    """The trunk from the face to the edge of the board."""
    start, down, before, end = map(format_point, position.neck)
    line = f"M{start}C{down} {before} {end}"
    longer = f"{line}L{format_point(shift(position.neck[3], head.entry_edge, -OVERLAP))}"
    return group(tube(line, longer, paint, {"stroke_dasharray": f"{RIB} 5.4"}), fill="none")


def gaze(position: HeadPosition) -> float:
    """Which way the eyes look: to the board."""
    return GLANCE if position.neck[3].x > position.at.x else -GLANCE


def skull(seat: int | None, palette: Palette, *, looks: float) -> str:
    """What lies behind the trunk: ears, tusks and eyes, around 0 0, about 120 wide."""
    paint = palette.paint(seat)
    eyes = _closed_eyes(paint) if seat is None else _open_eyes(paint, palette, looks)
    return use_in_paint("head", paint) + eyes


def brow(corner: HeadName, seat: int | None, palette: Palette) -> str:
    """What lies before the trunk: where it leaves the face, the ornament, and the sign."""
    if seat is None:
        return use_in_paint("face", palette.stone)
    return face_with_ornament(corner, seat, palette) + group_at(
        0, -24, player_badge(seat, palette), scale=SIGN_SCALE
    )


def face_with_ornament(corner: HeadName, seat: int, palette: Palette) -> str:
    """The face with the ornament of its corner, still without a sign."""
    return use_in_paint("face", palette.paint(seat)) + ORNAMENTS[corner](palette)


def card_portrait(corner: HeadName, seat: int, palette: Palette) -> str:
    """A head with its trunk hanging down, as on a player's card."""
    hanging = tube(HANGING, HANGING, palette.players[seat], {"stroke_dasharray": f"{RIB} 5.4"})
    return (
        skull(seat, palette, looks=GLANCE)
        + group(hanging, fill="none", stroke_linecap="round")
        + brow(corner, seat, palette)
    )


def use_in_paint(name: str, paint: Paint) -> str:
    """A part of a head in a player's paint."""
    return use(name, fill=paint.body, stroke=paint.line, color=paint.detail)


def _open_eyes(paint: Paint, palette: Palette, looks: float) -> str:
    eyes = "".join(
        ellipse(x, -3, 4.6, 5.2, fill=palette.ivory, stroke=paint.line, stroke_width=1.2)
        + circle(x + looks, -2.4, 2.7, fill="#1a120d")
        + circle(x + looks + 0.8, -3.6, 0.9, fill="#fff")
        for x in (-18, 18)
    )
    brows = path(
        "M-24 -10Q-18 -14 -12 -10M12 -10Q18 -14 24 -10",
        fill="none",
        stroke=paint.line,
        stroke_width=1.8,
        stroke_linecap="round",
    )
    return eyes + brows


def _closed_eyes(paint: Paint) -> str:
    """Closed eyes with lashes."""
    return path(
        "M-23 -4Q-18 0 -13 -4M13 -4Q18 0 23 -4"
        "M-21 -2L-22.5 1M-18 -1.6V1.6M18 -1.6V1.6M21 -2L22.5 1",
        fill="none",
        stroke=paint.line,
        stroke_width=1.8,
        stroke_linecap="round",
    )


PORTRAIT_SIZE: Final = Size(126.0, 126.0)
"""What a portrait takes up around 0 0."""
SIGN_HEIGHT: Final = -24.0
HALO: Final = 76.0


def head_symbols(heads: tuple[Head, ...], layout: Layout) -> str:
    """The definitions of all heads: what they share, then each in its place."""
    return "".join(
        [
            head_definitions(TINT_PALETTE),
            _halo_symbol(),
            group(skull(0, TINT_PALETTE, looks=-GLANCE), id="awake-left"),
            group(skull(0, TINT_PALETTE, looks=GLANCE), id="awake-right"),
            group(skull(None, TINT_PALETTE, looks=0), id="asleep"),
            _hanging_trunk_symbol(),
            *map(_front_symbol, HEAD_NAMES),
            *(_symbols_in_place(head, layout.heads[head.name]) for head in heads),
        ]
    )


def _halo_symbol() -> str:
    """The halo behind the head of the player to move."""
    stops = tag("stop", offset="0.6", stop_color=PAGE_PALETTE.gold, stop_opacity="0.55") + tag(
        "stop", offset="1", stop_color=PAGE_PALETTE.gold, stop_opacity="0"
    )
    return tag("radialGradient", stops, id="halo-light") + circle(
        0, -6, HALO, fill="url(#halo-light)", id="halo"
    )


def _hanging_trunk_symbol() -> str:
    hanging = tube(HANGING, HANGING, TINT, {"stroke_dasharray": f"{RIB} 5.4"})
    return group(hanging, fill="none", stroke_linecap="round", id="hanging")


def _front_symbol(corner: HeadName) -> str:
    return group(face_with_ornament(corner, 0, TINT_PALETTE), id=f"front-{corner}")


def _symbols_in_place(head: Head, position: HeadPosition) -> str:
    """A head where it stands, once with open eyes and once with closed ones."""
    name, trunk = head.name, use(f"neck-{head.name}")
    awake = use("awake-right" if gaze(position) > 0 else "awake-left")
    return (
        group(neck(head, position, TINT), id=f"neck-{name}")
        + group(
            _group_at_head(position, awake),
            trunk,
            _group_at_head(position, use(f"front-{name}")),
            id=f"elephant-{name}",
        )
        + group(
            _group_at_head(position, use("asleep")),
            trunk,
            _group_at_head(position, use_in_paint("face", TINT)),
            id=f"sleeper-{name}",
        )
    )


def _group_at_head(position: HeadPosition, drawn: str) -> str:
    return group_at(*position.at, drawn, scale=position.scale)


def draw_heads_on_page(view: BazarView, layout: Layout) -> str:
    """The four heads, with a halo behind the one to move and behind the winners."""
    players = {player.head: player for player in view.players}
    return "".join(
        _draw_head_on_page(head, players.get(head.name), layout.heads[head.name], view)
        for head in view.board.heads
    )


def _draw_head_on_page(
    head: Head, player: PlayerView | None, position: HeadPosition, view: BazarView
) -> str:
    title = tooltip(describe_head(head, player))
    if player is None:
        asleep = use(f"sleeper-{head.name}")
        return tint(None, title, asleep, id=f"head-{head.name}", data_asleep="true")
    plays = player.seat == view.to_play
    return tint(
        player.seat,
        title,
        _group_at_head(position, use("halo")) if plays or has_won(view, player.seat) else "",
        use(f"elephant-{head.name}"),
        _group_at_head(position, _sign(player.seat)),
        id=f"head-{head.name}",
        data_seat=player.seat,
        data_to_play="true" if plays else None,
    )


def _sign(seat: int) -> str:
    return use(badge_symbol(seat), 0, SIGN_HEIGHT, scale=SIGN_SCALE)


def portrait(player: PlayerView) -> str:
    """A player's head around 0 0, its trunk hanging down."""
    parts = map(use, ("awake-right", "hanging", f"front-{player.head}"))
    return tint(player.seat, *parts, _sign(player.seat))
