"""Games of the champion against itself, and what its network can learn from them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from howdah.ai.search.deep import DeepSettings, deepen
from howdah.ai.search.moves import play_move
from howdah.ai.search.tree import NO_NODE, Tree, clear, most_visited
from howdah.ai.search.turns import Desk
from howdah.ai.search.worth import Mind, Sense
from howdah.fast.chance import Chance, below, mixed, next_key, upcoming
from howdah.fast.copying import put
from howdah.fast.kits import Kit


class Ground(NamedTuple):
    """Where games are played."""

    boards: Any
    starts: Any
    """The position that each game begins with."""
    now: Any
    """Room for the position of the game that is being played."""


class School(NamedTuple):
    """How games are played to learn from."""

    simulations: int
    """For each turn."""
    adventure: int
    """Of a thousand turns so many are any of those that the search looked at."""


class Lessons(NamedTuple):
    """What was seen, and what came of it: a row for a position and a seat."""

    inputs: Any
    targets: Any
    """What the seat still gained."""
    turns_left: Any
    seats: Any
    scores: Any
    """How each game ended for each seat."""


def selfplay_of(kit: Kit, mind: Mind) -> Callable[..., int]:
    """Self-play of a game."""

    def selfplay(
        ground: Ground,
        sense: Sense,
        tree: Tree,
        desk: Desk,
        settings: DeepSettings,
        school: School,
        lessons: Lessons,
        key: int,
    ) -> int:
        """Play one game from each start; how many lessons it gave."""
        board = ground.boards[0]
        row = 0
        for game in range(len(ground.starts)):
            key = next_key(key)
            chance = upcoming(mixed(key))
            state = put(ground.now, 0, ground.starts[game])
            first = row
            while not kit.is_over(state):
                if kit.is_chance(state):
                    action, chance = kit.random_action(board, state, chance)
                    kit.play(board, state, action)
                    continue
                clear(tree)
                for _ in range(school.simulations):
                    put(desk.states, 0, state)
                    chance = deepen(kit, mind, board, sense, tree, desk, settings, chance)
                child, chance = chosen(tree, state.seat, school, settings, chance)
                play_move(kit, board, state, tree.move[child])
                row = note(kit, mind, board, sense, state, desk, lessons, row)
            for seat in range(state.players):
                lessons.scores[game, seat] = kit.score(state, seat)
            for lesson in range(first, row):
                lessons.targets[lesson] += lessons.scores[game, lessons.seats[lesson]]
        return row

    return selfplay


def chosen(
    tree: Tree, seat: int, school: School, settings: DeepSettings, chance: Chance
) -> tuple[int, Chance]:
    """The best child, or in an adventure any; and the chance to come."""
    child = most_visited(tree, 0, seat)
    if below(chance, 1000) < school.adventure:
        chance = upcoming(chance[0])
        child = tree.first[0]
        for _ in range(below(chance, settings.width)):
            if tree.sibling[child] != NO_NODE:
                child = tree.sibling[child]
    return child, upcoming(chance[0])


def note(
    kit: Kit,
    mind: Mind,
    board: Any,
    sense: Sense,
    state: Any,
    desk: Desk,
    lessons: Lessons,
    row: int,
) -> int:
    """Write down the position for every seat, as long as there is room; the next free row."""
    if kit.is_over(state):
        return row
    sheet = desk.sheet
    mind.survey(board, sense.guide, state, sheet)
    for seat in range(state.players):
        if row < len(lessons.inputs):
            mind.write_inputs(board, sense.guide, state, seat, sheet)
            for place in range(mind.INPUTS):
                lessons.inputs[row, place] = sheet.inputs[place]
            lessons.targets[row] = -mind.so_far(state, seat)
            lessons.turns_left[row] = mind.turns_left(state)
            lessons.seats[row] = seat
            row += 1
    return row
