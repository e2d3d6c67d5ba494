"""Bombay's kit: its rules, and a player and a dealer who choose at random."""

from __future__ import annotations

from typing import Final

from howdah.bombay import rules, scoring
from howdah.bombay.rules import (
    RESTOCK,
    bales_drawn,
    bales_to_draw,
    bales_to_draw_from,
    is_legal,
    legal_actions,
    play,
)
from howdah.bombay.scoring import final_rupees, is_winner
from howdah.bombay.state import (
    BLUE,
    COLOURS,
    ORANGE,
    OVER,
    PURPLE,
    RESTOCK_DUE,
    SEATS,
    YELLOW,
    BoardTables,
    Colour,
    Seat,
    State,
)
from howdah.fast.bits import count, nth
from howdah.fast.chance import below, next_key

__all__ = ["is_legal", "is_winner", "play"]

NAME: Final = "bombay"
POSITION: Final = State
BOARD: Final = BoardTables
SOURCES: Final = (rules, scoring)
SEAT_COUNT: Final = len(SEATS)
WORD_STARTS: Final = (0,)


def is_over(state: State) -> bool:
    """Whether the last turn has been played."""
    return state.phase == OVER


def legal_words(board: BoardTables, state: State) -> tuple[int]:
    """What the player may do, as one word of bits."""
    return (legal_actions(board, state),)


def mask_of(words: tuple[int]) -> int:
    """The word as a mask of actions."""
    return words[0]


def score(state: State, seat: Seat) -> int:
    """What decides the game: rupees, prizes included."""
    return final_rupees(state, seat)


def random_action(board: BoardTables, state: State, key: int) -> tuple[int, int]:
    """One of the legal actions, each as likely, or a restock; and the key it used last."""
    if state.phase == RESTOCK_DUE:
        return random_restock(state, key)
    legal = legal_actions(board, state)
    key = next_key(key)
    return nth(legal, below(key, count(legal))), key


def deal(board: BoardTables, state: State, key: int) -> int:
    """Restock if that is due; returns the key used last."""
    if state.phase == RESTOCK_DUE:
        action, key = random_restock(state, key)
        play(board, state, action)
    return key


def random_restock(state: State, key: int) -> tuple[int, int]:
    """Bales drawn one by one from the bag, each as likely; and the key used last."""
    draw = 0
    bales = 0
    for colour in COLOURS:
        bales += bales_to_draw_from(state, colour)
    for drawn in range(bales_to_draw(state)):
        key = next_key(key)
        draw += 1 << 3 * colour_of_bale(state, draw, below(key, bales - drawn))
    return RESTOCK + draw, key


def colour_of_bale(state: State, draw: int, bale: int) -> Colour:
    """The colour of a bale in the bag, those of a draw gone; they lie in the order of COLOURS."""
    for colour in (YELLOW, PURPLE, BLUE):
        bale -= bales_to_draw_from(state, colour) - bales_drawn(draw, colour)
        if bale < 0:
            return colour
    return ORANGE
