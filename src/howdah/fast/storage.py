"""The memory that entry points work on: arrays of structs if compiled, lists of objects if not."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from howdah.core.state import Position
from howdah.fast.base import HasKernel
from howdah.fast.kernel import GameKernel


class Storage(HasKernel, ABC):
    """Allocates and reads the rows that the entry points of a game take and change."""

    def __init__(self, kernel: GameKernel) -> None:
        self.kernel = kernel

    @abstractmethod
    def boards(self, board: Any) -> Any:
        """A row with one board."""

    @abstractmethod
    def states(self, states: Sequence[Position]) -> Any:
        """A row of copies of some positions."""

    @abstractmethod
    def unpack(self, states: Any, number: int) -> Position:
        """A copy of one of the positions of a row, as a state of the game."""

    @abstractmethod
    def keys(self, keys: Sequence[int]) -> Any:
        """A row of keys of random numbers, 64 bits each."""

    @abstractmethod
    def integers(self, count: int, value: int = 0) -> Any:
        """A row with the same integer at each place."""

    @abstractmethod
    def scores(self, games: int) -> Any:
        """A table of zeros, to be written as `scores[game, seat]`."""

    @abstractmethod
    def actions(self, actions: Any) -> Any:
        """Actions as a row; `InvalidOption` if they are not whole numbers."""

    @abstractmethod
    def by_game(self, words: Any) -> Any:
        """Words of legal actions as a table with a row for each game; not to be written to."""

    @abstractmethod
    def score_rows(self, scores: Any) -> Any:
        """Scores with a row for each game and a column for each seat; not to be written to."""

    @abstractmethod
    def is_empty(self, words: Any) -> Any:
        """For each row of a table of words, whether no bit is set."""

    @abstractmethod
    def restart(self, over: Any, starts: Any, states: Any, scores: Any) -> None:
        """Copy starting positions over those of finished games, and clear their scores."""


class ListStorage(Storage):
    """Lists, with positions and boards as Python holds them."""

    def boards(self, board: Any) -> list[Any]:
        """A row with one board."""
        return [board]

    def states(self, states: Sequence[Position]) -> list[Position]:
        """A row of copies of some positions."""
        return [state.copy() for state in states]

    def unpack(self, states: Any, number: int) -> Position:
        """A copy of one of the positions of a row."""
        found: Position = states[number].copy()
        return found

    def keys(self, keys: Sequence[int]) -> list[int]:
        """A row of keys of random numbers."""
        return list(keys)

    def integers(self, count: int, value: int = 0) -> list[int]:
        """A row with the same integer at each place."""
        return [value] * count

    def scores(self, games: int) -> dict[tuple[int, int], int]:
        """A table of zeros, by game and seat: a list has no index with two numbers."""
        return {(game, seat): 0 for game in range(games) for seat in range(self.kernel.SEAT_COUNT)}

    def actions(self, actions: Any) -> list[int]:
        """Actions as a list; whether they are numbers is left to the rules."""
        return list(actions)

    def by_game(self, words: Any) -> list[tuple[int, ...]]:
        """Words of legal actions, a row for each game."""
        width = len(self.kernel.WORD_STARTS)
        return [tuple(words[first : first + width]) for first in range(0, len(words), width)]

    def score_rows(self, scores: Any) -> list[list[int]]:
        """Scores with a row for each game and a column for each seat."""
        found, seats = list(scores.values()), self.kernel.SEAT_COUNT
        return [found[first : first + seats] for first in range(0, len(found), seats)]

    def is_empty(self, words: Any) -> list[bool]:
        """For each row, whether no bit is set."""
        return [not any(row) for row in words]

    def restart(self, over: Any, starts: Any, states: Any, scores: Any) -> None:
        """Copy starting positions over those of finished games, and clear their scores."""
        for number, is_over in enumerate(over):
            if is_over:
                states[number] = starts[number].copy()
                for seat in range(self.kernel.SEAT_COUNT):
                    scores[number, seat] = 0


def storage_for(kernel: GameKernel, *, compiled: bool) -> Storage:
    """The storage for compiled or for interpreted entry points of a game."""
    if not compiled:
        return ListStorage(kernel)
    from howdah.fast.struct_layout import ArrayStorage

    return ArrayStorage(kernel)
