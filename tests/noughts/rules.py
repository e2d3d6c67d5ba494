"""The rules of noughts and crosses: three of one's own in a line win."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, NamedTuple, NewType

from howdah.core.state import Bits, Position

Seat = NewType("Seat", int)

CELLS: Final = 9
PLAYERS: Final = 2
EMPTY: Final = -1
LINES: Final = (
    (0, 1, 2),
    (3, 4, 5),
    (6, 7, 8),
    (0, 3, 6),
    (1, 4, 7),
    (2, 5, 8),
    (0, 4, 8),
    (2, 4, 6),
)


class BoardTables(NamedTuple):
    """The board as the rules see it; this one never differs."""

    cells: Annotated[int, Bits(16)]


@dataclass(slots=True)
class State(Position):
    """Who has each cell, whose turn it is, and how many turns were played."""

    players: int
    cells: Annotated[list[int], CELLS]
    seat: int
    turns: int


def has_line(state: State, seat: Seat) -> bool:
    """Whether a seat has three in a line."""
    for one, two, three in LINES:
        if state.cells[one] == seat and state.cells[two] == seat and state.cells[three] == seat:
            return True
    return False


def is_over(state: State) -> bool:
    """Whether someone has a line, or the board is full."""
    return state.turns == CELLS or has_line(state, Seat(0)) or has_line(state, Seat(1))


def legal_actions(board: BoardTables, state: State) -> int:
    """The empty cells as a mask of bits; none when the game is over."""
    mask = 0
    if not is_over(state):
        for cell in range(board.cells):
            if state.cells[cell] == EMPTY:
                mask |= 1 << cell
    return mask


def is_legal(board: BoardTables, state: State, action: int) -> bool:
    """Whether a cell can be taken."""
    return 0 <= action < board.cells and (legal_actions(board, state) >> action & 1) == 1


def play(board: BoardTables, state: State, action: int) -> None:
    """Take a cell."""
    state.cells[action] = state.seat
    state.seat = 1 - state.seat
    state.turns += 1


def points(state: State, seat: Seat) -> int:
    """One for a line."""
    return 1 if has_line(state, seat) else 0


def is_winner(state: State, seat: Seat) -> bool:
    """Whether nobody has more points."""
    return points(state, seat) >= points(state, Seat(1 - seat))
