"""Simulators that run the rules in Python: slower, and the same to the last number."""

from __future__ import annotations

from typing import Any, Self

from howdah.core.state import Position
from howdah.fast.base import Playouts, Simulator, refusal
from howdah.fast.kernel import kernel_for
from howdah.fast.rng import Chance, mix, next_chance, seed_key
from howdah.games.registry import AnyGame


class InterpretedSimulator(Simulator):
    """The position of a game, played on by the interpreter."""

    def __init__(self, game: AnyGame) -> None:
        self.kernel = kernel_for(game.name)
        self.players = game.players
        self._board, self._state = game.position()
        self.legal = self.kernel.mask_of(self.kernel.legal_words(self._board, self._state))

    @property
    def buffers(self) -> tuple[Any, Any]:
        """The board and the state."""
        return self._board, self._state

    def play(self, action: int) -> int:
        """Play an action and return what is legal then."""
        if not self.kernel.is_legal(self._board, self._state, action):
            raise refusal(action, self.legal)
        self.kernel.play(self._board, self._state, action)
        self.legal = self.kernel.mask_of(self.kernel.legal_words(self._board, self._state))
        return self.legal

    @property
    def is_over(self) -> bool:
        """Whether the last action has been played."""
        return self.kernel.is_over(self._state)

    def copy(self) -> Self:
        """Return a simulator of the same position that is played on independently."""
        simulator = object.__new__(type(self))
        simulator.__dict__.update(self.__dict__)
        simulator._state = self._state.copy()
        return simulator

    def unpack(self) -> Position:
        """The position as a state of the game."""
        return self._state.copy()

    def _play_out(self, games: int, seed: int | str, threads: int) -> Playouts:
        """Play some games; more threads would not be faster."""
        actions, scores, winners = 0, [], []
        for number in range(1, games + 1):
            state = self._state.copy()
            actions += self._play_one(state, next_chance(mix(seed_key(seed, number))))
            seats = range(self.players)
            scores.append([self.kernel.score(state, seat) for seat in seats])
            winners.append(sum(self.kernel.is_winner(state, seat) << seat for seat in seats))
        return Playouts(self.players, actions, scores, winners)

    def _play_one(self, state: Any, chance: Chance) -> int:
        actions = 0
        while not self.kernel.is_over(state):
            action, chance = self.kernel.random_action(self._board, state, chance)
            self.kernel.play(self._board, state, action)
            actions += 1
        return actions
