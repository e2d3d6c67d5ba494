"""What a learner sees of noughts and crosses."""

from __future__ import annotations

from typing import Any

from howdah.core.boards import AnyBoard
from howdah.envs.observations.schema import ObservationLayout, Piece, seats_after
from tests.noughts.rules import CELLS, EMPTY, PLAYERS, BoardTables, State, is_over


def layout_for(players: int, board: AnyBoard) -> ObservationLayout:
    """Whose turn it is, and whose each cell is."""
    return ObservationLayout(
        (
            Piece("to_play", (players,), "whose turn it is; none when it is over"),
            Piece("cells", (CELLS, players), "whose a cell is"),
        )
    )


def score_range(players: int, board: AnyBoard) -> tuple[float, float]:
    """Nobody has more than one line that counts."""
    return 0.0, 1.0


def observe(
    board: BoardTables, state: State, starts: Any, seat: int, visibility: int, vector: Any
) -> None:
    """Write the observation of a seat into a vector of zeros."""
    if not is_over(state):
        vector[starts[0] + seats_after(PLAYERS, seat, state.seat)] = 1.0
    for cell in range(CELLS):
        if state.cells[cell] != EMPTY:
            owner = seats_after(PLAYERS, seat, state.cells[cell])
            vector[starts[1] + PLAYERS * cell + owner] = 1.0
