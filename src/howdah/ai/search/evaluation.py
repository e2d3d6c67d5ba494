"""What a position is worth to each seat, as a network foretells it.

There are two kinds of networks. One foretells what a seat will still gain, and from the gains
follow the chances, with any number of players. The other sees both seats of a duel at once and
foretells the chance itself.
"""

from __future__ import annotations

from math import exp, sqrt
from types import ModuleType
from typing import Any, Final, NamedTuple, Protocol

from howdah.ai.search.network import Net, forward
from howdah.ai.search.terminal_value import BEST_SOLO, FULL_LEAD, within, write_outcome
from howdah.fast.kernel import GameKernel

WIN: Final = 0.9
"""How much of the worth is the win; the rest is the lead."""
LEAD_UNIT: Final = 10.0
"""So much of a lead is one, as an input."""
FULL_ODDS: Final = 10.0
"""Odds (their logarithm) that are as good as any better ones."""
LOGISTIC: Final = 0.78
"""The scale of the logistic curve that is nearest to the difference of two normal errors."""


class GameFeatures(Protocol):
    """What the search needs to know about a game besides its kit."""

    PARTS: tuple[ModuleType, ...]
    """The modules whose functions it calls."""
    INPUTS: int
    """How many inputs the network has."""
    FLOAT_SCRATCH: tuple[int, int]
    INT_SCRATCH: int
    """How much room it needs to work them out: a table of fractions, and a row of numbers."""

    def turn_continues(self, state: Any, seat: int) -> bool:
        """Whether the turn that a seat has begun is not over."""

    def is_candidate(self, state: Any, action: int) -> bool:
        """Whether a legal action is worth a look."""

    def turn_hash(self, state: Any, seat: int, move: int) -> int:
        """A number that two turns of a seat share if they come to the same."""

    def shared_state_hash(self, state: Any, move: int) -> int:
        """A number that two positions share if they are alike to all but the seat that moved."""

    def current_score(self, state: Any, seat: int) -> float:
        """What a seat has already of what decides the game."""

    def turns_left(self, state: Any) -> float:
        """How long the game still goes on, in turns of each seat."""

    def survey(self, board: Any, guide: Any, state: Any, sheet: Any) -> None:
        """Look at a position once for all seats, before their inputs are written."""

    def survey_before_turns(self, board: Any, guide: Any, state: Any, sheet: Any) -> None:
        """Look at a position before all turns from it are weighed."""

    def survey_after_turn(self, board: Any, guide: Any, state: Any, sheet: Any) -> None:
        """Look at what one of these turns has led to."""

    def write_inputs(self, board: Any, guide: Any, state: Any, seat: int, sheet: Any) -> None:
        """What a seat's prospects follow from, as the inputs of the network."""


class EvalContext(NamedTuple):
    """What is known before a search begins: a guide to the board, and the network."""

    guide: Any
    net: Net


class FeatureBuffers(NamedTuple):
    """Where a position is appraised."""

    inputs: list[float]
    units: list[float]
    """The hidden layer of the network."""
    float_scratch: list[list[float]]
    int_scratch: list[int]


def predict_gain(
    kernel: GameKernel,
    mind: GameFeatures,
    board: Any,
    sense: EvalContext,
    state: Any,
    sheet: FeatureBuffers,
    seat: int,
) -> float:
    """What a seat will still gain until the end."""
    if kernel.is_over(state):
        return kernel.score(state, seat) - mind.current_score(state, seat)
    mind.write_inputs(board, sense.guide, state, seat, sheet)
    return forward(sense.net, sheet.inputs, sheet.units)


def write_worth(
    kernel: GameKernel,
    mind: GameFeatures,
    sense: EvalContext,
    state: Any,
    gains: list[float],
    worth: list[float],
) -> None:
    """From what each seat will have to its chance of winning, and a little for the lead."""
    if kernel.is_over(state):
        write_outcome(kernel, state, worth, WIN)
        return
    players = state.players
    best, total = -1000.0, 0.0
    for seat in range(players):
        worth[seat] = mind.current_score(state, seat) + gains[seat]
        best = max(best, worth[seat])
        total += worth[seat]
    if players == 1:
        worth[0] = within(0.5 + 0.5 * total / BEST_SOLO)
        return
    net = sense.net
    scale = LOGISTIC * sqrt(net.spread[0] + net.spread[1] * mind.turns_left(state))
    chances = 0.0
    for seat in range(players):
        chances += exp((worth[seat] - best) / scale)
    for seat in range(players):
        score = worth[seat]
        lead = score - (total - score) / (players - 1)
        chance = exp((score - best) / scale) / chances
        worth[seat] = WIN * chance + (1.0 - WIN) * within(0.5 + 0.5 * lead / FULL_LEAD)


# Both seats of a duel at once


def sees_both(mind: GameFeatures, inputs: list[float]) -> bool:
    """Whether there are inputs enough for both seats."""
    return len(inputs) > mind.INPUTS


def both_inputs(mind: GameFeatures) -> int:
    """How many inputs there are for both seats and the lead."""
    return 2 * mind.INPUTS + 1


def write_both_inputs(
    mind: GameFeatures, board: Any, guide: Any, state: Any, sheet: FeatureBuffers
) -> None:
    """What whoever plays next sees, then what the other one sees, and then the lead."""
    inputs = sheet.inputs
    seat, other = state.seat, 1 - state.seat
    mind.write_inputs(board, guide, state, other, sheet)
    for place in range(mind.INPUTS):
        inputs[mind.INPUTS + place] = inputs[place]
    mind.write_inputs(board, guide, state, seat, sheet)
    inputs[2 * mind.INPUTS] = (
        mind.current_score(state, seat) - mind.current_score(state, other)
    ) / LEAD_UNIT


def write_worth_in_duel(
    kernel: GameKernel,
    mind: GameFeatures,
    board: Any,
    sense: EvalContext,
    state: Any,
    sheet: FeatureBuffers,
    worth: list[float],
) -> None:
    """The chance of winning, and a little for how sure it is."""
    if kernel.is_over(state):
        write_outcome(kernel, state, worth, WIN)
        return
    write_both_inputs(mind, board, sense.guide, state, sheet)
    odds = forward(sense.net, sheet.inputs, sheet.units)
    chance = 1.0 / (1.0 + exp(-odds))
    worth[state.seat] = WIN * chance + (1.0 - WIN) * within(0.5 + 0.5 * odds / FULL_ODDS)
    worth[1 - state.seat] = 1.0 - worth[state.seat]
