"""Searches from a position of a game: run one on a budget, then ask for its best move."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from types import ModuleType
from typing import Any, ClassVar, Final

from howdah.ai.budget import Budget
from howdah.ai.search import evaluation, network, puct, uct
from howdah.ai.search import tree as trees
from howdah.ai.search.evaluation import features_for, precomputed_table
from howdah.ai.search.network import load_network
from howdah.ai.search.tree import NO_NODE, unpack_move
from howdah.ai.search.uct import UctConfig, playout_policy_for
from howdah.ai.search.workspace import CompiledAllocator, InterpretedAllocator
from howdah.fast.backend import BackgroundWarmUp, EntryPointSource, entry_point
from howdah.fast.rng import seed_key
from howdah.games.registry import GAMES, AnyGame, new

FLAT: Final = 1
"""The depth of a tree that has only the actions to choose from."""
EVERYTHING: Final = 1e6
"""So much exploration that every action is visited as often."""


class Search(ABC):
    """A tree over the positions that may follow the one at its root."""

    kind: ClassVar[str]
    source: ClassVar[EntryPointSource]
    """The function that runs simulations, for `fast.backend` to compile or not."""
    game: AnyGame
    """The game whose position is at the root."""

    def __init__(self, game: AnyGame, seed: str, *, is_compiled: bool) -> None:
        self.is_compiled = is_compiled
        self._seed = seed
        self._has_draws = len(game.draw_codes) > 0
        self._simulate = entry_point(game.name, self.source, compiled=is_compiled)
        self._allocator = (CompiledAllocator if is_compiled else InterpretedAllocator)(game)
        self._tree = self._allocator.new_tree()
        self._set_root(game)

    def advance(self, game: AnyGame, codes: Sequence[int]) -> None:
        """Move the root to where some actions led the game; what is below it is kept."""
        node = self._root
        left = list(codes)
        while left and node != NO_NODE:
            node, left = self._child_after(node, left)
        if node == NO_NODE or self._tree.size[0] > self._allocator.capacity // 2:
            trees.clear(self._tree)
        else:
            self._tree.root[0] = node
        self._set_root(game)

    def reset(self, game: AnyGame) -> None:
        """Start again at the position of a game, with an empty tree."""
        trees.clear(self._tree)
        self._set_root(game)

    def run(self, budget: Budget) -> None:
        """Run simulations until a budget is used up."""
        for simulations in budget.chunks():
            self._run_simulations(simulations)

    def best_move(self) -> list[int]:
        """Return the actions of the move with the most visits."""
        child = trees.most_visited(self._tree, self._root, self._seat)
        return unpack_move(int(self._tree.move[child]))

    def move_values(self) -> list[tuple[list[int], float]]:
        """Return every move at the root with its mean value to the seat to play.

        All of them must have been visited.
        """
        return [(self._move_to(child), self._value_of(child)) for child in self._children()]

    def visit_counts(self) -> list[tuple[list[int], int]]:
        """Return every move at the root with how often it was visited."""
        visits = self._tree.visits
        return [(self._move_to(child), int(visits[child])) for child in self._children()]

    def near_best_moves(self, margin: float) -> list[list[int]]:
        """Return the best move, and others with half its visits and a value within the margin.

        In a game with draws there is only one: no two of those games are the same anyway.
        """
        best = trees.most_visited(self._tree, self._root, self._seat)
        found = [best]
        for child in () if self._has_draws else self._children():
            is_near = 2 * self._tree.visits[child] >= self._tree.visits[best]
            behind = self._value_of(best) - self._value_of(child)
            if child != best and is_near and behind <= margin:
                found.append(child)
        return [self._move_to(node) for node in found]

    @property
    def root_visits(self) -> int:
        """How many simulations have passed the root."""
        return int(self._tree.visits[self._root])

    @property
    def _root(self) -> int:
        return int(self._tree.root[0])

    def _children(self) -> Iterator[int]:
        child = self._tree.first_child[self._root]
        while child != NO_NODE:
            yield child
            child = self._tree.next_sibling[child]

    def _move_to(self, node: int) -> list[int]:
        return unpack_move(int(self._tree.move[node]))

    def _value_of(self, node: int) -> float:
        return float(trees.mean_value(self._tree, node, self._seat))

    def _set_root(self, game: AnyGame) -> None:
        board, state = game.position()
        self._allocator.set_root(board, state)
        self.game = game
        self._seat = game.to_play or 0
        self._key = self._allocator.key(seed_key(f"{self._seed}/{len(game.actions)}"))

    def _child_after(self, node: int, codes: list[int]) -> tuple[int, list[int]]:
        """Return the child that the first of some actions lead to, and the actions left."""
        child = self._tree.first_child[node]
        while child != NO_NODE:
            move = self._move_to(child)
            if move == codes[: len(move)]:
                return child, codes[len(move) :]
            child = self._tree.next_sibling[child]
        return NO_NODE, codes

    @abstractmethod
    def _run_simulations(self, simulations: int) -> None:
        """Run so many simulations more."""


class UctSearch(Search):
    """UCT with random playouts."""

    kind = "uct"
    source = EntryPointSource(
        lambda kernel: uct.make_uct(kernel, uct.random_policy),
        lambda _game: (trees, evaluation, uct),
    )
    config: ClassVar = UctConfig()

    def __init__(self, game: AnyGame, seed: str, *, is_compiled: bool) -> None:
        super().__init__(game, seed, is_compiled=is_compiled)
        self._precomputed = self._allocator.int_table(
            precomputed_table(game.name, game.position()[0])
        )
        self._workspace = self._allocator.new_rollout_workspace()

    def _run_simulations(self, simulations: int) -> None:
        self._key = self._allocator.key(
            self._simulate(
                self._allocator.boards,
                self._precomputed,
                self._allocator.root,
                self._tree,
                self._workspace,
                self.config,
                self._key,
                simulations,
            )
        )


class GuidedSearch(UctSearch):
    """UCT with the playout policy of the game."""

    kind = "guided"
    source = EntryPointSource(
        lambda kernel: uct.make_uct(kernel, playout_policy_for(kernel.NAME).next_action),
        lambda game: (trees, evaluation, playout_policy_for(game), uct),
    )


class FlatMonteCarloSearch(UctSearch):
    """Flat Monte Carlo: as many random playouts from each action."""

    config = UctConfig(EVERYTHING, FLAT)


def puct_modules(game: str) -> tuple[ModuleType, ...]:
    """Return the modules that the champion's search calls, callers last."""
    features: Any = features_for(game)
    return (
        trees,
        network,
        *features.COMPILED_MODULES,
        features,
        evaluation,
        puct,
    )


