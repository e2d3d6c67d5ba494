"""The champion's search (PUCT): whole turns as moves, and a network that evaluates positions.

There are no playouts. All turns from a leaf are evaluated by the network, the best of them
become its children, and the value of the best is backed up as the value of the leaf.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from typing import Any, Final, NamedTuple

from howdah.ai.search.evaluation import (
    WIN,
    EvalContext,
    FeatureBuffers,
    GameFeatures,
    is_duel_network,
    predict_gain,
    write_duel_values,
    write_terminal_values,
    write_values,
)
from howdah.ai.search.tree import (
    NO_NODE,
    Tree,
    add_child,
    back_up,
    chance_child,
    is_full,
    pack_action,
    play_move,
    puct_child,
)
from howdah.fast.kernel import GameKernel
from howdah.fast.primitives import assign_state, lowest_bit
from howdah.fast.rng import Chance, mix, next_chance, next_key

MOST_TURNS: Final = 512
"""No position has more different turns; any beyond are not evaluated."""
NO_ACTION: Final = -1
TAKEN: Final = -1.0
"""Less than any value: marks a turn that is among the children already."""


class PuctConfig(NamedTuple):
    """How the champion searches."""

    exploration: float = 0.5
    width: int = 16
    """How many turns become children of a node."""
    temperature: float = 0.03
    """The smaller, the faster priors fall with the value of a turn."""


class SearchWorkspace(NamedTuple):
    """Where the turns from a position are tried and evaluated."""

    states: Any
    """The position, and those at each step of a turn."""
    values: list[float]
    """The value of the position to each seat."""
    buffers: FeatureBuffers
    words: list[int]
    """The legal actions not yet tried, at each step of a turn."""
    partial: list[int]
    """The move up to each step of a turn."""
    moves: list[int]
    """All different turns."""
    turn_hashes: list[int]
    shared_state_hashes: list[int]
    gains: list[list[float]]
    """The predicted gain of each seat after each turn."""
    turn_values: list[list[float]]
    """The value of each turn to each seat."""


def make_puct(kernel: GameKernel, features: GameFeatures) -> Callable[..., int]:
    """Return the search of a game."""

    def puct(
        boards: Any,
        context: EvalContext,
        root: Any,
        tree: Tree,
        workspace: SearchWorkspace,
        config: PuctConfig,
        key: int,
        simulations: int,
    ) -> int:
        """Run so many simulations; return the key to continue from."""
        board = boards[0]
        for _ in range(simulations):
            key = next_key(key)
            assign_state(workspace.states, 0, root[0])
            simulate(
                kernel, features, board, context, tree, workspace, config, next_chance(mix(key))
            )
        return key

    return puct


def simulate(
    kernel: GameKernel,
    features: GameFeatures,
    board: Any,
    context: EvalContext,
    tree: Tree,
    workspace: SearchWorkspace,
    config: PuctConfig,
    chance: Chance,
) -> Chance:
    """Descend from the root to a leaf, expand it, and back its value up; return the next chance."""
    state = workspace.states[0]
    node = tree.root[0]
    tree.path[0] = node
    length = 1
    while not kernel.is_over(state):
        if kernel.is_chance(state):
            action, chance = kernel.random_action(board, state, chance)
            node = chance_child(tree, node, action)
            kernel.play(board, state, action)
        elif tree.first_child[node] == NO_NODE:
            count = evaluate_turns(kernel, features, board, context, workspace)
            expand(tree, node, workspace, count, state.seat, config)
            back_up(tree, length, workspace.values)
            return chance
        else:
            node = puct_child(tree, node, state.seat, config.exploration)
            play_move(kernel, board, state, tree.move[node])
        if node == NO_NODE:
            evaluate_position(kernel, features, board, context, state, workspace)
            back_up(tree, length, workspace.values)
            return chance
        tree.path[length] = node
        length += 1
    write_terminal_values(kernel, state, workspace.values, WIN)
    back_up(tree, length, workspace.values)
    return chance


def expand(
    tree: Tree, node: int, workspace: SearchWorkspace, count: int, seat: int, config: PuctConfig
) -> None:
    """Add the best turns as children with one visit each; the leaf gets the value of the best."""
    best = workspace.turn_values[best_turn(workspace, count, seat)]
    for other in range(len(best)):
        workspace.values[other] = best[other]
    top = best[seat]
    width = min(config.width, count)
    if is_full(tree, width):
        return
    for _ in range(width):
        turn = best_turn(workspace, count, seat)
        values = workspace.turn_values[turn]
        prior = exp((values[seat] - top) / config.temperature)
        child = add_child(tree, node, workspace.moves[turn], prior)
        tree.visits[child] = 1
        for other in range(len(values)):
            tree.value_sums[child][other] = values[other]
        values[seat] = TAKEN
    normalize_priors(tree, node)


def best_turn(workspace: SearchWorkspace, count: int, seat: int) -> int:
    """Return the turn with the highest value to a seat; the first of several."""
    best = 0
    for turn in range(1, count):
        if workspace.turn_values[turn][seat] > workspace.turn_values[best][seat]:
            best = turn
    return best


def normalize_priors(tree: Tree, node: int) -> None:
    """Scale the priors of all children so that they sum to one."""
    total = 0.0
    child = tree.first_child[node]
    while child != NO_NODE:
        total += tree.prior[child]
        child = tree.next_sibling[child]
    child = tree.first_child[node]
    while child != NO_NODE:
        tree.prior[child] /= total
        child = tree.next_sibling[child]


# All turns from a position; those that lead to the same position count once


def evaluate_turns(
    kernel: GameKernel,
    features: GameFeatures,
    board: Any,
    context: EvalContext,
    workspace: SearchWorkspace,
) -> int:
    """Evaluate every different turn from the position in the workspace; return how many."""
    states = workspace.states
    seat = states[0].seat
    words = len(kernel.WORD_STARTS)
    count = 0
    step = 0
    workspace.partial[0] = 0
    features.analyse_before_turns(board, context.precomputed, states[0], workspace.buffers)
    write_legal_words(kernel, board, states[0], workspace, 0)
    while step >= 0:
        action = next_untried(kernel, workspace, step * words)
        if action == NO_ACTION:
            step -= 1
        elif features.is_candidate(states[step], action):
            state = assign_state(states, step + 1, states[step])
            kernel.play(board, state, action)
            move = pack_action(workspace.partial[step], step, action)
            if features.turn_continues(state, seat):
                step += 1
                workspace.partial[step] = move
                write_legal_words(kernel, board, state, workspace, step * words)
            elif count < MOST_TURNS and is_new(features, state, workspace, seat, move, count):
                evaluate_turn(kernel, features, board, context, state, workspace, count)
                count += 1
    return count


def write_legal_words(
    kernel: GameKernel, board: Any, state: Any, workspace: SearchWorkspace, first: int
) -> None:
    """Write the legal actions, to be tried."""
    words = kernel.legal_words(board, state)
    for word in range(len(kernel.WORD_STARTS)):
        workspace.words[first + word] = words[word]


def next_untried(kernel: GameKernel, workspace: SearchWorkspace, first: int) -> int:
    """Return the next action to try and mark it as tried; NO_ACTION if none is left."""
    starts = kernel.WORD_STARTS
    for word in range(len(starts)):
        mask = workspace.words[first + word]
        if mask:
            workspace.words[first + word] = mask & mask - 1
            return starts[word] + lowest_bit(mask)
    return NO_ACTION


def is_new(
    features: GameFeatures, state: Any, workspace: SearchWorkspace, seat: int, move: int, count: int
) -> bool:
    """Return whether no turn so far leads to the same position; write the move in any case."""
    turn_hash = features.turn_hash(state, seat, move)
    workspace.moves[count] = move
    workspace.turn_hashes[count] = turn_hash
    for other in range(count):
        if workspace.turn_hashes[other] == turn_hash:
            return False
    return True


def evaluate_turn(
    kernel: GameKernel,
    features: GameFeatures,
    board: Any,
    context: EvalContext,
    state: Any,
    workspace: SearchWorkspace,
    turn: int,
) -> None:
    """Write the value of a turn to each seat."""
    buffers, values = workspace.buffers, workspace.turn_values[turn]
    features.analyse_after_turn(board, context.precomputed, state, buffers)
    if is_duel_network(features, context.network.direct):
        write_duel_values(kernel, features, board, context, state, buffers, values)
    else:
        same = first_same_for_others(features, state, workspace, turn)
        write_gains(kernel, features, board, context, state, workspace, turn, same)
        write_values(kernel, features, context, state, workspace.gains[turn], values)


def first_same_for_others(
    features: GameFeatures, state: Any, workspace: SearchWorkspace, turn: int
) -> int:
    """Return the first turn after which all is the same for other seats; perhaps this one."""
    shared_state_hash = features.shared_state_hash(state, workspace.moves[turn])
    workspace.shared_state_hashes[turn] = shared_state_hash
    same = 0
    while workspace.shared_state_hashes[same] != shared_state_hash:
        same += 1
    return same


def write_gains(
    kernel: GameKernel,
    features: GameFeatures,
    board: Any,
    context: EvalContext,
    state: Any,
    workspace: SearchWorkspace,
    turn: int,
    same: int,
) -> None:
    """Write what each seat will still gain; for other seats it is known from the turn `same`."""
    gains = workspace.gains[turn]
    seat = workspace.states[0].seat
    for other in range(state.players):
        if same < turn and other != seat:
            gains[other] = workspace.gains[same][other]
        else:
            gains[other] = predict_gain(
                kernel, features, board, context, state, workspace.buffers, other
            )


def evaluate_position(
    kernel: GameKernel,
    features: GameFeatures,
    board: Any,
    context: EvalContext,
    state: Any,
    workspace: SearchWorkspace,
) -> None:
    """Write the value of a position to each seat."""
    buffers, values = workspace.buffers, workspace.values
    features.analyse(board, context.precomputed, state, buffers)
    if is_duel_network(features, context.network.direct):
        write_duel_values(kernel, features, board, context, state, buffers, values)
    else:
        write_gains(kernel, features, board, context, state, workspace, 0, 0)
        write_values(kernel, features, context, state, workspace.gains[0], values)
