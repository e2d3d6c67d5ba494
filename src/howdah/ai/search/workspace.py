"""Allocate what a search works on: arrays when compiled, lists and objects when interpreted."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar, Final

from howdah.ai.search.evaluation import (
    EvalContext,
    FeatureBuffers,
    GameFeatures,
    duel_input_count,
)
from howdah.ai.search.network import Network
from howdah.ai.search.puct import MOST_TURNS, SearchWorkspace
from howdah.ai.search.tree import LONGEST_PATH, MOST_ACTIONS, Tree, clear
from howdah.ai.search.uct import RolloutWorkspace
from howdah.fast.kernel import kernel_for
from howdah.games.registry import AnyGame

STATES: Final = MOST_ACTIONS + 2
"""A position for every step of a turn."""


class WorkspaceAllocator(ABC):
    """Holds the board and the position at the root, and allocates trees and workspaces."""

    capacity: ClassVar[int]
    """How many nodes a tree has room for."""
    boards: Any
    root: Any

    def __init__(self, game: AnyGame) -> None:
        self.kernel = kernel_for(game.name)
        board, state = game.position()
        self.set_root(board, state)

    @abstractmethod
    def set_root(self, board: Any, state: Any) -> None:
        """Make a position on a board the root."""

    @abstractmethod
    def ints(self, length: int) -> Any:
        """Return an array of whole numbers, all zero."""

    @abstractmethod
    def floats(self, *lengths: int) -> Any:
        """Return an array of floats with one or two dimensions, all zero."""

    @abstractmethod
    def int_table(self, rows: tuple[tuple[int, ...], ...]) -> Any:
        """Return a table of whole numbers, to be read."""

    @abstractmethod
    def eval_context(
        self, precomputed: tuple[tuple[int, ...], ...], network: Network
    ) -> EvalContext:
        """Return a precomputed table and a network, to be read."""

    @abstractmethod
    def states(self) -> Any:
        """Return room for as many positions as a turn has steps."""

    @abstractmethod
    def key(self, key: int) -> Any:
        """Return a key of 64 bits."""

    def new_tree(self) -> Tree:
        """Allocate an empty tree."""
        tree = Tree(
            size=self.ints(1),
            root=self.ints(1),
            move=self.ints(self.capacity),
            first_child=self.ints(self.capacity),
            next_sibling=self.ints(self.capacity),
            visits=self.ints(self.capacity),
            prior=self.floats(self.capacity),
            value_sums=self.floats(self.capacity, self.kernel.SEAT_COUNT),
            path=self.ints(LONGEST_PATH),
        )
        clear(tree)
        return tree

    def new_rollout_workspace(self) -> RolloutWorkspace:
        """Allocate a workspace for playouts."""
        return RolloutWorkspace(self.states(), self.floats(self.kernel.SEAT_COUNT))

    def new_search_workspace(self, features: GameFeatures, hidden_units: int) -> SearchWorkspace:
        """Allocate a workspace to evaluate turns with a network of so many hidden units."""
        seats = self.kernel.SEAT_COUNT
        return SearchWorkspace(
            states=self.states(),
            values=self.floats(seats),
            buffers=FeatureBuffers(
                inputs=self.floats(duel_input_count(features)),
                hidden=self.floats(hidden_units),
                float_scratch=self.floats(*features.FLOAT_SCRATCH),
                int_scratch=self.ints(features.INT_SCRATCH),
            ),
            words=self.ints(len(self.kernel.WORD_STARTS) * STATES),
            partial=self.ints(STATES),
            moves=self.ints(MOST_TURNS),
            turn_hashes=self.ints(MOST_TURNS),
            shared_state_hashes=self.ints(MOST_TURNS),
            gains=self.floats(MOST_TURNS, seats),
            turn_values=self.floats(MOST_TURNS, seats),
        )


class InterpretedAllocator(WorkspaceAllocator):
    """Allocates lists and objects."""

    capacity = 1 << 15

    def set_root(self, board: Any, state: Any) -> None:
        """Make a position on a board the root."""
        self.boards, self.root = [board], [state]

    def ints(self, length: int) -> Any:
        """Return a list of whole numbers, all zero."""
        return [0] * length

    def floats(self, *lengths: int) -> Any:
        """Return a list of floats, or of lists of floats, all zero."""
        if len(lengths) == 1:
            return [0.0] * lengths[0]
        return [[0.0] * lengths[1] for _ in range(lengths[0])]

    def int_table(self, rows: tuple[tuple[int, ...], ...]) -> Any:
        """Return the table as it is."""
        return rows

    def eval_context(
        self, precomputed: tuple[tuple[int, ...], ...], network: Network
    ) -> EvalContext:
        """Return a precomputed table and a network as they are."""
        return EvalContext(precomputed, network)

    def states(self) -> Any:
        """Return room for as many positions as a turn has steps."""
        return self.root * STATES

    def key(self, key: int) -> Any:
        """Return the key as it is."""
        return key


class CompiledAllocator(WorkspaceAllocator):
    """Allocates arrays of numbers and structs."""

    capacity = 1 << 20

    def set_root(self, board: Any, state: Any) -> None:
        """Make a position on a board the root."""
        from howdah.fast.struct_layout import layout_of

        self.boards = layout_of(self.kernel.BOARD).pack([board])
        self.root = layout_of(self.kernel.POSITION).pack([state])

    def ints(self, length: int) -> Any:
        """Return an array of whole numbers, all zero."""
        import numpy as np

        return np.zeros(length, np.int64)

    def floats(self, *lengths: int) -> Any:
        """Return an array of floats with one or two dimensions, all zero."""
        import numpy as np

        return np.zeros(lengths)

    def int_table(self, rows: tuple[tuple[int, ...], ...]) -> Any:
        """Return a table of whole numbers as an array."""
        import numpy as np

        return np.array(rows, np.int64)

    def eval_context(
        self, precomputed: tuple[tuple[int, ...], ...], network: Network
    ) -> EvalContext:
        """Return a precomputed table and a network as arrays."""
        import numpy as np

        rows: Any = [np.array(row, np.float64) for row in network]
        return EvalContext(self.int_table(precomputed), Network(*rows))

    def states(self) -> Any:
        """Return room for as many positions as a turn has steps."""
        from howdah.fast.struct_layout import new_structs

        return new_structs(STATES, self.root.dtype)

    def key(self, key: int) -> Any:
        """Return a key as 64 bits without a sign."""
        import numpy as np

        return np.uint64(key)
