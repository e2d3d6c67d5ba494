"""A search that stands at a position of a game: think for a while, then tell the best move."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Final

from howdah.ai.budget import Budget
from howdah.ai.search import tree as trees
from howdah.ai.search.compile import SOURCES, board_guide, features_for
from howdah.ai.search.packed_moves import unpacked
from howdah.ai.search.tree import NO_NODE
from howdah.ai.search.uct import UctConfig
from howdah.ai.search.weights import net_for
from howdah.ai.search.workspace import CompiledAllocator, InterpretedAllocator
from howdah.fast.backend import entry_point
from howdah.fast.rng import seed_key
from howdah.games.registry import AnyGame

FLAT: Final = 1
"""The depth of a tree that has only the actions to choose from."""
EVERYTHING: Final = 1e6
"""So much exploration that every action is looked at as often."""


class Search(ABC):
    """A tree over the positions that may follow the one it stands at."""

    kind: ClassVar[str]

    def __init__(self, game: AnyGame, seed: str, *, is_compiled: bool) -> None:
        self.is_compiled = is_compiled
        self._seed = seed
        self._has_draws = len(game.draw_codes) > 0
        self._engine = entry_point(game.name, SOURCES[self.kind], compiled=is_compiled)
        self._rows = (CompiledAllocator if is_compiled else InterpretedAllocator)(game)
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

    def begin_at(self, game: AnyGame) -> None:
        """Stand where a game stands, and forget what is known of anything else."""
        trees.clear(self._tree)
        self._stand(game)

    def think(self, budget: Budget) -> None:
        """Use up a budget."""
        for simulations in budget.pieces():
            self._run(simulations)

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

    def visited(self) -> list[tuple[list[int], int]]:
        """Every move that could be looked at, and how often it was."""
        found = []
        child = self._tree.first[self._root]
        while child != NO_NODE:
            found.append((unpacked(int(self._tree.move[child])), int(self._tree.visits[child])))
            child = self._tree.sibling[child]
        return found

    def near_best(self, margin: float) -> list[list[int]]:
        """The best move, and others that were looked at half as often and seem no worse by more.

        In a game with draws there is only one: no two of those games are the same anyway.
        """
        best = trees.most_visited(self._tree, self._root, self._seat)
        found = [best]
        child = self._tree.first[self._root]
        while child != NO_NODE and not self._has_draws:
            is_near = 2 * self._tree.visits[child] >= self._tree.visits[best]
            behind = self._worth_of(best) - self._worth_of(child)
            if child != best and is_near and behind <= margin:
                found.append(child)
            child = self._tree.sibling[child]
        return [unpacked(int(self._tree.move[node])) for node in found]

    def _worth_of(self, node: int) -> float:
        return float(trees.mean_worth(self._tree, node, self._seat))

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
        self._seat = game.to_play or 0
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
    def _run(self, simulations: int) -> None:
        """Make so many simulations more."""


class UctSearch(Search):
    """Plain UCT with random playouts."""

    kind = "uct"
    settings: ClassVar = UctConfig()

    def __init__(self, game: AnyGame, seed: str, *, is_compiled: bool) -> None:
        super().__init__(game, seed, is_compiled=is_compiled)
        self._guide = self._rows.table(board_guide(game.name, game.position()[0]))
        self._workspace = self._rows.new_rollout_workspace()

    def _run(self, simulations: int) -> None:
        self._key = self._rows.key(
            self._engine(
                self._rows.boards,
                self._guide,
                self._rows.root,
                self._tree,
                self._workspace,
                self.settings,
                self._key,
                simulations,
            )
        )


class GuidedSearch(UctSearch):
    """UCT with playouts of a little common sense."""

    kind = "guided"


class FlatMonteCarloSearch(UctSearch):
    """Flat Monte Carlo: as many random playouts from each action."""

    settings = UctConfig(EVERYTHING, FLAT)


class PuctSearch(Search):
    """The champion's search: whole turns as moves, weighed by a network."""

    kind = "deep"
    width: ClassVar[int | None] = None
    """How many turns are looked at from each position, if not as many as the champion does."""

    def __init__(self, game: AnyGame, seed: str, *, is_compiled: bool) -> None:
        super().__init__(game, seed, is_compiled=is_compiled)
        mind = features_for(game.name)
        net = net_for(game.name, game.players)
        self._sense = self._rows.sense(mind.guide(game.position()[0]), net)
        self._workspace = self._rows.new_search_workspace(mind, len(net.bias))
        self._settings = mind.SETTINGS
        if self.width is not None:
            self._settings = mind.SETTINGS._replace(width=self.width)

    def _run(self, simulations: int) -> None:
        self._key = self._rows.key(
            self._engine(
                self._rows.boards,
                self._sense,
                self._rows.root,
                self._tree,
                self._workspace,
                self._settings,
                self._key,
                simulations,
            )
        )
