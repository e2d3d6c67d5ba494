"""The value of a position to each seat, a number from 0 to 1.

Positions at the end of a game are evaluated by its result, others by a network. There are two
kinds of networks. One predicts what a seat will still gain, and from the gains of all seats
follow their chances of winning, with any number of players. The other sees both seats of a duel
at once and predicts the chance itself.
"""

from __future__ import annotations

from math import exp, sqrt
from types import ModuleType
from typing import Any, Final, NamedTuple, Protocol, cast

from howdah.ai.search.network import FeatureSchema, Network, forward
from howdah.fast.kernel import GameKernel
from howdah.games.registry import plugin_for

WIN: Final = 0.9
"""How much of the value of a predicted result is the win; the rest is the lead."""
FULL_LEAD: Final = 40.0
"""A lead over the others' mean that is as good as any larger one."""
BEST_SOLO: Final = 60.0
"""No solo score is higher."""
LEAD_SCALE: Final = 10.0
"""A lead is divided by this to be an input."""
FULL_ODDS: Final = 10.0
"""Odds (their logarithm) that are as good as any better ones."""
LOGISTIC: Final = 0.78
"""The scale of the logistic curve that is nearest to the difference of two normal errors."""


class GameFeatures(Protocol):
    """What the search needs to know about a game besides its kernel."""

    PUCT_CONFIG: Any
    """How the champion searches: a `PuctConfig`."""
    COMPILED_MODULES: tuple[ModuleType, ...]
    """The modules whose functions it calls."""
    SCHEMA: FeatureSchema
    """What each input of the network means."""
    INPUT_COUNT: int
    """How many inputs the network has for a seat."""
    FLOAT_SCRATCH: tuple[int, int]
    """The rows and columns of the scratch table of floats that it needs."""
    INT_SCRATCH: int
    """The length of the scratch array of whole numbers that it needs."""

    def precompute(self, board: Any) -> tuple[tuple[int, ...], ...]:
        """Return a table derived from the board alone, made once for a search."""

    def turn_continues(self, state: Any, seat: int) -> bool:
        """Return whether the turn that a seat has begun is not over."""

    def is_candidate(self, state: Any, action: int) -> bool:
        """Return whether the search should consider a legal action."""

    def turn_hash(self, state: Any, seat: int, move: int) -> int:
        """Return a number that two turns of a seat share if they lead to the same position."""

    def shared_state_hash(self, state: Any, move: int) -> int:
        """Return a number that two positions share if they differ only for the seat that moved."""

    def current_score(self, state: Any, seat: int) -> float:
        """Return what a seat already has of what decides the game."""

    def turns_left(self, state: Any) -> float:
        """Return how long the game still lasts, in turns of each seat."""

    def analyse(self, board: Any, precomputed: Any, state: Any, buffers: Any) -> None:
        """Analyse a position once for all seats, before their inputs are written."""

    def analyse_before_turns(self, board: Any, precomputed: Any, state: Any, buffers: Any) -> None:
        """Analyse a position before all turns from it are evaluated."""

    def analyse_after_turn(self, board: Any, precomputed: Any, state: Any, buffers: Any) -> None:
        """Update the analysis after one of these turns."""

    def write_inputs(
        self, board: Any, precomputed: Any, state: Any, seat: int, buffers: Any
    ) -> None:
        """Write the inputs of the network for a seat; the position has been analysed."""


def features_for(game: str) -> GameFeatures:
    """Return the features of the game with a public name."""
    return cast(GameFeatures, plugin_for(game).load("features"))


def precomputed_table(game: str, board: Any) -> tuple[tuple[int, ...], ...]:
    """Return the table that features and playout policy of a game read; an empty one without."""
    return features_for(game).precompute(board) if plugin_for(game).features else ((0,),)


class EvalContext(NamedTuple):
    """What does not change during a search: the precomputed table and the network."""

    precomputed: Any
    network: Network


class FeatureBuffers(NamedTuple):
    """Where the inputs and the hidden layer of the network are computed."""

    inputs: list[float]
    hidden: list[float]
    float_scratch: list[list[float]]
    int_scratch: list[int]


# The end of a game


