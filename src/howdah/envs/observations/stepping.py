"""The functions that Python calls: a look at one game, and a step of many games at once.

Each is made for one game by its kit and its module here, and runs compiled or interpreted.
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any, Final, NamedTuple

from howdah.envs.observations import returns, visibility
from howdah.envs.observations.returns import payoff
from howdah.fast.backend import EntryPointSource
from howdah.fast.kernel import EntryPoint, GameKernel
from howdah.fast.primitives import assign_state, holds
from howdah.fast.struct_layout import table_dtype_of
from howdah.games.registry import plugin_for

ALL_LEGAL: Final = -1
"""What `advance` answers when it refused no game's action."""

HOT: Final = ("first_refused", "play_on", "clear_end", "write_choice", "write_mask")
"""What goes into its callers: handing over so many arrays takes longer than what is done."""


def observation_of(game: str) -> Any:
    """What a learner sees of a game: the module of its observations."""
    return plugin_for(game).load("observation")


class StepConfig(NamedTuple):
    """How games are played and seen, as numbers."""

    returns: int
    knows: int
    shuffles: int
    """Whether every game begins with a set-up of its own."""
    shows: int
    """Whether observations are written at all."""


class StepBuffers(NamedTuple):
    """What is told of many games, a row each."""

    keys: Any
    words: Any
    masks: Any
    to_play: Any
    over: Any
    payoffs: Any
    observations: Any
    final_observations: Any
    starts: Any
    """Where each piece of an observation begins."""


def look_of(kernel: GameKernel) -> EntryPoint:
    """One game as a seat sees it, from the bytes of its table."""
    table_dtype = table_dtype_of(kernel)
    sight = observation_of(kernel.NAME)

    def look(laid: Any, starts: Any, seat: int, knows: int, row: Any) -> None:
        """Write what a seat sees into a row."""
        table = laid.view(table_dtype)[0]
        write_seen(sight, table.board, table.state, starts, seat, knows, row)

    return look


def plain_look_of(kernel: GameKernel) -> EntryPoint:
    """The same, from the board and the state as Python holds them."""
    sight = observation_of(kernel.NAME)

    def look(laid: Any, starts: Any, seat: int, knows: int, row: Any) -> None:
        """Write what a seat sees into a row."""
        board, state = laid
        write_seen(sight, board, state, starts, seat, knows, row)

    return look


def advance_of(kernel: GameKernel) -> EntryPoint:
    """One action in each of many games; those that are over begin anew."""
    sight = observation_of(kernel.NAME)

    def advance(
        boards: Any,
        firsts: Any,
        states: Any,
        rows: StepBuffers,
        manner: StepConfig,
        actions: Any,
        begins: int,
    ) -> int:
        """Play all actions, or none if one is not legal; or let all games begin.

        Returns the number of the first game whose action is not legal, or ALL_LEGAL.
        """
        board = boards[0]
        if not begins:
            refused = first_refused(kernel, rows.words, actions)
            if refused != ALL_LEGAL:
                return refused
        for number in range(len(states)):
            clear_end(states[number], rows, number)
            if begins:
                begin(kernel, board, firsts, states, rows, manner, number)
            else:
                play_on(kernel, board, states[number], rows, number, actions[number])
                if kernel.is_over(states[number]):
                    write_end(kernel, sight, board, states[number], rows, manner, number)
                    begin(kernel, board, firsts, states, rows, manner, number)
            write_choice(kernel, sight, board, states[number], rows, manner, number)
        return ALL_LEGAL

    return advance


def first_refused(kernel: GameKernel, words: Any, actions: Any) -> int:
    """The number of the first game whose action is not legal, or ALL_LEGAL."""
    for number in range(len(actions)):
        first = number * len(kernel.WORD_STARTS)
        if not holds(words, first, kernel.WORD_STARTS, actions[number]):
            return number
    return ALL_LEGAL


def play_on(
    kernel: GameKernel, board: Any, state: Any, rows: StepBuffers, number: int, action: int
) -> None:
    """Play an action, and deal what chance is due then."""
    kernel.play(board, state, action)
    rows.keys[number] = kernel.deal(board, state, rows.keys[number])


def begin(
    kernel: GameKernel,
    board: Any,
    firsts: Any,
    states: Any,
    rows: StepBuffers,
    manner: StepConfig,
    number: int,
) -> None:
    """Let a game begin, with a set-up of its own if it has one."""
    state = assign_state(states, number, firsts[number])
    if manner.shuffles:
        rows.keys[number] = kernel.shuffle(state, rows.keys[number])
    rows.keys[number] = kernel.deal(board, state, rows.keys[number])


def clear_end(state: Any, rows: StepBuffers, number: int) -> None:
    """Forget what a game paid that was over before this step."""
    if rows.over[number]:
        rows.over[number] = False
        for seat in range(state.players):
            rows.payoffs[number, seat] = 0.0


def write_end(
    kernel: GameKernel,
    sight: Any,
    board: Any,
    state: Any,
    rows: StepBuffers,
    manner: StepConfig,
    number: int,
) -> None:
    """Tell what a game that is over pays, and how its last player sees it."""
    rows.over[number] = True
    for seat in range(state.players):
        rows.payoffs[number, seat] = payoff(kernel, state, seat, manner.returns)
    if manner.shows:
        seat, row = rows.to_play[number], rows.final_observations[number]
        write_seen(sight, board, state, rows.starts, seat, manner.knows, row)


def write_choice(
    kernel: GameKernel,
    sight: Any,
    board: Any,
    state: Any,
    rows: StepBuffers,
    manner: StepConfig,
    number: int,
) -> None:
    """Tell who is to play, what that player may do, and what that player sees."""
    rows.to_play[number] = state.seat
    write_mask(kernel, kernel.legal_words(board, state), rows, number)
    if manner.shows:
        row = rows.observations[number]
        write_seen(sight, board, state, rows.starts, state.seat, manner.knows, row)


def write_mask(kernel: GameKernel, legal: Any, rows: StepBuffers, number: int) -> None:
    """Tell what is legal, as words of bits and as a number for each action."""
    for word in range(len(kernel.WORD_STARTS)):
        rows.words[number * len(kernel.WORD_STARTS) + word] = legal[word]
        first = kernel.WORD_STARTS[word]
        for action in range(first, min(first + 64, kernel.PLAYER_ACTIONS)):
            rows.masks[number, action] = legal[word] >> action - first & 1


def write_seen(
    sight: Any, board: Any, state: Any, starts: Any, seat: int, knows: int, row: Any
) -> None:
    """Write what a seat sees into a row."""
    row[:] = 0.0
    sight.observe(board, state, starts, seat, knows, row)


def _modules(game: str) -> tuple[ModuleType, ...]:
    return returns, visibility, observation_of(game), sys.modules[__name__]


LOOK: Final = EntryPointSource(look_of, _modules, plain_look_of)
"""The entry point that writes an observation of one game."""
ADVANCE: Final = EntryPointSource(advance_of, _modules)
"""The entry point that plays one action in each of many games."""
