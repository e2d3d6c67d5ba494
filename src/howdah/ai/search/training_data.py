"""Self-play of the champion, and the training samples that come of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from howdah.ai.search.evaluation import (
    EvalContext,
    FeatureBuffers,
    GameFeatures,
    is_duel_network,
    write_duel_inputs,
)
from howdah.ai.search.puct import PuctConfig, SearchWorkspace, simulate
from howdah.ai.search.tree import NO_NODE, Tree, clear, most_visited, play_move
from howdah.fast.kernel import GameKernel
from howdah.fast.primitives import assign_state
from howdah.fast.rng import Chance, mix, next_chance, next_key, randbelow


class SelfPlayGames(NamedTuple):
    """The games to play."""

    boards: Any
    starts: Any
    """The first position of each game."""
    current: Any
    """Room for the position of the game that is being played."""


class SelfPlayConfig(NamedTuple):
    """How the games are played."""

    simulations: int
    """For each turn."""
    exploration_permille: int
    """How many of a thousand turns are any of those that the search has visited."""


class TrainingBuffers(NamedTuple):
    """The samples, a row for a position and a seat; and the results of the games."""

    inputs: Any
    """The inputs of the seat; or of both seats, the one to play first."""
    games: Any
    seats: Any
    current_score: Any
    """The score that the seat had."""
    turns_left: Any
    scores: Any
    """The final score of each seat in each game."""


def make_selfplay(kernel: GameKernel, features: GameFeatures) -> Callable[..., int]:
    """Return the self-play of a game."""

    def selfplay(
        games: SelfPlayGames,
        context: EvalContext,
        tree: Tree,
        workspace: SearchWorkspace,
        search: PuctConfig,
        config: SelfPlayConfig,
        samples: TrainingBuffers,
        key: int,
    ) -> int:
        """Play one game from each start; return how many samples were written."""
        board = games.boards[0]
        row = 0
        for game in range(len(games.starts)):
            key = next_key(key)
            chance = next_chance(mix(key))
            state = assign_state(games.current, 0, games.starts[game])
            while not kernel.is_over(state):
                if kernel.is_chance(state):
                    action, chance = kernel.random_action(board, state, chance)
                    kernel.play(board, state, action)
                    continue
                clear(tree)
                for _ in range(config.simulations):
                    assign_state(workspace.states, 0, state)
                    chance = simulate(
                        kernel, features, board, context, tree, workspace, search, chance
                    )
                child, chance = choose_child(tree, state.seat, config, search, chance)
                play_move(kernel, board, state, tree.move[child])
                if not kernel.is_over(state):
                    row = write_samples(
                        features, board, context, state, workspace, samples, game, row
                    )
            for seat in range(state.players):
                samples.scores[game, seat] = kernel.score(state, seat)
        return row

    return selfplay


def choose_child(
    tree: Tree, seat: int, config: SelfPlayConfig, search: PuctConfig, chance: Chance
) -> tuple[int, Chance]:
    """Return the best child, or any one to explore; and the chance to come."""
    child = most_visited(tree, 0, seat)
    if randbelow(chance, 1000) < config.exploration_permille:
        chance = next_chance(chance[0])
        child = tree.first_child[0]
        for _ in range(randbelow(chance, search.width)):
            if tree.next_sibling[child] != NO_NODE:
                child = tree.next_sibling[child]
    return child, next_chance(chance[0])


def write_samples(
    features: GameFeatures,
    board: Any,
    context: EvalContext,
    state: Any,
    workspace: SearchWorkspace,
    samples: TrainingBuffers,
    game: int,
    row: int,
) -> int:
    """Write the samples of a position, one for every seat or one for both; return the next row."""
    buffers = workspace.buffers
    features.analyse(board, context.precomputed, state, buffers)
    if is_duel_network(features, samples.inputs[0]):
        write_duel_inputs(features, board, context.precomputed, state, buffers)
        return write_sample(features, state, buffers, samples, game, state.seat, row)
    for seat in range(state.players):
        features.write_inputs(board, context.precomputed, state, seat, buffers)
        row = write_sample(features, state, buffers, samples, game, seat, row)
    return row


def write_sample(
    features: GameFeatures,
    state: Any,
    buffers: FeatureBuffers,
    samples: TrainingBuffers,
    game: int,
    seat: int,
    row: int,
) -> int:
    """Write one sample if there is room for it; return the next free row."""
    if row == len(samples.inputs):
        return row
    for index in range(len(samples.inputs[row])):
        samples.inputs[row, index] = buffers.inputs[index]
    samples.games[row] = game
    samples.seats[row] = seat
    samples.current_score[row] = features.current_score(state, seat)
    samples.turns_left[row] = features.turns_left(state)
    return row + 1
