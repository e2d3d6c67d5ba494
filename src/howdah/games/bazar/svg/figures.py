"""The figures of the rules page: each explains a rule with the pieces of the game.

A figure has no definitions; the page gives those of `symbols` that its figures use.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from howdah.games.bazar import rule_examples
from howdah.games.bazar.board import Board, Head
from howdah.games.bazar.hexgrid import EDGES, Axial, beyond
from howdah.games.bazar.rule_examples import Diagram, Trunk, follow_trunk, ownerless_segments
from howdah.games.bazar.svg.backdrop import draw_head, draw_neck, draw_rim
from howdah.games.bazar.svg.hex_geometry import (
    CORNERS,
    OUTWARDS,
    SIDE,
    centre,
    edge_middle,
    edges_apart,
    shift,
    trunk_line,
)
from howdah.games.bazar.svg.layout import ROOT, HeadPosition, layout_for
from howdah.games.bazar.svg.picture import draw_chart
from howdah.games.bazar.svg.pieces import Chords, draw_crossings, draw_end_pieces, draw_tiles
from howdah.games.bazar.svg.symbols import CHORD_NAMES, do_cross, seat_group, tube
from howdah.games.bazar.view import Segment
from howdah.render.geometry import Point, format_point
from howdah.render.markup import (
    SANS,
    bold_line,
    circle,
    format_number,
    group,
    group_at,
    path,
    rect,
    tag,
    use,
)

FROM_THE_MIDDLE: Final[Mapping[int, float]] = {1: SIDE / 12**0.5, 2: SIDE * (3**0.5 - 1.5), 3: 0}
"""How far the middle of a segment is from that of its tile, as a share of the way to both edges."""
LETTER: Final = 24.0


def draw_diagram(diagram: Diagram) -> str:
    """A diagram, the lowest things first, around the middle of the cell 0,0."""
    runs = [follow_trunk(diagram, trunk)[0] for trunk in diagram.trunks]
    below = Chords(list)
    return "".join(
        [
            _rim(diagram),
            *(use("cell", *centre(cell)) for cell in diagram.cells),
            draw_tiles(diagram.tiles, ownerless_segments(diagram), runs),
            use(f"tile-{diagram.tried[1]}", *centre(diagram.tried[0])) if diagram.tried else "",
            *_glow(diagram),
            *(
                draw_end_pieces(cell, [(owner, EDGES[edge], "")])
                for cell, (owner, edge) in diagram.end_pieces.items()
            ),
            *(_trunk(trunk, run, below) for trunk, run in zip(diagram.trunks, runs)),
            *(_tip(trunk, diagram) for trunk in diagram.trunks),
        ]
    )


def _rim(diagram: Diagram) -> str:
    """The rim of the board wherever a cell lies beside a place outside."""
    sides = "".join(
        f"M{_corner(cell, edge - 1)}L{_corner(cell, edge)}"
        for cell in diagram.cells
        for edge in EDGES
        if beyond(cell, edge) in diagram.outside
    )
    return group(*draw_rim(path, sides), fill="none", stroke_linecap="round") if sides else ""


def _corner(cell: Axial, after: int) -> str:
    """The corner that follows an edge clockwise."""
    at, out = centre(cell), CORNERS[after]
    return format_point(Point(at.x + SIDE * out.x, at.y + SIDE * out.y))


def _glow(diagram: Diagram) -> Iterator[str]:
    """The light of the cell one should look at; only around it if a tile lies there."""
    if diagram.glowing is not None:
        has_tile = diagram.glowing in diagram.tiles or diagram.tried is not None
        yield use("glow-edge" if has_tile else "glow-cell", *centre(diagram.glowing))


def _trunk(trunk: Trunk, run: Sequence[Segment], below: Chords) -> str:
    line = trunk_line(trunk.cell, EDGES[trunk.edge], run)
    return seat_group(trunk.seat, tube(line), *draw_crossings(run, below))


def _tip(trunk: Trunk, diagram: Diagram) -> str:
    """The snout of a trunk, with its owner's sign, if it leads to a cell that can be seen."""
    _, cell, edge = follow_trunk(diagram, trunk)
    covered = {*diagram.end_pieces, *(diagram.tried or ())[:1]}
    if cell in covered or cell not in diagram.cells:
        return ""
    return use(f"tip-{trunk.seat}-{edge}", *edge_middle(cell, edge))


def number_segments(diagram: Diagram, trunk: Trunk) -> str:
    """The numbers 1, 2, 3 … along a trunk, from the head to the tip."""
    ink = "var(--player-line)"
    numbers = (
        circle(*at, 9.4, fill="var(--ivory)", stroke=ink, stroke_width=1.2)
        + bold_line(at.x, at.y + 4.4, number, 12.5, fill=ink)
        for number, at in enumerate(_places(diagram, trunk), 1)
    )
    return seat_group(trunk.seat, *numbers)


