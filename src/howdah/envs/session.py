"""A table for one game, played by numbers and looked at as rows of numbers.

It holds the game itself, with its record, and a twin at machine speed that is looked at. It can
be copied and pickled at any moment: what is copied goes on as the original would.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from howdah import fast
from howdah.core.rng import Dealer
from howdah.envs.config import EnvConfig
from howdah.envs.observations.returns import payoff
from howdah.envs.observations.stepping import LOOK
from howdah.fast.backend import entry_point
from howdah.games.registry import AnyGame

Row = NDArray[np.float32]
Mask = NDArray[np.int8]


class GameSession:
    """One game, from its set-up to its end.

    >>> table = GameSession(EnvConfig("bombay", players=2), seed=7)
    >>> table.to_play, int(table.mask.sum())
    (0, 6)
    >>> table.play(table.legal()[0])
    >>> str(table.game.actions[-1])
    'move E4'
    """

    def __init__(self, config: EnvConfig, seed: int | str | None) -> None:
        self.config = config
        self._stand(config.new(seed))

    @classmethod
    def at(cls, config: EnvConfig, game: AnyGame) -> Self:
        """A table at which a game stands that has begun elsewhere."""
        table = object.__new__(cls)
        table.config = config
        table._stand(game)
        return table

    def _stand(self, game: AnyGame) -> None:
        self.game = game
        self._twin = fast.simulator(game)
        self._known = len(game.numbers())

    @property
    def to_play(self) -> int | None:
        """The seat whose decision it is; None when chance is due or the game is over."""
        return self.game.to_play

    @property
    def is_over(self) -> bool:
        """Whether the last action has been played."""
        return self.game.is_over

    @property
    def state(self) -> Any:
        """The position, with all its secrets; a copy."""
        return self.game.position()[1]

    def legal(self) -> tuple[int, ...]:
        """The actions that may be played now, ascending; none at a chance node."""
        return listed(self._twin.legal)

    def is_legal(self, action: int) -> bool:
        """Whether an action, of any number at all, may be played now by a player."""
        return 0 <= action < self.config.kernel.PLAYER_ACTIONS and bool(
            self._twin.legal >> action & 1
        )

    @property
    def mask(self) -> Mask:
        """For each action, whether it may be played now; a new array."""
        return _mask_of(self._twin.legal, self.config.kernel.PLAYER_ACTIONS).copy()

    @property
    def no_mask(self) -> Mask:
        """The mask of whoever may not play; a new array."""
        return np.zeros(self.config.kernel.PLAYER_ACTIONS, np.int8)

    def play(self, action: int) -> None:
        """Play an action, and the draws that follow it; `IllegalAction` changes nothing."""
        game = self.game
        game.play(game.action_of(action))
        for number in game.numbers(self._known):
            self._twin.play(number)
            self._known += 1

    def observation(self, seat: int, knows: int | None = None) -> Row:
        """What a seat sees, as a new row."""
        row = np.zeros(self.config.layout.size, np.float32)
        look = entry_point(self.config.game, LOOK)
        known = self.config.knows if knows is None else knows
        look(self._twin.buffers, self.config.starts, seat, known, row)
        return row

    def payoffs(self) -> list[float]:
        """What the game pays to each seat; nothing while it runs."""
        if not self.is_over:
            return [0.0] * self.config.players
        state = self.state
        kernel, kind = self.config.kernel, self.config.returns_kind
        return [payoff(kernel, state, seat, kind) for seat in range(self.config.players)]

    def copy(self, seed: int | str | None = None) -> Self:
        """Another table at which the game stands as here, and goes its own way.

        It will be dealt what would be dealt here; or, with a seed, something else.
        """
        table = object.__new__(type(self))
        table.config, table._known = self.config, self._known
        table.game, table._twin = self.game.copy(), self._twin.copy()
        if seed is not None:
            table.game.dealer = Dealer(seed)
        return table

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()


@cache
def listed(legal: int) -> tuple[int, ...]:
    """The numbers of the bits that are set.

    >>> listed(0b1010)
    (1, 3)
    """
    return tuple(number for number in range(legal.bit_length()) if legal >> number & 1)


@cache
def _mask_of(legal: int, actions: int) -> Mask:
    """The same masks come again and again, so they are remembered."""
    return np.array([legal >> number & 1 for number in range(actions)], np.int8)
