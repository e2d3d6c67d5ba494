"""What a player of Bombay owns, as the static part of the greedy evaluation.

Values are in paise, a hundred to the rupee: whole numbers, so that equally good turns compare
equal. Other weights were tried in games of the greedy agent against itself; these did well.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from howdah.games.bombay.rules import PLANS, STARS
from howdah.games.bombay.scoring import empire, reputation, reputation_prize
from howdah.games.bombay.state import SITES, BoardTables, Seat, State

RUPEE: Final = 100
EMPIRE_POINT: Final = (0, 0, 50, 80, 110, 110)
"""The value of a palace or a client, by the number of players: the prizes differ."""
HOPED_FOR_REPUTATION: Final = (0, 100, 250, 500, 800)
"""City tokens at the beginning of a game, when more may follow; at its end only prizes count."""
TOLL: Final = 1
"""What a palace earns for each trail to it, in each game turn to come, from each rival."""
FREE_BALE: Final = 200
"""A bale to be taken from the markets."""


class TimeLeft(NamedTuple):
    """The turns that a player has after the one being played."""

    turns_in_set: int
    turns: int
    """In the whole game."""
    all_turns: int
    """How many turns a game has from its beginning."""

    @property
    def stars_in_set(self) -> int:
        """The stars until the next restock."""
        return self.turns_in_set * STARS

    @property
    def stars(self) -> int:
        """The stars until the end of the game."""
        return self.turns * STARS


def time_left(state: State) -> TimeLeft:
    """Return how much of the game follows the turn being played."""
    plan = PLANS[state.players]
    turns_in_set = plan.game_turns - state.game_turn
    turns = turns_in_set + plan.game_turns * (plan.sets - state.set_number)
    return TimeLeft(turns_in_set, turns, plan.game_turns * plan.sets)


def assets_value(board: BoardTables, state: State, seat: Seat, left: TimeLeft) -> int:
    """Return the value of rupees, palaces, clients and city tokens; bales are not counted.

    It reads nothing that the screens of rivals hide.
    """
    return (
        state.rupees[seat] * RUPEE
        + empire(state, seat) * EMPIRE_POINT[state.players]
        + _reputation_value(state, seat, left)
        + _toll_value(board, state, seat, left)
        + state.take_due * FREE_BALE
    )


def _reputation_value(state: State, seat: Seat, left: TimeLeft) -> int:
    """Interpolate from the hoped-for value to the certain prize as the turns run out."""
    tokens = min(reputation(state, seat), len(HOPED_FOR_REPUTATION) - 1)
    hoped_for = HOPED_FOR_REPUTATION[tokens]
    certain = reputation_prize(state, seat) * RUPEE
    return certain + (hoped_for - certain) * left.turns // left.all_turns


def _toll_value(board: BoardTables, state: State, seat: Seat, left: TimeLeft) -> int:
    """The tolls to come: rivals pass a palace the more often the more trails lead there."""
    trails = 0
    for site in SITES:
        if state.palaces[site] == seat:
            trails += board.reach[-1][site].bit_count()
    return trails * left.turns * (state.players - 1) * TOLL
