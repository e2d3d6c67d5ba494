"""Bombay's kit: its rules, and a player and a dealer who choose at random."""

from __future__ import annotations

from typing import Final

from howdah.bombay import rules, scoring
from howdah.bombay.rules import (
    RESTOCK,
    bales_to_draw,
    bales_to_draw_from,
    is_legal,
    legal_actions,
    play,
)
from howdah.bombay.scoring import final_rupees, is_winner
from howdah.bombay.state import (
    BLUE,
    ORANGE,
    OVER,
    PURPLE,
    RESTOCK_DUE,
    SEATS,
    YELLOW,
    BoardTables,
    Seat,
    State,
)
from howdah.fast.bits import count, nth
from howdah.fast.chance import Chance, below, upcoming

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


def is_chance(state: State) -> bool:
    """Whether a restock is due."""
    return state.phase == RESTOCK_DUE


def legal_words(board: BoardTables, state: State) -> tuple[int]:
    """What the player may do, as one word of bits."""
    return (legal_actions(board, state),)


def answer(words: tuple[int]) -> int:
    """The word alone is quicker to hand to Python than a tuple of it."""
    return words[0]


def mask_of(words: tuple[int]) -> int:
    """The word as a mask of actions."""
    return words[0]


def score(state: State, seat: Seat) -> int:
    """What decides the game: rupees, prizes included."""
    return final_rupees(state, seat)


def random_action(board: BoardTables, state: State, chance: Chance) -> tuple[int, Chance]:
    """One of the legal actions, each as likely, or a restock; and the chance to come."""
    if state.phase == RESTOCK_DUE:
        return random_restock(state, chance)
    legal = legal_actions(board, state)
    return nth(legal, below(chance, count(legal))), upcoming(chance[0])


def deal(board: BoardTables, state: State, key: int) -> int:
    """Restock if that is due; returns the key to go on from."""
    if state.phase == RESTOCK_DUE:
        action, chance = random_restock(state, upcoming(key))
        play(board, state, action)
        return chance[0]
    return key


def random_restock(state: State, chance: Chance) -> tuple[int, Chance]:
    """Bales drawn one by one from the bag, each as likely; and the chance to come.

    The bag lies in the order of COLOURS: the place of a bale in it tells its colour.
    """
    purple_from = bales_to_draw_from(state, YELLOW)
    blue_from = purple_from + bales_to_draw_from(state, PURPLE)
    orange_from = blue_from + bales_to_draw_from(state, BLUE)
    bales = orange_from + bales_to_draw_from(state, ORANGE)
    draw = 0
    for _ in range(bales_to_draw(state)):
        place = below(chance, bales)
        chance = upcoming(chance[0])
        colour = (place >= purple_from) + (place >= blue_from) + (place >= orange_from)
        draw += 1 << 3 * colour
        purple_from -= colour < PURPLE
        blue_from -= colour < BLUE
        orange_from -= colour < ORANGE
        bales -= 1
    return RESTOCK + draw, chance
