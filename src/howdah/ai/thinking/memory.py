"""What a search works on: arrays when compiled, lists and objects when interpreted."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar, Final

from howdah.ai.search.deep import MOST_TURNS, Desk
from howdah.ai.search.moves import MOST_ACTIONS
from howdah.ai.search.net import Net
from howdah.ai.search.tree import LONGEST_PATH, Tree, clear
from howdah.fast.kits import kit_of
from howdah.games import AnyGame

STATES: Final = MOST_ACTIONS + 2
"""A position for every step of a turn."""


class Rows(ABC):
    """The board, the position at the root, and room to work in."""

    room: ClassVar[int]
    """How many nodes a tree has room for."""
    boards: Any
    root: Any
    states: Any

    def __init__(self, game: AnyGame) -> None:
        self.kit = kit_of(game.name)
        board, state = game.position()
        self.stand(board, state)

    @abstractmethod
    def stand(self, board: Any, state: Any) -> None:
        """Let the root be a position on a board."""

    @abstractmethod
    def numbers(self, length: int) -> Any:
        """A row of whole numbers."""

    @abstractmethod
    def fractions(self, *lengths: int) -> Any:
        """A row, or a table, of fractions."""

    @abstractmethod
    def guide(self, table: tuple[tuple[int, ...], ...]) -> Any:
        """A table of whole numbers, to be read."""

    @abstractmethod
    def net(self, net: Net) -> Net:
        """A network, to be read."""

    @abstractmethod
    def key(self, key: int) -> Any:
        """A key of 64 bits."""

    def new_tree(self) -> Tree:
        """An empty tree."""
        tree = Tree(
            size=self.numbers(1),
            root=self.numbers(1),
            move=self.numbers(self.room),
            first=self.numbers(self.room),
            sibling=self.numbers(self.room),
            visits=self.numbers(self.room),
            prior=self.fractions(self.room),
            sums=self.fractions(self.room, self.kit.SEAT_COUNT),
            path=self.numbers(LONGEST_PATH),
        )
        clear(tree)
        return tree

    def new_desk(self, mind: Any, units: int) -> Desk:
        """A desk to work at."""
        seats, turns = self.kit.SEAT_COUNT, MOST_TURNS + 1
        return Desk(
            worth=self.fractions(seats),
            inputs=self.fractions(mind.INPUTS),
            units=self.fractions(units),
            sketch=self.fractions(*mind.SKETCH),
            notes=self.numbers(mind.NOTES),
            words=self.numbers(len(self.kit.WORD_STARTS) * (MOST_ACTIONS + 1)),
            partial=self.numbers(MOST_ACTIONS + 1),
            moves=self.numbers(turns),
            footprints=self.numbers(turns),
            worlds=self.numbers(turns),
            gains=self.fractions(turns, seats),
            worths=self.fractions(turns, seats),
        )


class InterpretedRows(Rows):
    """Lists and objects."""

    room = 1 << 15

    def stand(self, board: Any, state: Any) -> None:
        """Let the root be a position on a board."""
        self.boards, self.root = [board], [state]
        self.states = [state] * STATES

    def numbers(self, length: int) -> Any:
        """A row of whole numbers."""
        return [0] * length

    def fractions(self, *lengths: int) -> Any:
        """A row, or a table, of fractions."""
        if len(lengths) == 1:
            return [0.0] * lengths[0]
        return [[0.0] * lengths[1] for _ in range(lengths[0])]

    def guide(self, table: tuple[tuple[int, ...], ...]) -> Any:
        """A table of whole numbers, to be read."""
        return table

    def net(self, net: Net) -> Net:
        """A network, to be read."""
        return net

    def key(self, key: int) -> Any:
        """A key of 64 bits."""
        return key


class CompiledRows(Rows):
    """Arrays and structs."""

    room = 1 << 20

    def stand(self, board: Any, state: Any) -> None:
        """Let the root be a position on a board."""
        from howdah.fast.layout import layout_of, new_structs

        self.boards = layout_of(self.kit.BOARD).pack([board])
        self.root = layout_of(self.kit.POSITION).pack([state])
        self.states = new_structs(STATES, self.root.dtype)

    def numbers(self, length: int) -> Any:
        """A row of whole numbers."""
        import numpy as np

        return np.zeros(length, np.int64)

    def fractions(self, *lengths: int) -> Any:
        """A row, or a table, of fractions."""
        import numpy as np

        return np.zeros(lengths)

    def guide(self, table: tuple[tuple[int, ...], ...]) -> Any:
        """A table of whole numbers, to be read."""
        import numpy as np

        return np.array(table, np.int64)

    def net(self, net: Net) -> Net:
        """A network, to be read."""
        import numpy as np

        return Net(*(np.array(row, np.float64) for row in net))

    def key(self, key: int) -> Any:
        """A key of 64 bits."""
        import numpy as np

        return np.uint64(key)
