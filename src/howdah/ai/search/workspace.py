"""What a search works on: arrays when compiled, lists and objects when interpreted."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar, Final

from howdah.ai.search.evaluation import EvalContext, FeatureBuffers, GameFeatures, both_inputs
from howdah.ai.search.network import Net
from howdah.ai.search.packed_moves import MOST_ACTIONS
from howdah.ai.search.tree import LONGEST_PATH, Tree, clear
from howdah.ai.search.turn_generator import MOST_TURNS, SearchWorkspace
from howdah.ai.search.uct import RolloutWorkspace
from howdah.fast.kernel import kernel_for
from howdah.games.registry import AnyGame

STATES: Final = MOST_ACTIONS + 2
"""A position for every step of a turn."""


class WorkspaceAllocator(ABC):
    """The board, the position at the root, and room to work in."""

    room: ClassVar[int]
    """How many nodes a tree has room for."""
    boards: Any
    root: Any

    def __init__(self, game: AnyGame) -> None:
        self.kernel = kernel_for(game.name)
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
    def table(self, rows: tuple[tuple[int, ...], ...]) -> Any:
        """A table of whole numbers, to be read."""

    @abstractmethod
    def sense(self, guide: tuple[tuple[int, ...], ...], net: Net) -> EvalContext:
        """A guide to the board and a network, to be read."""

    @abstractmethod
    def states(self) -> Any:
        """Room for as many positions as a turn has steps."""

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
            sums=self.fractions(self.room, self.kernel.SEAT_COUNT),
            path=self.numbers(LONGEST_PATH),
        )
        clear(tree)
        return tree

    def new_rollout_workspace(self) -> RolloutWorkspace:
        """A bench to play games out."""
        return RolloutWorkspace(self.states(), self.fractions(self.kernel.SEAT_COUNT))

    def new_search_workspace(self, mind: GameFeatures, units: int) -> SearchWorkspace:
        """A desk to weigh turns at, with a network of so many hidden units."""
        seats = self.kernel.SEAT_COUNT
        return SearchWorkspace(
            states=self.states(),
            worth=self.fractions(seats),
            sheet=FeatureBuffers(
                inputs=self.fractions(both_inputs(mind)),
                units=self.fractions(units),
                float_scratch=self.fractions(*mind.FLOAT_SCRATCH),
                int_scratch=self.numbers(mind.INT_SCRATCH),
            ),
            words=self.numbers(len(self.kernel.WORD_STARTS) * STATES),
            partial=self.numbers(STATES),
            moves=self.numbers(MOST_TURNS),
            turn_hashes=self.numbers(MOST_TURNS),
            shared_state_hashes=self.numbers(MOST_TURNS),
            gains=self.fractions(MOST_TURNS, seats),
            worths=self.fractions(MOST_TURNS, seats),
        )


class InterpretedAllocator(WorkspaceAllocator):
    """Lists and objects."""

    room = 1 << 15

    def stand(self, board: Any, state: Any) -> None:
        """Let the root be a position on a board."""
        self.boards, self.root = [board], [state]

    def numbers(self, length: int) -> Any:
        """A row of whole numbers."""
        return [0] * length

    def fractions(self, *lengths: int) -> Any:
        """A row, or a table, of fractions."""
        if len(lengths) == 1:
            return [0.0] * lengths[0]
        return [[0.0] * lengths[1] for _ in range(lengths[0])]

    def table(self, rows: tuple[tuple[int, ...], ...]) -> Any:
        """A table of whole numbers, to be read."""
        return rows

    def sense(self, guide: tuple[tuple[int, ...], ...], net: Net) -> EvalContext:
        """A guide to the board and a network, to be read."""
        return EvalContext(guide, net)

    def states(self) -> Any:
        """Room for as many positions as a turn has steps."""
        return self.root * STATES

    def key(self, key: int) -> Any:
        """A key of 64 bits."""
        return key


class CompiledAllocator(WorkspaceAllocator):
    """Arrays and structs."""

    room = 1 << 20

    def stand(self, board: Any, state: Any) -> None:
        """Let the root be a position on a board."""
        from howdah.fast.struct_layout import layout_of

        self.boards = layout_of(self.kernel.BOARD).pack([board])
        self.root = layout_of(self.kernel.POSITION).pack([state])

    def numbers(self, length: int) -> Any:
        """A row of whole numbers."""
        import numpy as np

        return np.zeros(length, np.int64)

    def fractions(self, *lengths: int) -> Any:
        """A row, or a table, of fractions."""
        import numpy as np

        return np.zeros(lengths)

    def table(self, rows: tuple[tuple[int, ...], ...]) -> Any:
        """A table of whole numbers, to be read."""
        import numpy as np

        return np.array(rows, np.int64)

    def sense(self, guide: tuple[tuple[int, ...], ...], net: Net) -> EvalContext:
        """A guide to the board and a network, to be read."""
        import numpy as np

        rows: Any = [np.array(row, np.float64) for row in net]
        return EvalContext(self.table(guide), Net(*rows))

    def states(self) -> Any:
        """Room for as many positions as a turn has steps."""
        from howdah.fast.struct_layout import new_structs

        return new_structs(STATES, self.root.dtype)

    def key(self, key: int) -> Any:
        """A key of 64 bits."""
        import numpy as np

        return np.uint64(key)
