"""A view of Bombay Bazar as plain text: the map, then the players and the piles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from howdah.games.bazar.hexgrid import EDGE_NAMES, Axial, Edge, beyond
from howdah.games.bazar.tiles import CHORDS, DESIGN_NAMES, DESIGN_OF, ROTATION_OF, name_of
from howdah.games.bazar.view import BazarView, PlayerView, Segment
from howdah.render.phrases import describe_winners, pluralize, printable

CELL_WIDTH: Final = 10
CELL_HEIGHT: Final = 2
EDGE_OFFSETS: Final = ((5, 0), (2, 1), (-3, 1), (-5, 0), (-3, -1), (2, -1))
"""Where each edge of a cell is marked, counted in letters from its middle."""
OWNERLESS: Final = "+"
LEGEND: Final = """\
On the map: . an empty cell, 0124 a tile with a segment from edge 0 to 1 and one from 2 to 4, (0)
the tip of player 0, X0 the end piece of player 0, X that of a head nobody has. Edges: 0 east,
1 south-east, 2 south-west, 3 west, 4 north-west, 5 north-east. Between two cells stands whose
trunk leads across: the player's number, or + for a stretch that is nobody's."""

_SEGMENTS: Final = {
    (DESIGN_NAMES[design], rotation): name_of(chords).replace("-", "")
    for design, rotation, chords in zip(DESIGN_OF, ROTATION_OF, CHORDS)
}
"""The segments of a tile as it lies, by its design and rotation."""


def text(view: BazarView) -> str:
    """The whole view as text."""
    return "\n".join([*draw_map(view), "", *headline(view), *_players(view), *_piles(view)])


def draw_map(view: BazarView) -> list[str]:
    """The map: every cell with its tile, and whose trunk leads over every edge."""
    marks = dict(_marks(view))
    labels = {_middle(place): label for place, label in _labels(view)}
    left = min(x - len(label) // 2 for (x, _), label in labels.items())
    top = min(y for _, y in labels)
    rows = max(y for _, y in labels) - top + 1
    canvas = [[" "] * (max(x for x, _ in labels) - left + CELL_WIDTH) for _ in range(rows)]
    for (x, y), mark in marks.items():
        canvas[y - top][x - left] = mark
    for (x, y), label in labels.items():
        begin = x - left - len(label) // 2
        canvas[y - top][begin : begin + len(label)] = label
    return ["".join(row).rstrip() for row in canvas]


def _middle(place: Axial) -> tuple[int, int]:
    """The column and row of a cell; every row is shifted by half a cell."""
    q, r = place
    return CELL_WIDTH * q + CELL_WIDTH // 2 * r, CELL_HEIGHT * r


def _labels(view: BazarView) -> Iterator[tuple[Axial, str]]:
    """What stands in every cell, and the heads around the board."""
    seats: dict[str, int] = {player.head: player.seat for player in view.players}
    for place in view.board.cells:
        yield place, _cell_label(view, place)
    for head in view.board.heads:
        owner = f"={seats[head.name]}" if head.name in seats else ""
        yield beyond(head.first_cell, head.entry_edge), f"{head.name}{owner}"


def _cell_label(view: BazarView, place: Axial) -> str:
    if place in view.tiles:
        tile = view.tiles[place]
        return _SEGMENTS[tile.design, tile.rotation]
    if place in view.end_pieces:
        return "X" + "".join(str(seat) for seat in view.end_pieces[place] if seat is not None)
    tips = "".join(str(player.seat) for player in view.players if player.tip_cell == place)
    return f"({tips})" if tips else "."


def _marks(view: BazarView) -> Iterator[tuple[tuple[int, int], str]]:
    """Whose trunk leads over every edge that is open."""
    for segment in view.stretches:
        yield from _both_ends(segment, OWNERLESS)
    for player in view.players:
        yield _edge(*_way_in(view, player)), str(player.seat)
        for segment in player.trunk:
            yield from _both_ends(segment, str(player.seat))


def _way_in(view: BazarView, player: PlayerView) -> tuple[Axial, Edge]:
    head = view.board.head(player.head)
    return head.first_cell, head.entry_edge


def _both_ends(segment: Segment, mark: str) -> Iterator[tuple[tuple[int, int], str]]:
    yield _edge(segment.cell, segment.one), mark
    yield _edge(segment.cell, segment.other), mark


def _edge(place: Axial, edge: Edge) -> tuple[int, int]:
    x, y = _middle(place)
    across, down = EDGE_OFFSETS[edge]
    return x + across, y + down


def headline(view: BazarView) -> list[str]:
    """Where the game stands."""
    score = [] if view.solo_score is None else [_solo_score(view)]
    if view.result is not None:
        return [describe_winners(view.names, view.result["winners"]), *score]
    laid = f"{pluralize(view.tiles_laid, 'tile')} laid, {pluralize(view.empty_cells, 'empty cell')}"
    seat = view.to_play or 0
    return [f"{laid}; {printable(view.names[seat])} to play ({view.tip_rule}).", *score]


def _solo_score(view: BazarView) -> str:
    """The solo score as it stands, with how it comes about."""
    return (
        f"Solo score {view.solo_score}: {pluralize(view.tiles_laid, 'tile')} laid, less "
        f"{pluralize(view.empty_cells, 'empty cell')}, less "
        f"{pluralize(view.unused_openings, 'unused opening')}."
    )


def _players(view: BazarView) -> list[str]:
    heading = "    player           head  length  tip"
    return [heading, *(_player(player) for player in view.players)]


def _player(player: PlayerView) -> str:
    name = printable(player.name)[:16]
    q, r = player.tip_cell
    way = f"into {q},{r} by {EDGE_NAMES[player.tip_edge]}"
    tip = "end piece laid" if player.has_stopped else way
    return f"  {player.seat} {name:<16} {player.head:<5} {player.length:<7} {tip}"


def _piles(view: BazarView) -> list[str]:
    """The piles in three lines, by the number of segments."""
    return [
        f"  {pluralize(segments, 'segment'):<11} "
        + "  ".join(
            f"{design}:{count}"
            for design, count in view.piles.items()
            if design.count("-") == segments - 1
        )
        for segments in (1, 2, 3)
    ]
