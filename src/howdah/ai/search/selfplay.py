"""Games of the network against itself, and what it can learn from them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from howdah.ai.search.deep import Desk, Mind, best_turn, list_turns
from howdah.ai.search.moves import play_move
from howdah.ai.search.net import Net
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
        desk: Desk,
        key: int,
        adventure: int,
        lessons: Any,
        targets: Any,
        turns_left: Any,
        scores: Any,
    ) -> int:
        """Play one game from each start; how many lessons, a row each, it gave.

        Of a thousand turns so many, `adventure`, are any of the turns that there are.
        """
        board = boards[0]
        row = 0
        for game in range(len(starts)):
            key = next_key(key)
            chance = upcoming(mixed(key))
            put(states, 0, starts[game])
            first = row
            while not kit.is_over(states[0]):
                state = states[0]
                if kit.is_chance(state):
                    action, chance = kit.random_action(board, state, chance)
                    kit.play(board, state, action)
                    continue
                count = list_turns(kit, mind, board, guide, net, states, desk)
                turn = best_turn(desk, count, state.seat)
                if below(chance, 1000) < adventure:
                    chance = upcoming(chance[0])
                    turn = below(chance, count)
                chance = upcoming(chance[0])
                play_move(kit, board, state, desk.moves[turn])
                seat = below(chance, state.players)
                chance = upcoming(chance[0])
                if row < len(lessons) and not kit.is_over(state):
                    mind.write_inputs(board, guide, state, seat, desk)
                    for place in range(mind.INPUTS):
                        lessons[row, place] = desk.inputs[place]
                    targets[row] = -mind.so_far(state, seat)
                    turns_left[row, 0] = mind.turns_left(state)
                    turns_left[row, 1] = seat
                    row += 1
            for seat in range(states[0].players):
                scores[game, seat] = kit.score(states[0], seat)
            for lesson in range(first, row):
                targets[lesson] += scores[game, int(turns_left[lesson, 1])]
        return row

    return selfplay
