"""Choose the best placement of Bombay Bazar: try each, evaluate the position, keep the best.

A trunk grows long if it never runs into a dead end: it keeps close to the tiles already placed,
so that no empty cell is cut off, it leaves stretches to absorb later, and above all its tip
stays free.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple, cast

from howdah.core.game import Game
from howdah.games.bazar import rules
from howdah.games.bazar.rules import legal_placements, tip, trunk_length
from howdah.games.bazar.scoring import unused_openings
from howdah.games.bazar.state import EMPTY, NO_END, SEATS, BoardTables, Cell, Seat, State

BLOCKED: Final = -1000
"""A tip that nothing fits: worse than anything else together."""
MANY_FOLLOW_UPS: Final = 10
"""From here on, more tiles that fit the tip make it no freer."""


class Weights(NamedTuple):
    """The weight of each term of the evaluation."""

    length: int
    """A segment of one's own trunk."""
    follow_up: int
    """A tile that would fit one's own tip."""
    room: int
    """An empty cell that can be reached from the tip."""
    empty_neighbour: int
    """An empty cell next to the tip's: the fewer, the closer one keeps to other tiles."""
    opening: int
    """An unused opening: a way on, by which a trunk can come back."""
    rival_length: int
    """A segment of a rival's trunk."""
    rival_blocked: int
    """A rival whose tip nothing fits."""


SOLO: Final = Weights(
    length=0,
    follow_up=1,
    room=10,
    empty_neighbour=-20,
    opening=2,
    rival_length=0,
    rival_blocked=0,
)
AMONG_RIVALS: Final = Weights(
    length=5,
    follow_up=2,
    room=10,
    empty_neighbour=-10,
    opening=4,
    rival_length=-5,
    rival_blocked=100,
)


def best_actions(game: Game[Any, Any]) -> list[str]:
    """Return the legal actions after which the position evaluates best, in their usual order."""
    board, state = cast(tuple[BoardTables, State], game.position())
    values = {}
    for action in game.legal_actions():
        after = state.copy()
        rules.play(board, after, game.number_of(action))
        values[str(action)] = evaluate(board, after, state.seat)
    best = max(values.values())
    return [text for text, value in values.items() if value == best]


def evaluate(board: BoardTables, state: State, seat: Seat) -> int:
    """Return the value of a position to a seat whose turn is over.

    In a solo game only how the board fills up counts.
    """
    weights = SOLO if state.players == 1 else AMONG_RIVALS
    return (
        weights.length * trunk_length(state, seat)
        + weights.opening * unused_openings(state)
        + _tip_value(board, state, seat, weights)
        + sum(
            _rival_value(board, state, rival, weights)
            for rival in SEATS[: state.players]
            if rival != seat
        )
    )


def _tip_value(board: BoardTables, state: State, seat: Seat, weights: Weights) -> int:
    """Return the value of the tip: the tiles that fit there, and the empty cells around it."""
    follow_ups = _follow_ups(board, state, seat)
    if follow_ups == 0:
        return BLOCKED
    cell = board.cell_of[tip(state, seat)]
    return (
        weights.follow_up * min(follow_ups, MANY_FOLLOW_UPS)
        + weights.room * _room(board, state, cell)
        + weights.empty_neighbour * len(_empty_neighbours(board, state, cell))
    )


def _rival_value(board: BoardTables, state: State, rival: Seat, weights: Weights) -> int:
    is_blocked = _follow_ups(board, state, rival) == 0
    return weights.rival_length * trunk_length(state, rival) + weights.rival_blocked * is_blocked


def _follow_ups(board: BoardTables, state: State, seat: Seat) -> int:
    """Return how many tiles a seat could place if it were to play now."""
    to_play, state.seat = state.seat, seat
    slim, full = legal_placements(board, state)
    state.seat = to_play
    return slim.bit_count() + full.bit_count()


def _room(board: BoardTables, state: State, cell: Cell) -> int:
    """Return how many empty cells are connected with an empty one, itself included."""
    found = [cell]
    for reached in found:
        found += [n for n in _empty_neighbours(board, state, reached) if n not in found]
    return len(found)


def _empty_neighbours(board: BoardTables, state: State, cell: Cell) -> list[Cell]:
    neighbours = [board.cell_of[end] for end in board.beyond[cell] if end != NO_END]
    return [neighbour for neighbour in neighbours if state.tiles[neighbour] == EMPTY]
