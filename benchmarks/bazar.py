"""Bombay Bazar through its rules: random players on the large hexagon."""

from __future__ import annotations

import random
import time

from howdah.bazar import rules
from howdah.bazar.game import Bazar
from howdah.bazar.state import BoardTables, State
from howdah.bazar.tiles import SLIM

PLAYERS = (2, 1, 3, 4)


def play_game(board: BoardTables, state: State) -> int:
    """Play a game to its end; returns how many actions that took."""
    legal_actions, play, number = rules.legal_actions, rules.play, random.random
    actions = 0
    while state.playing:
        slim, full = legal_actions(board, state)
        legal = slim | full << SLIM
        for _ in range(int(number() * legal.bit_count())):
            legal &= legal - 1
        play(board, state, (legal & -legal).bit_length() - 1)
        actions += 1
    return actions


def games_and_actions_per_second(players: int, games: int) -> tuple[float, float]:
    """Whole games, and legal actions with play, a second: driven from Python."""
    game = Bazar.new(players, starter="seat 0", seed=1)
    began = time.perf_counter()
    actions = sum(play_game(game._tables, game._state.copy()) for _ in range(games))
    seconds = time.perf_counter() - began
    return games / seconds, actions / seconds
