"""Noughts and crosses for `howdah.fast`."""

from __future__ import annotations

from typing import Final

from howdah.fast.primitives import count, nth_bit
from howdah.fast.rng import Chance, next_chance, randbelow
from tests.noughts import rules
from tests.noughts.rules import (
    CELLS,
    PLAYERS,
    BoardTables,
    Seat,
    State,
    is_legal,
    is_over,
    is_winner,
    legal_actions,
    play,
    points,
)

__all__ = ["is_legal", "is_over", "is_winner", "play"]

NAME: Final = "noughts"
POSITION: Final = State
BOARD: Final = BoardTables
SOURCES: Final = (rules,)
SEAT_COUNT: Final = PLAYERS
PLAYER_ACTIONS: Final = CELLS
WORD_STARTS: Final = (0,)


def is_chance(state: State) -> bool:
    """Nothing is left to chance."""
    return False


def legal_words(board: BoardTables, state: State) -> tuple[int]:
    """What the player may do, as one word of bits."""
    return (legal_actions(board, state),)


def step_result(words: tuple[int]) -> int:
    """The word."""
    return words[0]


def mask_of(words: tuple[int]) -> int:
    """The word is the mask."""
    return words[0]


def score(state: State, seat: Seat) -> int:
    """One for a line."""
    return points(state, seat)


def ranking_value(state: State, seat: Seat) -> int:
    """The line decides."""
    return points(state, seat)


def random_action(board: BoardTables, state: State, chance: Chance) -> tuple[int, Chance]:
    """One of the empty cells, each as likely."""
    mask = legal_actions(board, state)
    return nth_bit(mask, randbelow(chance, count(mask))), next_chance(chance[0])


def deal(board: BoardTables, state: State, key: int) -> int:
    """Nothing is dealt."""
    return key


def shuffle(state: State, key: int) -> int:
    """Who begins."""
    chance = next_chance(key)
    state.seat = Seat(randbelow(chance, PLAYERS))
    return chance[0]
