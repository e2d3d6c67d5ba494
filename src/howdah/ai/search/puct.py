"""The champion's search: whole turns as moves, and a network that knows what positions are worth.

A leaf is not played out. All turns from it are weighed by the network, the best of them become
its children, and the best of these tells what the leaf is worth.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from typing import Any, Final, NamedTuple

from howdah.ai.search.evaluation import WIN, EvalContext, GameFeatures
from howdah.ai.search.packed_moves import play_move
from howdah.ai.search.terminal_value import write_outcome
from howdah.ai.search.tree import (
    NO_NODE,
    Tree,
    add_child,
    back_up,
    drawn_child,
    is_full,
    puct_child,
)
from howdah.ai.search.turn_generator import SearchWorkspace, best_turn, list_turns, write_worth_of
from howdah.fast.kernel import GameKernel
from howdah.fast.primitives import assign_state
from howdah.fast.rng import Chance, mixed, next_key, upcoming

TAKEN: Final = -1.0
"""Less than any turn is worth: the mark of one that is among the children already."""


class PuctConfig(NamedTuple):
    """How the champion searches."""

    exploration: float = 0.5
    width: int = 16
    """How many turns are looked at from each position."""
    temperature: float = 0.03
    """How much worse a turn may be and still get a good part of the attention."""


def deep_of(kernel: GameKernel, mind: GameFeatures) -> Callable[..., int]:
    """The search of a game."""

    def deep(
        boards: Any,
        sense: EvalContext,
        root: Any,
        tree: Tree,
        desk: SearchWorkspace,
        settings: PuctConfig,
        key: int,
        simulations: int,
    ) -> int:
        """Expand so many nodes more; returns the key to go on from."""
        board = boards[0]
        for _ in range(simulations):
            key = next_key(key)
            assign_state(desk.states, 0, root[0])
            simulate(kernel, mind, board, sense, tree, desk, settings, upcoming(mixed(key)))
        return key

    return deep


def simulate(
    kernel: GameKernel,
    mind: GameFeatures,
    board: Any,
    sense: EvalContext,
    tree: Tree,
    desk: SearchWorkspace,
    settings: PuctConfig,
    chance: Chance,
) -> Chance:
    """From the root to a leaf, which is expanded, and back; the chance to come."""
    state = desk.states[0]
    node = tree.root[0]
    tree.path[0] = node
    length = 1
    while not kernel.is_over(state):
        if kernel.is_chance(state):
            action, chance = kernel.random_action(board, state, chance)
            node = drawn_child(tree, node, action)
            kernel.play(board, state, action)
        elif tree.first[node] == NO_NODE:
            count = list_turns(kernel, mind, board, sense, desk)
            add_best(tree, node, desk, count, state.seat, settings)
            back_up(tree, length, desk.worth)
            return chance
        else:
            node = puct_child(tree, node, state.seat, settings.exploration)
            play_move(kernel, board, state, tree.move[node])
        if node == NO_NODE:
            write_worth_of(kernel, mind, board, sense, state, desk)
            back_up(tree, length, desk.worth)
            return chance
        tree.path[length] = node
        length += 1
    write_outcome(kernel, state, desk.worth, WIN)
    back_up(tree, length, desk.worth)
    return chance


def add_best(
    tree: Tree, node: int, desk: SearchWorkspace, count: int, seat: int, settings: PuctConfig
) -> None:
    """The best turns become children, each with a visit of its own; the leaf is worth the best."""
    best = desk.worths[best_turn(desk, count, seat)]
    for other in range(len(best)):
        desk.worth[other] = best[other]
    top = best[seat]
    width = min(settings.width, count)
    if is_full(tree, width):
        return
    for _ in range(width):
        turn = best_turn(desk, count, seat)
        worth = desk.worths[turn]
        prior = exp((worth[seat] - top) / settings.temperature)
        child = add_child(tree, node, desk.moves[turn], prior)
        tree.visits[child] = 1
        for other in range(len(worth)):
            tree.sums[child][other] = worth[other]
        worth[seat] = TAKEN
    normalize_priors(tree, node)


def normalize_priors(tree: Tree, node: int) -> None:
    """Let the priors of all children come to one."""
    total = 0.0
    child = tree.first[node]
    while child != NO_NODE:
        total += tree.prior[child]
        child = tree.sibling[child]
    child = tree.first[node]
    while child != NO_NODE:
        tree.prior[child] /= total
        child = tree.sibling[child]
