"""What one can do with positions at speed, whether the rules run compiled or interpreted.

Everything here speaks in the numbers of a game's `rules`: an action is a number, what is legal
is a mask of bits. Where arrays are promised, interpreted rules give lists of the same shape.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Self

from howdah.core.errors import IllegalAction, InvalidOption
from howdah.core.state import Position
from howdah.fast.kernel import GameKernel, kernel_for
from howdah.games.registry import AnyGame

NOTHING: Final = -1
"""The action of a game in a batch that shall stay as it is."""


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


class Kitted:
    """What has a kit, and can be pickled all the same: the kit goes by its name."""

    kernel: GameKernel

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "kernel": self.kernel.NAME}

    def __setstate__(self, found: dict[str, Any]) -> None:
        self.__dict__.update(found, kernel=kernel_for(found["kernel"]))


class Simulator(Kitted, ABC):
    """The position of a game, to be played on by numbers; the game itself stays as it is.

    Chance is played like any other action: nothing is dealt here.
    """

    players: int
    legal: int
    """What the player may do now, as a mask of bits: bit `a` stands for action `a`."""

    @property
    @abstractmethod
    def buffers(self) -> Any:
        """What lies on the table, for drivers that others bring; it changes with every action.

        Compiled it is the bytes of board and state, as `layout.table_dtype_of` tells them apart;
        interpreted it is a pair of both.
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
        """Another twin that stands at the same position and goes its own way."""

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


class Batch(Kitted, ABC):
    """Many games of one kind, on one board, that advance together.

    Chance is dealt by the batch as soon as it is due, so that each game waits for a player or
    is over. The same seed deals the same.
    """

    def __init__(self, games: Sequence[AnyGame]) -> None:
        if not games:
            raise InvalidOption("A batch needs at least one game.")
        tables, _ = games[0].position()
        if any(game.name != games[0].name or game.position()[0] != tables for game in games):
            raise InvalidOption("The games of a batch should be of one kind, on one board.")
        self.kernel = kernel_for(games[0].name)

    @abstractmethod
    def __len__(self) -> int:
        """How many games there are."""

    @property
    @abstractmethod
    def legal(self) -> Any:
        """An array, a row a game: what its player may do, as words of bits.

        `kit.WORD_STARTS` tells the number of the action that each word begins with.
        """

    @property
    @abstractmethod
    def is_over(self) -> Any:
        """An array: which games are over."""

    @property
    @abstractmethod
    def scores(self) -> Any:
        """An array, a row a game and a column a seat; it counts where a game is over."""

    @abstractmethod
    def step(self, actions: Any) -> None:
        """Play one action in each game, or NOTHING in some.

        If one is not legal, `IllegalAction` names it, and no game has changed.
        """

    @abstractmethod
    def random_actions(self) -> Any:
        """An array: a legal action for each game, each as likely; NOTHING where it is over."""

    @abstractmethod
    def restart(self) -> None:
        """Let the games that are over begin again where they began, with other draws."""

    @abstractmethod
    def unpack(self, number: int) -> Position:
        """The position of one of the games."""


def refusal(action: int, legal: int, game: int | None = None) -> IllegalAction:
    """The refusal of an action by its number, of one game of a batch perhaps."""
    where = "" if game is None else f" in game {game}"
    numbers = (number for number in range(legal.bit_length()) if legal >> number & 1)
    return IllegalAction(f"action {action}{where}", (), tuple(map(str, numbers)))
