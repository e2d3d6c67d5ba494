"""The champion's search: whole turns as moves, and a network that knows what positions are worth.

A leaf is not played out. All turns from it are weighed by the network, the best of them become
its children, and the best of these tells what the leaf is worth.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp, sqrt
from typing import Any, Final, NamedTuple, Protocol

from howdah.ai.search.moves import packed, play_move
from howdah.ai.search.net import Net, foretold
from howdah.ai.search.outcome import FULL_LEAD, within, write_outcome
from howdah.ai.search.plain import Policy
from howdah.ai.search.tree import (
    NO_NODE,
    Tree,
    add_child,
    back_up,
    drawn_child,
    is_full,
    puct_child,
)
from howdah.fast.bits import lowest
from howdah.fast.chance import Chance, mixed, next_key, upcoming
from howdah.fast.copying import put
from howdah.fast.kits import Kit

MOST_TURNS: Final = 512
"""Nobody has more different turns to choose from; what is beyond is not weighed."""
WIN: Final = 0.9
"""How much of the worth is the win; the rest is the lead."""
LOGISTIC: Final = 0.78
"""The scale of the logistic curve that is nearest to the difference of two normal errors."""


class Mind(Protocol):
    """What the search needs to know about a game besides its kit."""

    INPUTS: int
    """How many inputs the network has."""

    def goes_on(self, state: Any, seat: int) -> bool:
        """Whether the turn that a seat has begun is not over."""

    def is_sensible(self, state: Any, action: int) -> bool:
        """Whether a legal action is worth a look."""

    def footprint(self, state: Any, seat: int) -> int:
        """A number that two turns of a seat share if they come to the same."""

    def world(self, state: Any) -> int:
        """A number that two positions share if they are alike to all but the seat that moved."""

    def so_far(self, state: Any, seat: int) -> float:
        """What a seat has already of what decides the game."""

    def turns_left(self, state: Any) -> float:
        """How long the game still goes on, in turns of each seat."""

    def write_inputs(self, board: Any, guide: Any, state: Any, seat: int, desk: Any) -> None:
        """What a seat's prospects follow from, as the inputs of the network."""


class Desk(NamedTuple):
    """Where a search works things out."""

    worth: list[float]
    inputs: list[float]
    units: list[float]
    sketch: list[list[float]]
    """Room for whatever a mind works out on the way to the inputs."""
    notes: list[int]
    """The same, for whole numbers."""
    words: list[int]
    """The legal actions not yet tried, at each step of a turn."""
    partial: list[int]
    """The move up to each step of a turn."""
    moves: list[int]
    """All different turns."""
    footprints: list[int]
    worlds: list[int]
    gains: list[list[float]]
    """What each seat will still gain after each turn."""
    worths: list[list[float]]
    """What each turn is worth to each seat."""


def deep_of(kit: Kit, mind: Mind, policy: Policy) -> Callable[..., int]:
    """The search of a game; the policy plays on from leaves, where the network is not trusted."""

    def deep(
        boards: Any,
        guide: Any,
        net: Net,
        root: Any,
        states: Any,
        tree: Tree,
        desk: Desk,
        key: int,
        simulations: int,
        exploration: float,
        width: int,
        temperature: float,
        trust: float,
    ) -> int:
        """Expand so many nodes more; returns the key to go on from."""
        board = boards[0]
        for _ in range(simulations):
            key = next_key(key)
            chance = upcoming(mixed(key))
            put(states, 0, root[0])
            length, chance = deepen(
                kit, mind, board, guide, net, states, tree, desk, chance,
                exploration, width, temperature,
            )  # fmt: skip
            if trust < 1.0:
                play_on(kit, policy, board, guide, states[0], desk, chance, trust)
            back_up(tree, length, desk.worth)
        return key

    return deep


def deepen(
    kit: Kit,
    mind: Mind,
    board: Any,
    guide: Any,
    net: Net,
    states: Any,
    tree: Tree,
    desk: Desk,
    chance: Chance,
    exploration: float,
    width: int,
    temperature: float,
) -> tuple[int, Chance]:
    """From the root to a leaf, expand it, and write down its worth; the length of the path."""
    state = states[0]
    node = tree.root[0]
    tree.path[0] = node
    length = 1
    while not kit.is_over(state):
        if kit.is_chance(state):
            action, chance = kit.random_action(board, state, chance)
            node = drawn_child(tree, node, action)
            kit.play(board, state, action)
        elif tree.first[node] == NO_NODE:
            count = list_turns(kit, mind, board, guide, net, states, desk)
            add_best(tree, node, desk, count, state.seat, width, temperature)
            return length, chance
        else:
            node = puct_child(tree, node, state.seat, exploration)
            play_move(kit, board, state, tree.move[node])
        if node == NO_NODE:
            write_gains(kit, mind, board, guide, net, state, desk, 0)
            write_worth(kit, mind, net, state, desk, 0, desk.worth)
            return length, chance
        tree.path[length] = node
        length += 1
    write_outcome(kit, state, desk.worth, WIN)
    return length, chance


def play_on(
    kit: Kit,
    policy: Policy,
    board: Any,
    guide: Any,
    state: Any,
    desk: Desk,
    chance: Chance,
    trust: float,
) -> None:
    """Play a leaf out, and let its end have a say in what it is worth."""
    while not kit.is_over(state):
        action, chance = policy.next_action(kit, board, guide, state, chance)
        kit.play(board, state, action)
    outcome = desk.worths[MOST_TURNS]
    write_outcome(kit, state, outcome, WIN)
    for seat in range(state.players):
        desk.worth[seat] = trust * desk.worth[seat] + (1.0 - trust) * outcome[seat]


