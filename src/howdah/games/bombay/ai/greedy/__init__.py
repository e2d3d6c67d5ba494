"""The greedy agent of Bombay: the turn with the best evaluation, one turn ahead."""

from collections.abc import Iterator
from typing import Any, cast

from howdah.core.game import Game
from howdah.games.bombay import rules
from howdah.games.bombay.ai.greedy.assets import RUPEE, assets_value, time_left
from howdah.games.bombay.ai.greedy.journeys import Bales, JourneyPlanner
from howdah.games.bombay.state import COLOURS, TURN, BoardTables, Seat, Site, State

Actions = tuple[int, ...]
Surroundings = tuple[object, ...]
"""All that matters to a journey, save where it begins and with which bales."""


def best_actions(game: Game[Any, Any]) -> list[str]:
    """Return the legal actions that begin a best turn; of equally good turns the shortest count.

    Rupees, clients and tokens behind the screens of rivals do not influence the choice.
    """
    board, state = cast(tuple[BoardTables, State], game.position())
    evaluator = TurnEvaluator(board, state)
    ranks: dict[int, tuple[int, int]] = {}
    for actions, after in all_turns(board, state):
        rank = evaluator.value(after), -len(actions)
        ranks[actions[0]] = max(rank, ranks.get(actions[0], rank))
    best = max(ranks.values())
    return [str(game.action_of(action)) for action in sorted(ranks) if ranks[action] == best]


def all_turns(board: BoardTables, state: State) -> Iterator[tuple[Actions, State]]:
    """Yield the actions of each way to finish the turn, and the position they lead to."""
    yield from _turns_from(board, state, state.seat, ())


def _turns_from(
    board: BoardTables, state: State, seat: Seat, played: Actions
) -> Iterator[tuple[Actions, State]]:
    if state.phase != TURN or state.seat != seat:
        yield played, state
        return
    legal = rules.legal_actions(board, state)
    for action in range(rules.PLAYER_ACTIONS):
        if legal >> action & 1:
            after = state.copy()
            rules.play(board, after, action)
            yield from _turns_from(board, after, seat, (*played, action))


class TurnEvaluator:
    """Evaluates the positions that turns from one position lead to, in paise.

    What several of them share is computed once.
    """

    def __init__(self, board: BoardTables, state: State) -> None:
        self._board = board
        self._seat = state.seat
        self._time_left = time_left(state)
        self._rivals_rupees = _rivals_rupees(state, state.seat)
        self._planners: dict[Surroundings, JourneyPlanner] = {}
        self._journeys: dict[tuple[Surroundings, Site, Bales], int] = {}

    def value(self, after: State) -> int:
        """Return what is owned plus the best journey, less the tolls paid to rivals."""
        # Rupees of rivals are behind screens: only what this turn adds to them may count.
        tolls = _rivals_rupees(after, self._seat) - self._rivals_rupees
        return (
            assets_value(self._board, after, self._seat, self._time_left)
            + self._best_journey(after)
            - tolls * RUPEE // (after.players - 1)
        )

    def _best_journey(self, after: State) -> int:
        # Many turns lead to the same site with the same bales.
        surroundings, site = _surroundings(after, self._seat), after.at[self._seat]
        key = surroundings, site, _bales(after, self._seat)
        if surroundings not in self._planners:
            self._planners[surroundings] = JourneyPlanner(
                self._board, after, self._seat, self._time_left
            )
        if key not in self._journeys:
            self._journeys[key] = self._planners[surroundings].best(*key[1:], self._time_left.stars)
        return self._journeys[key]


def _rivals_rupees(state: State, seat: Seat) -> int:
    return sum(state.rupees) - state.rupees[seat]


def _bales(state: State, seat: Seat) -> Bales:
    return tuple(colour for colour in COLOURS for _ in range(state.baskets[seat][colour]))


def _surroundings(state: State, seat: Seat) -> Surroundings:
    return (
        state.rupees[seat],
        tuple(state.stock),
        tuple(state.palaces),
        tuple(state.city_tokens[seat]),
        tuple(map(tuple, state.demands)),
    )
