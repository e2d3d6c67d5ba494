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
INT_SCRATCH: Final = FULL_SUPPLY + 1


def neighbours_of(board: BoardTables) -> tuple[tuple[int, ...], ...]:
    """The neighbours of each cell, by edge; NO_CELL outside."""
    return tuple(
        tuple(NO_CELL if end == NO_END else board.cell_of[end] for end in ways)
        for ways in board.beyond
    )


def survey_all(board: BoardTables, guide: Any, state: State, int_scratch: Any) -> None:
    """Look at a position for the first time."""
    list_cells(state, NO_CELL, int_scratch)
    write_cells(board, guide, state, int_scratch)
    write_supply(state, int_scratch)
    write_seats(board, guide, state, int_scratch)


def survey_before(board: BoardTables, guide: Any, state: State, int_scratch: Any) -> None:
    """Look at a position whose next player is about to lay something at the tip."""
    cell = board.cell_of[tip(state, state.seat)]
    list_cells(state, cell, int_scratch)
    list_touched(board, guide, state, cell, int_scratch)
    write_cells(board, guide, state, int_scratch)
    write_supply(state, int_scratch)


def survey_after(board: BoardTables, guide: Any, state: State, int_scratch: Any) -> None:
    """Look again at what may have changed since then."""
    for place in range(int_scratch[TOUCHED_CELLS]):
        write_cell(board, guide, state, int_scratch[TOUCHED_LIST + place], int_scratch)
    if (
        state.slim_supply != int_scratch[SLIM_SUPPLY]
        or state.full_supply != int_scratch[FULL_SUPPLY]
    ):
        for place in range(int_scratch[EMPTY_CELLS]):
            write_dead(state, int_scratch[CELL_LIST + place], int_scratch)
        write_supply(state, int_scratch)
    write_seats(board, guide, state, int_scratch)


def list_cells(state: State, taken: Cell, int_scratch: Any) -> None:
    """List all empty cells but one that is about to be taken; nothing is known of them."""
    empty = 0
    for cell in CELLS:
        if state.tiles[cell] == EMPTY and cell != taken:
            int_scratch[CELL_LIST + empty] = cell
            int_scratch[OPEN + cell] = 0
            empty += 1
    int_scratch[EMPTY_CELLS] = empty
    int_scratch[OPENINGS] = 0
    int_scratch[TABLES_MADE] = 1


def list_touched(
    board: BoardTables, guide: Any, state: State, cell: Cell, int_scratch: Any
) -> None:
    """List the empty cells next to one, and those where the stretches end that begin there."""
    touched = 0
    for edge in EDGES:
        neighbour = guide[cell][edge]
        if neighbour >= 0 and state.tiles[neighbour] == EMPTY:
            int_scratch[TOUCHED_LIST + touched] = neighbour
            touched += 1
        far = state.other_end[board.ends[cell][edge]]
        if NO_END < far < HEADS[0]:
            there = board.cell_of[far]
            if there != cell and state.tiles[there] == EMPTY:
                int_scratch[TOUCHED_LIST + touched] = there
                touched += 1
    int_scratch[TOUCHED_CELLS] = touched


def write_cells(board: BoardTables, guide: Any, state: State, int_scratch: Any) -> None:
    """What lies on each empty cell."""
    for place in range(int_scratch[EMPTY_CELLS]):
        write_cell(board, guide, state, int_scratch[CELL_LIST + place], int_scratch)


def write_cell(board: BoardTables, guide: Any, state: State, cell: Cell, int_scratch: Any) -> None:
    """What lies on an empty cell."""
    openings = EDGES_IN[state.must_open[cell]]
    int_scratch[OPENINGS] += openings - int_scratch[OPEN + cell]
    int_scratch[OPEN + cell] = openings
    int_scratch[TIGHT + cell] = empty_around(guide, state, cell) <= 1
    write_stretches(board, state, cell, int_scratch)
    write_dead(state, cell, int_scratch)


def write_dead(state: State, cell: Cell, int_scratch: Any) -> None:
    """Whether no tile fits a cell."""
    int_scratch[DEAD + cell] = slim_fitting(state, cell) == 0 and full_fitting(state, cell) == 0


def write_supply(state: State, int_scratch: Any) -> None:
    """Which tiles there are."""
    scarce = 0
    for design in range(len(state.piles)):
        scarce += state.piles[design] == 0
    int_scratch[SCARCE] = scarce
    int_scratch[SLIM_SUPPLY] = state.slim_supply
    int_scratch[FULL_SUPPLY] = state.full_supply


def write_seats(board: BoardTables, guide: Any, state: State, int_scratch: Any) -> None:
    """Where each seat gets, and how many tiles it could place."""
    for seat in range(state.players):
        write_ways(board, guide, state, Seat(seat), int_scratch)
        int_scratch[FOLLOW_UPS + seat] = follow_ups(board, state, Seat(seat))


def write_stretches(board: BoardTables, state: State, cell: Cell, int_scratch: Any) -> None:
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
    int_scratch[ENDS + cell] = ends
    int_scratch[LENGTHS + cell] = lengths
    int_scratch[LONGEST + cell] = longest


def empty_around(guide: Any, state: State, cell: int) -> int:
    """How many neighbours of a cell are empty."""
    empty = 0
    for edge in EDGES:
        neighbour = guide[cell][edge]
        empty += neighbour >= 0 and state.tiles[neighbour] == EMPTY
    return empty


def write_ways(board: BoardTables, guide: Any, state: State, seat: Seat, int_scratch: Any) -> None:
    """The table of ways from the tip of a seat: one that there is already, or a new one."""
    start = board.cell_of[tip(state, seat)]
    if state.stopped[seat] or state.tiles[start] != EMPTY:
        int_scratch[WAYS + seat] = TABLES
        return
    number = 1
    while number < int_scratch[TABLES_MADE] and int_scratch[STARTS + number] != start:
        number += 1
    table = TABLES + number * len(CELLS)
    int_scratch[WAYS + seat] = table
    if number == int_scratch[TABLES_MADE]:
        int_scratch[TABLES_MADE] = number + 1
        int_scratch[STARTS + number] = start
        write_table(guide, state, start, table, int_scratch)


def write_table(guide: Any, state: State, start: Cell, table: int, int_scratch: Any) -> None:
    """How far each empty cell is from one, if there is a way of empty cells."""
    for cell in CELLS:
        int_scratch[table + cell] = 0
    int_scratch[table + start] = 1
    int_scratch[QUEUE] = start
    found, looked_at = 1, 0
    while looked_at < found:
        here = int_scratch[QUEUE + looked_at]
        looked_at += 1
        steps = int_scratch[table + here] + 1
        for edge in EDGES:
            there = guide[here][edge]
            if there >= 0 and int_scratch[table + there] == 0 and state.tiles[there] == EMPTY:
                int_scratch[table + there] = steps
                int_scratch[QUEUE + found] = there
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


def rivals_away(state: State, seat: int, cell: int, int_scratch: Any) -> int:
    """How far a cell is from the nearest rival, plus one; 0 if none can get there."""
    nearest = 0
    for rival in range(state.players):
        if rival != seat:
            away = int_scratch[int_scratch[WAYS + rival] + cell]
            if away and (nearest == 0 or away < nearest):
                nearest = away
    return nearest
