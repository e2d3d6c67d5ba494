"""Trunks and stretches found anew by walking, without anything the rules keep in step."""

from __future__ import annotations

from collections.abc import Iterable

from howdah.games.bazar.hexgrid import EDGES, OPPOSITE, Axial, Edge, beyond
from howdah.games.bazar.tiles import (
    CHORDS,
    DESIGN_NAMES,
    DESIGN_OF,
    ORIENTATIONS,
    ROTATION_OF,
    Chords,
)
from howdah.games.bazar.view import BazarView

Piece = tuple[Axial, Edge, Edge]
"""A segment: its cell and two edges, the smaller first."""

LYING: dict[tuple[str, int], Chords] = {
    (DESIGN_NAMES[DESIGN_OF[tile]], ROTATION_OF[tile]): CHORDS[tile] for tile in ORIENTATIONS
}


def chords_on(view: BazarView) -> dict[Axial, Chords]:
    """The segments of every tile on the board."""
    return {cell: LYING[tile.design, tile.rotation] for cell, tile in view.tiles.items()}


def pieces(view: BazarView) -> set[Piece]:
    """Every segment on the board."""
    return {(cell, one, other) for cell, chords in chords_on(view).items() for one, other in chords}


def walk(view: BazarView, cell: Axial, edge: Edge) -> tuple[list[Piece], Axial, Edge]:
    """The segments one follows by entering a cell, and the cell and edge where the way ends."""
    chords, found = chords_on(view), list[Piece]()
    while cell in chords:
        one, other = next(chord for chord in chords[cell] if edge in chord)
        if (cell, one, other) in found:
            break
        found.append((cell, one, other))
        out = other if edge == one else one
        cell, edge = beyond(cell, out), OPPOSITE[out]
    return found, cell, edge


def open_edges(chords: Iterable[tuple[Edge, Edge]]) -> set[Edge]:
    return {edge for chord in chords for edge in chord}


def mismatches(view: BazarView) -> list[tuple[Axial, Edge]]:
    """The edges where two tiles do not match, or a segment leads off the board."""
    chords = chords_on(view)
    heads = {(h.first_cell, h.entry_edge) for h in view.board.heads}
    wrong = []
    for cell in chords:
        for edge in EDGES:
            is_open, other = edge in open_edges(chords[cell]), beyond(cell, edge)
            if other in chords and (OPPOSITE[edge] in open_edges(chords[other])) != is_open:
                wrong.append((cell, edge))
            if other not in view.board.cells and is_open and (cell, edge) not in heads:
                wrong.append((cell, edge))
    return wrong


def openings(view: BazarView) -> int:
    """The open edges that face an empty cell or an end piece."""
    chords = chords_on(view)
    return sum(
        edge in open_edges(chords[cell]) and beyond(cell, edge) not in chords
        for cell in chords
        for edge in EDGES
        if beyond(cell, edge) in view.board.cells
    )
