"""UCT: a tree of single actions, and games played out by a simple policy from its leaves.

A policy is a function that returns the next action: at random, or by a few rules of thumb. Flat
Monte Carlo is the same search, one action deep, that visits every action as often.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from howdah.ai.search.evaluation import write_terminal_values
from howdah.ai.search.tree import (
    LONGEST_PATH,
    NO_NODE,
    Tree,
    add_child,
    back_up,
    chance_child,
    is_full,
    pack_action,
    play_move,
    ucb_child,
)
from howdah.fast.kernel import GameKernel
from howdah.fast.primitives import assign_state, count_in_words, nth_in_words
from howdah.fast.rng import Chance, mix, next_chance, next_key, randbelow
from howdah.games.registry import plugin_for

Policy = Callable[[GameKernel, Any, Any, Any, Chance], tuple[int, Chance]]
"""Takes kernel, board, precomputed table, state and chance; returns the next action, draws
included, and the chance to come."""

WIN: Final = 0.5
"""How much of the value of a playout is the win; the rest is the lead."""

HOT: Final = ("random_policy",)


class UctConfig(NamedTuple):
    """How far and how widely a search looks."""

    exploration: float = 0.7
    depth: int = LONGEST_PATH


class RolloutWorkspace(NamedTuple):
    """Where a search plays its games out."""

    states: Any
    values: list[float]


def playout_policy_for(game: str) -> Any:
    """Return the module whose `next_action` is the playout policy of a game."""
    return plugin_for(game).load("playout_policy")


def random_policy(
    kernel: GameKernel, board: Any, precomputed: Any, state: Any, chance: Chance
) -> tuple[int, Chance]:
    """Return any legal action, each as likely."""
    return kernel.random_action(board, state, chance)


def make_uct(kernel: GameKernel, next_action: Policy) -> Callable[..., int]:
    """Return the search of a game, with a policy for its playouts."""

    def uct(
        boards: Any,
        precomputed: Any,
        root: Any,
        tree: Tree,
        workspace: RolloutWorkspace,
        config: UctConfig,
        key: int,
        simulations: int,
    ) -> int:
        """Run so many simulations; return the key to continue from."""
        board = boards[0]
        for _ in range(simulations):
            key = next_key(key)
            chance = next_chance(mix(key))
            state = assign_state(workspace.states, 0, root[0])
            length, chance = descend(kernel, board, state, tree, config, chance)
            while not kernel.is_over(state):
                action, chance = next_action(kernel, board, precomputed, state, chance)
                kernel.play(board, state, action)
            write_terminal_values(kernel, state, workspace.values, WIN)
            back_up(tree, length, workspace.values)
        return key

    return uct


def descend(
    kernel: GameKernel, board: Any, state: Any, tree: Tree, config: UctConfig, chance: Chance
) -> tuple[int, Chance]:
    """Play from the root to an unvisited node; return how many nodes the path has."""
    node = tree.root[0]
    tree.path[0] = node
    length = 1
    while not kernel.is_over(state):
        if kernel.is_chance(state):
            action, chance = kernel.random_action(board, state, chance)
            node = chance_child(tree, node, action)
            kernel.play(board, state, action)
        else:
            if tree.first_child[node] == NO_NODE and length <= config.depth:
                chance = expand(kernel, board, state, tree, node, chance)
            if tree.first_child[node] == NO_NODE:
                break
            node = ucb_child(tree, node, state.seat, config.exploration)
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
    """Add a child for each legal action if there is room, beginning with any of them."""
    words = kernel.legal_words(board, state)
    choices = count_in_words(words, 0, kernel.WORD_STARTS)
    if is_full(tree, choices):
        return chance
    first = randbelow(chance, choices)
    for number in range(first, first + choices):
        turned = number if number < choices else number - choices
        action = nth_in_words(words, 0, kernel.WORD_STARTS, turned)
        add_child(tree, node, pack_action(0, 0, action), 1.0)
    return next_chance(chance[0])