class PuctSearch(Search):
    """The champion's search: whole turns as moves, evaluated by a network."""

    kind = "puct"
    source = EntryPointSource(
        lambda kernel: puct.make_puct(kernel, features_for(kernel.NAME)), puct_modules
    )
    width: ClassVar[int | None] = None
    """How many turns become children of a node, if not as many as the champion's."""

    def __init__(self, game: AnyGame, seed: str, *, is_compiled: bool) -> None:
        super().__init__(game, seed, is_compiled=is_compiled)
        features = features_for(game.name)
        weights = load_network(game.name, game.players)
        self._context = self._allocator.eval_context(
            features.precompute(game.position()[0]), weights
        )
        self._workspace = self._allocator.new_search_workspace(features, len(weights.bias))
        self._config = features.PUCT_CONFIG
        if self.width is not None:
            self._config = features.PUCT_CONFIG._replace(width=self.width)

    def _run_simulations(self, simulations: int) -> None:
        self._key = self._allocator.key(
            self._simulate(
                self._allocator.boards,
                self._context,
                self._allocator.root,
                self._tree,
                self._workspace,
                self._config,
                self._key,
                simulations,
            )
        )


SEARCHES: Final[tuple[type[Search], ...]] = (UctSearch, GuidedSearch, PuctSearch)
_ONE: Final = Budget(simulations=1)


def is_ready(game: str, kind: str) -> bool:
    """Whether a compiled search can be used at once; if not, begin to compile it.

    Always False where nothing can be compiled.
    """
    return _WARM_UP.is_ready(game, kind)


def make_ready(wanted: Iterable[tuple[str, str]] | None = None) -> None:
    """Wait until searches are compiled, or loaded from the cache: some, or all there are."""
    every = ((game, search.kind) for game in GAMES for search in SEARCHES)
    for game, kind in every if wanted is None else wanted:
        _WARM_UP.wait(game, kind)


def _compile(game: str, kind: str) -> None:
    """Compile a search by one simulation."""
    search = next(search for search in SEARCHES if search.kind == kind)
    search(new(game, players=2, seed=1), "", is_compiled=True).run(_ONE)


_WARM_UP: Final = BackgroundWarmUp(_compile)
