"""Perft: how many ways there are to play on from a position, to each depth, draws included."""

from __future__ import annotations

from dataclasses import dataclass

from howdah.games.bombay import rules
from howdah.games.bombay.chance import draws_due
from howdah.games.bombay.game import Bombay
from howdah.games.bombay.state import RESTOCK_DUE, BoardTables, State


@dataclass(frozen=True)
class Opening:
    """A fixed position: a first game, and the actions that lead there."""

    players: int
    actions: tuple[str, ...]
    depth: int

    def __str__(self) -> str:
        return f"{self.players} players: {', '.join(self.actions)}"


TRADERS = ("restock yyyppbbbo", "move E4", "buy")
OPENINGS = (
    Opening(2, ("restock yyyppbbbo",), 7),
    Opening(4, ("restock yyppbbooo",), 7),
    Opening(5, ("restock ppppbbbbb",), 6),
    Opening(2, (*TRADERS, "end", "move D4"), 7),
    Opening(2, (*TRADERS, "end", "move G8"), 7),
    Opening(3, (*TRADERS, "end", "end", "move G8", "build purple"), 6),
    Opening(2, (*TRADERS, *["end"] * 6, "move E4"), 5),
)


def perft(board: BoardTables, state: State, depth: int) -> int:
    """The number of sequences of so many actions."""
    if depth == 0:
        return 1
    if state.phase == RESTOCK_DUE:
        actions = [rules.RESTOCK + draw for draw, _ in draws_due(state)]
    else:
        legal = rules.legal_actions(board, state)
        actions = [action for action in range(rules.PLAYER_ACTIONS) if legal >> action & 1]
    if depth == 1:
        return len(actions)
    return sum(perft(board, _after(board, state, action), depth - 1) for action in actions)


def _after(board: BoardTables, state: State, action: int) -> State:
    copied = state.copy()
    rules.play(board, copied, action)
    return copied


def position(opening: Opening) -> tuple[BoardTables, State]:
    """The board and the state of an opening."""
    game = Bombay.new(opening.players, set_up="first-game", seed=1)
    game.dealer = None
    game.undo()
    for action in opening.actions:
        game.play(action)
    return game.board.tables, game._state


def perft_table() -> str:
    """All openings with their counts, a line for each depth."""
    lines = []
    for opening in OPENINGS:
        lines.append(str(opening))
        board, state = position(opening)
        for depth in range(1, opening.depth + 1):
            lines.append(f"  {depth} {perft(board, state, depth)}")
    return "\n".join(lines) + "\n"
