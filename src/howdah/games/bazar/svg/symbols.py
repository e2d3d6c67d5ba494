"""Symbols: whatever is shown often on a page is drawn once, among the definitions.

Every symbol takes the tint of the group it is used in. `chord-03` is a segment from edge 0 to
edge 3 around 0 0, `over-03` the same where it passes over another, and `way-03` its middle line.
"""

from __future__ import annotations

from itertools import combinations, product
from typing import Final

from howdah.games.bazar.hexgrid import EDGES
from howdah.games.bazar.svg.end_piece import PLATE, end_piece_definitions
from howdah.games.bazar.svg.hex_geometry import APOTHEM, hexagon
from howdah.games.bazar.svg.player_tint import PAGE_PALETTE, TINT, TINT_PALETTE, player_badge
from howdah.games.bazar.svg.trunk import (
    BODY,
    OVERLAP,
    SNOUT,
    WIDTH,
    do_cross,
    gap,
    ribs,
    segment_path,
    tube,
)
from howdah.games.bazar.tiles import DESIGN_NAMES
from howdah.games.bazar.view import Segment
from howdah.render.common.geometry import Point
from howdah.render.markup import Attributes, circle, format_number, group, path, tag, use

ORIGIN: Final = Point(0, 0)
CHORDS: Final = tuple(f"{one}{other}" for one, other in combinations(EDGES, 2))
TILE: Final = 38.9
"""The side of a tile: a little of the board shows around it."""


def _segment(chord: str) -> Segment:
    return Segment((0, 0), EDGES[int(chord[0])], EDGES[int(chord[1])])


CROSSINGS: Final = frozenset(
    (one, other)
    for one, other in product(CHORDS, CHORDS)
    if do_cross(_segment(one), _segment(other))
)
"""The pairs of chords that cross."""


def piece_symbols() -> str:
    """The definitions of everything that lies on cells."""
    return "".join(
        [
            *map(_chord, CHORDS),
            *map(_design, DESIGN_NAMES),
            *map(_badge, (None, 0, 1, 2, 3)),
            _tile(),
            _glow(),
            _snout(),
            end_piece_definitions(),
            _plate(),
            _curl(),
        ]
    )


def _chord(chord: str) -> str:
    segment = _segment(chord)
    whole = tube(segment_path(segment), segment_path(segment, OVERLAP), TINT, ribs(segment))
    return (
        path(segment_path(segment), id=f"way-{chord}")
        + group(whole, id=f"chord-{chord}", fill="none")
        + group(
            gap(segment, PAGE_PALETTE.tile), use(f"chord-{chord}"), id=f"over-{chord}", fill="none"
        )
    )


def _design(name: str) -> str:
    """A design in the rotation of its name, around 0 0."""
    return group(*overlap_chords(name.split("-")), id=f"design-{name}")


def overlap_chords(chords: list[str]) -> list[str]:
    """Chords of one tile around 0 0, each over those before it that it crosses."""
    return [use(chord_symbol(chord, chords[:place])) for place, chord in enumerate(chords)]


def chord_symbol(chord: str, below: list[str]) -> str:
    """The symbol of a chord that is drawn after others of the same tile."""
    is_over = any((chord, other) in CROSSINGS for other in below)
    return f"{'over' if is_over else 'chord'}-{chord}"


def badge_symbol(seat: int | None) -> str:
    """The symbol of a seat's badge."""
    return "badge-stone" if seat is None else f"badge-{seat}"


def _badge(seat: int | None) -> str:
    return group(player_badge(seat, TINT_PALETTE), id=badge_symbol(seat))


def _tile() -> str:
    return path(
        hexagon(ORIGIN, TILE),
        fill=PAGE_PALETTE.tile,
        stroke=PAGE_PALETTE.tile_side,
        stroke_width=1.2,
        id="tile",
    )


def _glow() -> str:
    """The highlight of the cell where the next tile goes; a ring around it pulses."""
    ring = hexagon(ORIGIN, 36.5)
    return group(
        path(ring, fill=PAGE_PALETTE.glow, stroke=PAGE_PALETTE.glow_line, stroke_width=5),
        path(ring, fill="none", stroke=PAGE_PALETTE.gold, stroke_width=3),
        id="glow-cell",
    ) + path(hexagon(ORIGIN, 42), fill="none", stroke_linejoin="round", id="glow-ring")


def ring(*names: str) -> str:
    """The golden ring around a cell; its classes animate it."""
    look: Attributes = {
        "stroke": PAGE_PALETTE.gold,
        "stroke_width": 6,
        "class": " ".join(names) or None,
    }
    return tag("use", href="#glow-ring", **look)


def _snout() -> str:
    """A living tip that peeks eastwards out of 0 0, with two nostrils."""
    stub = f"M-0.8 0H{format_number(SNOUT)}"
    return group(
        path(stub, stroke=TINT.line, stroke_width=WIDTH),
        circle(SNOUT, 0, 11.6, fill=TINT.line),
        circle(SNOUT, 0, 10, fill=TINT.body),
        path(stub, stroke=TINT.body, stroke_width=BODY),
        group(circle(SNOUT + 8.2, -2.6, 1.4), circle(SNOUT + 8.2, 2.6, 1.4), fill=TINT.line),
        id="snout",
    )


def _plate() -> str:
    """The plate of an end piece around 0 0."""
    return group(
        path(hexagon(Point(0, 3), PLATE), fill=TINT.line),
        path(hexagon(ORIGIN, PLATE), fill=TINT.body, stroke=TINT.line, stroke_width=1.4),
        path(
            hexagon(ORIGIN, PLATE - 4.5), fill=PAGE_PALETTE.tile, stroke=TINT.line, stroke_width=0.8
        ),
        id="plate",
    )


def _curl() -> str:
    """What comes in from the west: the last of a trunk, and its curl on the plate."""
    stub = f"M{format_number(-APOTHEM - 0.8)} 0H{format_number(9 - APOTHEM)}"
    return group(
        path(stub, stroke=TINT.line, stroke_width=WIDTH),
        path(stub, stroke=TINT.body, stroke_width=BODY),
        id="stub",
    ) + group(use("curl", fill=TINT.body, stroke=TINT.line, color=TINT.detail), id="curled")
