"""The functions of this package that Python calls and numba compiles.

Each is made for one game from its kernel. They are few, since each is compiled together with all
the rules it calls. Positions come in arrays of structs; only `step`, which is called for every
single action, takes the bytes of its position, since those cost Python less to pass. Interpreted,
`advance` and `choose` take lists instead.
"""

from __future__ import annotations

from typing import Any, Final

from howdah.fast.base import NOTHING
from howdah.fast.kernel import EntryPoint, GameKernel
from howdah.fast.primitives import count_in_words, is_set_in_words, nth_in_words
from howdah.fast.rng import mix, next_chance, next_key, randbelow

REFUSED: Final = -1
"""What `step` answers, in every word, to an action that is not legal."""
NO_SCORE: Final = -10_000
"""Less than any player ever has."""
ALL_LEGAL: Final = -1
"""What `advance` answers when it refused no game's action."""


def step_of(kernel: GameKernel) -> EntryPoint:
    """One action in one game."""
    from howdah.fast.struct_layout import position_dtype

    dtype = position_dtype(kernel)
    refused = (REFUSED,) * len(kernel.WORD_STARTS)

    def step(buffer: Any, action: int) -> Any:
        """Play a legal action and return what is legal then; REFUSED for any other."""
        position = buffer.view(dtype)[0]
        board, state = position.board, position.state
        if not kernel.is_legal(board, state, action):
            return kernel.step_result(refused)
        kernel.play(board, state, action)
        return kernel.step_result(kernel.legal_words(board, state))

    return step


def playouts_of(kernel: GameKernel) -> EntryPoint:
    """Random games from one position to their ends."""

    def playouts(boards: Any, start: Any, seed: Any, scores: Any, winners: Any) -> int:
        """As many as there are rows of scores; returns how many actions that took."""
        board = boards[0]
        states = start.copy()
        state = states[0]
        actions = 0
        for number in range(len(scores)):
            seed = next_key(seed)
            chance = next_chance(mix(seed))
            states[0] = start[0]
            while not kernel.is_over(state):
                action, chance = kernel.random_action(board, state, chance)
                kernel.play(board, state, action)
                actions += 1
            best, leaders = NO_SCORE, 0
            for seat in range(state.players):
                score = kernel.score(state, seat)
                scores[number, seat] = score
                if score > best:
                    best, leaders = score, 0
                leaders |= (score == best) << seat
            winners[number] = leaders
            if leaders & leaders - 1:
                for seat in range(state.players):
                    if not kernel.is_winner(state, seat):
                        winners[number] &= ~(1 << seat)
        return actions

    return playouts


def advance_of(kernel: GameKernel) -> EntryPoint:
    """One action in each game of a batch."""
    starts = kernel.WORD_STARTS

    def advance(boards: Any, states: Any, keys: Any, legal: Any, actions: Any, scores: Any) -> int:
        """Play all actions and deal what chance is due; or play none, if one is not legal.

        Returns the number of the first game whose action is not, or ALL_LEGAL.
        """
        board = boards[0]
        for number in range(len(states)):
            action = actions[number]
            if action != NOTHING and not is_set_in_words(
                legal, number * len(starts), starts, action
            ):
                return number
        for number in range(len(states)):
            state = states[number]
            if actions[number] != NOTHING:
                kernel.play(board, state, actions[number])
            keys[number] = kernel.deal(board, state, keys[number])
            words = kernel.legal_words(board, state)
            for word in range(len(starts)):
                legal[number * len(starts) + word] = words[word]
            if kernel.is_over(state):
                for seat in range(state.players):
                    scores[number, seat] = kernel.score(state, seat)
        return ALL_LEGAL

    return advance


def choose_of(kernel: GameKernel) -> EntryPoint:
    """A random action for each game of a batch."""
    starts = kernel.WORD_STARTS

    def choose(keys: Any, legal: Any, actions: Any) -> None:
        """One of the legal actions, each as likely; NOTHING where there is none."""
        for number in range(len(keys)):
            first = number * len(starts)
            choices = count_in_words(legal, first, starts)
            actions[number] = NOTHING
            if choices:
                chance = next_chance(keys[number])
                keys[number] = chance[0]
                actions[number] = nth_in_words(legal, first, starts, randbelow(chance, choices))

    return choose


def copies_of(kernel: GameKernel) -> EntryPoint:
    """Copies of one position."""

    def copies(states: Any, times: int) -> None:
        """Copy the first state over the others, one after the other and round again."""
        place = 0
        for _ in range(times):
            place = place + 1 if place + 1 < len(states) else 1
            states[place] = states[0]

    return copies


ENTRY_POINTS: Final = {
    "step": step_of,
    "playouts": playouts_of,
    "advance": advance_of,
    "choose": choose_of,
    "copies": copies_of,
}
"""All that is compiled, for each game."""
