"""Bombay through its rules: four random players, draws with their exact probabilities."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import cache
from itertools import accumulate
from operator import add

from howdah.bombay import rules
from howdah.bombay.draws import Bag, draws_from
from howdah.bombay.game import Bombay
from howdah.bombay.state import OVER, TURN, BoardTables, State

PLAYERS = (4,)


def legal_lists() -> Callable[[int], tuple[int, ...]]:
    """A function from a mask of legal actions to the actions in it, remembering each mask."""
    known: dict[int, tuple[int, ...]] = {}

    def actions_in(mask: int) -> tuple[int, ...]:
        try:
            return known[mask]
        except KeyError:
            found = tuple(a for a in range(rules.PLAYER_ACTIONS) if mask >> a & 1)
            return known.setdefault(mask, found)

    return actions_in


@cache
def weighted_draws(bag: Bag, bales: int) -> tuple[list[int], list[int]]:
    """The draws of a bag, and their weights added up."""
    draws, weights = zip(*draws_from(bag, bales))
    return list(draws), list(accumulate(weights))


def random_draw(state: State) -> int:
    """A draw with its exact probability."""
    yellow, purple, blue, orange = map(add, state.bag, state.stock)
    bag = (yellow, purple, blue, orange)
    draws, weights = weighted_draws(bag, rules.bales_to_draw(state))
    return random.choices(draws, cum_weights=weights)[0]


def play_rules(
    board: BoardTables, state: State, actions_in: Callable[[int], tuple[int, ...]]
) -> int:
    """Play a game through the rules to its end; returns how many actions that took."""
    legal_actions, play, number = rules.legal_actions, rules.play, random.random
    actions = 0
    while state.phase != OVER:
        if state.phase == TURN:
            legal = actions_in(legal_actions(board, state))
            play(board, state, legal[int(number() * len(legal))])
        else:
            play(board, state, rules.RESTOCK + random_draw(state))
        actions += 1
    return actions


def games_and_actions_per_second(players: int, games: int) -> tuple[float, float]:
    """Whole games, and legal actions with play, a second: driven from Python."""
    game = Bombay.new(players, set_up="first-game", seed=1)
    game.dealer = None
    game.undo()
    actions_in = legal_lists()
    began = time.perf_counter()
    actions = sum(
        play_rules(game.board.tables, game._state.copy(), actions_in) for _ in range(games)
    )
    seconds = time.perf_counter() - began
    return games / seconds, actions / seconds
