"""The rules of Bombay Bazar, in the order of the rulebook.

Free functions over a `State` and a board's tables: whole numbers, loops and early returns
only, so that these very functions also compile. There is no chance and nothing is hidden.

An action is a number: the orientation of a tile to place, or END_PIECE. `legal_actions` gives
the legal ones as two bit masks, slim tiles and the rest; `play` applies one that is legal. The
place of each rule is in `docs/rules/bazar.md`.
"""

from __future__ import annotations

from typing import Final

from howdah.games.bazar.hexgrid import EDGES, OPPOSITE, Edge
from howdah.games.bazar.state import (
    EMPTY,
    HEADS,
    NO_END,
    SEATS,
    TOUCH,
    BoardTables,
    Cell,
    End,
    Seat,
    State,
)
from howdah.games.bazar.tiles import (
    DESIGN_OF,
    FULL,
    FULL_BLANK_AT,
    FULL_OF_DESIGN,
    FULL_OPEN_AT,
    OPEN_EDGES,
    PARTNER,
    SLIM,
    SLIM_BLANK_AT,
    SLIM_OF_DESIGN,
    SLIM_OPEN_AT,
    Orientation,
)

END_PIECE: Final = Orientation(SLIM + FULL)
"""What a blocked player places; as an action, the one after all tiles."""
ACTIONS: Final = SLIM + FULL + 1
END_PIECE_BIT: Final = 1 << FULL
"""Its place in the second mask of legal actions."""
BITS: Final = (1, 2, 4, 8, 16, 32)
"""The bit of each edge in a mask of edges."""


# Trunks


def tip(state: State, seat: Seat) -> End:
    """Where a trunk ends: the way into the cell where it would grow on."""
    return state.other_end[HEADS[seat]]


def trunk_length(state: State, seat: Seat) -> int:
    """How many segments a trunk has; one tile may hold several of them."""
    return state.length[HEADS[seat]]


# A player's turn


def legal_actions(board: BoardTables, state: State) -> tuple[int, int]:
    """The tiles that may be placed now, slim and full; the end piece if there is none."""
    if state.playing == 0:
        return 0, 0
    slim, full = legal_placements(board, state)
    is_blocked = slim == 0 and full == 0
    return (0, END_PIECE_BIT) if is_blocked else (slim, full)


def is_legal(board: BoardTables, state: State, action: int) -> bool:
    """Whether an action, of any number at all, may be played now."""
    slim, full = legal_actions(board, state)
    if 0 <= action < SLIM:
        return slim >> action & 1 == 1
    return SLIM <= action < ACTIONS and full >> action - SLIM & 1 == 1


def play(board: BoardTables, state: State, action: int) -> None:
    """Apply a legal action; then it is the next player's turn."""
    if action == END_PIECE:
        stop(board, state)
    else:
        place(board, state, Orientation(action))
    end_turn(state)


# Place


def legal_placements(board: BoardTables, state: State) -> tuple[int, int]:
    """The tiles that fit the cell at one's own tip and keep all trunks apart."""
    cell = board.cell_of[tip(state, state.seat)]
    if state.tiles[cell] != EMPTY:
        return 0, 0
    slim = slim_fitting(state, cell)
    full = full_fitting(state, cell)
    if not is_rival_facing(board, state, cell):
        return slim, full
    if state.tip_rule == TOUCH:
        return 0, 0
    return (
        keeping_apart(board, state, cell, slim, 0),
        keeping_apart(board, state, cell, full, SLIM),
    )


def slim_fitting(state: State, cell: Cell) -> int:
    """The slim tiles in supply that match every edge of a cell."""
    matching = SLIM_OPEN_AT[state.must_open[cell]] & SLIM_BLANK_AT[state.must_blank[cell]]
    return matching & state.slim_supply


def full_fitting(state: State, cell: Cell) -> int:
    """The full tiles in supply that match every edge of a cell: it needs no blank one."""
    matching = FULL_OPEN_AT[state.must_open[cell]] & FULL_BLANK_AT[state.must_blank[cell]]
    return matching & state.full_supply


def place(board: BoardTables, state: State, tile: Orientation) -> None:
    """Place a tile from its pile at one's own tip; every segment joins what it touches."""
    cell = board.cell_of[tip(state, state.seat)]
    take_from_pile(state, tile)
    state.tiles[cell] = tile
    state.tiles_laid += 1
    partner = PARTNER[tile]
    for edge in EDGES:
        if edge < partner[edge]:
            absorb(board, state, cell, edge, partner[edge])
    face_neighbours(board, state, cell, OPEN_EDGES[tile])