def write_terminal_values(
    kernel: GameKernel, state: Any, values: list[float], win_weight: float
) -> None:
    """Write the value of the end of a game to each seat.

    The win is a part of it (a shared one counts in part), the lead over the others the rest: so
    a search that is far behind, or far ahead, still has something to play for.
    """
    players = state.players
    total = 0.0
    winners = 0
    for seat in range(players):
        total += kernel.score(state, seat)
        winners += kernel.is_winner(state, seat)
    if players == 1:
        values[0] = clip(0.5 + 0.5 * total / BEST_SOLO)
        return
    for seat in range(players):
        score = kernel.score(state, seat)
        lead = score - (total - score) / (players - 1)
        values[seat] = (1.0 - win_weight) * clip(0.5 + 0.5 * lead / FULL_LEAD)
        if kernel.is_winner(state, seat):
            values[seat] += win_weight / winners


def clip(number: float) -> float:
    """Return the number, or the nearer of 0 and 1."""
    return min(max(number, 0.0), 1.0)


# A network that predicts the gain of each seat


def predict_gain(
    kernel: GameKernel,
    features: GameFeatures,
    board: Any,
    context: EvalContext,
    state: Any,
    buffers: FeatureBuffers,
    seat: int,
) -> float:
    """Return what a seat will still gain until the end; exact if the game is over."""
    if kernel.is_over(state):
        return kernel.score(state, seat) - features.current_score(state, seat)
    features.write_inputs(board, context.precomputed, state, seat, buffers)
    return forward(context.network, buffers.inputs, buffers.hidden)


def write_values(
    kernel: GameKernel,
    features: GameFeatures,
    context: EvalContext,
    state: Any,
    gains: list[float],
    values: list[float],
) -> None:
    """Write the value to each seat that follows from the gains: chance of winning, and lead."""
    if kernel.is_over(state):
        write_terminal_values(kernel, state, values, WIN)
        return
    players = state.players
    best, total = -1000.0, 0.0
    for seat in range(players):
        values[seat] = features.current_score(state, seat) + gains[seat]
        best = max(best, values[seat])
        total += values[seat]
    if players == 1:
        values[0] = clip(0.5 + 0.5 * total / BEST_SOLO)
        return
    spread = context.network.spread
    scale = LOGISTIC * sqrt(spread[0] + spread[1] * features.turns_left(state))
    chances = 0.0
    for seat in range(players):
        chances += exp((values[seat] - best) / scale)
    for seat in range(players):
        score = values[seat]
        lead = score - (total - score) / (players - 1)
        chance = exp((score - best) / scale) / chances
        values[seat] = WIN * chance + (1.0 - WIN) * clip(0.5 + 0.5 * lead / FULL_LEAD)


# A network that sees both seats of a duel


def is_duel_network(features: GameFeatures, inputs: list[float]) -> bool:
    """Return whether there are inputs for both seats."""
    return len(inputs) > features.INPUT_COUNT


def duel_input_count(features: GameFeatures) -> int:
    """Return how many inputs there are for both seats and the lead."""
    return 2 * features.INPUT_COUNT + 1


def write_duel_inputs(
    features: GameFeatures, board: Any, precomputed: Any, state: Any, buffers: FeatureBuffers
) -> None:
    """Write the inputs of the seat to play, then those of the other seat, and then the lead."""
    inputs = buffers.inputs
    seat, other = state.seat, 1 - state.seat
    features.write_inputs(board, precomputed, state, other, buffers)
    for place in range(features.INPUT_COUNT):
        inputs[features.INPUT_COUNT + place] = inputs[place]
    features.write_inputs(board, precomputed, state, seat, buffers)
    inputs[2 * features.INPUT_COUNT] = (
        features.current_score(state, seat) - features.current_score(state, other)
    ) / LEAD_SCALE


def write_duel_values(
    kernel: GameKernel,
    features: GameFeatures,
    board: Any,
    context: EvalContext,
    state: Any,
    buffers: FeatureBuffers,
    values: list[float],
) -> None:
    """Write the value to both seats: the chance of winning, and a little for the odds."""
    if kernel.is_over(state):
        write_terminal_values(kernel, state, values, WIN)
        return
    write_duel_inputs(features, board, context.precomputed, state, buffers)
    odds = forward(context.network, buffers.inputs, buffers.hidden)
    chance = 1.0 / (1.0 + exp(-odds))
    values[state.seat] = WIN * chance + (1.0 - WIN) * clip(0.5 + 0.5 * odds / FULL_ODDS)
    values[1 - state.seat] = 1.0 - values[state.seat]
