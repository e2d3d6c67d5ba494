"""Exact values of small positions: every line is followed to its end, every draw weighed.

Each player is taken to play for the highest return of its own (max^n; with two players and
returns that add up to nothing that is minimax). Where two actions give a player the same, the one
with the smaller number is played.

>>> config = EnvConfig("bazar", players=2, board="hexagon-7", starter="seat 0")
>>> solved = solve(config)
>>> solved.values, solved.positions
((0.0, 0.0), 26)
"""

from __future__ import annotations

import marshal
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Final

from howdah.core.errors import HowdahError
from howdah.envs.config import EnvConfig
from howdah.envs.observations.returns import payoff
from howdah.envs.session import listed
from howdah.games.bombay.chance import draws_due
from howdah.games.bombay.rules import RESTOCK
from howdah.games.registry import AnyGame

MOST_POSITIONS: Final = 1_000_000

Values = tuple[float, ...]


class TooLarge(HowdahError):
    """There are more positions than one is willing to look at."""


@dataclass(frozen=True)
class Solution:
    """What a position is worth to each seat if all play perfectly, and what to play."""

    values: Values
    best: str | None
    """The action to play, in words; None when it is nobody's decision."""
    positions: int
    """How many different positions were looked at."""


def solve(
    config: EnvConfig, game: AnyGame | None = None, *, most: int = MOST_POSITIONS
) -> Solution:
    """The exact value of a game as it stands, or of one before its first draw.

    Draws of the set-up are not weighed: the set-up is the one of the game. `TooLarge` if there
    are more positions than `most`.
    """
    board, state = (config.new(0).at(0) if game is None else game).position()
    solver = Solver(config, board, most)
    values = solver.values(state)
    best = solver.best(state)
    said = None if best is None else str(config.new(0).action_of(best))
    return Solution(values, said, len(solver.known))


class Solver:
    """A search through all that can follow, in which no position is looked at twice."""

    def __init__(self, config: EnvConfig, board: Any, most: int) -> None:
        self.config = config
        self.kernel = config.kernel
        self.board = board
        self.most = most
        self.known: dict[bytes, Values] = {}
        self._numbers = attrgetter(*self.kernel.POSITION.schema())

    def values(self, state: Any) -> Values:
        """What a position is worth to each seat."""
        key = marshal.dumps(self._numbers(state))
        found = self.known.get(key)
        if found is None:
            found = self._worked_out(state)
            if len(self.known) >= self.most:
                raise TooLarge(f"There are more than {self.most:,} positions to look at.")
            self.known[key] = found
        return found

    def best(self, state: Any) -> int | None:
        """The action that is best for whoever is to play, the first of several."""
        legal = listed(self.kernel.mask_of(self.kernel.legal_words(self.board, state)))
        return max(legal, key=lambda action: self._after(state, action)[state.seat], default=None)

    def _worked_out(self, state: Any) -> Values:
        if self.kernel.is_over(state):
            kinds, seats = self.config.returns_kind, range(self.config.players)
            return tuple(payoff(self.kernel, state, seat, kinds) for seat in seats)
        if self.kernel.is_chance(state):
            return self._expected(state)
        best = self.best(state)
        assert best is not None
        return self._after(state, best)

    def _expected(self, state: Any) -> Values:
        """Every draw, by the number of ways in which it can come about."""
        draws = draws_due(state)
        ways = sum(weight for _, weight in draws)
        totals = [0.0] * self.config.players
        for draw, weight in draws:
            for seat, value in enumerate(self._after(state, RESTOCK + draw)):
                totals[seat] += weight * value
        return tuple(total / ways for total in totals)

    def _after(self, state: Any, action: int) -> Values:
        following = state.copy()
        self.kernel.play(self.board, following, action)
        return self.values(following)
