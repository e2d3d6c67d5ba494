"""Analyse the board of Bombay Bazar: what lies on the empty cells, and who reaches them.

A search evaluates all tiles that may be placed on one cell. After each of them the board is the
same but for a few cells around, so it is analysed once before, and only those cells again after
every tile.

All of it is compiled. `int_scratch` is one array of whole numbers; the constants below say where
in it what begins.
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
"""Tables of distances: for each cell the steps from the start of the table, plus one; 0 if it
cannot be reached. The first of them is all zero, for a seat that reaches no cell."""
STARTS: Final = TABLES + MOST_TABLES * len(CELLS)
"""The cell where each table starts,"""
TABLES_MADE: Final = STARTS + MOST_TABLES
"""and how many there are."""
DISTANCES: Final = TABLES_MADE + 1
"""For each seat: where the table of distances from its tip begins."""
FOLLOW_UPS: Final = DISTANCES + len(SEATS)
"""For each seat: how many tiles it could place if it were to play now."""
CELL_LIST: Final = FOLLOW_UPS + len(SEATS)
"""All empty cells,"""
EMPTY_CELLS: Final = CELL_LIST + len(CELLS)
"""and how many there are."""
TOUCHED_LIST: Final = EMPTY_CELLS + 1
"""The empty cells that a tile at the tip changes,"""
TOUCHED_CELLS: Final = TOUCHED_LIST + 2 * len(EDGES)
"""and how many there are."""
QUEUE: Final = TOUCHED_CELLS + 1
"""The queue of a breadth-first search."""
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
PILES_GONE: Final = OPENINGS + 1
"""and how many piles are gone."""
SLIM_SUPPLY: Final = PILES_GONE + 1
FULL_SUPPLY: Final = SLIM_SUPPLY + 1
"""The tiles in supply when the dead cells were found."""
INT_SCRATCH: Final = FULL_SUPPLY + 1


def neighbours_of(board: BoardTables) -> tuple[tuple[int, ...], ...]:
    """Return the neighbours of each cell, by edge; NO_CELL outside."""
    return tuple(
        tuple(NO_CELL if end == NO_END else board.cell_of[end] for end in ends)
        for ends in board.beyond
    )


def analyse_all(board: BoardTables, neighbours: Any, state: State, int_scratch: Any) -> None:
    """Analyse a whole position."""
    list_cells(state, NO_CELL, int_scratch)
    write_cells(board, neighbours, state, int_scratch)
    write_supply(state, int_scratch)
    write_seats(board, neighbours, state, int_scratch)


def analyse_before(board: BoardTables, neighbours: Any, state: State, int_scratch: Any) -> None:
    """Analyse a position before the next player places something at its tip."""
    cell = board.cell_of[tip(state, state.seat)]
    list_cells(state, cell, int_scratch)
    list_touched(board, neighbours, state, cell, int_scratch)
    write_cells(board, neighbours, state, int_scratch)
    write_supply(state, int_scratch)


def analyse_after(board: BoardTables, neighbours: Any, state: State, int_scratch: Any) -> None:
    """Analyse again what may have changed since `analyse_before`."""
    for place in range(int_scratch[TOUCHED_CELLS]):
        write_cell(board, neighbours, state, int_scratch[TOUCHED_LIST + place], int_scratch)
    if (
        state.slim_supply != int_scratch[SLIM_SUPPLY]
        or state.full_supply != int_scratch[FULL_SUPPLY]
    ):
        for place in range(int_scratch[EMPTY_CELLS]):
            write_dead(state, int_scratch[CELL_LIST + place], int_scratch)
        write_supply(state, int_scratch)
    write_seats(board, neighbours, state, int_scratch)


def list_cells(state: State, taken: Cell, int_scratch: Any) -> None:
    """List all empty cells but one that is about to be taken, and reset what is stored of them."""
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
    board: BoardTables, neighbours: Any, state: State, cell: Cell, int_scratch: Any
) -> None:
    """List the empty cells next to one, and those where the stretches end that begin there."""
    touched = 0
    for edge in EDGES:
        neighbour = neighbours[cell][edge]
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


def write_cells(board: BoardTables, neighbours: Any, state: State, int_scratch: Any) -> None:
    """Write what lies on each empty cell."""
    for place in range(int_scratch[EMPTY_CELLS]):
        write_cell(board, neighbours, state, int_scratch[CELL_LIST + place], int_scratch)


def write_cell(
    board: BoardTables, neighbours: Any, state: State, cell: Cell, int_scratch: Any
) -> None:
    """Write what lies on an empty cell."""
    openings = EDGES_IN[state.must_open[cell]]
    int_scratch[OPENINGS] += openings - int_scratch[OPEN + cell]
    int_scratch[OPEN + cell] = openings
    int_scratch[TIGHT + cell] = empty_around(neighbours, state, cell) <= 1
    write_stretches(board, state, cell, int_scratch)
    write_dead(state, cell, int_scratch)


def write_dead(state: State, cell: Cell, int_scratch: Any) -> None:
    """Write whether no tile fits a cell."""
    int_scratch[DEAD + cell] = slim_fitting(state, cell) == 0 and full_fitting(state, cell) == 0


def write_supply(state: State, int_scratch: Any) -> None:
    """Write which tiles are left."""
    gone = 0
    for design in range(len(state.piles)):
        gone += state.piles[design] == 0
    int_scratch[PILES_GONE] = gone
    int_scratch[SLIM_SUPPLY] = state.slim_supply
    int_scratch[FULL_SUPPLY] = state.full_supply


def write_seats(board: BoardTables, neighbours: Any, state: State, int_scratch: Any) -> None:
    """Write how far each seat is from all cells, and how many tiles it could place."""
    for seat in range(state.players):
        write_distances(board, neighbours, state, Seat(seat), int_scratch)
        int_scratch[FOLLOW_UPS + seat] = follow_ups(board, state, Seat(seat))


def write_stretches(board: BoardTables, state: State, cell: Cell, int_scratch: Any) -> None:
    """Write the stretches without a head that end at a cell."""
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


def empty_around(neighbours: Any, state: State, cell: int) -> int:
    """Return how many neighbours of a cell are empty."""
    empty = 0
    for edge in EDGES:
        neighbour = neighbours[cell][edge]
        empty += neighbour >= 0 and state.tiles[neighbour] == EMPTY
    return empty


def write_distances(
    board: BoardTables, neighbours: Any, state: State, seat: Seat, int_scratch: Any
) -> None:
    """Write which table has the distances from the tip of a seat; make it if there is none."""
    start = board.cell_of[tip(state, seat)]
    if state.stopped[seat] or state.tiles[start] != EMPTY:
        int_scratch[DISTANCES + seat] = TABLES
        return
    number = 1
    while number < int_scratch[TABLES_MADE] and int_scratch[STARTS + number] != start:
        number += 1
    table = TABLES + number * len(CELLS)
    int_scratch[DISTANCES + seat] = table
    if number == int_scratch[TABLES_MADE]:
        int_scratch[TABLES_MADE] = number + 1
        int_scratch[STARTS + number] = start
        write_table(neighbours, state, start, table, int_scratch)


def write_table(neighbours: Any, state: State, start: Cell, table: int, int_scratch: Any) -> None:
    """Write how far each empty cell is from one, by a way of empty cells."""
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
            there = neighbours[here][edge]
            if there >= 0 and int_scratch[table + there] == 0 and state.tiles[there] == EMPTY:
                int_scratch[table + there] = steps
                int_scratch[QUEUE + found] = there
                found += 1


def follow_ups(board: BoardTables, state: State, seat: Seat) -> int:
    """Return how many tiles a seat could place if it were to play now; a stopped one none."""
    if state.stopped[seat]:
        return 0
    to_play = state.seat
    state.seat = seat
    slim, full = legal_placements(board, state)
    state.seat = to_play
    return count(slim) + count(full)


def nearest_rival_distance(state: State, seat: int, cell: int, int_scratch: Any) -> int:
    """Return how far a cell is from the nearest rival, plus one; 0 if none can reach it."""
    nearest = 0
    for rival in range(state.players):
        if rival != seat:
            away = int_scratch[int_scratch[DISTANCES + rival] + cell]
            if away and (nearest == 0 or away < nearest):
                nearest = away
    return nearest