def take_from_pile(state: State, tile: Orientation) -> None:
    """There are four of each design; an empty pile is gone."""
    design = DESIGN_OF[tile]
    state.piles[design] -= 1
    if state.piles[design] == 0:
        state.slim_supply &= ~SLIM_OF_DESIGN[design]
        state.full_supply &= ~FULL_OF_DESIGN[design]


def absorb(board: BoardTables, state: State, cell: Cell, one: Edge, other: Edge) -> None:
    """A new segment makes one stretch of all that it joins; a ring has no end that matters."""
    in_by_one = board.ends[cell][one]
    in_by_other = board.ends[cell][other]
    here = far_end(board, state, cell, one)
    there = far_end(board, state, cell, other)
    length = state.length[in_by_one] + 1 + state.length[in_by_other]
    state.other_end[here] = there
    state.other_end[there] = here
    state.length[here] = length
    state.length[there] = length


def far_end(board: BoardTables, state: State, cell: Cell, edge: Edge) -> End:
    """Where one gets by leaving a cell: to the end of the stretch there, or just outside."""
    end = state.other_end[board.ends[cell][edge]]
    return board.beyond[cell][edge] if end == NO_END else end


def face_neighbours(board: BoardTables, state: State, cell: Cell, open_edges: int) -> None:
    """Whatever comes next door must match: never plug an opening, never point at a blank side."""
    ways_out = board.beyond[cell]
    for edge in EDGES:
        if ways_out[edge] != NO_END:
            neighbour = board.cell_of[ways_out[edge]]
            if open_edges & BITS[edge]:
                state.must_open[neighbour] |= BITS[OPPOSITE[edge]]
            else:
                state.must_blank[neighbour] |= BITS[OPPOSITE[edge]]


# No two heads on one trunk


def is_rival_facing(board: BoardTables, state: State, cell: Cell) -> bool:
    """Whether the tip of another trunk leads into a cell too."""
    own_head = HEADS[state.seat]
    for head in HEADS:
        if head != own_head and board.cell_of[state.other_end[head]] == cell:
            return True
    return False


def keeping_apart(board: BoardTables, state: State, cell: Cell, tiles: int, first: int) -> int:
    """Those of some tiles, numbered from `first`, after which no two trunks are one."""
    kept = 0
    for number in range(SLIM):
        if tiles >> number & 1 and not joins_trunks(
            board, state, cell, Orientation(first + number)
        ):
            kept |= 1 << number
    return kept


def joins_trunks(board: BoardTables, state: State, cell: Cell, tile: Orientation) -> bool:
    """Whether a tile would make any trunk run into another."""
    for seat in SEATS:
        end = tip(state, seat)
        if board.cell_of[end] == cell and followed(board, state, end, tile) >= HEADS[0]:
            return True
    return False


def followed(board: BoardTables, state: State, end: End, tile: Orientation) -> End:
    """Where a trunk would end: through a tile, out along old stretches, perhaps in again.

    NO_END stands for the cell next door, if nothing leads on from there.
    """
    cell = board.cell_of[end]
    while end != NO_END and board.cell_of[end] == cell:
        way_out = PARTNER[tile][board.edge_of[end]]
        end = state.other_end[board.ends[cell][way_out]]
    return end


# Blocked


def stop(board: BoardTables, state: State) -> None:
    """A blocked player places the end piece at the tip, upon others if need be, and stops."""
    seat = state.seat
    state.stopped[seat] = 1
    state.playing -= 1
    lay_end_piece(board, state, board.cell_of[tip(state, seat)])


def lay_end_piece(board: BoardTables, state: State, cell: Cell) -> None:
    """Openings may lead to an end piece, but no tile placed later may point at it."""
    state.tiles[cell] = END_PIECE
    face_neighbours(board, state, cell, 0)


# Turn order


def end_turn(state: State) -> None:
    """Clockwise to the next player who has not stopped; the last one plays on alone."""
    if state.playing == 0:
        return
    state.seat = left_neighbour(state, state.seat)
    while state.stopped[state.seat]:
        state.seat = left_neighbour(state, state.seat)


def left_neighbour(state: State, seat: Seat) -> Seat:
    """The next seat clockwise."""
    return Seat(seat + 1) if seat + 1 < state.players else Seat(0)
