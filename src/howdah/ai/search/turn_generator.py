"""All turns from a position, each with what it is worth; those that come to the same count once."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from howdah.ai.search.evaluation import (
    Mind,
    Sense,
    Sheet,
    foretold_gain,
    sees_both,
    write_worth,
    write_worth_in_duel,
)
from howdah.ai.search.packed_moves import packed
from howdah.fast.copying import put
from howdah.fast.kernel import Kit
from howdah.fast.primitives import lowest

MOST_TURNS: Final = 512
"""Nobody has more different turns to choose from; what is beyond is not weighed."""
NOTHING: Final = -1


class Desk(NamedTuple):
    """Where turns are tried and weighed."""

    states: Any
    """The position, and those at each step of a turn."""
    worth: list[float]
    """What the position is worth to each seat."""
    sheet: Sheet
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


def list_turns(kit: Kit, mind: Mind, board: Any, sense: Sense, desk: Desk) -> int:
    """Weigh every different turn from the position on a desk; how many there are."""
    states = desk.states
    seat = states[0].seat
    words = len(kit.WORD_STARTS)
    count = 0
    step = 0
    desk.partial[0] = 0
    mind.survey_before_turns(board, sense.guide, states[0], desk.sheet)
    write_words(kit, board, states[0], desk, 0)
    while step >= 0:
        action = next_untried(kit, desk, step * words)
        if action == NOTHING:
            step -= 1
        elif mind.is_sensible(states[step], action):
            state = put(states, step + 1, states[step])
            kit.play(board, state, action)
            move = packed(desk.partial[step], step, action)
            if mind.goes_on(state, seat):
                step += 1
                desk.partial[step] = move
                write_words(kit, board, state, desk, step * words)
            elif count < MOST_TURNS and is_new(mind, state, desk, seat, move, count):
                weigh(kit, mind, board, sense, state, desk, count)
                count += 1
    return count


def write_words(kit: Kit, board: Any, state: Any, desk: Desk, first: int) -> None:
    """Write down what is legal, to be tried."""
    words = kit.legal_words(board, state)
    for word in range(len(kit.WORD_STARTS)):
        desk.words[first + word] = words[word]


def next_untried(kit: Kit, desk: Desk, first: int) -> int:
    """The next action to try, which counts as tried from now on; NOTHING if there is none."""
    starts = kit.WORD_STARTS
    for word in range(len(starts)):
        mask = desk.words[first + word]
        if mask:
            desk.words[first + word] = mask & mask - 1
            return starts[word] + lowest(mask)
    return NOTHING


def is_new(mind: Mind, state: Any, desk: Desk, seat: int, move: int, count: int) -> bool:
    """Whether no turn so far comes to the same; the move is written down in any case."""
    footprint = mind.footprint(state, seat, move)
    desk.moves[count] = move
    desk.footprints[count] = footprint
    for other in range(count):
        if desk.footprints[other] == footprint:
            return False
    return True


def weigh(
    kit: Kit, mind: Mind, board: Any, sense: Sense, state: Any, desk: Desk, turn: int
) -> None:
    """Write down what a turn is worth to each seat."""
    mind.survey_after_turn(board, sense.guide, state, desk.sheet)
    if sees_both(mind, sense.net.direct):
        write_worth_in_duel(kit, mind, board, sense, state, desk.sheet, desk.worths[turn])
    else:
        twin = first_alike(mind, state, desk, turn)
        write_gains(kit, mind, board, sense, state, desk, turn, twin)
        write_worth(kit, mind, sense, state, desk.gains[turn], desk.worths[turn])


def first_alike(mind: Mind, state: Any, desk: Desk, turn: int) -> int:
    """The first turn that leads to the same world for all others; perhaps this one."""
    world = mind.world(state, desk.moves[turn])
    desk.worlds[turn] = world
    twin = 0
    while desk.worlds[twin] != world:
        twin += 1
    return twin


def write_gains(
    kit: Kit,
    mind: Mind,
    board: Any,
    sense: Sense,
    state: Any,
    desk: Desk,
    turn: int,
    twin: int,
) -> None:
    """What each seat will still gain; others gain the same after all turns alike to them."""
    gains = desk.gains[turn]
    seat = desk.states[0].seat
    for other in range(state.players):
        if twin < turn and other != seat:
            gains[other] = desk.gains[twin][other]
        else:
            gains[other] = foretold_gain(kit, mind, board, sense, state, desk.sheet, other)


def write_worth_of(kit: Kit, mind: Mind, board: Any, sense: Sense, state: Any, desk: Desk) -> None:
    """Write down on a desk what a position is worth to each seat."""
    mind.survey(board, sense.guide, state, desk.sheet)
    if sees_both(mind, sense.net.direct):
        write_worth_in_duel(kit, mind, board, sense, state, desk.sheet, desk.worth)
    else:
        write_gains(kit, mind, board, sense, state, desk, 0, 0)
        write_worth(kit, mind, sense, state, desk.gains[0], desk.worth)


def best_turn(desk: Desk, count: int, seat: int) -> int:
    """The turn that is worth most to a seat; the first of several."""
    best = 0
    for turn in range(1, count):
        if desk.worths[turn][seat] > desk.worths[best][seat]:
            best = turn
    return best
