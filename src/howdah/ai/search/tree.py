"""A search tree as a struct of arrays: a node is an index into them.

Values are vectors with a number for each seat, from 0 to 1; one seat's loss need not be
another's gain. Positions are not stored: they are played again on the way down from the root.

A move is one or more actions of a player, packed into one number; draws are negative numbers.

>>> unpack_move(pack_action(pack_action(0, 0, 24), 1, 38))
[24, 38]
>>> unpack_move(~70)
[70]
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any, Final, NamedTuple

from howdah.fast.kernel import GameKernel

NO_NODE: Final = -1
LONGEST_PATH: Final = 512
"""More nodes than any game has actions."""
MOST_ACTIONS: Final = 9
"""No turn has more actions."""
ACTION_BITS: Final = 7
ACTION_MASK: Final = (1 << ACTION_BITS) - 1


class Tree(NamedTuple):
    """The nodes, an array for each attribute of a node."""

    size: list[int]
    """How many nodes there are: an array of one number."""
    root: list[int]
    """The root of the search: an array of one number, which follows the game downwards."""
    move: list[int]
    """The move that leads to the node, packed; or the draw, negative."""
    first_child: list[int]
    next_sibling: list[int]
    """The next child of its parent."""
    visits: list[int]
    prior: list[float]
    """The part of its parent's visits that a node should get before it is visited."""
    value_sums: list[list[float]]
    """The values of its visits to each seat, summed up."""
    path: list[int]
    """The nodes of one way down."""


# Moves


def pack_action(move: int, step: int, action: int) -> int:
    """Return a move with one more action, the one numbered `step`."""
    return move | action + 1 << ACTION_BITS * step


def unpack_move(move: int) -> list[int]:
    """Return the actions of a move, or the draw."""
    if move < 0:
        return [~move]
    actions = []
    while move:
        actions.append((move & ACTION_MASK) - 1)
        move >>= ACTION_BITS
    return actions


def play_move(kernel: GameKernel, board: Any, state: Any, move: int) -> None:
    """Play the actions of a move."""
    while move:
        kernel.play(board, state, (move & ACTION_MASK) - 1)
        move >>= ACTION_BITS


# Nodes


def clear(tree: Tree) -> None:
    """Remove all nodes but an unvisited root."""
    tree.size[0] = 0
    tree.root[0] = add_node(tree, 0, 1.0)


def is_full(tree: Tree, children: int) -> bool:
    """Return whether there is no room for so many more nodes."""
    return tree.size[0] + children > len(tree.move)


def add_node(tree: Tree, move: int, prior: float) -> int:
    """Add an unvisited node."""
    node = tree.size[0]
    tree.size[0] = node + 1
    tree.move[node] = move
    tree.first_child[node] = NO_NODE
    tree.next_sibling[node] = NO_NODE
    tree.visits[node] = 0
    tree.prior[node] = prior
    sums = tree.value_sums[node]
    for seat in range(len(sums)):
        sums[seat] = 0.0
    return node


def add_child(tree: Tree, parent: int, move: int, prior: float) -> int:
    """Add a child, before its siblings."""
    child = add_node(tree, move, prior)
    tree.next_sibling[child] = tree.first_child[parent]
    tree.first_child[parent] = child
    return child


def find_child(tree: Tree, parent: int, move: int) -> int:
    """Return the child that a move leads to; NO_NODE if there is none yet."""
    child = tree.first_child[parent]
    while child != NO_NODE and tree.move[child] != move:
        child = tree.next_sibling[child]
    return child


def chance_child(tree: Tree, parent: int, draw: int) -> int:
    """Return the child of a draw, added if the draw is new; NO_NODE if there is no room."""
    child = find_child(tree, parent, ~draw)
    if child == NO_NODE and not is_full(tree, 1):
        return add_child(tree, parent, ~draw, 1.0)
    return child


def back_up(tree: Tree, length: int, values: list[float]) -> None:
    """Add a visit with these values to every node of the path."""
    for step in range(length):
        node = tree.path[step]
        tree.visits[node] += 1
        sums = tree.value_sums[node]
        for seat in range(len(sums)):
            sums[seat] += values[seat]


def mean_value(tree: Tree, node: int, seat: int) -> float:
    """Return the mean value of a node to a seat; it must have been visited."""
    return tree.value_sums[node][seat] / tree.visits[node]


def most_visited(tree: Tree, parent: int, seat: int) -> int:
    """Return the child with the most visits; of several, the one with most value to a seat."""
    best = tree.first_child[parent]
    child = best
    while child != NO_NODE:
        ahead = tree.visits[child] - tree.visits[best]
        if ahead > 0 or (ahead == 0 and tree.value_sums[child][seat] > tree.value_sums[best][seat]):
            best = child
        child = tree.next_sibling[child]
    return best


def ucb_child(tree: Tree, parent: int, seat: int, exploration: float) -> int:
    """Return the first unvisited child, or else the one with the highest UCB1 score."""
    bonus = exploration * sqrt(log(tree.visits[parent] + 1.0))
    best, best_score = NO_NODE, -1.0
    child = tree.first_child[parent]
    while child != NO_NODE:
        visits = tree.visits[child]
        if visits == 0:
            return child
        score = tree.value_sums[child][seat] / visits + bonus / sqrt(visits)
        if score > best_score:
            best, best_score = child, score
        child = tree.next_sibling[child]
    return best


def puct_child(tree: Tree, parent: int, seat: int, exploration: float) -> int:
    """Return the child with the highest PUCT score to a seat; all must have been visited."""
    bonus = exploration * sqrt(tree.visits[parent])
    best, best_score = NO_NODE, -1.0
    child = tree.first_child[parent]
    while child != NO_NODE:
        explore = bonus * tree.prior[child] / (1.0 + tree.visits[child])
        score = mean_value(tree, child, seat) + explore
        if score > best_score:
            best, best_score = child, score
        child = tree.next_sibling[child]
    return best
