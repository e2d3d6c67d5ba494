"""The figures of the rules page: each explains a rule with the pieces of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from howdah.games.bazar.board import Board, Head
from howdah.games.bazar.hexgrid import EDGES
from howdah.games.bazar.svg import rule_examples
from howdah.games.bazar.svg.end_piece import end_piece_definitions
from howdah.games.bazar.svg.figure_parts import (
    draw_diagram,
    draw_tile,
    number_segments,
    verdict_mark,
)
from howdah.games.bazar.svg.heads import brow, head_definitions, neck, skull
from howdah.games.bazar.svg.hex_geometry import SIDE, edge_middle, hexagon, shift
from howdah.games.bazar.svg.layout import ROOT, HeadPosition, layout_of
from howdah.games.bazar.svg.palette import Palette
from howdah.games.bazar.svg.rule_examples import Diagram
from howdah.games.bazar.tiles import DESIGN_NAMES
from howdah.render.common.geometry import Point
from howdah.render.markup import (
    SANS,
    Attributes,
    bold_line,
    format_number,
    group_at,
    path,
    rect,
    tag,
)

LETTER: Final = 24.0
NAME: Final = 17.0


def _figure(width: float, height: float, palette: Palette, *parts: str) -> str:
    """A figure on a card of its own; hidden from screen readers, which read the caption."""
    return tag(
        "svg",
        tag("defs", head_definitions(palette), end_piece_definitions()),
        rect(0, 0, width, height, rx=10, fill=palette.plaque),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {format_number(width)} {format_number(height)}",
        role="img",
        aria_hidden="true",
        font_family=SANS,
    )


def tiles(palette: Palette) -> str:
    """A cell with its edges numbered, then the seventeen tiles with their names."""
    figures = [_edges(palette), *(_named_tile(name, palette) for name in DESIGN_NAMES)]
    places = [Point(66 + 104 * column, 56 + 124 * row) for row in range(3) for column in range(6)]
    return _figure(652, 384, palette, *(group_at(*at, it) for at, it in zip(places, figures)))


def _edges(palette: Palette) -> str:
    look: Attributes = {"fill": palette.cell, "stroke": palette.joint, "stroke_width": 2}
    places = ((edge, shift(edge_middle((0, 0), edge), edge, -11)) for edge in EDGES)
    return path(hexagon(Point(0, 0), SIDE - 1), **look) + "".join(
        bold_line(at.x, at.y + 6, edge, NAME, fill=palette.ink) for edge, at in places
    )


def _named_tile(name: str, palette: Palette) -> str:
    return draw_tile(name, palette) + bold_line(0, SIDE + 22, name, NAME, fill=palette.ink)


def set_up(palette: Palette) -> str:
    """The large board before the first tile of a game of two."""
    return _figure(
        820,
        680,
        palette,
        group_at(410, 343, _draw_board(rule_examples.LARGE, rule_examples.SET_UP, palette)),
    )


def end(palette: Palette) -> str:
    """The last position of a short game, both trunks counted."""
    return _figure(
        690,
        426,
        palette,
        group_at(
            345,
            214,
            _draw_board(rule_examples.SMALL, rule_examples.LAST, palette),
            _counts(rule_examples.LAST, palette),
        ),
    )


def _counts(diagram: Diagram, palette: Palette) -> str:
    return "".join(number_segments(diagram, trunk, palette) for trunk in diagram.trunks)


def _draw_board(board: Board, diagram: Diagram, palette: Palette) -> str:
    """A whole board with its four heads."""
    positions = layout_of(board).heads
    return draw_diagram(diagram, palette) + "".join(
        _head(head, positions[head.name], rule_examples.PLAYING.get(head.name), palette)
        for head in board.heads
    )


def _head(head: Head, position: HeadPosition, seat: int | None, palette: Palette) -> str:
    looks = 1.3 if position.neck[3].x > position.at.x else -1.3
    return (
        group_at(*position.at, skull(seat, palette, looks=looks), scale=position.scale)
        + neck(head, position, palette.paint(seat))
        + group_at(*position.at, brow(head.name, seat, palette), scale=position.scale)
    )


def trunk(palette: Palette) -> str:
    """A trunk before and after a tile with which it absorbs a stretch."""
    return _figure(
        560,
        582,
        palette,
        group_at(196, 108, _draw_growth(rule_examples.SHORT, "A", palette)),
        group_at(196, 398, _draw_growth(rule_examples.LONG, "B", palette)),
    )


def _draw_growth(diagram: Diagram, letter: str, palette: Palette) -> str:
    entry, at = edge_middle((0, 0), EDGES[3]), Point(-122, -24)
    root = Point(at.x, at.y + ROOT)
    position = HeadPosition(
        at, 1, (root, Point(root.x, root.y + 56), shift(entry, EDGES[3], 56), entry)
    )
    return (
        draw_diagram(diagram, palette)
        + _head(Head("NW", (0, 0), EDGES[3]), position, 0, palette)
        + number_segments(diagram, diagram.trunks[0], palette)
        + bold_line(-170, -70, letter, LETTER, fill=palette.ink)
    )


def place(palette: Palette) -> str:
    """A tile that fits, and one that breaks each of the five conditions."""
    beside, tip = rule_examples.BESIDE_ALL, rule_examples.TIP
    fits = draw_diagram(
        replace(beside, tiles={**beside.tiles, tip: rule_examples.FITTING}), palette
    )
    misfits = (
        draw_diagram(replace(beside, tried=(tip, tile)), palette)
        + verdict_mark(edge_middle(tip, EDGES[edge]), palette, allowed=False, scale=0.9)
        for tile, edge in rule_examples.MISFITS.items()
    )
    return _panels(palette, (fits, *misfits), (True, *(False for _ in rule_examples.MISFITS)))


def two_heads(palette: Palette) -> str:
    """Two trunks joined, one that carries the other on, and a cell closed to both."""
    joined = draw_diagram(rule_examples.JOINED, palette) + verdict_mark(
        Point(0, 0), palette, allowed=False
    )
    closed = draw_diagram(rule_examples.FACING, palette) + verdict_mark(
        Point(0, 0), palette, allowed=False
    )
    return _panels(
        palette,
        (joined, draw_diagram(rule_examples.CARRIED, palette), closed),
        (False, True, False),
    )


def _panels(palette: Palette, figures: tuple[str, ...], allowed: tuple[bool, ...]) -> str:
    """Small scenes in rows of three, each with its letter and whether it is allowed."""
    places = [Point(122 + 232 * (it % 3), 124 + 236 * (it // 3)) for it in range(len(figures))]
    scenes = (
        group_at(*at, figure, _label("ABCDEF"[it], palette, allowed=allowed[it]))
        for it, (at, figure) in enumerate(zip(places, figures))
    )
    return _figure(708, 12 + 236 * (len(figures) // 3), palette, *scenes)


def _label(letter: str, palette: Palette, *, allowed: bool) -> str:
    return bold_line(-96, -84, letter, LETTER, fill=palette.ink) + verdict_mark(
        Point(-70, -92), palette, allowed=allowed
    )


FIGURES: Final[Mapping[str, Callable[[Palette], str]]] = {
    "tiles": tiles,
    "set-up": set_up,
    "trunk": trunk,
    "place": place,
    "two-heads": two_heads,
    "end": end,
}
"""Every figure by the name that the rules page gives it."""
