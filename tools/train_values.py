"""Train the champion's networks by self-play; `docs/opponents.md` tells how it went.

    python -m tools.train_values bombay --players 4 --generations 6 --games 4000

Every generation plays against itself, writes down what each seat saw and what it still gained,
and learns to foretell it. Learning goes on from the network that is there, if there is one.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import deque
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import howdah
from howdah.ai.search import deep, moves, net, numbers, outcome, selfplay, tree, turns, worth
from howdah.ai.search.net import Net
from howdah.ai.search.selfplay import Ground, Lessons, School
from howdah.ai.thinking.engines import MINDS
from howdah.ai.thinking.memory import CompiledRows
from howdah.fast.chance import seed_key
from howdah.fast.compiler import compiled_with
from howdah.fast.layout import layout_of, new_structs

Row = NDArray[np.float32]

UNITS = 32
STARTS = 1000
"""So many set-ups, used again and again with other draws."""
REMEMBERED = 5
"""The generations that a network learns from."""
EPOCHS = 6
BATCH = 1024
RATE = 0.003
DECAY = 1e-5
ADVENTURE = {"bombay": 60, "bazar": 120}
"""Of a thousand turns so many are any: a game without draws would always be the same."""
MOST_LESSONS = 260
"""A game gives no more."""
LEAST_SPREAD = (0.3, 0.1)
FIRST_SPREAD = (4.0, 6.0)


@dataclass
class Class:
    """A game with so many players, ready to be played again and again."""

    game: str
    players: int

    def __post_init__(self) -> None:
        self.mind = mind = MINDS[self.game]
        modules = (
            tree,
            moves,
            outcome,
            net,
            numbers,
            *mind.PARTS,
            mind,
            worth,
            turns,
            deep,
            selfplay,
        )
        self._run = compiled_with(self.game, self._make, modules)
        options = {"starter": "seat 0"} if self.game == "bazar" else {}
        games = [
            howdah.new(self.game, players=self.players, seed=f"school/{number}", **options)
            for number in range(STARTS)
        ]
        self._rows = CompiledRows(games[0])
        self._guide = mind.guide(games[0].position()[0])
        self._starts = layout_of(self._rows.kit.POSITION).pack([g.position()[1] for g in games])
        self._now = new_structs(1, self._starts.dtype)
        self._tree = self._rows.new_tree()
        self._desk = self._rows.new_desk(mind, UNITS)

    def __hash__(self) -> int:
        return hash((self.game, self.players))

    def _make(self, kit: Any) -> Any:
        return selfplay.selfplay_of(kit, self.mind)

    def play(self, network: Net, games: int, school: School, seed: str) -> Lessons:
        """Games of a network against itself, and what they teach."""
        rows = games * MOST_LESSONS
        lessons = Lessons(
            inputs=np.zeros((rows, self.mind.INPUTS), np.float32),
            targets=np.zeros(rows),
            turns_left=np.zeros(rows),
            seats=np.zeros(rows, np.int64),
            scores=np.zeros((games, self._rows.kit.SEAT_COUNT)),
        )
        found = self._run(
            Ground(self._rows.boards, self._starts[np.arange(games) % STARTS], self._now),
            self._rows.sense(self._guide, network),
            self._tree,
            self._desk,
            self.mind.SETTINGS,
            school,
            lessons,
            np.uint64(seed_key(seed)),
        )
        return Lessons(
            lessons.inputs[:found],
            lessons.targets[:found],
            lessons.turns_left[:found],
            lessons.seats[:found],
            lessons.scores[:, : self.players],
        )


class Learner:
    """The weights of a network on their way (Adam, mean squared error)."""

    def __init__(self, network: Net, chance: np.random.Generator) -> None:
        self.weights = [np.array(row, np.float32) for row in network[:4]]
        if not self.weights[3].any():
            self.weights[3] += chance.normal(0, 0.1, UNITS).astype(np.float32)
        self._means = [np.zeros_like(row) for row in self.weights]
        self._squares = [np.zeros_like(row) for row in self.weights]
        self._steps = 0

    def answers(self, inputs: Row) -> Row:
        """What the network foretells."""
        direct, hidden, bias, out = self.weights
        answers: Row = inputs @ direct + np.maximum(inputs @ hidden + bias, 0) @ out
        return answers

    def learn(self, inputs: Row, targets: Row, rate: float) -> None:
        """One step towards the targets of some lessons."""
        direct, hidden, bias, out = self.weights
        before = inputs @ hidden + bias
        units = np.maximum(before, 0)
        errors = (inputs @ direct + units @ out - targets) / len(targets)
        back = np.outer(errors, out) * (before > 0)
        self._step([inputs.T @ errors, inputs.T @ back, back.sum(0), units.T @ errors], rate)

    def _step(self, slopes: list[Row], rate: float) -> None:
        self._steps += 1
        for place, weights in enumerate(self.weights):
            slope = slopes[place] + DECAY * weights
            self._means[place] += 0.1 * (slope - self._means[place])
            self._squares[place] += 0.001 * (slope * slope - self._squares[place])
            mean = self._means[place] / (1 - 0.9**self._steps)
            square = self._squares[place] / (1 - 0.999**self._steps)
            self.weights[place] = weights - rate * mean / (np.sqrt(square) + 1e-8)


def taught(network: Net, memory: deque[Lessons], chance: np.random.Generator) -> Net:
    """The network after it has learnt from all that is remembered."""
    inputs = np.concatenate([lessons.inputs for lessons in memory])
    targets = np.concatenate([lessons.targets for lessons in memory]).astype(np.float32)
    turns_left = np.concatenate([lessons.turns_left for lessons in memory])
    learner = Learner(network, chance)
    for epoch in range(EPOCHS):
        order = chance.permutation(len(targets))
        for first in range(0, len(order), BATCH):
            picked = order[first : first + BATCH]
            learner.learn(inputs[picked], targets[picked], RATE * 0.5**epoch)
    squares = (learner.answers(inputs) - targets) ** 2
    rows: list[Any] = [*learner.weights, spread_of(squares, turns_left)]
    return Net(*rows)


def spread_of(squares: Any, turns_left: Any) -> Any:
    """The variance at the end of a game, and what each turn before it adds."""
    columns = np.stack([np.ones(len(turns_left)), turns_left], 1)
    found = np.linalg.lstsq(columns, squares, rcond=None)[0]
    return np.maximum(found, LEAST_SPREAD)


def first_network(mind: Any, players: int, chance: np.random.Generator) -> Net:
    """A guess by hand, and hidden units that say nothing yet."""
    direct = np.zeros(mind.INPUTS)
    guess = mind.SOLO_GUESS if players == 1 else mind.FIRST_GUESS
    for place, weight in guess.items():
        direct[place] = weight
    hidden = chance.normal(0, 0.15, (mind.INPUTS, UNITS))
    rows: list[Any] = [direct, hidden, np.zeros(UNITS), np.zeros(UNITS), np.array(FIRST_SPREAD)]
    return Net(*rows)


def read(path: Path) -> Net:
    """The network of a file."""
    found = json.loads(path.read_text("ascii"))
    rows: list[Any] = [np.array(found[name]) for name in Net._fields]
    return Net(*rows)


def write(network: Net, path: Path) -> None:
    """Keep a network in a file that anyone can read."""
    rows = {name: np.round(np.asarray(row, float), 4).tolist() for name, row in _named(network)}
    path.write_text(json.dumps(rows) + "\n", "ascii")


def _named(network: Net) -> list[tuple[str, Any]]:
    return list(network._asdict().items())


def train(chosen: argparse.Namespace) -> None:
    """Play and learn, generation after generation."""
    chance = np.random.default_rng(chosen.seed)
    path = Path(str(files("howdah.ai"))) / "values" / f"{chosen.game}-{chosen.players}.json"
    path = chosen.out or path
    room = Class(chosen.game, chosen.players)
    network = read(path) if path.exists() else first_network(room.mind, room.players, chance)
    write(network, path)
    memory: deque[Lessons] = deque(maxlen=REMEMBERED)
    school = School(chosen.simulations, ADVENTURE[chosen.game])
    for generation in range(chosen.generations):
        began = time.monotonic()
        lessons = room.play(network, chosen.games, school, f"{chosen.seed}/{generation}")
        memory.append(lessons)
        error = _error(network, lessons)
        network = taught(network, memory, chance)
        write(network, path)
        print(
            f"{chosen.game}, {chosen.players} players, generation {generation}:"
            f" {len(lessons.targets)} lessons, mean score {lessons.scores.mean():.2f},"
            f" best {lessons.scores.max(1).mean():.2f}, error {error:.2f} before"
            f" and {_error(network, lessons):.2f} after, {time.monotonic() - began:.0f} s",
            flush=True,
        )


def _error(network: Net, lessons: Lessons) -> float:
    """How far the foretelling is off, in the mean (root of squares)."""
    answers = Learner(network, np.random.default_rng(0)).answers(lessons.inputs)
    return float(np.sqrt(((answers - lessons.targets) ** 2).mean()))


def main(arguments: list[str]) -> None:
    """Read what to train, and train it."""
    parser = argparse.ArgumentParser(description="Train a network of the champion by self-play.")
    parser.add_argument("game", choices=MINDS)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--generations", type=int, default=5, help="0 keeps the guess by hand")
    parser.add_argument("--games", type=int, default=2000, help="in each generation")
    parser.add_argument("--simulations", type=int, default=1, help="for each turn")
    parser.add_argument("--seed", default=1, type=int)
    parser.add_argument("--out", type=Path, help="another file than the one of the package")
    train(parser.parse_args(arguments))


if __name__ == "__main__":
    main(sys.argv[1:])
