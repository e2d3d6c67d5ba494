"""All turns from a position, each with what it is worth; those that come to the same count once."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from howdah.ai.search.evaluation import (
    EvalContext,
    FeatureBuffers,
    GameFeatures,
    predict_gain,
    sees_both,
    write_worth,
    write_worth_in_duel,
)
from howdah.ai.search.packed_moves import packed
from howdah.fast.kernel import GameKernel
from howdah.fast.primitives import assign_state, lowest

MOST_TURNS: Final = 512
"""Nobody has more different turns to choose from; what is beyond is not weighed."""
NOTHING: Final = -1


class SearchWorkspace(NamedTuple):
    """Where turns are tried and weighed."""

    states: Any
    """The position, and those at each step of a turn."""
    worth: list[float]
    """What the position is worth to each seat."""
    sheet: FeatureBuffers
    words: list[int]
    """The legal actions not yet tried, at each step of a turn."""
    partial: list[int]
    """The move up to each step of a turn."""
    moves: list[int]
    """All different turns."""
    turn_hashes: list[int]
    shared_state_hashes: list[int]
    gains: list[list[float]]
    """What each seat will still gain after each turn."""
    worths: list[list[float]]
    """What each turn is worth to each seat."""


def list_turns(
    kernel: GameKernel, mind: GameFeatures, board: Any, sense: EvalContext, desk: SearchWorkspace
) -> int:
    """Weigh every different turn from the position on a desk; how many there are."""
    states = desk.states
    seat = states[0].seat
    words = len(kernel.WORD_STARTS)
    count = 0
    step = 0
    desk.partial[0] = 0
    mind.survey_before_turns(board, sense.guide, states[0], desk.sheet)
    write_words(kernel, board, states[0], desk, 0)
    while step >= 0:
        action = next_untried(kernel, desk, step * words)
        if action == NOTHING:
            step -= 1
        elif mind.is_candidate(states[step], action):
            state = assign_state(states, step + 1, states[step])
            kernel.play(board, state, action)
            move = packed(desk.partial[step], step, action)
            if mind.turn_continues(state, seat):
                step += 1
                desk.partial[step] = move
                write_words(kernel, board, state, desk, step * words)
            elif count < MOST_TURNS and is_new(mind, state, desk, seat, move, count):
                evaluate_turn(kernel, mind, board, sense, state, desk, count)
                count += 1
    return count


def write_words(
    kernel: GameKernel, board: Any, state: Any, desk: SearchWorkspace, first: int
) -> None:
    """Write down what is legal, to be tried."""
    words = kernel.legal_words(board, state)
    for word in range(len(kernel.WORD_STARTS)):
        desk.words[first + word] = words[word]


def next_untried(kernel: GameKernel, desk: SearchWorkspace, first: int) -> int:
    """The next action to try, which counts as tried from now on; NOTHING if there is none."""
    starts = kernel.WORD_STARTS
    for word in range(len(starts)):
        mask = desk.words[first + word]
        if mask:
            desk.words[first + word] = mask & mask - 1
            return starts[word] + lowest(mask)
    return NOTHING


def is_new(
    mind: GameFeatures, state: Any, desk: SearchWorkspace, seat: int, move: int, count: int
) -> bool:
    """Whether no turn so far comes to the same; the move is written down in any case."""
    turn_hash = mind.turn_hash(state, seat, move)
    desk.moves[count] = move
    desk.turn_hashes[count] = turn_hash
    for other in range(count):
        if desk.turn_hashes[other] == turn_hash:
            return False
    return True


def evaluate_turn(
    kernel: GameKernel,
    mind: GameFeatures,
    board: Any,
    sense: EvalContext,
    state: Any,
    desk: SearchWorkspace,
    turn: int,
) -> None:
    """Write down what a turn is worth to each seat."""
    mind.survey_after_turn(board, sense.guide, state, desk.sheet)
    if sees_both(mind, sense.net.direct):
        write_worth_in_duel(kernel, mind, board, sense, state, desk.sheet, desk.worths[turn])
    else:
        simulator = first_alike(mind, state, desk, turn)
        write_gains(kernel, mind, board, sense, state, desk, turn, simulator)
        write_worth(kernel, mind, sense, state, desk.gains[turn], desk.worths[turn])


def first_alike(mind: GameFeatures, state: Any, desk: SearchWorkspace, turn: int) -> int:
    """The first turn that leads to the same world for all others; perhaps this one."""
    shared_state_hash = mind.shared_state_hash(state, desk.moves[turn])
    desk.shared_state_hashes[turn] = shared_state_hash
    simulator = 0
    while desk.shared_state_hashes[simulator] != shared_state_hash:
        simulator += 1
    return simulator


def write_gains(
    kernel: GameKernel,
    mind: GameFeatures,
    board: Any,
    sense: EvalContext,
    state: Any,
    desk: SearchWorkspace,
    turn: int,
    simulator: int,
) -> None:
    """What each seat will still gain; others gain the same after all turns alike to them."""
    gains = desk.gains[turn]
    seat = desk.states[0].seat
    for other in range(state.players):
        if simulator < turn and other != seat:
            gains[other] = desk.gains[simulator][other]
        else:
            gains[other] = predict_gain(kernel, mind, board, sense, state, desk.sheet, other)


def write_worth_of(
    kernel: GameKernel,
    mind: GameFeatures,
    board: Any,
    sense: EvalContext,
    state: Any,
    desk: SearchWorkspace,
) -> None:
    """Write down on a desk what a position is worth to each seat."""
    mind.survey(board, sense.guide, state, desk.sheet)
    if sees_both(mind, sense.net.direct):
        write_worth_in_duel(kernel, mind, board, sense, state, desk.sheet, desk.worth)
    else:
        write_gains(kernel, mind, board, sense, state, desk, 0, 0)
        write_worth(kernel, mind, sense, state, desk.gains[0], desk.worth)


def best_turn(desk: SearchWorkspace, count: int, seat: int) -> int:
    """The turn that is worth most to a seat; the first of several."""
    best = 0
    for turn in range(1, count):
        if desk.worths[turn][seat] > desk.worths[best][seat]:
            best = turn
    return best