# What positions are worth


def write_gains(
    kit: Kit, mind: Mind, board: Any, guide: Any, net: Net, state: Any, desk: Desk, row: int
) -> None:
    """Foretell what each seat will still gain; nothing, when the game is over."""
    for seat in range(state.players):
        desk.gains[row][seat] = foretold_gain(kit, mind, board, guide, net, state, desk, seat)


def foretold_gain(
    kit: Kit, mind: Mind, board: Any, guide: Any, net: Net, state: Any, desk: Desk, seat: int
) -> float:
    """What a seat will still gain until the end."""
    if kit.is_over(state):
        return kit.score(state, seat) - mind.so_far(state, seat)
    mind.write_inputs(board, guide, state, seat, desk)
    return foretold(net, desk.inputs, desk.units)


def write_worth(
    kit: Kit, mind: Mind, net: Net, state: Any, desk: Desk, row: int, worth: list[float]
) -> None:
    """From what each seat will have to its chance of winning, and a little for the lead."""
    if kit.is_over(state):
        write_outcome(kit, state, worth, WIN)
        return
    players = state.players
    gains = desk.gains[row]
    best, total = -1000.0, 0.0
    for seat in range(players):
        score = mind.so_far(state, seat) + gains[seat]
        worth[seat] = score
        best = max(best, score)
        total += score
    if players == 1:
        worth[0] = within(0.5 + total / (2.0 * 60.0))
        return
    scale = LOGISTIC * sqrt(net.spread[0] + net.spread[1] * mind.turns_left(state))
    chances = 0.0
    for seat in range(players):
        chances += exp((worth[seat] - best) / scale)
    for seat in range(players):
        score = worth[seat]
        lead = score - (total - score) / (players - 1)
        chance = exp((score - best) / scale) / chances
        worth[seat] = WIN * chance + (1.0 - WIN) * within(0.5 + 0.5 * lead / FULL_LEAD)


# All turns from a position


def list_turns(
    kit: Kit, mind: Mind, board: Any, guide: Any, net: Net, states: Any, desk: Desk
) -> int:
    """Weigh every different turn from the first of the states; how many there are."""
    seat = states[0].seat
    width = len(kit.WORD_STARTS)
    count = 0
    step = 0
    desk.partial[0] = 0
    write_words(kit, board, states[0], desk, 0)
    while step >= 0:
        action = next_untried(kit, desk, step * width)
        if action < 0:
            step -= 1
            continue
        if not mind.is_sensible(states[step], action):
            continue
        state = put(states, step + 1, states[step])
        kit.play(board, state, action)
        move = packed(desk.partial[step], step, action)
        if mind.goes_on(state, seat):
            step += 1
            desk.partial[step] = move
            write_words(kit, board, state, desk, step * width)
        elif count < MOST_TURNS:
            count = note_turn(kit, mind, board, guide, net, state, desk, move, seat, count)
    return count


def write_words(kit: Kit, board: Any, state: Any, desk: Desk, first: int) -> None:
    """Write down what is legal, to be tried."""
    words = kit.legal_words(board, state)
    for word in range(len(kit.WORD_STARTS)):
        desk.words[first + word] = words[word]


def next_untried(kit: Kit, desk: Desk, first: int) -> int:
    """The next action to try, which counts as tried from now on; -1 if there is none."""
    starts = kit.WORD_STARTS
    for word in range(len(starts)):
        mask = desk.words[first + word]
        if mask:
            desk.words[first + word] = mask & mask - 1
            return starts[word] + lowest(mask)
    return -1


def note_turn(
    kit: Kit,
    mind: Mind,
    board: Any,
    guide: Any,
    net: Net,
    state: Any,
    desk: Desk,
    move: int,
    seat: int,
    count: int,
) -> int:
    """Weigh a turn, unless another one comes to the same; how many there are now."""
    footprint = mind.footprint(state, seat)
    for other in range(count):
        if desk.footprints[other] == footprint:
            return count
    desk.moves[count] = move
    desk.footprints[count] = footprint
    world = mind.world(state)
    desk.worlds[count] = world
    twin = 0
    while desk.worlds[twin] != world:
        twin += 1
    for other in range(state.players):
        if twin < count and other != seat:
            desk.gains[count][other] = desk.gains[twin][other]
        else:
            desk.gains[count][other] = foretold_gain(
                kit, mind, board, guide, net, state, desk, other
            )
    write_worth(kit, mind, net, state, desk, count, desk.worths[count])
    return count + 1


def add_best(
    tree: Tree, node: int, desk: Desk, count: int, seat: int, width: int, temperature: float
) -> None:
    """The best turns become children, each with a visit of its own; the leaf is worth the best."""
    best = best_turn(desk, count, seat)
    worth = desk.worths[best]
    for other in range(len(worth)):
        desk.worth[other] = worth[other]
    if is_full(tree, width):
        return
    top = worth[seat]
    total = 0.0
    for _ in range(min(width, count)):
        turn = best_turn(desk, count, seat)
        worth = desk.worths[turn]
        prior = exp((worth[seat] - top) / temperature)
        total += prior
        child = add_child(tree, node, desk.moves[turn], prior)
        tree.visits[child] = 1
        for other in range(len(worth)):
            tree.sums[child][other] = worth[other]
        worth[seat] = -1.0
    child = tree.first[node]
    while child != NO_NODE:
        tree.prior[child] /= total
        child = tree.sibling[child]


def best_turn(desk: Desk, count: int, seat: int) -> int:
    """The turn that is worth most to a seat; the first of several."""
    best = 0
    for turn in range(1, count):
        if desk.worths[turn][seat] > desk.worths[best][seat]:
            best = turn
    return best
