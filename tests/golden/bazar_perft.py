"""Perft of Bombay Bazar: how many ways there are to play on from the start, to each depth."""

from __future__ import annotations

from dataclasses import dataclass

from howdah.games.bazar import rules
from howdah.games.bazar.game import Bazar
from howdah.games.bazar.names import TipRule
from howdah.games.bazar.state import BoardTables, State
from howdah.games.bazar.tiles import SLIM


@dataclass(frozen=True)
class Beginning:
    """A game in which seat 0 begins, with the usual heads."""

    board: str
    players: int
    tip_rule: TipRule
    depth: int

    def __str__(self) -> str:
        return f"{self.board} {self.players} {self.tip_rule}"


BEGINNINGS = (
    Beginning("hexagon-61", 2, "join", 4),
    Beginning("hexagon-61", 4, "join", 5),
    Beginning("hexagon-19", 2, "join", 5),
    Beginning("hexagon-19", 2, "touch", 5),
    Beginning("hexagon-19", 3, "join", 5),
    Beginning("hexagon-19", 4, "join", 5),
    Beginning("hexagon-37", 1, "join", 4),
    Beginning("rectangle-68", 4, "join", 5),
)


def perft(board: BoardTables, state: State, depth: int) -> int:
    """The number of sequences of so many actions."""
    slim, full = rules.legal_actions(board, state)
    if depth == 1:
        return slim.bit_count() + full.bit_count()
    legal, ways = slim | full << SLIM, 0
    for action in range(rules.ACTIONS):
        if legal >> action & 1:
            copied = state.copy()
            rules.play(board, copied, action)
            ways += perft(board, copied, depth - 1)
    return ways


def perft_table() -> str:
    """All beginnings with their counts, depth by depth."""
    lines = []
    for start in BEGINNINGS:
        game = Bazar.new(
            start.players, board=start.board, tip_rule=start.tip_rule, starter="seat 0"
        )
        ways = [perft(game._tables, game._state, depth + 1) for depth in range(start.depth)]
        lines.append(f"{start}: {' '.join(map(str, ways))}")
    return "\n".join(lines) + "\n"
