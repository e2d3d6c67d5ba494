"""Hexagons with pointy tops: six edges, clockwise from the east, and the cells beyond them."""

from __future__ import annotations

from typing import Final, NewType

Edge = NewType("Edge", int)

EDGES: Final = tuple(Edge(number) for number in range(6))
EDGE_NAMES: Final = ("E", "SE", "SW", "W", "NW", "NE")
OPPOSITE: Final = tuple(EDGES[(edge + 3) % 6] for edge in EDGES)
STEPS: Final = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""What each edge adds to the axial coordinates (q, r)."""

Axial = tuple[int, int]
"""The axial coordinates (q, r) of a cell."""


def beyond(place: Axial, edge: Edge) -> Axial:
    """The place on the other side of an edge.

    >>> [beyond((0, 0), edge) for edge in EDGES[:2]]
    [(1, 0), (0, 1)]
    """
    step = STEPS[edge]
    return place[0] + step[0], place[1] + step[1]