def _places(diagram: Diagram, trunk: Trunk) -> Iterator[Point]:
    """A place for the number of each segment: its middle, or before it where others cross it."""
    for segment in follow_trunk(diagram, trunk)[0]:
        chord = CHORD_NAMES[segment.one, segment.other]
        if any(do_cross(chord, other) for other in diagram.tiles[segment.cell].split("-")):
            yield shift(edge_middle(segment.cell, segment.one), segment.one, -11)
        else:
            yield _midpoint(segment)


def _midpoint(segment: Segment) -> Point:
    at, one, other = centre(segment.cell), OUTWARDS[segment.one], OUTWARDS[segment.other]
    far = FROM_THE_MIDDLE[edges_apart(segment.one, segment.other)]
    return Point(at.x + (one.x + other.x) * far, at.y + (one.y + other.y) * far)


def _head(head: Head, position: HeadPosition, seat: int | None) -> str:
    return draw_head(head, position, seat, draw_neck(head, position))


def _draw_board(board: Board, diagram: Diagram) -> str:
    """A whole board with its four heads."""
    positions, playing = layout_for(board, "wide").heads, rule_examples.PLAYING
    heads = (_head(head, positions[head.name], playing.get(head.name)) for head in board.heads)
    return draw_diagram(diagram) + "".join(heads)


def _figure(width: float, height: float, *parts: str) -> str:
    """A figure on a card of its own; hidden from screen readers, which read the caption."""
    return tag(
        "svg",
        rect(0, 0, width, height, rx=10, fill="var(--plaque)"),
        *parts,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {format_number(width)} {format_number(height)}",
        role="img",
        aria_hidden="true",
        font_family=SANS,
    )


def tiles() -> str:
    """A cell with its edges numbered, then the seventeen tiles with their names."""
    return _figure(652, 384, draw_chart(66, 56))


def set_up() -> str:
    """The large board before the first tile of a game of two."""
    drawn = _draw_board(rule_examples.LARGE, rule_examples.SET_UP)
    return _figure(820, 680, group_at(410, 343, drawn))


def _draw_counted(diagram: Diagram) -> str:
    """A position on the small board, both trunks counted."""
    counts = (number_segments(diagram, trunk) for trunk in diagram.trunks)
    board = _draw_board(rule_examples.SMALL, diagram)
    return _figure(690, 426, group_at(345, 214, board, *counts))


def trunk() -> str:
    """A trunk before and after a tile with which it absorbs a stretch."""
    short = group_at(196, 108, _draw_growth(rule_examples.SHORT, "A"))
    return _figure(560, 582, short, group_at(196, 398, _draw_growth(rule_examples.LONG, "B")))


def _draw_growth(diagram: Diagram, letter: str) -> str:
    entry, at = edge_middle((0, 0), EDGES[3]), Point(-122, -24)
    root = Point(at.x, at.y + ROOT)
    neck = (root, Point(root.x, root.y + 56), shift(entry, EDGES[3], 56), entry)
    return (
        draw_diagram(diagram)
        + _head(Head("NW", (0, 0), EDGES[3]), HeadPosition(at, 1, neck), 0)
        + number_segments(diagram, diagram.trunks[0])
        + bold_line(-178, -80, letter, LETTER, fill="var(--ink)")
    )


def place() -> str:
    """A tile that fits, and one that breaks each of the five conditions."""
    beside, tip = rule_examples.BESIDE_ALL, rule_examples.TIP
    fits = replace(beside, tiles={**beside.tiles, tip: rule_examples.FITTING})
    misfits = {
        draw_diagram(replace(beside, tried=(tip, tile)))
        + use("forbidden", *edge_middle(tip, EDGES[edge]), scale=0.9): False
        for tile, edge in rule_examples.MISFITS.items()
    }
    return _panels({draw_diagram(fits): True, **misfits})


def two_heads() -> str:
    """Two trunks joined, one that carries the other on, and a cell closed to both."""
    joined, carried, facing = map(
        draw_diagram, (rule_examples.JOINED, rule_examples.CARRIED, rule_examples.FACING)
    )
    cross = use("forbidden")
    return _panels({joined + cross: False, carried: True, facing + cross: False})


def _panels(allowed: Mapping[str, bool]) -> str:
    """Small scenes in rows of three, each with its letter and whether it is allowed."""
    scenes = (
        group_at(
            122 + 232 * (number % 3),
            124 + 236 * (number // 3),
            scene,
            bold_line(-96, -84, "ABCDEF"[number], LETTER, fill="var(--ink)"),
            use("allowed" if is_allowed else "forbidden", -70, -92),
        )
        for number, (scene, is_allowed) in enumerate(allowed.items())
    )
    return _figure(708, 12 + 236 * (len(allowed) // 3), *scenes)


FIGURES: Final[Mapping[str, Callable[[], str]]] = {
    "tiles": tiles,
    "set-up": set_up,
    "trunk": trunk,
    "place": place,
    "two-heads": two_heads,
    "end": partial(_draw_counted, rule_examples.LAST),
    **{
        f"opening-{number}": partial(_draw_counted, diagram)
        for number, diagram in enumerate(rule_examples.OPENING, start=1)
    },
}
"""Every figure by the name that the rules page gives it."""
