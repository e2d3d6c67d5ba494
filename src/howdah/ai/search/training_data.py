"""Games of the champion against itself, and what its network can learn from them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from howdah.ai.search.evaluation import (
    EvalContext,
    FeatureBuffers,
    GameFeatures,
    sees_both,
    write_both_inputs,
)
from howdah.ai.search.packed_moves import play_move
from howdah.ai.search.puct import PuctConfig, simulate
from howdah.ai.search.tree import NO_NODE, Tree, clear, most_visited
from howdah.ai.search.turn_generator import SearchWorkspace
from howdah.fast.kernel import GameKernel
from howdah.fast.primitives import assign_state
from howdah.fast.rng import Chance, mixed, next_key, randbelow, upcoming


class Ground(NamedTuple):
    """Where games are played."""

    boards: Any
    starts: Any
    """The position that each game begins with."""
    now: Any
    """Room for the position of the game that is being played."""


class SelfPlayConfig(NamedTuple):
    """How games are played to learn from."""

    simulations: int
    """For each turn."""
    exploration_permille: int
    """Of a thousand turns so many are any of those that the search looked at."""


class TrainingBuffers(NamedTuple):
    """What was seen, and what came of it: a row for a position and a seat."""

    inputs: Any
    """What the seat saw; or what both saw, the one that plays next first."""
    games: Any
    seats: Any
    current_score: Any
    """What the seat had."""
    turns_left: Any
    scores: Any
    """How each game ended for each seat."""


def selfplay_of(kernel: GameKernel, mind: GameFeatures) -> Callable[..., int]:
    """Self-play of a game."""

    def selfplay(
        ground: Ground,
        sense: EvalContext,
        tree: Tree,
        desk: SearchWorkspace,
        settings: PuctConfig,
        school: SelfPlayConfig,
        lessons: TrainingBuffers,
        key: int,
    ) -> int:
        """Play one game from each start; how many lessons it gave."""
        board = ground.boards[0]
        row = 0
        for game in range(len(ground.starts)):
            key = next_key(key)
            chance = upcoming(mixed(key))
            state = assign_state(ground.now, 0, ground.starts[game])
            while not kernel.is_over(state):
                if kernel.is_chance(state):
                    action, chance = kernel.random_action(board, state, chance)
                    kernel.play(board, state, action)
                    continue
                clear(tree)
                for _ in range(school.simulations):
                    assign_state(desk.states, 0, state)
                    chance = simulate(kernel, mind, board, sense, tree, desk, settings, chance)
                child, chance = chosen(tree, state.seat, school, settings, chance)
                play_move(kernel, board, state, tree.move[child])
                if not kernel.is_over(state):
                    row = note(mind, board, sense, state, desk, lessons, game, row)
            for seat in range(state.players):
                lessons.scores[game, seat] = kernel.score(state, seat)
        return row

    return selfplay


def chosen(
    tree: Tree, seat: int, school: SelfPlayConfig, settings: PuctConfig, chance: Chance
) -> tuple[int, Chance]:
    """The best child, or in an adventure any; and the chance to come."""
    child = most_visited(tree, 0, seat)
    if randbelow(chance, 1000) < school.exploration_permille:
        chance = upcoming(chance[0])
        child = tree.first[0]
        for _ in range(randbelow(chance, settings.width)):
            if tree.sibling[child] != NO_NODE:
                child = tree.sibling[child]
    return child, upcoming(chance[0])


def note(
    mind: GameFeatures,
    board: Any,
    sense: EvalContext,
    state: Any,
    desk: SearchWorkspace,
    lessons: TrainingBuffers,
    game: int,
    row: int,
) -> int:
    """Write down a position, for every seat or for both at once; the next free row."""
    sheet = desk.sheet
    mind.survey(board, sense.guide, state, sheet)
    if sees_both(mind, lessons.inputs[0]):
        write_both_inputs(mind, board, sense.guide, state, sheet)
        return note_seat(mind, state, sheet, lessons, game, state.seat, row)
    for seat in range(state.players):
        mind.write_inputs(board, sense.guide, state, seat, sheet)
        row = note_seat(mind, state, sheet, lessons, game, seat, row)
    return row


def note_seat(
    mind: GameFeatures,
    state: Any,
    sheet: FeatureBuffers,
    lessons: TrainingBuffers,
    game: int,
    seat: int,
    row: int,
) -> int:
    """Write down what was seen for a seat, as long as there is room; the next free row."""
    if row == len(lessons.inputs):
        return row
    for place in range(len(lessons.inputs[row])):
        lessons.inputs[row, place] = sheet.inputs[place]
    lessons.games[row] = game
    lessons.seats[row] = seat
    lessons.current_score[row] = mind.current_score(state, seat)
    lessons.turns_left[row] = mind.turns_left(state)
    return row + 1
