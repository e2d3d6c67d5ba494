"""Uniform random play has known figures; a wrong rule would move them."""

from __future__ import annotations

import random

import pytest

from howdah.games.bazar import rules
from howdah.games.bazar.game import Bazar
from howdah.games.bazar.state import SEATS, State
from howdah.games.bazar.tiles import SLIM
from tests.fast.games import IS_LONG

GAMES = 3000 if IS_LONG else 1200
TABLE = {
    1: (24.9, 32.2, 20.8, 0.83),
    2: (32.1, 21.1, 19.5, 0.98),
    3: (36.7, 16.6, 18.2, 0.99),
    4: (40.1, 13.8, 17.3, 1.00),
}
"""By players: tiles placed, mean trunk, legal placements a turn, games with an empty pile."""


def play_at_random(game: Bazar, choice: random.Random) -> tuple[State, float]:
    """The last position of a random game, and its mean number of legal placements."""
    board, state = game._tables, game._state.copy()
    placements, turns = 0, 0
    while state.playing:
        slim, full = rules.legal_actions(board, state)
        legal = slim | full << SLIM
        actions = [code for code in range(rules.ACTIONS) if legal >> code & 1]
        if actions != [rules.END_PIECE]:
            placements += len(actions)
            turns += 1
        rules.play(board, state, choice.choice(actions))
    return state, placements / turns


@pytest.mark.parametrize("players", TABLE)
def test_random_play_agrees_with_the_table_of_the_rules(players: int) -> None:
    game, choice = Bazar.new(players, starter="seat 0"), random.Random(players)
    games = [play_at_random(game, choice) for _ in range(GAMES)]
    figures = (
        sum(state.tiles_laid for state, _ in games) / GAMES,
        sum(rules.trunk_length(state, s) for state, _ in games for s in SEATS) / GAMES / players,
        sum(placements for _, placements in games) / GAMES,
        sum(0 in state.piles for state, _ in games) / GAMES,
    )
    assert figures == pytest.approx(TABLE[players], rel=0.03)
