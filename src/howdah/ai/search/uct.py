"""Plain UCT: a tree of single actions, and games played out by a simple policy from its leaves.

A policy is a module with `next_action`: at random, or by a little common sense. Flat Monte
Carlo is the same search, one action deep, that looks at every action as often.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple, Protocol

from howdah.ai.search.packed_moves import packed, play_move
from howdah.ai.search.terminal_value import write_outcome
from howdah.ai.search.tree import (
    LONGEST_PATH,
    NO_NODE,
    Tree,
    add_child,
    back_up,
    drawn_child,
    is_full,
    ucb_child,
)
from howdah.fast.kernel import GameKernel
from howdah.fast.primitives import assign_state, count_in, nth_in
from howdah.fast.rng import Chance, mixed, next_key, randbelow, upcoming

WIN: Final = 0.5
"""How much of the worth of a playout is the win; the rest is the lead."""


class Policy(Protocol):
    """How games are played out."""

    def next_action(
        self, kernel: GameKernel, board: Any, guide: Any, state: Any, chance: Chance
    ) -> tuple[int, Chance]:
        """What is played next, draws included; and the chance to come."""


class UctConfig(NamedTuple):
    """How far and how widely a search looks."""

    exploration: float = 0.7
    depth: int = LONGEST_PATH


class RolloutWorkspace(NamedTuple):
    """Where a search plays its games out."""

    states: Any
    worth: list[float]


def uct_of(kernel: GameKernel, policy: Policy) -> Callable[..., int]:
    """The search of a game, with a policy for its playouts."""

    def uct(
        boards: Any,
        guide: Any,
        root: Any,
        tree: Tree,
        bench: RolloutWorkspace,
        settings: UctConfig,
        key: int,
        simulations: int,
    ) -> int:
        """So many playouts more; returns the key to go on from."""
        board = boards[0]
        for _ in range(simulations):
            key = next_key(key)
            chance = upcoming(mixed(key))
            state = assign_state(bench.states, 0, root[0])
            length, chance = descend(kernel, board, state, tree, settings, chance)
            while not kernel.is_over(state):
                action, chance = policy.next_action(kernel, board, guide, state, chance)
                kernel.play(board, state, action)
            write_outcome(kernel, state, bench.worth, WIN)
            back_up(tree, length, bench.worth)
        return key

    return uct


def descend(
    kernel: GameKernel, board: Any, state: Any, tree: Tree, settings: UctConfig, chance: Chance
) -> tuple[int, Chance]:
    """Play from the root to a node that nobody has visited; how many nodes the path has."""
    node = tree.root[0]
    tree.path[0] = node
    length = 1
    while not kernel.is_over(state):
        if kernel.is_chance(state):
            action, chance = kernel.random_action(board, state, chance)
            node = drawn_child(tree, node, action)
            kernel.play(board, state, action)
        else:
            if tree.first[node] == NO_NODE and length <= settings.depth:
                chance = expand(kernel, board, state, tree, node, chance)
            if tree.first[node] == NO_NODE:
                break
            node = ucb_child(tree, node, state.seat, settings.exploration)
            play_move(kernel, board, state, tree.move[node])
        if node == NO_NODE:
            break
        tree.path[length] = node
        length += 1
        if tree.visits[node] == 0 and not kernel.is_chance(state):
            break
    return length, chance


def expand(
    kernel: GameKernel, board: Any, state: Any, tree: Tree, node: int, chance: Chance
) -> Chance:
    """A child for each legal action if there is room, beginning with any of them."""
    words = kernel.legal_words(board, state)
    choices = count_in(words, 0, kernel.WORD_STARTS)
    if is_full(tree, choices):
        return chance
    first = randbelow(chance, choices)
    for number in range(first, first + choices):
        turned = number if number < choices else number - choices
        action = nth_in(words, 0, kernel.WORD_STARTS, turned)
        add_child(tree, node, packed(0, 0, action), 1.0)
    return upcoming(chance[0])
