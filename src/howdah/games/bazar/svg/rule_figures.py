"""The drawings of the rules page: each explains a rule with the pieces of the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from howdah.games.bazar.board import Board, Head
from howdah.games.bazar.hexgrid import EDGES
from howdah.games.bazar.svg import rule_examples
from howdah.games.bazar.svg.end_piece import end_piece_definitions
from howdah.games.bazar.svg.figure_parts import counted, mark, sketch, tile_drawn
from howdah.games.bazar.svg.heads import brow, head_definitions, neck, skull
from howdah.games.bazar.svg.hex_geometry import SIDE, hexagon, middle, shifted
from howdah.games.bazar.svg.layout import ROOT, Stand, layout_of
from howdah.games.bazar.svg.palette import Palette
from howdah.games.bazar.svg.rule_examples import Diagram
from howdah.games.bazar.tiles import DESIGN_NAMES
from howdah.render.common.geometry import Point
from howdah.render.markup import SANS, Look, bold, box, number, path, placed, tag

LETTER: Final = 24.0
NAME: Final = 17.0


def _page(width: float, height: float, palette: Palette, *parts: str) -> str:
    """A drawing on paper of its own; who cannot see it hears the caption instead."""
    return tag(
        "svg",
        tag("defs", head_definitions(palette), end_piece_definitions()),
        box(0, 0, width, height, rx=10, fill=palette.plaque),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        role="img",
        aria_hidden="true",
        font_family=SANS,
    )


def tiles(palette: Palette) -> str:
    """A cell with its edges numbered, then the seventeen tiles with their names."""
    figures = [_edges(palette), *(_named(name, palette) for name in DESIGN_NAMES)]
    places = [Point(66 + 104 * column, 56 + 124 * row) for row in range(3) for column in range(6)]
    return _page(652, 384, palette, *(placed(*at, it) for at, it in zip(places, figures)))


def _edges(palette: Palette) -> str:
    look: Look = {"fill": palette.cell, "stroke": palette.joint, "stroke_width": 2}
    places = ((edge, shifted(middle((0, 0), edge), edge, -11)) for edge in EDGES)
    return path(hexagon(Point(0, 0), SIDE - 1), **look) + "".join(
        bold(at.x, at.y + 6, edge, NAME, fill=palette.ink) for edge, at in places
    )


def _named(name: str, palette: Palette) -> str:
    return tile_drawn(name, palette) + bold(0, SIDE + 22, name, NAME, fill=palette.ink)


def set_up(palette: Palette) -> str:
    """The large board before the first tile of a game of two."""
    return _page(
        820,
        680,
        palette,
        placed(410, 343, _table(rule_examples.LARGE, rule_examples.SET_UP, palette)),
    )


def end(palette: Palette) -> str:
    """The last position of a short game, both trunks counted."""
    return _page(
        690,
        426,
        palette,
        placed(
            345,
            214,
            _table(rule_examples.SMALL, rule_examples.LAST, palette),
            _counts(rule_examples.LAST, palette),
        ),
    )


def _counts(diagram: Diagram, palette: Palette) -> str:
    return "".join(counted(diagram, trunk, palette) for trunk in diagram.trunks)


def _table(board: Board, diagram: Diagram, palette: Palette) -> str:
    """A whole board with its four heads."""
    stands = layout_of(board).stands
    return sketch(diagram, palette) + "".join(
        _head(head, stands[head.name], rule_examples.PLAYING.get(head.name), palette)
        for head in board.heads
    )


def _head(head: Head, stand: Stand, seat: int | None, palette: Palette) -> str:
    looks = 1.3 if stand.neck[3].x > stand.at.x else -1.3
    return (
        placed(*stand.at, skull(seat, palette, looks=looks), scale=stand.scale)
        + neck(head, stand, palette.paint(seat))
        + placed(*stand.at, brow(head.name, seat, palette), scale=stand.scale)
    )


def trunk(palette: Palette) -> str:
    """A trunk before and after a tile with which it absorbs a stretch."""
    return _page(
        560,
        582,
        palette,
        placed(196, 108, _growing(rule_examples.SHORT, "A", palette)),
        placed(196, 398, _growing(rule_examples.LONG, "B", palette)),
    )


def _growing(diagram: Diagram, letter: str, palette: Palette) -> str:
    entry, at = middle((0, 0), EDGES[3]), Point(-122, -24)
    root = Point(at.x, at.y + ROOT)
    stand = Stand(at, 1, (root, Point(root.x, root.y + 56), shifted(entry, EDGES[3], 56), entry))
    return (
        sketch(diagram, palette)
        + _head(Head("NW", (0, 0), EDGES[3]), stand, 0, palette)
        + counted(diagram, diagram.trunks[0], palette)
        + bold(-170, -70, letter, LETTER, fill=palette.ink)
    )


def place(palette: Palette) -> str:
    """A tile that fits, and one that breaks each of the five conditions."""
    beside, tip = rule_examples.BESIDE_ALL, rule_examples.TIP
    fits = sketch(replace(beside, tiles={**beside.tiles, tip: rule_examples.FITTING}), palette)
    misfits = (
        sketch(replace(beside, tried=(tip, tile)), palette)
        + mark(middle(tip, EDGES[edge]), palette, allowed=False, scale=0.9)
        for tile, edge in rule_examples.MISFITS.items()
    )
    return _panels(palette, (fits, *misfits), (True, *(False for _ in rule_examples.MISFITS)))


def two_heads(palette: Palette) -> str:
    """Two trunks joined, one that carries the other on, and a cell closed to both."""
    joined = sketch(rule_examples.JOINED, palette) + mark(Point(0, 0), palette, allowed=False)
    closed = sketch(rule_examples.FACING, palette) + mark(Point(0, 0), palette, allowed=False)
    return _panels(
        palette, (joined, sketch(rule_examples.CARRIED, palette), closed), (False, True, False)
    )


def _panels(palette: Palette, figures: tuple[str, ...], allowed: tuple[bool, ...]) -> str:
    """Small scenes in rows of three, each with its letter and whether it is allowed."""
    places = [Point(122 + 232 * (it % 3), 124 + 236 * (it // 3)) for it in range(len(figures))]
    scenes = (
        placed(*at, figure, _label("ABCDEF"[it], palette, allowed=allowed[it]))
        for it, (at, figure) in enumerate(zip(places, figures))
    )
    return _page(708, 12 + 236 * (len(figures) // 3), palette, *scenes)


def _label(letter: str, palette: Palette, *, allowed: bool) -> str:
    return bold(-96, -84, letter, LETTER, fill=palette.ink) + mark(
        Point(-70, -92), palette, allowed=allowed
    )


DRAWINGS: Final[Mapping[str, Callable[[Palette], str]]] = {
    "tiles": tiles,
    "set-up": set_up,
    "trunk": trunk,
    "place": place,
    "two-heads": two_heads,
    "end": end,
}
"""Every drawing by the name that the rules page calls it."""
