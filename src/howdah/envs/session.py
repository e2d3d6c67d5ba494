"""A game that is played by action numbers and observed as vectors.

It holds the game itself, with its record, and a simulator at the same position that computes
legal actions and observations at machine speed.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from howdah import fast
from howdah.core.rng import Dealer
from howdah.envs.config import EnvConfig
from howdah.envs.observations.stepping import OBSERVE, seat_return
from howdah.fast.backend import entry_point
from howdah.games.registry import AnyGame

ObservationVector = NDArray[np.float32]
ActionMask = NDArray[np.int8]


class GameSession:
    """One game, from its set-up to its end.

    It can be copied and pickled at any time; the copy continues as the original would.

    >>> session = GameSession(EnvConfig("bombay", players=2), seed=7)
    >>> session.to_play, int(session.action_mask.sum())
    (0, 6)
    >>> session.play(session.legal_actions()[0])
    >>> str(session.game.actions[-1])
    'move E4'
    """

    def __init__(self, config: EnvConfig, seed: int | str | None) -> None:
        self.config = config
        self._attach(config.new(seed))

    @classmethod
    def from_game(cls, config: EnvConfig, game: AnyGame) -> Self:
        """Return a session that continues a game."""
        session = object.__new__(cls)
        session.config = config
        session._attach(game)
        return session

    def _attach(self, game: AnyGame) -> None:
        self.game = game
        self._simulator = fast.simulator(game)
        self._simulated = len(game.numbers())

    @property
    def to_play(self) -> int | None:
        """The seat whose turn it is; None when chance is due or the game is over."""
        return self.game.to_play

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.game.is_over

    @property
    def state(self) -> Any:
        """A copy of the position, hidden information included."""
        return self.game.position()[1]

    def legal_actions(self) -> tuple[int, ...]:
        """Return the legal actions by number, ascending; none at a chance node."""
        return set_bits(self._simulator.legal)

    def is_legal(self, action: int) -> bool:
        """Whether a player may play the action now; any number may be asked about."""
        return 0 <= action < self.config.kernel.PLAYER_ACTIONS and bool(
            self._simulator.legal >> action & 1
        )

    @property
    def action_mask(self) -> ActionMask:
        """A new array with a 1 for each action that is legal now."""
        return _action_mask(self._simulator.legal, self.config.kernel.PLAYER_ACTIONS).copy()

    @property
    def empty_mask(self) -> ActionMask:
        """A new array of zeros: the mask of a player whose turn it is not."""
        return np.zeros(self.config.kernel.PLAYER_ACTIONS, np.int8)

    def play(self, action: int) -> None:
        """Play an action and the draws that follow; `IllegalAction` changes nothing."""
        game = self.game
        game.play(game.action_of(action))
        for number in game.numbers(self._simulated):
            self._simulator.play(number)
            self._simulated += 1

    def observation(self, seat: int, visibility: int | None = None) -> ObservationVector:
        """Return the observation of a seat as a new vector; by default as the config says."""
        vector = np.zeros(self.config.layout.size, np.float32)
        observe = entry_point(self.config.game, OBSERVE)
        visible = self.config.visibility if visibility is None else visibility
        observe(self._simulator.buffers, self.config.starts, seat, visible, vector)
        return vector

    def returns(self) -> list[float]:
        """Return the return of each seat; zeros until the game is over."""
        if not self.is_over:
            return [0.0] * self.config.players
        state = self.state
        kernel, kind = self.config.kernel, self.config.returns_kind
        return [seat_return(kernel, state, seat, kind) for seat in range(self.config.players)]

    def copy(self, seed: int | str | None = None) -> Self:
        """Return a session at the same position that continues on its own.

        The copy draws what the original would draw; with a seed it draws something else.
        """
        session = object.__new__(type(self))
        session.config, session._simulated = self.config, self._simulated
        session.game, session._simulator = self.game.copy(), self._simulator.copy()
        if seed is not None:
            session.game.dealer = Dealer(seed)
        return session

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()


@cache
def set_bits(mask: int) -> tuple[int, ...]:
    """Return the numbers of the bits that are set.

    >>> set_bits(0b1010)
    (1, 3)
    """
    return tuple(number for number in range(mask.bit_length()) if mask >> number & 1)


@cache
def _action_mask(legal: int, actions: int) -> ActionMask:
    """Return the mask as an array; cached, since few masks occur again and again."""
    return np.array([legal >> number & 1 for number in range(actions)], np.int8)
