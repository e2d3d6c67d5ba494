"""The tiles, derived rather than listed: every way to join the edges of a hexagon in pairs.

A tile is a set of one, two or three segments, each a chord between two edges that no other
segment uses. Tiles that a rotation turns into each other are one design; flipping is not
allowed. There are 17 designs, and 75 orientations in which they can lie.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NewType

from howdah.games.bazar.hexgrid import EDGES, Edge

Design = NewType("Design", int)
Orientation = NewType("Orientation", int)
Chord = tuple[Edge, Edge]
Chords = tuple[Chord, ...]

NO_EDGE: Final = Edge(-1)


def _pairings(edges: tuple[Edge, ...]) -> Iterator[Chords]:
    """Every way to join some of the edges in pairs; the first one stays blank or is joined."""
    if not edges:
        yield ()
        return
    first, *rest = edges
    yield from _pairings(tuple(rest))
    for other in rest:
        for chords in _pairings(tuple(edge for edge in rest if edge != other)):
            yield ((first, other), *chords)


def _in_order(one: Edge, other: Edge) -> Chord:
    return (one, other) if one < other else (other, one)


def rotate(chords: Chords, rotation: int) -> Chords:
    """The chords after so many sixths of a turn clockwise.

    >>> rotate(((EDGES[0], EDGES[3]),), 4)
    ((1, 4),)
    """
    turned = ((EDGES[(a + rotation) % 6], EDGES[(b + rotation) % 6]) for a, b in chords)
    return tuple(sorted(_in_order(a, b) for a, b in turned))


def _designs() -> tuple[Chords, ...]:
    """One tile for all that rotate into each other: the first of them, in the order of names."""
    tiles = [chords for chords in _pairings(EDGES) if chords]
    first = {min(rotate(chords, rotation) for rotation in range(6)) for chords in tiles}
    return tuple(sorted(first, key=lambda chords: (len(chords), chords)))


_DESIGNS: Final = _designs()


def _orientations() -> Iterator[tuple[Design, int, Chords]]:
    """Each design in each of its different rotations; the smallest rotation names it."""
    for design, chords in enumerate(_DESIGNS):
        known: list[Chords] = []
        for rotation in range(6):
            turned = rotate(chords, rotation)
            if turned not in known:
                known.append(turned)
                yield Design(design), rotation, turned


_ORIENTATIONS: Final = tuple(_orientations())


def name_of(chords: Chords) -> str:
    """The name of a tile.

    >>> name_of(((EDGES[0], EDGES[1]), (EDGES[2], EDGES[4])))
    '01-24'
    """
    return "-".join(f"{one}{other}" for one, other in chords)


# The designs, those with fewer segments first.
DESIGNS: Final = tuple(Design(number) for number in range(len(_DESIGNS)))
DESIGN_NAMES: Final = tuple(name_of(chords) for chords in _DESIGNS)
COPIES: Final = 4

# The orientations, in the order of their designs and rotations.
DESIGN_OF: Final = tuple(design for design, _, _ in _ORIENTATIONS)
ROTATION_OF: Final = tuple(rotation for _, rotation, _ in _ORIENTATIONS)
CHORDS: Final = tuple(chords for _, _, chords in _ORIENTATIONS)
ORIENTATIONS: Final = tuple(Orientation(number) for number in range(len(CHORDS)))

# Tiles with three segments fill all six edges. A set of tiles is two bit masks, so that each
# fits a machine word: the slim ones, with one or two segments, and the full ones.
SLIM: Final = sum(len(chords) < 3 for chords in CHORDS)
FULL: Final = len(CHORDS) - SLIM


def _partner(chords: Chords, edge: Edge) -> Edge:
    for one, other in chords:
        if edge in (one, other):
            return other if edge == one else one
    return NO_EDGE


PARTNER: Final = tuple(tuple(_partner(chords, edge) for edge in EDGES) for chords in CHORDS)
"""`PARTNER[orientation][edge]`: where the segment leads that ends at an edge, or NO_EDGE."""

OPEN_EDGES: Final = tuple(sum(1 << edge for chord in chords for edge in chord) for chords in CHORDS)
"""`OPEN_EDGES[orientation]`: the edges at which a segment ends, as a bit mask."""


def _slim_and_full(is_in: list[bool]) -> tuple[int, int]:
    mask = sum(1 << number for number, inside in enumerate(is_in) if inside)
    return mask & (1 << SLIM) - 1, mask >> SLIM


_OPEN_AT = [_slim_and_full([edges & m == m for edges in OPEN_EDGES]) for m in range(64)]
_BLANK_AT = [_slim_and_full([edges & m == 0 for edges in OPEN_EDGES]) for m in range(64)]
_OF_DESIGN = [_slim_and_full([design == d for design in DESIGN_OF]) for d in DESIGNS]

# The tiles that are open at all edges of a bit mask, or blank at all of them.
SLIM_OPEN_AT: Final = tuple(slim for slim, _ in _OPEN_AT)
FULL_OPEN_AT: Final = tuple(full for _, full in _OPEN_AT)
SLIM_BLANK_AT: Final = tuple(slim for slim, _ in _BLANK_AT)
FULL_BLANK_AT: Final = tuple(full for _, full in _BLANK_AT)

# The orientations of a design.
SLIM_OF_DESIGN: Final = tuple(slim for slim, _ in _OF_DESIGN)
FULL_OF_DESIGN: Final = tuple(full for _, full in _OF_DESIGN)
