"""What a player of Bombay owns, counted as the game stands."""

from __future__ import annotations

from howdah.games.bombay.ai.greedy.time_left import TimeLeft
from howdah.games.bombay.ai.greedy.weights import (
    EMPIRE_POINT,
    FREE_BALE,
    HOPED_FOR_REPUTATION,
    RUPEE,
    TOLL,
)
from howdah.games.bombay.scoring import empire, reputation, reputation_prize
from howdah.games.bombay.state import SITES, BoardTables, Seat, State


def assets_value(board: BoardTables, state: State, seat: Seat, horizon: TimeLeft) -> int:
    """The worth of rupees, palaces, clients and city tokens; the bales are not counted."""
    return (
        state.rupees[seat] * RUPEE
        + empire(state, seat) * EMPIRE_POINT[state.players]
        + _reputation(state, seat, horizon)
        + _tolls(board, state, seat, horizon)
        + state.take_due * FREE_BALE
    )


def _reputation(state: State, seat: Seat, horizon: TimeLeft) -> int:
    """Between what is hoped for and what the prizes are, nearer to these turn by turn."""
    tokens = min(reputation(state, seat), len(HOPED_FOR_REPUTATION) - 1)
    hoped_for = HOPED_FOR_REPUTATION[tokens]
    certain = reputation_prize(state, seat) * RUPEE
    return certain + (hoped_for - certain) * horizon.turns // horizon.all_turns


def _tolls(board: BoardTables, state: State, seat: Seat, horizon: TimeLeft) -> int:
    """Rivals will come by, the more often the more trails lead there."""
    trails = 0
    for site in SITES:
        if state.palaces[site] == seat:
            trails += board.reach[-1][site].bit_count()
    return trails * horizon.turns * (state.players - 1) * TOLL
