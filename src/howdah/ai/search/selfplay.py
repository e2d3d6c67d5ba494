"""Games of the network against itself, and what it can learn from them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from howdah.ai.search.deep import Desk, Mind, deepen
from howdah.ai.search.moves import play_move
from howdah.ai.search.net import Net
from howdah.ai.search.tree import NO_NODE, Tree, back_up, clear, most_visited
from howdah.fast.chance import below, mixed, next_key, upcoming
from howdah.fast.copying import put
from howdah.fast.kits import Kit


def selfplay_of(kit: Kit, mind: Mind) -> Callable[..., int]:
    """Self-play of a game."""

    def selfplay(
        boards: Any,
        guide: Any,
        net: Net,
        starts: Any,
        states: Any,
        now: Any,
        tree: Tree,
        desk: Desk,
        key: int,
        simulations: int,
        adventure: int,
        lessons: Any,
        targets: Any,
        facts: Any,
        scores: Any,
        exploration: float,
        width: int,
        temperature: float,
    ) -> int:
        """Play one game from each start; how many lessons, a row each, it gave.

        Every turn is searched with so many simulations. Of a thousand turns so many,
        `adventure`, are any of those that the search looked at.
        """
        board = boards[0]
        row = 0
        for game in range(len(starts)):
            key = next_key(key)
            chance = upcoming(mixed(key))
            state = put(now, 0, starts[game])
            first = row
            while not kit.is_over(state):
                if kit.is_chance(state):
                    action, chance = kit.random_action(board, state, chance)
                    kit.play(board, state, action)
                    continue
                clear(tree)
                for _ in range(simulations):
                    put(states, 0, state)
                    length, chance = deepen(
                        kit, mind, board, guide, net, states, tree, desk, chance,
                        exploration, width, temperature,
                    )  # fmt: skip
                    back_up(tree, length, desk.worth)
                child = most_visited(tree, 0, state.seat)
                if below(chance, 1000) < adventure:
                    chance = upcoming(chance[0])
                    child = tree.first[0]
                    for _ in range(below(chance, width)):
                        if tree.sibling[child] != NO_NODE:
                            child = tree.sibling[child]
                chance = upcoming(chance[0])
                play_move(kit, board, state, tree.move[child])
                if kit.is_over(state):
                    break
                for seat in range(state.players):
                    if row < len(lessons):
                        mind.write_inputs(board, guide, state, seat, desk)
                        for place in range(mind.INPUTS):
                            lessons[row, place] = desk.inputs[place]
                        targets[row] = -mind.so_far(state, seat)
                        facts[row, 0] = mind.turns_left(state)
                        facts[row, 1] = seat
                        row += 1
            for seat in range(state.players):
                scores[game, seat] = kit.score(state, seat)
            for lesson in range(first, row):
                targets[lesson] += scores[game, int(facts[lesson, 1])]
        return row

    return selfplay
