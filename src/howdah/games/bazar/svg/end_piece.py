"""End pieces: a curled trunk tip on a plate of its owner's colour; plates stack."""

from __future__ import annotations

from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import Final

from howdah.games.bazar.hexgrid import Axial, Edge
from howdah.games.bazar.svg.hex_geometry import (
    APOTHEM,
    cell_name,
    centre,
    edge_middle,
    hexagon,
    shift,
)
from howdah.games.bazar.svg.layout import bezier_point
from howdah.games.bazar.svg.palette import PLAYER_COLOURS, Palette
from howdah.games.bazar.svg.player_tint import player_badge
from howdah.games.bazar.svg.trunk import BODY, WIDTH
from howdah.games.bazar.view import BazarView
from howdah.i18n import translate
from howdah.render.common.geometry import Point, format_point
from howdah.render.markup import group, group_at, path, tag, tooltip, use

PLATE: Final = 32.0
STEP: Final = 6.0
"""How far a plate shows under the one on top of it."""
MIDDLE: Final = 2.0
TURNS: Final = 1.2
STEPS: Final = 30


def end_piece_definitions() -> str:
    """The curl that every owner's paint fills: it comes in from the west and winds up."""
    spine = _spine()
    outline = f"M{'L'.join(map(format_point, _outline(spine)))}"
    light = f"M{'L'.join(map(format_point, spine[:-6:2]))}"
    return tag(
        "g",
        path(outline, stroke_width=1.6, stroke_linejoin="round"),
        path(
            light,
            fill="none",
            stroke="currentColor",
            stroke_width=3,
            opacity="0.4",
            stroke_linecap="round",
        ),
        id="curl",
    )


def _spine() -> list[Point]:
    """A line that comes in from the west, dips, and winds up around the middle."""
    dip = (Point(-APOTHEM, 0), Point(-20, 0), Point(-15, 17), Point(MIDDLE, 17))
    return [bezier_point(dip, step / 12) for step in range(12)] + [
        _spiral_point(step / STEPS) for step in range(STEPS + 1)
    ]


def _spiral_point(share: float) -> Point:
    """A point of a spiral, from its outer end to its inner one."""
    angle, reach = pi / 2 - share * TURNS * 2 * pi, 17 - 14 * share
    return Point(MIDDLE + reach * cos(angle), reach * sin(angle))


def _outline(spine: list[Point]) -> list[Point]:
    """Both sides of a line that tapers to a soft tip."""
    sides: tuple[list[Point], list[Point]] = ([], [])
    for number, (here, after) in enumerate(pairwise(spine)):
        half = (WIDTH - 1.6) / 2 * (1 - 0.68 * number / len(spine))
        length = hypot(after.x - here.x, after.y - here.y)
        across = Point(-(after.y - here.y) / length * half, (after.x - here.x) / length * half)
        sides[0].append(Point(here.x + across.x, here.y + across.y))
        sides[1].append(Point(here.x - across.x, here.y - across.y))
    return [*sides[0], spine[-1], *reversed(sides[1])]


def draw_end_pieces(view: BazarView, palette: Palette) -> str:
    """Every stack of end pieces on the board."""
    return "".join(_stack(cell, view, palette) for cell in view.end_pieces)


def _stack(cell: Axial, view: BazarView, palette: Palette) -> str:
    owners = view.end_pieces[cell]
    stubs = "".join(_stub(cell, entry_edge(cell, owner, view), owner, palette) for owner in owners)
    pieces = "".join(
        _piece(cell, owner, view, palette, below=len(owners) - 1 - place)
        for place, owner in enumerate(owners)
    )
    return stubs + pieces + _badges(cell, owners, palette)


def describe_end_piece(owner: int | None, view: BazarView) -> str:
    """Whose end piece it is."""
    if owner is None:
        return translate("End piece of a head without a player")
    return translate("End piece of {name}", name=view.players[owner].name)


def entry_edge(cell: Axial, owner: int | None, view: BazarView) -> Edge:
    """The edge by which a trunk came to its end."""
    if owner is not None:
        return view.players[owner].tip_edge
    return next(head.entry_edge for head in view.board.heads if head.first_cell == cell)


def _stub(cell: Axial, edge: Edge, owner: int | None, palette: Palette) -> str:
    start, paint = edge_middle(cell, edge), palette.paint(owner)
    line = f"M{format_point(shift(start, edge, 0.8))}L{format_point(shift(start, edge, -9))}"
    return path(line, stroke=paint.line, stroke_width=WIDTH) + path(
        line, stroke=paint.body, stroke_width=BODY
    )


def _piece(cell: Axial, owner: int | None, view: BazarView, palette: Palette, *, below: int) -> str:
    """A plate, and on the topmost one the curl of its owner's trunk."""
    paint, at = palette.paint(owner), centre(cell)
    edge = entry_edge(cell, owner, view)
    curl = use("curl", fill=paint.body, stroke=paint.line, color=paint.detail)
    plate = Point(0, below * STEP)
    return group_at(
        *at,
        tooltip(describe_end_piece(owner, view)),
        path(hexagon(Point(0, plate.y + 3), PLATE), fill=paint.line),
        path(hexagon(plate, PLATE), fill=paint.body, stroke=paint.line, stroke_width=1.4),
        path(hexagon(plate, PLATE - 4.5), fill=palette.tile, stroke=paint.line, stroke_width=0.8),
        group(curl, transform=f"rotate({(edge * 60 + 180) % 360})") if below == 0 else "",
        data_end_piece=cell_name(cell),
        data_owner=owner,
        data_colour="stone" if owner is None else PLAYER_COLOURS[owner],
    )


def _badges(cell: Axial, owners: tuple[int | None, ...], palette: Palette) -> str:
    """The signs of all whose end pieces lie here, the lowest first."""
    at = centre(cell)
    first = -(len(owners) - 1) / 2
    return "".join(
        group_at(
            at.x + (first + place) * 13,
            at.y + 21 + STEP * (len(owners) - 1),
            player_badge(owner, palette),
            scale=0.8,
        )
        for place, owner in enumerate(owners)
    )
