"""Bombay Bazar's kit: its rules, and a player who chooses at random."""

from __future__ import annotations

from typing import Final

from howdah.fast.primitives import count, nth
from howdah.fast.rng import Chance, randbelow, upcoming
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


def answer(words: tuple[int, int]) -> tuple[int, int]:
    """Both words are handed to Python."""
    return words


def mask_of(words: tuple[int, int]) -> int:
    """The words as one mask of actions: more bits than a word has."""
    return words[0] | words[1] << SLIM


def score(state: State, seat: Seat) -> int:
    """What decides the game: the length of the trunk; alone, the solo score."""
    return solo_score(state) if state.players == 1 else trunk_length(state, seat)


def standing(state: State, seat: Seat) -> int:
    """The longer trunk is ahead."""
    return trunk_length(state, seat)


def random_action(board: BoardTables, state: State, chance: Chance) -> tuple[int, Chance]:
    """One of the legal actions, each as likely; and the chance to come."""
    slim, full = legal_actions(board, state)
    slim_count = count(slim)
    number = randbelow(chance, slim_count + count(full))
    chance = upcoming(chance[0])
    if number < slim_count:
        return nth(slim, number), chance
    return SLIM + nth(full, number - slim_count), chance


def deal(board: BoardTables, state: State, key: int) -> int:
    """Nothing is left to chance in this game."""
    return key


def shuffle(state: State, key: int) -> int:
    """Who begins, each seat as likely."""
    chance = upcoming(key)
    state.seat = Seat(randbelow(chance, state.players))
    return chance[0]
