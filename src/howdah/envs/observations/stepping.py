"""The entry points of environments: observe one game, step many games at once.

Each is made for one game from its kernel and its observation module, and runs compiled or
interpreted.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any, Final, NamedTuple, cast

from howdah.envs.observations import schema
from howdah.envs.observations.schema import observation_for
from howdah.fast.backend import EntryPointSource
from howdah.fast.kernel import EntryPoint, GameKernel
from howdah.fast.primitives import assign_state, is_set_in_words
from howdah.fast.struct_layout import position_dtype

WIN: Final = 0
RANK: Final = 1
SCORE: Final = 2

ALL_LEGAL: Final = -1
"""The answer of `step` when every game's action was legal."""

HOT: Final = ("first_illegal", "play_and_deal", "clear_returns", "write_turn", "write_mask")
"""Functions that are inlined into their callers: passing all the arrays costs more than they do."""


class StepConfig(NamedTuple):
    """How games are stepped and observed, as numbers."""

    returns: int
    visibility: int
    shuffles: int
    """Whether every game begins with a set-up of its own."""
    observes: int
    """Whether observations are written at all."""


class StepBuffers(NamedTuple):
    """The arrays that a step of many games reads and writes, a row for each game."""

    keys: Any
    """The keys of the random numbers."""
    legal_words: Any
    masks: Any
    to_play: Any
    terminations: Any
    returns: Any
    observations: Any
    final_observations: Any
    starts: Any
    """Where each piece of an observation begins."""


def observe_of(kernel: GameKernel) -> EntryPoint:
    """Make the entry point that observes one game, given as the bytes of its board and state."""
    table_dtype = position_dtype(kernel)
    observation = observation_for(kernel.NAME)

    def observe(buffers: Any, starts: Any, seat: int, visibility: int, vector: Any) -> None:
        """Write the observation of a seat into a vector."""
        table = buffers.view(table_dtype)[0]
        write_observation(observation, table.board, table.state, starts, seat, visibility, vector)

    return observe


def interpreted_observe_of(kernel: GameKernel) -> EntryPoint:
    """Make the same entry point for the board and the state as Python objects."""
    observation = observation_for(kernel.NAME)

    def observe(buffers: Any, starts: Any, seat: int, visibility: int, vector: Any) -> None:
        """Write the observation of a seat into a vector."""
        board, state = buffers
        write_observation(observation, board, state, starts, seat, visibility, vector)

    return observe


def step_of(kernel: GameKernel) -> EntryPoint:
    """Make the entry point that plays one action in each of many games."""
    observation = observation_for(kernel.NAME)

    def step(
        boards: Any,
        firsts: Any,
        states: Any,
        buffers: StepBuffers,
        config: StepConfig,
        actions: Any,
        is_reset: int,
    ) -> int:
        """Play all actions, or none if one is illegal; or reset all games.

        A game that is over is reset in the same step. Returns the number of the first game
        whose action is illegal, or ALL_LEGAL.
        """
        board = boards[0]
        if not is_reset:
            illegal = first_illegal(kernel, buffers.legal_words, actions)
            if illegal != ALL_LEGAL:
                return illegal
        for number in range(len(states)):
            clear_returns(states[number], buffers, number)
            if is_reset:
                reset_game(kernel, board, firsts, states, buffers, config, number)
            else:
                play_and_deal(kernel, board, states[number], buffers, number, actions[number])
                if kernel.is_over(states[number]):
                    write_end(kernel, observation, board, states[number], buffers, config, number)
                    reset_game(kernel, board, firsts, states, buffers, config, number)
            write_turn(kernel, observation, board, states[number], buffers, config, number)
        return ALL_LEGAL

    return step


def first_illegal(kernel: GameKernel, legal_words: Any, actions: Any) -> int:
    """Return the number of the first game whose action is illegal, or ALL_LEGAL."""
    for number in range(len(actions)):
        first = number * len(kernel.WORD_STARTS)
        if not is_set_in_words(legal_words, first, kernel.WORD_STARTS, actions[number]):
            return number
    return ALL_LEGAL


def play_and_deal(
    kernel: GameKernel, board: Any, state: Any, buffers: StepBuffers, number: int, action: int
) -> None:
    """Play an action, and draw the chance that is due then."""
    kernel.play(board, state, action)
    buffers.keys[number] = kernel.deal(board, state, buffers.keys[number])


