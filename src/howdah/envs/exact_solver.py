"""Exact values of small positions: every line is searched to its end, every draw is weighed.

Each player is assumed to maximise its own return (max^n; with two players and zero-sum returns
that is minimax). Of several best actions the one with the lowest number is played.

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
from howdah.envs.observations.stepping import seat_return
from howdah.envs.session import set_bits
from howdah.envs.setup_chance import spiel_setup_for
from howdah.games.registry import AnyGame

MOST_POSITIONS: Final = 1_000_000

Values = tuple[float, ...]


class TooLarge(HowdahError):
    """The search would visit more positions than allowed."""


@dataclass(frozen=True)
class Solution:
    """The value of a position for each seat under perfect play, and the best action."""

    values: Values
    best: str | None
    """The best action, in words; None when it is nobody's turn."""
    positions: int
    """How many different positions were visited."""


def solve(
    config: EnvConfig, game: AnyGame | None = None, *, most: int = MOST_POSITIONS
) -> Solution:
    """Return the exact value of a game's position, or of a new game before its first draw.

    The set-up is the game's; its draws are not weighed. `TooLarge` if there are more positions
    than `most`.
    """
    board, state = (config.new(0).at(0) if game is None else game).position()
    solver = Solver(config, board, most)
    values = solver.values(state)
    best = solver.best(state)
    text = None if best is None else str(config.new(0).action_of(best))
    return Solution(values, text, len(solver.known))


class Solver:
    """A search through the whole game tree that visits no position twice."""

    def __init__(self, config: EnvConfig, board: Any, most: int) -> None:
        self.config = config
        self.kernel = config.kernel
        self.board = board
        self.most = most
        self.known: dict[bytes, Values] = {}
        self._fields = attrgetter(*self.kernel.POSITION.schema())

    def values(self, state: Any) -> Values:
        """Return the value of a position for each seat."""
        key = marshal.dumps(self._fields(state))
        found = self.known.get(key)
        if found is None:
            found = self._search(state)
            if len(self.known) >= self.most:
                raise TooLarge(f"There are more than {self.most:,} positions to look at.")
            self.known[key] = found
        return found

    def best(self, state: Any) -> int | None:
        """Return the best action of the player to play, the lowest number of several."""
        legal = set_bits(self.kernel.mask_of(self.kernel.legal_words(self.board, state)))
        return max(legal, key=lambda action: self._after(state, action)[state.seat], default=None)

    def _search(self, state: Any) -> Values:
        if self.kernel.is_over(state):
            kind, seats = self.config.returns_kind, range(self.config.players)
            return tuple(seat_return(self.kernel, state, seat, kind) for seat in seats)
        if self.kernel.is_chance(state):
            return self._expected_value(state)
        best = self.best(state)
        assert best is not None
        return self._after(state, best)

    def _expected_value(self, state: Any) -> Values:
        """Return the mean of the values after each draw, weighted by its number of ways."""
        outcomes = spiel_setup_for(self.config.game).chance_outcomes(state)
        ways = sum(weight for _, weight in outcomes)
        totals = [0.0] * self.config.players
        for action, weight in outcomes:
            for seat, value in enumerate(self._after(state, action)):
                totals[seat] += weight * value
        return tuple(total / ways for total in totals)

    def _after(self, state: Any, action: int) -> Values:
        following = state.copy()
        self.kernel.play(self.board, following, action)
        return self.values(following)
