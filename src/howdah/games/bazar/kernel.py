"""Bombay Bazar for `howdah.fast`: its rules, and a player who chooses at random."""

from __future__ import annotations

from typing import Final

from howdah.fast.primitives import count, nth_bit
from howdah.fast.rng import Chance, next_chance, randbelow
from howdah.games.bazar import rules, scoring
from howdah.games.bazar.rules import ACTIONS, is_legal, legal_actions, play, trunk_length
from howdah.games.bazar.scoring import is_winner, solo_score
from howdah.games.bazar.state import SEATS, BoardTables, Seat, State
from howdah.games.bazar.tiles import SLIM

__all__ = ["is_legal", "is_winner", "play"]

NAME: Final = "bazar"
POSITION: Final = State
BOARD: Final = BoardTables
SOURCES: Final = (rules, scoring)
SEAT_COUNT: Final = len(SEATS)
PLAYER_ACTIONS: Final = ACTIONS
WORD_STARTS: Final = (0, SLIM)


def is_over(state: State) -> bool:
    """Whether every player has stopped."""
    return state.playing == 0


def is_chance(state: State) -> bool:
    """Nothing is left to chance in this game."""
    return False


def legal_words(board: BoardTables, state: State) -> tuple[int, int]:
    """What the player may do, as two words of bits: slim tiles, then the rest."""
    return legal_actions(board, state)


def step_result(words: tuple[int, int]) -> tuple[int, int]:
    """Both words, as they are."""
    return words


def mask_of(words: tuple[int, int]) -> int:
    """The words as one mask of actions: more bits than a word has."""
    return words[0] | words[1] << SLIM


def score(state: State, seat: Seat) -> int:
    """What decides the game: the length of the trunk; alone, the solo score."""
    return solo_score(state) if state.players == 1 else trunk_length(state, seat)


def ranking_value(state: State, seat: Seat) -> int:
    """The length of the trunk."""
    return trunk_length(state, seat)


def random_action(board: BoardTables, state: State, chance: Chance) -> tuple[int, Chance]:
    """One of the legal actions, each as likely; and the chance to come."""
    slim, full = legal_actions(board, state)
    slim_count = count(slim)
    number = randbelow(chance, slim_count + count(full))
    chance = next_chance(chance[0])
    if number < slim_count:
        return nth_bit(slim, number), chance
    return SLIM + nth_bit(full, number - slim_count), chance


def deal(board: BoardTables, state: State, key: int) -> int:
    """Nothing is left to chance in this game."""
    return key


def shuffle(state: State, key: int) -> int:
    """Who begins, each seat as likely."""
    chance = next_chance(key)
    state.seat = Seat(randbelow(chance, state.players))
    return chance[0]