def reset_game(
    kernel: GameKernel,
    board: Any,
    firsts: Any,
    states: Any,
    buffers: StepBuffers,
    config: StepConfig,
    number: int,
) -> None:
    """Start a game, with a set-up of its own if set-ups are shuffled."""
    state = assign_state(states, number, firsts[number])
    if config.shuffles:
        buffers.keys[number] = kernel.shuffle(state, buffers.keys[number])
    buffers.keys[number] = kernel.deal(board, state, buffers.keys[number])


def clear_returns(state: Any, buffers: StepBuffers, number: int) -> None:
    """Clear the termination and the returns of a game that ended in the step before."""
    if buffers.terminations[number]:
        buffers.terminations[number] = False
        for seat in range(state.players):
            buffers.returns[number, seat] = 0.0


def write_end(
    kernel: GameKernel,
    observation: Any,
    board: Any,
    state: Any,
    buffers: StepBuffers,
    config: StepConfig,
    number: int,
) -> None:
    """Write the returns of a game that is over, and the last player's final observation."""
    buffers.terminations[number] = True
    for seat in range(state.players):
        buffers.returns[number, seat] = seat_return(kernel, state, seat, config.returns)
    if config.observes:
        seat, vector = buffers.to_play[number], buffers.final_observations[number]
        write_observation(
            observation, board, state, buffers.starts, seat, config.visibility, vector
        )


def write_turn(
    kernel: GameKernel,
    observation: Any,
    board: Any,
    state: Any,
    buffers: StepBuffers,
    config: StepConfig,
    number: int,
) -> None:
    """Write whose turn it is, and that player's mask and observation."""
    buffers.to_play[number] = state.seat
    write_mask(kernel, kernel.legal_words(board, state), buffers, number)
    if config.observes:
        vector = buffers.observations[number]
        write_observation(
            observation, board, state, buffers.starts, state.seat, config.visibility, vector
        )


def write_mask(kernel: GameKernel, legal: Any, buffers: StepBuffers, number: int) -> None:
    """Write the legal actions, as words of bits and as a number for each action."""
    for word in range(len(kernel.WORD_STARTS)):
        buffers.legal_words[number * len(kernel.WORD_STARTS) + word] = legal[word]
        first = kernel.WORD_STARTS[word]
        for action in range(first, min(first + 64, kernel.PLAYER_ACTIONS)):
            buffers.masks[number, action] = legal[word] >> action - first & 1


def write_observation(
    observation: Any,
    board: Any,
    state: Any,
    starts: Any,
    seat: int,
    visibility: int,
    vector: Any,
) -> None:
    """Write the observation of a seat into a vector."""
    vector[:] = 0.0
    observation.observe(board, state, starts, seat, visibility, vector)


def seat_return(kernel: GameKernel, state: Any, seat: int, kind: int) -> float:
    """Return what a finished game returns to a seat; WIN and RANK are zero-sum."""
    if kind == SCORE:
        return float(kernel.score(state, seat))
    ahead, level, behind = rivals(kernel, state, seat)
    if kind == RANK:
        return float((behind - ahead) / (state.players - 1))
    return -1.0 if ahead > 0 else float(state.players / (level + 1) - 1.0)


def rivals(kernel: GameKernel, state: Any, seat: int) -> tuple[int, int, int]:
    """Return how many rivals are ahead of a seat, level with it, and behind it."""
    ahead = 0
    level = 0
    own = kernel.ranking_value(state, seat)
    for other in range(state.players):
        if other != seat:
            ahead += kernel.ranking_value(state, other) > own
            level += kernel.ranking_value(state, other) == own
    return ahead, level, state.players - 1 - ahead - level


def _modules(game: str) -> tuple[ModuleType, ...]:
    observation = cast(ModuleType, observation_for(game))
    return schema, observation, sys.modules[__name__]


OBSERVE: Final = EntryPointSource(observe_of, _modules, interpreted_observe_of)
"""The entry point that writes an observation of one game."""
STEP: Final = EntryPointSource(step_of, _modules)
"""The entry point that plays one action in each of many games."""
