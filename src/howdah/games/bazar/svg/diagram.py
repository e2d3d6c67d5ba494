"""Parts of a board that explain a rule: some cells, what lies on them, and nothing to translate."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from howdah.games.bazar.hexgrid import EDGES, OPPOSITE, Axial, Edge, beyond
from howdah.games.bazar.view import Segment


@dataclass(frozen=True)
class Trunk:
    """A trunk that comes into the picture by an edge of a cell, and is followed from there."""

    seat: int
    cell: Axial
    edge: int


@dataclass(frozen=True)
class Diagram:
    """Some cells and what lies on them; tiles are named as they lie, not as their pile."""

    cells: tuple[Axial, ...]
    tiles: Mapping[Axial, str] = field(default_factory=dict)
    trunks: tuple[Trunk, ...] = ()
    end_pieces: Mapping[Axial, tuple[int | None, int]] = field(default_factory=dict)
    """Whose end piece lies on a cell, and the edge by which the trunk came to it."""
    outside: tuple[Axial, ...] = ()
    """The places beyond the rim; the board goes on where nothing is said."""
    tried: tuple[Axial, str] | None = None
    """A tile that may not be placed so: no trunk runs through it."""
    glowing: Axial | None = None
    """The cell one should look at: the next tile goes there, or has just been placed."""


def segments_of(cell: Axial, tile: str) -> tuple[Segment, ...]:
    """The segments of a tile as it lies.

    >>> segments_of((0, 0), "35-04")[1]
    Segment(cell=(0, 0), one=0, other=4)
    """
    return tuple(
        Segment(cell, EDGES[int(chord[0])], EDGES[int(chord[1])]) for chord in tile.split("-")
    )


def followed(diagram: Diagram, trunk: Trunk) -> tuple[tuple[Segment, ...], Axial, Edge]:
    """A trunk segment by segment, then the cell and the edge to which its tip leads."""
    cell, edge, run = trunk.cell, EDGES[trunk.edge], []
    while tile := diagram.tiles.get(cell):
        other = _partner(cell, tile, edge)
        run.append(Segment(cell, edge, other))
        cell, edge = beyond(cell, other), OPPOSITE[other]
    return tuple(run), cell, edge


def _partner(cell: Axial, tile: str, edge: Edge) -> Edge:
    ways = {s.one: s.other for s in segments_of(cell, tile)}
    back = {other: one for one, other in ways.items()}
    return (ways | back)[edge]


def ownerless(diagram: Diagram) -> Iterator[Segment]:
    """The segments through which no trunk runs."""
    owned = {
        (segment.cell, edge)
        for trunk in diagram.trunks
        for segment in followed(diagram, trunk)[0]
        for edge in (segment.one, segment.other)
    }
    for cell, tile in diagram.tiles.items():
        yield from (s for s in segments_of(cell, tile) if (cell, s.one) not in owned)
