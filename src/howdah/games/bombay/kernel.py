"""Bombay for `howdah.fast`: its rules, and a player and a dealer who choose at random."""

from __future__ import annotations

from typing import Final, TypeVar

from howdah.fast.primitives import count, nth_bit
from howdah.fast.rng import Chance, next_chance, randbelow
from howdah.games.bombay import rules, scoring
from howdah.games.bombay.rules import (
    PLAYER_ACTIONS,
    RESTOCK,
    bales_to_draw,
    bales_to_draw_from,
    is_legal,
    legal_actions,
    play,
    starting_rupees,
)
from howdah.games.bombay.scoring import final_rupees, is_winner
from howdah.games.bombay.state import (
    BLUE,
    CITIES,
    NONE,
    ORANGE,
    OVER,
    PURPLE,
    RESTOCK_DUE,
    SEATS,
    SITES,
    YELLOW,
    BoardTables,
    Seat,
    State,
)

__all__ = ["PLAYER_ACTIONS", "is_legal", "is_winner", "play"]

Thing = TypeVar("Thing", bound=int)
"""What may lie on a site: a post or a palace token."""

NAME: Final = "bombay"
POSITION: Final = State
BOARD: Final = BoardTables
SOURCES: Final = (rules, scoring)
SEAT_COUNT: Final = len(SEATS)
WORD_STARTS: Final = (0,)
MOST_CLIENTS: Final = 1 << 12
"""Nobody ever has so many client tokens."""


def is_over(state: State) -> bool:
    """Whether the last turn has been played."""
    return state.phase == OVER


def is_chance(state: State) -> bool:
    """Whether a restock is due."""
    return state.phase == RESTOCK_DUE


def legal_words(board: BoardTables, state: State) -> tuple[int]:
    """What the player may do, as one word of bits."""
    return (legal_actions(board, state),)


def step_result(words: tuple[int]) -> int:
    """The word alone, which is quicker to return to Python than a tuple of it."""
    return words[0]


def mask_of(words: tuple[int]) -> int:
    """The word as a mask of actions."""
    return words[0]


def score(state: State, seat: Seat) -> int:
    """What decides the game: rupees, prizes included."""
    return final_rupees(state, seat)


def ranking_value(state: State, seat: Seat) -> int:
    """Rupees first; tied, client tokens."""
    return final_rupees(state, seat) * MOST_CLIENTS + state.clients[seat]


def random_action(board: BoardTables, state: State, chance: Chance) -> tuple[int, Chance]:
    """One of the legal actions, each as likely, or a restock; and the chance to come."""
    if state.phase == RESTOCK_DUE:
        return random_restock(state, chance)
    legal = legal_actions(board, state)
    return nth_bit(legal, randbelow(chance, count(legal))), next_chance(chance[0])


def deal(board: BoardTables, state: State, key: int) -> int:
    """Restock if that is due; returns the key to go on from."""
    if state.phase == RESTOCK_DUE:
        action, chance = random_restock(state, next_chance(key))
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
        place = randbelow(chance, bales)
        chance = next_chance(chance[0])
        colour = (place >= purple_from) + (place >= blue_from) + (place >= orange_from)
        draw += 1 << 3 * colour
        purple_from -= colour < PURPLE
        blue_from -= colour < BLUE
        orange_from -= colour < ORANGE
        bales -= 1
    return RESTOCK + draw, chance


def shuffle(state: State, key: int) -> int:
    """Posts, palace tokens, demands and who begins, each arrangement as likely.

    The first position tells how many there are of each, and on which sites they may lie.
    """
    key = shuffle_sites(state.posts, key)
    key = shuffle_sites(state.palace_tokens, key)
    key = shuffle_demands(state, key)
    chance = next_chance(key)
    first_player = Seat(randbelow(chance, state.players))
    state.first_player = first_player
    state.seat = first_player
    for seat in range(state.players):
        state.rupees[seat] = starting_rupees(state.players, first_player, Seat(seat))
    return chance[0]


def shuffle_sites(things: list[Thing], key: int) -> int:
    """What lies on some sites changes places, each order as likely."""
    left = 0
    for site in SITES:
        left += things[site] != NONE
    for site in SITES:
        if things[site] != NONE:
            chance = next_chance(key)
            key = chance[0]
            other = nth_thing(things, site, randbelow(chance, left))
            kept = things[site]
            things[site] = things[other]
            things[other] = kept
            left -= 1
    return key


def nth_thing(things: list[Thing], site: int, number: int) -> int:
    """The site with the thing that is so many further, from one that has something."""
    while number > 0:
        site += 1
        number -= things[site] != NONE
    return site


def shuffle_demands(state: State, key: int) -> int:
    """The columns change cities, each order as likely."""
    for city in CITIES:
        chance = next_chance(key)
        key = chance[0]
        other = city + randbelow(chance, len(CITIES) - city)
        for rank in range(3):
            kept = state.demands[city][rank]
            state.demands[city][rank] = state.demands[other][rank]
            state.demands[other][rank] = kept
    return key
