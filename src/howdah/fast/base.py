"""What compiled and interpreted simulators have in common.

An action is its number in the game's `rules`, what is legal is a mask of bits. Where arrays are
promised, an interpreted simulator returns lists of the same shape.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from dataclasses import dataclass
from typing import Any, Final, Self

from howdah.core.errors import IllegalAction, InvalidOption
from howdah.core.state import Position
from howdah.fast.kernel import GameKernel, kernel_for

NOTHING: Final = -1
"""The action of a game in a batch that stays as it is."""


@dataclass(frozen=True)
class Playouts:
    """How random games from one position ended."""

    players: int
    actions: int
    """How many actions all of them took, chance included."""
    scores: Any
    """An array, a row a playout and a column a seat: rupees, or the lengths of trunks."""
    winners: Any
    """An array: the seats that won each playout, as a mask of bits."""

    def mean_scores(self) -> tuple[float, ...]:
        """What each seat scores on average."""
        rows = self.scores if isinstance(self.scores, list) else self.scores.tolist()
        return tuple(sum(column) / len(rows) for column in zip(*rows))

    def win_shares(self) -> tuple[float, ...]:
        """What part of the wins each seat has; a shared win counts in part."""
        shares = [0.0] * self.players
        for mask, times in Counter(map(int, self.winners)).items():
            for seat in range(self.players):
                shares[seat] += times * (mask >> seat & 1) / mask.bit_count()
        return tuple(share / len(self.winners) for share in shares)


class HasKernel:
    """Base of what holds a game's kernel, a module: pickles hold the name of the game instead."""

    kernel: GameKernel

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "kernel": self.kernel.NAME}

    def __setstate__(self, fields: dict[str, Any]) -> None:
        self.__dict__.update(fields, kernel=kernel_for(fields["kernel"]))


class Simulator(HasKernel, ABC):
    """The position of a game, to be played on by numbers; the game itself stays as it is.

    Chance is played like any other action: nothing is dealt here.
    """

    players: int
    legal: int
    """What the player may do now, as a mask of bits: bit `a` stands for action `a`."""

    @property
    @abstractmethod
    def buffers(self) -> Any:
        """The board and the state, for entry points of other packages; every action changes it.

        Compiled it is an array of bytes, of the type `struct_layout.position_dtype`; interpreted
        it is a pair of objects.
        """

    @abstractmethod
    def play(self, action: int) -> int:
        """Play an action and return what is legal then; `IllegalAction` if it is not legal."""

    @property
    @abstractmethod
    def is_over(self) -> bool:
        """Whether the last action has been played."""

    @abstractmethod
    def copy(self) -> Self:
        """Return a simulator of the same position that is played on independently."""

    @abstractmethod
    def unpack(self) -> Position:
        """The position as a state of the game."""

    def playouts(self, games: int, *, seed: int | str = 0, threads: int = 1) -> Playouts:
        """Play so many games on from here at random.

        The same seed gives the same playouts, on any number of threads. Compiled, the
        interpreter is free meanwhile: other threads and event loops go on.
        """
        if games < 1 or threads < 1:
            raise InvalidOption("Playouts need one game and one thread at least.")
        return self._play_out(games, seed, threads)

    @abstractmethod
    def _play_out(self, games: int, seed: int | str, threads: int) -> Playouts:
        """Play some games, one or more, on some threads, one or more."""


def refusal(action: int, legal: int, game: int | None = None) -> IllegalAction:
    """Return the error for an action that is not legal; `game` is its number in a batch."""
    where = "" if game is None else f" in game {game}"
    numbers = (number for number in range(legal.bit_length()) if legal >> number & 1)
    return IllegalAction(f"action {action}{where}", (), tuple(map(str, numbers)))
