"""The end of a game of Bombay Bazar: who has the longest trunk, and what a solo game scores."""

from __future__ import annotations

from typing import Final

from howdah.games.bazar.rules import END_PIECE, trunk_length
from howdah.games.bazar.state import CELLS, EMPTY, SEATS, Seat, State

EDGES_IN: Final = tuple(mask.bit_count() for mask in range(64))
"""How many edges a mask of edges holds."""


def is_winner(state: State, seat: Seat) -> bool:
    """The longest trunk wins, the end piece not counted; those who tie share the win."""
    for rival in SEATS:
        if trunk_length(state, rival) > trunk_length(state, seat):
            return False
    return True


def solo_score(state: State) -> int:
    """The tiles placed, less the cells left empty, less the openings that nothing uses."""
    return state.tiles_laid - empty_cells(state) - unused_openings(state)


def empty_cells(state: State) -> int:
    """The cells without a tile or an end piece."""
    empty = 0
    for cell in CELLS:
        if state.tiles[cell] == EMPTY:
            empty += 1
    return empty


def unused_openings(state: State) -> int:
    """The openings to an empty cell or an end piece, other than the tips of the trunks."""
    openings = -state.players
    for cell in CELLS:
        if state.tiles[cell] == EMPTY or state.tiles[cell] == END_PIECE:
            openings += EDGES_IN[state.must_open[cell]]
    return openings
