"""The observation of a position of Bombay Bazar: a vector of numbers, as a player sees it.

Seats are in clockwise order from the observing seat, which is always the first.
"""

from __future__ import annotations

from typing import Any, Final

from howdah.envs.observations.schema import ObservationLayout, Piece, seats_after
from howdah.games.bazar.board import Board
from howdah.games.bazar.hexgrid import EDGES
from howdah.games.bazar.rules import BITS, END_PIECE, tip, trunk_length
from howdah.games.bazar.state import EMPTY, NO_END, BoardTables, Cell, Seat, State
from howdah.games.bazar.tiles import COPIES, DESIGNS, PARTNER

CHORDS: Final = 15
CHORD: Final = (
    (0, 0, 1, 2, 3, 4),
    (0, 0, 5, 6, 7, 8),
    (1, 5, 0, 9, 10, 11),
    (2, 6, 9, 0, 12, 13),
    (3, 7, 10, 12, 0, 14),
    (4, 8, 11, 13, 14, 0),
)
"""`CHORD[one][other]`: the number of the chord between two edges."""
LENGTH: Final = 1 / 32
PILE: Final = 1 / COPIES

# The pieces, by their places in the layout.
TO_PLAY: Final = 0
STOPPED: Final = 1
LENGTHS: Final = 2
PILES: Final = 3
EMPTY_CELLS: Final = 4
END_PIECES: Final = 5
SEGMENTS: Final = 6
MUST_OPEN: Final = 7
MUST_BLANK: Final = 8
STRETCHES: Final = 9
TIPS: Final = 10


def layout_for(players: int, board: Board) -> ObservationLayout:
    """Return the pieces of an observation for a number of players on a board."""
    cells, edges = len(board.cells), len(EDGES)
    most = 3 * cells
    return ObservationLayout(
        (
            Piece("to_play", (players,), "whose turn it is; none when it is over"),
            Piece("stopped", (players,), "who has placed the end piece"),
            Piece("lengths", (players,), "the lengths of the trunks", most, LENGTH),
            Piece("piles", (len(DESIGNS),), "tiles left of each design", COPIES, PILE),
            Piece("empty", (cells,), "cells without a tile or an end piece"),
            Piece("end_pieces", (cells,), "cells with an end piece"),
            Piece("segments", (cells, CHORDS), "the segments on a cell: edges 01, 02, ... 45"),
            Piece("must_open", (cells, edges), "edges at which a tile must be open"),
            Piece("must_blank", (cells, edges), "edges at which a tile must be blank"),
            Piece(
                "stretches",
                (cells, edges),
                "segments of the stretch that leads into an empty cell by an edge",
                most,
                LENGTH,
            ),
            Piece("tips", (cells, edges, players), "whose trunk leads into a cell by an edge"),
        )
    )


def score_range(players: int, board: Board) -> tuple[float, float]:
    """Return the lowest and the highest score: a solo game loses points for what is empty."""
    cells = len(board.cells)
    return (-7.0 * cells, cells) if players == 1 else (0.0, 3.0 * cells)


def observe(
    board: BoardTables, state: State, starts: Any, seat: int, visibility: int, vector: Any
) -> None:
    """Write the observation of a seat into a vector of zeros; nothing is hidden from it."""
    if state.playing:
        vector[starts[TO_PLAY] + seats_after(state.players, seat, state.seat)] = 1.0
    for design in DESIGNS:
        vector[starts[PILES] + design] = state.piles[design] * PILE
    for number in range(starts[END_PIECES] - starts[EMPTY_CELLS]):
        cell = Cell(number)
        if state.tiles[cell] == EMPTY:
            vector[starts[EMPTY_CELLS] + cell] = 1.0
            write_empty_cell(board, state, starts, cell, vector)
        elif state.tiles[cell] == END_PIECE:
            vector[starts[END_PIECES] + cell] = 1.0
        else:
            write_tile(state, starts, cell, vector)
    for other in range(state.players):
        write_trunk(
            board, state, starts, Seat(other), seats_after(state.players, seat, other), vector
        )


def write_empty_cell(
    board: BoardTables, state: State, starts: Any, cell: Cell, vector: Any
) -> None:
    """Write what a tile has to fit on an empty cell, and the stretches that lead there."""
    for edge in EDGES:
        place = len(EDGES) * cell + edge
        if state.must_open[cell] & BITS[edge]:
            vector[starts[MUST_OPEN] + place] = 1.0
        if state.must_blank[cell] & BITS[edge]:
            vector[starts[MUST_BLANK] + place] = 1.0
        end = board.ends[cell][edge]
        if state.other_end[end] != NO_END:
            vector[starts[STRETCHES] + place] = state.length[end] * LENGTH


def write_tile(state: State, starts: Any, cell: Cell, vector: Any) -> None:
    """Write the segments of the tile on a cell."""
    partner = PARTNER[state.tiles[cell]]
    for edge in EDGES:
        if edge < partner[edge]:
            vector[starts[SEGMENTS] + CHORDS * cell + CHORD[edge][partner[edge]]] = 1.0


def write_trunk(
    board: BoardTables, state: State, starts: Any, seat: Seat, place: int, vector: Any
) -> None:
    """Write how long a trunk is, and where it ends."""
    end = tip(state, seat)
    way_in = len(EDGES) * board.cell_of[end] + board.edge_of[end]
    vector[starts[TIPS] + state.players * way_in + place] = 1.0
    vector[starts[LENGTHS] + place] = trunk_length(state, seat) * LENGTH
    vector[starts[STOPPED] + place] = state.stopped[seat]
