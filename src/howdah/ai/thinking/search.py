"""A search that stands at a position of a game: think for a while, then tell the best move."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Final, NamedTuple

from howdah.ai.budget import Budget
from howdah.ai.search import tree as trees
from howdah.ai.search.moves import unpacked
from howdah.ai.search.tree import NO_NODE
from howdah.ai.thinking.engines import MINDS, compiled_engine, interpreted_engine
from howdah.ai.thinking.memory import CompiledRows, InterpretedRows
from howdah.ai.thinking.values import net_for
from howdah.fast.chance import seed_key
from howdah.games import AnyGame

ANY_DEPTH: Final = trees.LONGEST_PATH
FLAT: Final = 1
"""The depth of a tree that has only the actions to choose from."""
EVERYTHING: Final = 1e6
"""So much exploration that every action is looked at as often."""


class Search(ABC):
    """A tree over the positions that may follow the one it stands at."""

    kind: ClassVar[str]

    def __init__(self, game: AnyGame, seed: str, *, is_compiled: bool) -> None:
        self._seed = seed
        find = compiled_engine if is_compiled else interpreted_engine
        self._engine = find(game.name, self.kind)
        self._rows = (CompiledRows if is_compiled else InterpretedRows)(game)
        self._guide = self._rows.guide(MINDS[game.name].guide(game.position()[0]))
        self._tree = self._rows.new_tree()
        self._stand(game)

    def follow(self, game: AnyGame, codes: Sequence[int]) -> None:
        """Go on to where some actions led the game; what is known of it is kept."""
        node = self._root
        played = list(codes)
        while played and node != NO_NODE:
            node, played = self._below(node, played)
        if node == NO_NODE or self._tree.size[0] > self._rows.room // 2:
            trees.clear(self._tree)
        else:
            self._tree.root[0] = node
        self._stand(game)

    def think(self, budget: Budget) -> None:
        """Use up a budget."""
        for simulations in budget.pieces():
            self._key = self._run(simulations)

    def best(self) -> list[int]:
        """The actions of the best move, as the search sees it now."""
        child = trees.most_visited(self._tree, self._root, self._seat)
        return unpacked(int(self._tree.move[child]))

    def weighed(self) -> list[tuple[list[int], float]]:
        """Every move that was looked at, and what it is worth to whoever plays."""
        found = []
        child = self._tree.first[self._root]
        while child != NO_NODE:
            worth = trees.mean_worth(self._tree, child, self._seat)
            found.append((unpacked(int(self._tree.move[child])), float(worth)))
            child = self._tree.sibling[child]
        return found

    @property
    def visits(self) -> int:
        """How often the search has come by its root."""
        return int(self._tree.visits[self._root])

    @property
    def _root(self) -> int:
        return int(self._tree.root[0])

    def _stand(self, game: AnyGame) -> None:
        board, state = game.position()
        self._rows.stand(board, state)
        self._seat: int = state.seat  # type: ignore[attr-defined]
        self._key = self._rows.key(seed_key(f"{self._seed}/{len(game.record().actions)}"))

    def _below(self, node: int, codes: list[int]) -> tuple[int, list[int]]:
        """The child that the first of some actions lead to, and the actions that are left."""
        child = self._tree.first[node]
        while child != NO_NODE:
            move = unpacked(int(self._tree.move[child]))
            if move == codes[: len(move)]:
                return child, codes[len(move) :]
            child = self._tree.sibling[child]
        return NO_NODE, codes

    @abstractmethod
    def _run(self, simulations: int) -> int:
        """Make so many simulations more; the key to go on from."""


class UctSearch(Search):
    """Plain UCT with random playouts."""

    kind = "uct"
    exploration = 0.7
    depth = ANY_DEPTH

    def __init__(self, game: AnyGame, seed: str, *, is_compiled: bool) -> None:
        super().__init__(game, seed, is_compiled=is_compiled)
        self._worth = self._rows.fractions(self._rows.kit.SEAT_COUNT)

    def _run(self, simulations: int) -> int:
        rows = self._rows
        return self._rows.key(
            self._engine(
                rows.boards, self._guide, rows.root, rows.states, self._tree, self._worth,
                self._key, simulations, self.exploration, self.depth,
            )
        )  # fmt: skip


class GuidedSearch(UctSearch):
    """UCT with playouts of a little common sense."""

    kind = "guided"


class FlatSearch(UctSearch):
    """Flat Monte Carlo: as many random playouts from each action."""

    exploration = EVERYTHING
    depth = FLAT


class DeepSettings(NamedTuple):
    """How the champion searches."""

    exploration: float = 0.5
    width: int = 16
    """How many turns are looked at from each position."""
    temperature: float = 0.03
    """How much worse a turn may be to get a good part of the attention."""
    trust: float = 1.0
    """How much of a leaf's worth is told by the network, not by a playout."""


class DeepSearch(Search):
    """Whole turns as moves, weighed by a network."""

    kind = "deep"
    settings: ClassVar = DeepSettings()

    def __init__(self, game: AnyGame, seed: str, *, is_compiled: bool) -> None:
        super().__init__(game, seed, is_compiled=is_compiled)
        self._net = self._rows.net(net_for(game.name, game.players))
        self._desk = self._rows.new_desk(MINDS[game.name], len(self._net.bias))

    def _run(self, simulations: int) -> int:
        rows = self._rows
        return self._rows.key(
            self._engine(
                rows.boards, self._guide, self._net, rows.root, rows.states, self._tree,
                self._desk, self._key, simulations, *self.settings,
            )
        )  # fmt: skip
