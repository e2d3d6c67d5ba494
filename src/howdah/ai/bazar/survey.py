"""A survey of the board of Bombay Bazar, made once for all seats: what lies on the empty cells.

All of it compiles. The notes are one long row of whole numbers; the names below tell where in
it what begins.
"""

from __future__ import annotations

from typing import Any, Final

from howdah.bazar.hexgrid import EDGES
from howdah.bazar.rules import BITS, full_fitting, legal_placements, slim_fitting, tip
from howdah.bazar.scoring import EDGES_IN
from howdah.bazar.state import (
    CELLS,
    EMPTY,
    HEADS,
    NO_CELL,
    NO_END,
    SEATS,
    BoardTables,
    Cell,
    Seat,
    State,
)
from howdah.fast.bits import count

AWAY: Final = 0
"""For each seat and cell: how many cells its tip is away, plus one; 0 if it cannot get there."""
CELL_LIST: Final = len(SEATS) * len(CELLS)
"""All empty cells."""
QUEUE: Final = CELL_LIST + len(CELLS)
"""The cells that are being found."""
ENDS: Final = QUEUE + len(CELLS)
"""For each cell: how many stretches without a head end there,"""
LENGTHS: Final = ENDS + len(CELLS)
"""their lengths together,"""
LONGEST: Final = LENGTHS + len(CELLS)
"""and the longest of them;"""
DEAD: Final = LONGEST + len(CELLS)
"""whether no tile fits there;"""
TIGHT: Final = DEAD + len(CELLS)
"""whether at most one neighbour is empty."""
FOLLOW_UPS: Final = TIGHT + len(CELLS)
"""For each seat: how many tiles it could place, were it to play now."""
EMPTY_CELLS: Final = FOLLOW_UPS + len(SEATS)
"""How many cells are empty,"""
OPENINGS: Final = EMPTY_CELLS + 1
"""how many openings lead to them,"""
SCARCE: Final = OPENINGS + 1
"""and how many piles are gone."""
NOTES: Final = SCARCE + 1


def neighbours_of(board: BoardTables) -> tuple[tuple[int, ...], ...]:
    """The neighbours of each cell, by edge; NO_CELL outside."""
    return tuple(
        tuple(NO_CELL if end == NO_END else board.cell_of[end] for end in ways)
        for ways in board.beyond
    )


def write_survey(board: BoardTables, guide: Any, state: State, notes: Any) -> None:
    """Look at every empty cell, and find the way there for every seat."""
    empty, openings = 0, 0
    for cell in CELLS:
        if state.tiles[cell] == EMPTY:
            notes[CELL_LIST + empty] = cell
            empty += 1
            openings += EDGES_IN[state.must_open[cell]]
            write_stretches(board, state, cell, notes)
            fits = slim_fitting(state, cell) != 0 or full_fitting(state, cell) != 0
            notes[DEAD + cell] = not fits
            notes[TIGHT + cell] = empty_around(guide, state, cell) <= 1
    scarce = 0
    for design in range(len(state.piles)):
        scarce += state.piles[design] == 0
    notes[EMPTY_CELLS] = empty
    notes[OPENINGS] = openings
    notes[SCARCE] = scarce
    for seat in range(state.players):
        write_ways(board, guide, state, Seat(seat), notes)
        notes[FOLLOW_UPS + seat] = follow_ups(board, state, Seat(seat))


def write_stretches(board: BoardTables, state: State, cell: Cell, notes: Any) -> None:
    """The stretches without a head that end at a cell."""
    ends, lengths, longest = 0, 0, 0
    if state.must_open[cell]:
        for edge in EDGES:
            if state.must_open[cell] & BITS[edge]:
                way_in = board.ends[cell][edge]
                if state.other_end[way_in] < HEADS[0]:
                    ends += 1
                    lengths += state.length[way_in]
                    longest = max(longest, state.length[way_in])
    notes[ENDS + cell] = ends
    notes[LENGTHS + cell] = lengths
    notes[LONGEST + cell] = longest


def empty_around(guide: Any, state: State, cell: int) -> int:
    """How many neighbours of a cell are empty."""
    empty = 0
    for edge in EDGES:
        neighbour = guide[cell][edge]
        empty += neighbour >= 0 and state.tiles[neighbour] == EMPTY
    return empty


def write_ways(board: BoardTables, guide: Any, state: State, seat: Seat, notes: Any) -> None:
    """How far each empty cell is from the tip of a seat, if it can get there."""
    away = AWAY + seat * len(CELLS)
    for cell in CELLS:
        notes[away + cell] = 0
    start = board.cell_of[tip(state, seat)]
    if state.stopped[seat] or state.tiles[start] != EMPTY:
        return
    notes[away + start] = 1
    notes[QUEUE] = start
    found, looked_at = 1, 0
    while looked_at < found:
        here = notes[QUEUE + looked_at]
        looked_at += 1
        steps = notes[away + here] + 1
        for edge in EDGES:
            there = guide[here][edge]
            if there >= 0 and notes[away + there] == 0 and state.tiles[there] == EMPTY:
                notes[away + there] = steps
                notes[QUEUE + found] = there
                found += 1


def follow_ups(board: BoardTables, state: State, seat: Seat) -> int:
    """How many tiles a seat could place, were it to play now; a stopped one places none."""
    if state.stopped[seat]:
        return 0
    to_play = state.seat
    state.seat = seat
    slim, full = legal_placements(board, state)
    state.seat = to_play
    return count(slim) + count(full)


def rivals_away(state: State, seat: int, cell: int, notes: Any) -> int:
    """How far a cell is from the nearest rival, plus one; 0 if none can get there."""
    nearest = 0
    for rival in range(state.players):
        if rival != seat:
            away = notes[AWAY + rival * len(CELLS) + cell]
            if away and (nearest == 0 or away < nearest):
                nearest = away
    return nearest
