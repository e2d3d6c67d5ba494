"""Every way to finish a turn of Bombay, by the rules themselves."""

from __future__ import annotations

from collections.abc import Iterator

from howdah.games.bombay import rules
from howdah.games.bombay.state import TURN, BoardTables, Seat, State

Actions = tuple[int, ...]


def turns(board: BoardTables, state: State) -> Iterator[tuple[Actions, State]]:
    """The actions of each way to finish the turn, and the position that they lead to."""
    yield from _continued(board, state, state.seat, ())


def _continued(
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
            yield from _continued(board, after, seat, (*played, action))
