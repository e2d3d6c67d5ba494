"""A search tree as a few long rows of numbers: a node is a place in them.

Values are vectors with a number for each seat, from 0 to 1; nobody's loss need be another's
gain. Positions are not kept: they come about again on the way down from the root.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Final, NamedTuple

NO_NODE: Final = -1
LONGEST_PATH: Final = 512
"""More nodes than any game has actions."""


class Tree(NamedTuple):
    """The nodes, a row for everything that a node knows."""

    size: list[int]
    """How many nodes there are: a row of one number."""
    root: list[int]
    """Where the search stands: a row of one number, which follows the game downwards."""
    move: list[int]
    """The move that led to the node, packed; or the draw, negative."""
    first: list[int]
    """The first of its children, if there are any."""
    sibling: list[int]
    """The next child of its parent."""
    visits: list[int]
    prior: list[float]
    """How much of its parent's attention a node deserves before it is looked at."""
    sums: list[list[float]]
    """What its visits were worth to each seat, summed up."""
    path: list[int]
    """The nodes of one way down."""


def clear(tree: Tree) -> None:
    """Leave nothing but a root that nobody has visited."""
    tree.size[0] = 0
    tree.root[0] = add_node(tree, 0, 1.0)


def is_full(tree: Tree, children: int) -> bool:
    """Whether so many more nodes have no room."""
    return tree.size[0] + children > len(tree.move)


def add_node(tree: Tree, move: int, prior: float) -> int:
    """A new node that nobody has visited."""
    node = tree.size[0]
    tree.size[0] = node + 1
    tree.move[node] = move
    tree.first[node] = NO_NODE
    tree.sibling[node] = NO_NODE
    tree.visits[node] = 0
    tree.prior[node] = prior
    sums = tree.sums[node]
    for seat in range(len(sums)):
        sums[seat] = 0.0
    return node


def add_child(tree: Tree, parent: int, move: int, prior: float) -> int:
    """A new child, before its siblings."""
    child = add_node(tree, move, prior)
    tree.sibling[child] = tree.first[parent]
    tree.first[parent] = child
    return child


def child_by(tree: Tree, parent: int, move: int) -> int:
    """The child that a move leads to; NO_NODE if there is none yet."""
    child = tree.first[parent]
    while child != NO_NODE and tree.move[child] != move:
        child = tree.sibling[child]
    return child


def drawn_child(tree: Tree, parent: int, draw: int) -> int:
    """The child of a draw, made if this draw never came; NO_NODE if there is no room."""
    child = child_by(tree, parent, ~draw)
    if child == NO_NODE and not is_full(tree, 1):
        return add_child(tree, parent, ~draw, 1.0)
    return child


def back_up(tree: Tree, length: int, worth: list[float]) -> None:
    """Every node of the path was worth that much to each seat."""
    for step in range(length):
        node = tree.path[step]
        tree.visits[node] += 1
        sums = tree.sums[node]
        for seat in range(len(sums)):
            sums[seat] += worth[seat]


def mean_worth(tree: Tree, node: int, seat: int) -> float:
    """What a node was worth to a seat, on average of its visits, of which there must be one."""
    return tree.sums[node][seat] / tree.visits[node]


def most_visited(tree: Tree, parent: int, seat: int) -> int:
    """The child with the most visits; of those, the one worth most to a seat."""
    best = tree.first[parent]
    child = best
    while child != NO_NODE:
        ahead = tree.visits[child] - tree.visits[best]
        if ahead > 0 or (ahead == 0 and tree.sums[child][seat] > tree.sums[best][seat]):
            best = child
        child = tree.sibling[child]
    return best


def ucb_child(tree: Tree, parent: int, seat: int, exploration: float) -> int:
    """The first child that nobody has visited, or else the one that promises most (UCB1)."""
    certainty = exploration * sqrt(log(tree.visits[parent] + 1.0))
    best, best_promise = NO_NODE, -1.0
    child = tree.first[parent]
    while child != NO_NODE:
        visits = tree.visits[child]
        if visits == 0:
            return child
        promise = tree.sums[child][seat] / visits + certainty / sqrt(visits)
        if promise > best_promise:
            best, best_promise = child, promise
        child = tree.sibling[child]
    return best


def puct_child(tree: Tree, parent: int, seat: int, exploration: float) -> int:
    """The child that promises most to a seat, weighted by the priors of all."""
    attention = exploration * sqrt(tree.visits[parent])
    best, best_promise = NO_NODE, -1.0
    child = tree.first[parent]
    while child != NO_NODE:
        doubt = attention * tree.prior[child] / (1.0 + tree.visits[child])
        promise = mean_worth(tree, child, seat) + doubt
        if promise > best_promise:
            best, best_promise = child, promise
        child = tree.sibling[child]
    return best
