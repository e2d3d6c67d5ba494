"""What a position of Bombay is worth to a player whose turn is over, in paise."""

from __future__ import annotations

from howdah.games.bombay.ai.greedy.assets import assets_value
from howdah.games.bombay.ai.greedy.journeys import Bales, JourneyPlanner
from howdah.games.bombay.ai.greedy.time_left import horizon_of
from howdah.games.bombay.ai.greedy.weights import RUPEE
from howdah.games.bombay.state import COLOURS, BoardTables, Seat, Site, State

World = tuple[object, ...]


class TurnEvaluator:
    """Compares the positions to which one turn leads; what they share is thought out once."""

    def __init__(self, board: BoardTables, state: State) -> None:
        self._board = board
        self._seat = state.seat
        self._horizon = horizon_of(state)
        self._others_rupees = _others_rupees(state, state.seat)
        self._prospects: dict[World, JourneyPlanner] = {}
        self._journeys: dict[tuple[World, Site, Bales], int] = {}

    def worth(self, after: State) -> int:
        """What is owned, what can be made of it, and what rivals got by the turn."""
        tolls = _others_rupees(after, self._seat) - self._others_rupees
        return (
            assets_value(self._board, after, self._seat, self._horizon)
            + self._best_journey(after)
            - tolls * RUPEE // (after.players - 1)
        )

    def _best_journey(self, after: State) -> int:
        """Many turns lead to the same place with the same bales."""
        shared_state_hash, site = _world(after, self._seat), after.at[self._seat]
        key = shared_state_hash, site, _bales(after, self._seat)
        if shared_state_hash not in self._prospects:
            self._prospects[shared_state_hash] = JourneyPlanner(
                self._board, after, self._seat, self._horizon
            )
        if key not in self._journeys:
            self._journeys[key] = self._prospects[shared_state_hash].best(
                *key[1:], self._horizon.stars
            )
        return self._journeys[key]


def _others_rupees(state: State, seat: Seat) -> int:
    """Only the change counts: what was there before may be hidden."""
    return sum(state.rupees) - state.rupees[seat]


def _bales(state: State, seat: Seat) -> Bales:
    return tuple(colour for colour in COLOURS for _ in range(state.baskets[seat][colour]))


def _world(state: State, seat: Seat) -> World:
    """All that matters to a journey, save where it begins and with which bales."""
    return (
        state.rupees[seat],
        tuple(state.stock),
        tuple(state.palaces),
        tuple(state.city_tokens[seat]),
        tuple(map(tuple, state.demands)),
    )
