"""The same faces over the rules as Python runs them: slower, and the same to the last number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Self

from howdah.core.errors import InvalidOption
from howdah.core.state import Position
from howdah.fast.base import NOTHING, Batch, Playouts, Simulator, refusal
from howdah.fast.kernel import kernel_for
from howdah.fast.primitives import count_in, holds, nth_in
from howdah.fast.rng import Chance, mixed, randbelow, seed_key, upcoming
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
        """Another twin that stands at the same position and goes its own way."""
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
            actions += self._play_one(state, upcoming(mixed(seed_key(seed, number))))
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


class InterpretedBatch(Batch):
    """Many games that advance together, one after the other."""

    def __init__(self, games: Sequence[AnyGame], *, seed: int | str = 0) -> None:
        super().__init__(games)
        self._board, _ = games[0].position()
        self._starts = [game.position()[1] for game in games]
        self._players = [game.players for game in games]
        self._states: list[Any] = [start.copy() for start in self._starts]
        self._keys = [mixed(seed_key(seed, number + 1)) for number in range(len(games))]
        self._legal: list[tuple[int, ...]] = [()] * len(games)
        for number in range(len(games)):
            self._deal(number)

    def __len__(self) -> int:
        return len(self._states)

    @property
    def legal(self) -> list[tuple[int, ...]]:
        """What the player of each game may do, as words of bits."""
        return list(self._legal)

    @property
    def is_over(self) -> list[bool]:
        """Which games are over."""
        return [self.kernel.is_over(state) for state in self._states]

    @property
    def scores(self) -> list[list[int]]:
        """What each seat has; it counts where a game is over."""
        return [
            [
                self.kernel.score(state, seat)
                if seat < players and self.kernel.is_over(state)
                else 0
                for seat in range(self.kernel.SEAT_COUNT)
            ]
            for state, players in zip(self._states, self._players)
        ]

    def step(self, actions: Sequence[int]) -> None:
        """Play one action in each game, or NOTHING in some; all or none."""
        if len(actions) != len(self):
            raise InvalidOption(f"A batch of {len(self)} games takes {len(self)} actions.")
        for number, action in enumerate(actions):
            legal = self._legal[number]
            if action != NOTHING and not holds(legal, 0, self.kernel.WORD_STARTS, action):
                raise refusal(action, self.kernel.mask_of(legal), number)
        for number, action in enumerate(actions):
            if action != NOTHING:
                self.kernel.play(self._board, self._states[number], action)
                self._deal(number)

    def random_actions(self) -> list[int]:
        """A legal action for each game, each as likely; NOTHING where it is over."""
        return [self._random_action(number) for number in range(len(self))]

    def restart(self) -> None:
        """Let the games that are over begin again where they began, with other draws."""
        for number in self._finished():
            self._states[number] = self._starts[number].copy()
            self._deal(number)

    def unpack(self, number: int) -> Position:
        """The position of one of the games."""
        found: Position = self._states[number].copy()
        return found

    def _finished(self) -> Iterator[int]:
        return (number for number, is_over in enumerate(self.is_over) if is_over)

    def _deal(self, number: int) -> None:
        state = self._states[number]
        self._keys[number] = self.kernel.deal(self._board, state, self._keys[number])
        self._legal[number] = self.kernel.legal_words(self._board, state)

    def _random_action(self, number: int) -> int:
        legal = self._legal[number]
        choices = count_in(legal, 0, self.kernel.WORD_STARTS)
        if not choices:
            return NOTHING
        chance = upcoming(self._keys[number])
        self._keys[number] = chance[0]
        return nth_in(legal, 0, self.kernel.WORD_STARTS, randbelow(chance, choices))
