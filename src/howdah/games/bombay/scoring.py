"""The end of a game: the empire and the reputation are paid, then the richest player wins.

Free functions in the manner of `rules`; the state keeps the rupees earned during play.
"""

from __future__ import annotations

from typing import Final

from howdah.games.bombay.rules import PLANS
from howdah.games.bombay.state import CITIES, SEATS, Seat, State

REPUTATION_PRIZES: Final = (0, 0, 0, 4, 8)
"""By city tokens; more than four pay as much as four."""


def empire(state: State, seat: Seat) -> int:
    """Palaces built plus client tokens."""
    return state.palaces_built[seat] + state.clients[seat]


def empire_prize(state: State, seat: Seat) -> int:
    """The prize of one's rank; tied players share those of the ranks they occupy, rounded down."""
    ahead = 0
    level = 0
    for other in SEATS:
        if other < state.players:
            ahead += empire(state, other) > empire(state, seat)
            level += empire(state, other) == empire(state, seat)
    shared = 0
    for rank in range(ahead, ahead + level):
        shared += PLANS[state.players].empire_prizes[rank]
    return shared // level


def reputation(state: State, seat: Seat) -> int:
    """City tokens, those from palace tokens included."""
    tokens = state.extra_city_tokens[seat]
    for city in CITIES:
        tokens += state.city_tokens[seat][city]
    return tokens


def reputation_prize(state: State, seat: Seat) -> int:
    """Three city tokens pay four rupees, four or more pay eight."""
    return REPUTATION_PRIZES[min(reputation(state, seat), 4)]


def final_rupees(state: State, seat: Seat) -> int:
    """The rupees earned during play, and both prizes."""
    return state.rupees[seat] + empire_prize(state, seat) + reputation_prize(state, seat)


def is_winner(state: State, seat: Seat) -> bool:
    """Most rupees wins; tied, most client tokens; still tied, the win is shared."""
    rupees = final_rupees(state, seat)
    for other in SEATS:
        if other < state.players:
            others_rupees = final_rupees(state, other)
            if others_rupees > rupees:
                return False
            if others_rupees == rupees and state.clients[other] > state.clients[seat]:
                return False
    return True
