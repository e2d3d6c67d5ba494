"""Train the champion's networks by self-play; `docs/computer-players.md` has the results.

    python -m tools.train_values bombay --players 4 --generations 6 --games 4000
    python -m tools.train_values bazar --players 2 --duel --games 4400 --simulations 30

Every generation plays games against itself, writes samples of their positions, and trains the
network to predict what each seat still gained, or in a duel who won. Training goes on from the
network in the file, if there is one of the same kind; if there is one of the other kind, it
plays the games that the first generation is trained on.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import deque
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from importlib.resources import files
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import howdah
from howdah.ai.search import training_data
from howdah.ai.search.evaluation import LEAD_SCALE, duel_input_count, features_for
from howdah.ai.search.network import Network
from howdah.ai.search.search import puct_modules
from howdah.ai.search.training_data import SelfPlayConfig, SelfPlayGames, TrainingBuffers
from howdah.ai.search.workspace import CompiledAllocator
from howdah.fast.backend import EntryPointSource, entry_point
from howdah.fast.rng import seed_key
from howdah.fast.struct_layout import layout_of, new_structs
from howdah.games.registry import GAMES, plugin_for

Row = NDArray[np.float32]

HIDDEN_UNITS = 32
DUEL_HIDDEN_UNITS = 16
STARTS = 1000
"""How many set-ups there are, used again and again with other draws."""
START_SEED = "school"
"""The published networks were trained from the set-ups of this seed."""
REPLAY_GENERATIONS = 5
"""How many of the last generations a network is trained on."""
EPOCHS = 6
BATCH_SIZE = 1024
LEARNING_RATE = 0.003
WEIGHT_DECAY = {False: 1e-5, True: 1e-4}
"""For networks of gains and of duels."""
MOST_SAMPLES = 260
"""No game gives more samples."""
LEAST_SPREAD = (0.3, 0.1)
FIRST_SPREAD = (4.0, 6.0)
LEAD_PER_ODDS = 5.0
"""The predicted lead that makes the log-odds of a win one, in the weights set by hand."""


class TrainingTask(NamedTuple):
    """What is trained: the network of a game for so many players, of gains or of a duel."""

    game: str
    players: int
    is_duel: bool

    @property
    def features(self) -> Any:
        """The features of the game."""
        return features_for(self.game)

    @property
    def inputs(self) -> int:
        """How many inputs the network has."""
        return duel_input_count(self.features) if self.is_duel else int(self.features.INPUT_COUNT)

    @property
    def hidden_units(self) -> int:
        """How many hidden units it has."""
        return DUEL_HIDDEN_UNITS if self.is_duel else HIDDEN_UNITS


class SelfPlayRunner:
    """Plays games of a task, compiled, from the same set-ups again and again."""

    def __init__(self, task: TrainingTask) -> None:
        self.task = task
        self.features = features = task.features
        source = EntryPointSource(
            lambda kernel: training_data.make_selfplay(kernel, features),
            lambda game: (*puct_modules(game), training_data),
        )
        self._selfplay = entry_point(task.game, source, compiled=True)
        options = {"players": task.players, **features.TRAINING_OPTIONS}
        games = [
            howdah.new(task.game, seed=f"{START_SEED}/{number}", **options)
            for number in range(STARTS)
        ]
        self._allocator = CompiledAllocator(games[0])
        self._precomputed = features.precompute(games[0].position()[0])
        layout = layout_of(self._allocator.kernel.POSITION)
        self._starts = layout.pack([game.position()[1] for game in games])
        self._current = new_structs(1, self._starts.dtype)
        self._tree = self._allocator.new_tree()

    def play(
        self, network: Network, games: int, config: SelfPlayConfig, seed: str
    ) -> TrainingBuffers:
        """Play games of a network against itself, and return the samples."""
        rows = games * MOST_SAMPLES
        samples = TrainingBuffers(
            inputs=np.zeros((rows, self.task.inputs), np.float32),
            games=np.zeros(rows, np.int64),
            seats=np.zeros(rows, np.int64),
            current_score=np.zeros(rows),
            turns_left=np.zeros(rows),
            scores=np.zeros((games, self._allocator.kernel.SEAT_COUNT)),
        )
        starts = self._starts[np.arange(games) % STARTS]
        found = self._selfplay(
            SelfPlayGames(self._allocator.boards, starts, self._current),
            self._allocator.eval_context(self._precomputed, network),
            self._tree,
            self._allocator.new_search_workspace(self.features, len(network.bias)),
            self.features.PUCT_CONFIG,
            config,
            samples,
            np.uint64(seed_key(seed)),
        )
        scores = samples.scores[:, : self.task.players]
        return TrainingBuffers(*(row[:found] for row in samples))._replace(scores=scores)


@cache
def runner_for(task: TrainingTask) -> SelfPlayRunner:
    """Return the runner of a task in this process."""
    return SelfPlayRunner(task)


def play_games(
    task: TrainingTask, network: Network, games: int, config: SelfPlayConfig, seed: str
) -> TrainingBuffers:
    """Play games and return the samples; to be called in any process."""
    return runner_for(task).play(network, games, config, seed)


def training_targets(task: TrainingTask, samples: TrainingBuffers) -> Row:
    """Return what the network should predict for each sample: what was still gained, or who won."""
    own = samples.scores[samples.games, samples.seats]
    if not task.is_duel:
        gained: Row = (own - samples.current_score).astype(np.float32)
        return gained
    other = samples.scores[samples.games, 1 - samples.seats]
    won: Row = (0.5 + 0.5 * np.sign(own - other)).astype(np.float32)
    return won


class Trainer:
    """Trains the weights of a network by Adam.

    The loss is the squared error of gains, or the cross-entropy of the chances of a duel.
    """

    def __init__(self, task: TrainingTask, network: Network, chance: np.random.Generator) -> None:
        self._is_duel = task.is_duel
        self.weights = [np.array(row, np.float32) for row in network[:4]]
        if not self.weights[3].any():
            self.weights[3] += chance.normal(0, 0.1, task.hidden_units).astype(np.float32)
        self._means = [np.zeros_like(row) for row in self.weights]
        self._squares = [np.zeros_like(row) for row in self.weights]
        self._steps = 0

    def predict(self, inputs: Row) -> Row:
        """Return the gains, or the chances of a duel, that the network predicts."""
        direct, hidden, bias, out = self.weights
        return self._activate(inputs @ direct + np.maximum(inputs @ hidden + bias, 0) @ out)

    def _activate(self, outputs: Row) -> Row:
        """Return gains as they are, and log-odds as chances."""
        if not self._is_duel:
            return outputs
        return (1 / (1 + np.exp(-outputs))).astype(np.float32)

    def train_batch(self, inputs: Row, targets: Row, rate: float) -> None:
        """Make one gradient step towards the targets of some samples."""
        direct, hidden, bias, out = self.weights
        before = inputs @ hidden + bias
        units = np.maximum(before, 0)
        off = self._activate(inputs @ direct + units @ out) - targets
        errors = off / np.float32(len(targets))
        back = np.outer(errors, out) * (before > 0)
        self._step([inputs.T @ errors, inputs.T @ back, back.sum(0), units.T @ errors], rate)

    def _step(self, gradients: list[Row], rate: float) -> None:
        self._steps += 1
        for place, weights in enumerate(self.weights):
            gradient = gradients[place] + WEIGHT_DECAY[self._is_duel] * weights
            self._means[place] += 0.1 * (gradient - self._means[place])
            self._squares[place] += 0.001 * (gradient * gradient - self._squares[place])
            mean = self._means[place] / (1 - 0.9**self._steps)
            square = self._squares[place] / (1 - 0.999**self._steps)
            self.weights[place] = weights - rate * mean / (np.sqrt(square) + 1e-8)


def train_network(
    task: TrainingTask,
    network: Network,
    replay: deque[TrainingBuffers],
    chance: np.random.Generator,
) -> Network:
    """Return the network trained on the samples of the last generations."""
    inputs = np.concatenate([samples.inputs for samples in replay])
    targets = np.concatenate([training_targets(task, samples) for samples in replay])
    turns_left = np.concatenate([samples.turns_left for samples in replay])
    trainer = Trainer(task, network, chance)
    for epoch in range(EPOCHS):
        order = chance.permutation(len(targets))
        for first in range(0, len(order), BATCH_SIZE):
            batch = order[first : first + BATCH_SIZE]
            trainer.train_batch(inputs[batch], targets[batch], LEARNING_RATE * 0.5**epoch)
    squares = (trainer.predict(inputs) - targets) ** 2
    rows: list[Any] = [*trainer.weights, fit_spread(squares, turns_left)]
    return Network(*rows)


def fit_spread(squares: Any, turns_left: Any) -> Any:
    """Return the variance of the error at the end of a game, and what each turn before adds."""
    columns = np.stack([np.ones(len(turns_left)), turns_left], 1)
    found = np.linalg.lstsq(columns, squares, rcond=None)[0]
    return np.maximum(found, LEAST_SPREAD)


def first_network(task: TrainingTask, chance: np.random.Generator) -> Network:
    """Return a network with direct weights set by hand, and hidden units without effect."""
    features, units = task.features, task.hidden_units
    direct = np.zeros(task.inputs)
    weights = features.SOLO_WEIGHTS if task.players == 1 else features.INITIAL_WEIGHTS
    for index, weight in weights.items():
        direct[index] = weight
    if task.is_duel:
        direct[features.INPUT_COUNT : -1] = -direct[: features.INPUT_COUNT]
        direct[-1] = LEAD_SCALE
        direct /= LEAD_PER_ODDS
    hidden = chance.normal(0, 0.15, (task.inputs, units))
    rows: list[Any] = [direct, hidden, np.zeros(units), np.zeros(units), np.array(FIRST_SPREAD)]
    return Network(*rows)


def read_network(path: Path) -> Network:
    """Read a network from a file."""
    found = json.loads(path.read_text("ascii"))
    rows: list[Any] = [np.array(found[name]) for name in Network._fields]
    return Network(*rows)


def write_network(network: Network, path: Path) -> None:
    """Write a network to a file, as JSON with rounded weights."""
    rows = {name: np.round(np.asarray(row, float), 4).tolist() for name, row in _named(network)}
    path.write_text(json.dumps(rows) + "\n", "ascii")


def _named(network: Network) -> list[tuple[str, Any]]:
    return list(network._asdict().items())


def train(chosen: argparse.Namespace) -> None:
    """Play and train, generation after generation."""
    chance = np.random.default_rng(chosen.seed)
    task = TrainingTask(chosen.game, chosen.players, chosen.duel)
    path = chosen.out or network_file(task)
    network = player = read_network(path) if path.exists() else first_network(task, chance)
    if len(network.direct) != task.inputs:
        network = first_network(task, chance)
    replay: deque[TrainingBuffers] = deque(maxlen=REPLAY_GENERATIONS)
    config = SelfPlayConfig(chosen.simulations, task.features.EXPLORATION_PERMILLE)
    context = get_context("spawn")
    with ProcessPoolExecutor(chosen.jobs, mp_context=context) as pool:
        for generation in range(chosen.generations):
            began = time.monotonic()
            seed = f"{chosen.seed}/{generation}"
            parts = [
                pool.submit(play_games, task, player, games, config, f"{seed}/{part}")
                for part, games in enumerate(split_games(chosen.games, chosen.jobs))
            ]
            samples = merge_samples([part.result() for part in parts])
            replay.append(samples)
            error = _error(task, network, samples)
            network = player = train_network(task, network, replay, chance)
            write_network(network, path)
            print(
                f"{task.game}, {task.players} players, generation {generation}:"
                f" {len(samples.seats)} samples, mean score {samples.scores.mean():.2f},"
                f" best {samples.scores.max(1).mean():.2f}, error {error:.3f} before"
                f" and {_error(task, network, samples):.3f} after,"
                f" {time.monotonic() - began:.0f} s",
                flush=True,
            )
    write_network(network, path)


def network_file(task: TrainingTask) -> Path:
    """Return the file of the package that the agents load."""
    folder = Path(str(files(plugin_for(task.game).package)))
    return folder / "ai" / "weights" / f"{task.players}.json"


def split_games(games: int, jobs: int) -> list[int]:
    """Return how many games each process plays."""
    return [games // jobs + (job < games % jobs) for job in range(jobs)]


def merge_samples(parts: list[TrainingBuffers]) -> TrainingBuffers:
    """Return the samples of several processes together, with their games renumbered."""
    first = 0
    numbered = []
    for part in parts:
        numbered.append(part._replace(games=part.games + first))
        first += len(part.scores)
    return TrainingBuffers(*(np.concatenate(rows) for rows in zip(*numbered, strict=True)))


def _error(task: TrainingTask, network: Network, samples: TrainingBuffers) -> float:
    """Return the root of the mean squared error of the predictions."""
    trainer = Trainer(task, network, np.random.default_rng(0))
    predictions = trainer.predict(samples.inputs)
    return float(np.sqrt(((predictions - training_targets(task, samples)) ** 2).mean()))


def main(arguments: list[str]) -> None:
    """Parse the arguments, and train."""
    parser = argparse.ArgumentParser(description="Train a network of the champion by self-play.")
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--duel", action="store_true", help="see both of two seats at once")
    parser.add_argument("--generations", type=int, default=5, help="0 keeps weights set by hand")
    parser.add_argument("--games", type=int, default=2000, help="in each generation")
    parser.add_argument("--simulations", type=int, default=1, help="for each turn")
    parser.add_argument("--seed", default=1, type=int)
    parser.add_argument("--jobs", default=os.cpu_count() or 1, type=int, help="processes at once")
    parser.add_argument("--out", type=Path, help="another file than the one of the package")
    chosen = parser.parse_args(arguments)
    if chosen.duel and chosen.players != 2:
        parser.error("--duel is for two players")
    train(chosen)


if __name__ == "__main__":
    main(sys.argv[1:])
