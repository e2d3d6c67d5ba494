"""A survey of the board of Bombay Bazar: what lies on the empty cells, and who gets there.

A search looks at all tiles that may be laid on one cell. After each of them the board is the
same but for a few cells around, so it is surveyed once before, and only those cells again after
every tile.

All of it compiles. The notes are one long row of whole numbers; the names below tell where in
it what begins.
"""

from __future__ import annotations

from typing import Any, Final

from howdah.fast.primitives import count
from howdah.games.bazar.hexgrid import EDGES
from howdah.games.bazar.rules import BITS, full_fitting, legal_placements, slim_fitting, tip
from howdah.games.bazar.scoring import EDGES_IN
from howdah.games.bazar.state import (
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

MOST_TABLES: Final = 1 + len(EDGES) + len(SEATS)
"""Tips lead to no more different cells: a tile has six edges to leave by, others stay."""
TABLES: Final = 0
"""Tables of ways, for each cell how far it is from where the table starts, plus one; 0 if one
cannot get there. The first of them leads nowhere."""
STARTS: Final = TABLES + MOST_TABLES * len(CELLS)
"""The cell where each table starts,"""
TABLES_MADE: Final = STARTS + MOST_TABLES
"""and how many there are."""
WAYS: Final = TABLES_MADE + 1
"""For each seat: where the table begins that starts at its tip."""
FOLLOW_UPS: Final = WAYS + len(SEATS)
"""For each seat: how many tiles it could place, were it to play now."""
CELL_LIST: Final = FOLLOW_UPS + len(SEATS)
"""All empty cells,"""
EMPTY_CELLS: Final = CELL_LIST + len(CELLS)
"""and how many there are."""
TOUCHED_LIST: Final = EMPTY_CELLS + 1
"""The empty cells that a tile at the tip changes,"""
TOUCHED_CELLS: Final = TOUCHED_LIST + 2 * len(EDGES)
"""and how many there are."""
QUEUE: Final = TOUCHED_CELLS + 1
"""The cells that are being found."""
OPEN: Final = QUEUE + len(CELLS)
"""For each cell: how many openings lead there;"""
ENDS: Final = OPEN + len(CELLS)
"""how many stretches without a head end there,"""
LENGTHS: Final = ENDS + len(CELLS)
"""their lengths together,"""
LONGEST: Final = LENGTHS + len(CELLS)
"""and the longest of them;"""
DEAD: Final = LONGEST + len(CELLS)
"""whether no tile fits there;"""
TIGHT: Final = DEAD + len(CELLS)
"""whether at most one neighbour is empty."""
OPENINGS: Final = TIGHT + len(CELLS)
"""How many openings lead to empty cells,"""
SCARCE: Final = OPENINGS + 1
"""and how many piles are gone."""
SLIM_SUPPLY: Final = SCARCE + 1
FULL_SUPPLY: Final = SLIM_SUPPLY + 1
"""The tiles in supply when it was seen which cells are dead."""
NOTES: Final = FULL_SUPPLY + 1


def neighbours_of(board: BoardTables) -> tuple[tuple[int, ...], ...]:
    """The neighbours of each cell, by edge; NO_CELL outside."""
    return tuple(
        tuple(NO_CELL if end == NO_END else board.cell_of[end] for end in ways)
        for ways in board.beyond
    )


def survey_all(board: BoardTables, guide: Any, state: State, notes: Any) -> None:
    """Look at a position for the first time."""
    list_cells(state, NO_CELL, notes)
    write_cells(board, guide, state, notes)
    write_supply(state, notes)
    write_seats(board, guide, state, notes)


def survey_before(board: BoardTables, guide: Any, state: State, notes: Any) -> None:
    """Look at a position whose next player is about to lay something at the tip."""
    cell = board.cell_of[tip(state, state.seat)]
    list_cells(state, cell, notes)
    list_touched(board, guide, state, cell, notes)
    write_cells(board, guide, state, notes)
    write_supply(state, notes)


def survey_after(board: BoardTables, guide: Any, state: State, notes: Any) -> None:
    """Look again at what may have changed since then."""
    for place in range(notes[TOUCHED_CELLS]):
        write_cell(board, guide, state, notes[TOUCHED_LIST + place], notes)
    if state.slim_supply != notes[SLIM_SUPPLY] or state.full_supply != notes[FULL_SUPPLY]:
        for place in range(notes[EMPTY_CELLS]):
            write_dead(state, notes[CELL_LIST + place], notes)
        write_supply(state, notes)
    write_seats(board, guide, state, notes)


def list_cells(state: State, taken: Cell, notes: Any) -> None:
    """List all empty cells but one that is about to be taken; nothing is known of them."""
    empty = 0
    for cell in CELLS:
        if state.tiles[cell] == EMPTY and cell != taken:
            notes[CELL_LIST + empty] = cell
            notes[OPEN + cell] = 0
            empty += 1
    notes[EMPTY_CELLS] = empty
    notes[OPENINGS] = 0
    notes[TABLES_MADE] = 1


def list_touched(board: BoardTables, guide: Any, state: State, cell: Cell, notes: Any) -> None:
    """List the empty cells next to one, and those where the stretches end that begin there."""
    touched = 0
    for edge in EDGES:
        neighbour = guide[cell][edge]
        if neighbour >= 0 and state.tiles[neighbour] == EMPTY:
            notes[TOUCHED_LIST + touched] = neighbour
            touched += 1
        far = state.other_end[board.ends[cell][edge]]
        if NO_END < far < HEADS[0]:
            there = board.cell_of[far]
            if there != cell and state.tiles[there] == EMPTY:
                notes[TOUCHED_LIST + touched] = there
                touched += 1
    notes[TOUCHED_CELLS] = touched


def write_cells(board: BoardTables, guide: Any, state: State, notes: Any) -> None:
    """What lies on each empty cell."""
    for place in range(notes[EMPTY_CELLS]):
        write_cell(board, guide, state, notes[CELL_LIST + place], notes)


def write_cell(board: BoardTables, guide: Any, state: State, cell: Cell, notes: Any) -> None:
    """What lies on an empty cell."""
    openings = EDGES_IN[state.must_open[cell]]
    notes[OPENINGS] += openings - notes[OPEN + cell]
    notes[OPEN + cell] = openings
    notes[TIGHT + cell] = empty_around(guide, state, cell) <= 1
    write_stretches(board, state, cell, notes)
    write_dead(state, cell, notes)


def write_dead(state: State, cell: Cell, notes: Any) -> None:
    """Whether no tile fits a cell."""
    notes[DEAD + cell] = slim_fitting(state, cell) == 0 and full_fitting(state, cell) == 0


def write_supply(state: State, notes: Any) -> None:
    """Which tiles there are."""
    scarce = 0
    for design in range(len(state.piles)):
        scarce += state.piles[design] == 0
    notes[SCARCE] = scarce
    notes[SLIM_SUPPLY] = state.slim_supply
    notes[FULL_SUPPLY] = state.full_supply


def write_seats(board: BoardTables, guide: Any, state: State, notes: Any) -> None:
    """Where each seat gets, and how many tiles it could place."""
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
    """The table of ways from the tip of a seat: one that there is already, or a new one."""
    start = board.cell_of[tip(state, seat)]
    if state.stopped[seat] or state.tiles[start] != EMPTY:
        notes[WAYS + seat] = TABLES
        return
    number = 1
    while number < notes[TABLES_MADE] and notes[STARTS + number] != start:
        number += 1
    table = TABLES + number * len(CELLS)
    notes[WAYS + seat] = table
    if number == notes[TABLES_MADE]:
        notes[TABLES_MADE] = number + 1
        notes[STARTS + number] = start
        write_table(guide, state, start, table, notes)


def write_table(guide: Any, state: State, start: Cell, table: int, notes: Any) -> None:
    """How far each empty cell is from one, if there is a way of empty cells."""
    for cell in CELLS:
        notes[table + cell] = 0
    notes[table + start] = 1
    notes[QUEUE] = start
    found, looked_at = 1, 0
    while looked_at < found:
        here = notes[QUEUE + looked_at]
        looked_at += 1
        steps = notes[table + here] + 1
        for edge in EDGES:
            there = guide[here][edge]
            if there >= 0 and notes[table + there] == 0 and state.tiles[there] == EMPTY:
                notes[table + there] = steps
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
            away = notes[notes[WAYS + rival] + cell]
            if away and (nearest == 0 or away < nearest):
                nearest = away
    return nearest
