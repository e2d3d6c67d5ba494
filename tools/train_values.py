"""Train the champion's networks by self-play; `docs/opponents.md` tells how it went.

    python -m tools.train_values bombay --players 4 --generations 6 --games 4000
    python -m tools.train_values bazar --players 2 --duel --games 4400 --simulations 30

Every generation plays against itself, writes down what was seen and what came of it, and learns
to foretell it: what each seat still gained, or in a duel who won. Learning goes on from the
network that is there, if there is one of the same kind; if there is one of the other kind, it
plays the games that the first generation learns from.
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
from howdah.ai.search import (
    evaluation,
    network,
    packed_moves,
    puct,
    terminal_value,
    training_data,
    tree,
    turn_generator,
)
from howdah.ai.search.compile import features_for
from howdah.ai.search.evaluation import LEAD_UNIT, both_inputs
from howdah.ai.search.network import Net
from howdah.ai.search.training_data import Ground, SelfPlayConfig, TrainingBuffers
from howdah.ai.search.workspace import CompiledAllocator
from howdah.fast.backend import EntryPointSource, entry_point
from howdah.fast.rng import seed_key
from howdah.fast.struct_layout import layout_of, new_structs
from howdah.games.registry import GAMES

Row = NDArray[np.float32]

UNITS = 32
DUEL_UNITS = 16
STARTS = 1000
"""So many set-ups, used again and again with other draws."""
REMEMBERED = 5
"""The generations that a network learns from."""
EPOCHS = 6
BATCH = 1024
RATE = 0.003
DECAY = {False: 1e-5, True: 1e-4}
"""How fast weights fade that nothing speaks for, in gains and in duels."""
ADVENTURE = {"bombay": 60, "bazar": 120}
"""Of a thousand turns so many are any: a game without draws would always be the same."""
MOST_LESSONS = 260
"""A game gives no more."""
LEAST_SPREAD = (0.3, 0.1)
FIRST_SPREAD = (4.0, 6.0)
ODDS = 5.0
"""So much of a lead is foretold, as a guess by hand, to make the odds of a win one."""


class Course(NamedTuple):
    """What is learnt: a game with so many players, as gains or as a duel."""

    game: str
    players: int
    is_duel: bool

    @property
    def mind(self) -> Any:
        """What the network sees in the game."""
        return features_for(self.game)

    @property
    def inputs(self) -> int:
        """How many inputs the network has."""
        return both_inputs(self.mind) if self.is_duel else int(self.mind.INPUTS)

    @property
    def units(self) -> int:
        """How many hidden units it has."""
        return DUEL_UNITS if self.is_duel else UNITS


class Room:
    """Where games of a course are played again and again."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.mind = mind = course.mind
        modules = (
            tree,
            packed_moves,
            terminal_value,
            network,
            *mind.PARTS,
            mind,
            evaluation,
            turn_generator,
            puct,
            training_data,
        )
        self._run = entry_point(
            course.game, EntryPointSource(self._make, lambda _game: modules), compiled=True
        )
        options = {"starter": "seat 0"} if course.game == "bazar" else {}
        games = [
            howdah.new(course.game, players=course.players, seed=f"school/{number}", **options)
            for number in range(STARTS)
        ]
        self._rows = CompiledAllocator(games[0])
        self._guide = mind.guide(games[0].position()[0])
        self._starts = layout_of(self._rows.kernel.POSITION).pack([g.position()[1] for g in games])
        self._now = new_structs(1, self._starts.dtype)
        self._tree = self._rows.new_tree()

    def _make(self, kernel: Any) -> Any:
        return training_data.selfplay_of(kernel, self.mind)

    def play(self, network: Net, games: int, school: SelfPlayConfig, seed: str) -> TrainingBuffers:
        """Games of a network against itself, and what they teach."""
        rows = games * MOST_LESSONS
        lessons = TrainingBuffers(
            inputs=np.zeros((rows, self.course.inputs), np.float32),
            games=np.zeros(rows, np.int64),
            seats=np.zeros(rows, np.int64),
            current_score=np.zeros(rows),
            turns_left=np.zeros(rows),
            scores=np.zeros((games, self._rows.kernel.SEAT_COUNT)),
        )
        found = self._run(
            Ground(self._rows.boards, self._starts[np.arange(games) % STARTS], self._now),
            self._rows.sense(self._guide, network),
            self._tree,
            self._rows.new_search_workspace(self.mind, len(network.bias)),
            self.mind.SETTINGS,
            school,
            lessons,
            np.uint64(seed_key(seed)),
        )
        scores = lessons.scores[:, : self.course.players]
        return TrainingBuffers(*(row[:found] for row in lessons))._replace(scores=scores)


@cache
def room_for(course: Course) -> Room:
    """The room of this process."""
    return Room(course)


def played(
    course: Course, network: Net, games: int, school: SelfPlayConfig, seed: str
) -> TrainingBuffers:
    """What some games teach; to be called in any process."""
    return room_for(course).play(network, games, school, seed)


def targets_of(course: Course, lessons: TrainingBuffers) -> Row:
    """What each lesson ought to have foretold: what was still gained, or who won."""
    own = lessons.scores[lessons.games, lessons.seats]
    if not course.is_duel:
        gained: Row = (own - lessons.current_score).astype(np.float32)
        return gained
    other = lessons.scores[lessons.games, 1 - lessons.seats]
    won: Row = (0.5 + 0.5 * np.sign(own - other)).astype(np.float32)
    return won


class Learner:
    """The weights of a network on their way (Adam; squares of errors, or the odds of a duel)."""

    def __init__(self, course: Course, network: Net, chance: np.random.Generator) -> None:
        self._is_duel = course.is_duel
        self.weights = [np.array(row, np.float32) for row in network[:4]]
        if not self.weights[3].any():
            self.weights[3] += chance.normal(0, 0.1, course.units).astype(np.float32)
        self._means = [np.zeros_like(row) for row in self.weights]
        self._squares = [np.zeros_like(row) for row in self.weights]
        self._steps = 0

    def answers(self, inputs: Row) -> Row:
        """What the network foretells."""
        direct, hidden, bias, out = self.weights
        return self._as_asked(inputs @ direct + np.maximum(inputs @ hidden + bias, 0) @ out)

    def _as_asked(self, answers: Row) -> Row:
        """Gains as they are, odds as chances."""
        if not self._is_duel:
            return answers
        return (1 / (1 + np.exp(-answers))).astype(np.float32)

    def learn(self, inputs: Row, targets: Row, rate: float) -> None:
        """One step towards the targets of some lessons."""
        direct, hidden, bias, out = self.weights
        before = inputs @ hidden + bias
        units = np.maximum(before, 0)
        off = self._as_asked(inputs @ direct + units @ out) - targets
        errors = off / np.float32(len(targets))
        back = np.outer(errors, out) * (before > 0)
        self._step([inputs.T @ errors, inputs.T @ back, back.sum(0), units.T @ errors], rate)

    def _step(self, slopes: list[Row], rate: float) -> None:
        self._steps += 1
        for place, weights in enumerate(self.weights):
            slope = slopes[place] + DECAY[self._is_duel] * weights
            self._means[place] += 0.1 * (slope - self._means[place])
            self._squares[place] += 0.001 * (slope * slope - self._squares[place])
            mean = self._means[place] / (1 - 0.9**self._steps)
            square = self._squares[place] / (1 - 0.999**self._steps)
            self.weights[place] = weights - rate * mean / (np.sqrt(square) + 1e-8)


def taught(
    course: Course, network: Net, memory: deque[TrainingBuffers], chance: np.random.Generator
) -> Net:
    """The network after it has learnt from all that is remembered."""
    inputs = np.concatenate([lessons.inputs for lessons in memory])
    targets = np.concatenate([targets_of(course, lessons) for lessons in memory])
    turns_left = np.concatenate([lessons.turns_left for lessons in memory])
    learner = Learner(course, network, chance)
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


def first_network(course: Course, chance: np.random.Generator) -> Net:
    """A guess by hand, and hidden units that say nothing yet."""
    mind, units = course.mind, course.units
    direct = np.zeros(course.inputs)
    guess = mind.SOLO_GUESS if course.players == 1 else mind.FIRST_GUESS
    for place, weight in guess.items():
        direct[place] = weight
    if course.is_duel:
        direct[mind.INPUTS : -1] = -direct[: mind.INPUTS]
        direct[-1] = LEAD_UNIT
        direct /= ODDS
    hidden = chance.normal(0, 0.15, (course.inputs, units))
    rows: list[Any] = [direct, hidden, np.zeros(units), np.zeros(units), np.array(FIRST_SPREAD)]
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
    course = Course(chosen.game, chosen.players, chosen.duel)
    path = Path(str(files("howdah.ai"))) / "values" / f"{chosen.game}-{chosen.players}.json"
    path = chosen.out or path
    network = player = read(path) if path.exists() else first_network(course, chance)
    if len(network.direct) != course.inputs:
        network = first_network(course, chance)
    memory: deque[TrainingBuffers] = deque(maxlen=REMEMBERED)
    school = SelfPlayConfig(chosen.simulations, ADVENTURE[chosen.game])
    context = get_context("spawn")
    with ProcessPoolExecutor(chosen.jobs, mp_context=context) as pool:
        for generation in range(chosen.generations):
            began = time.monotonic()
            seed = f"{chosen.seed}/{generation}"
            parts = [
                pool.submit(played, course, player, games, school, f"{seed}/{part}")
                for part, games in enumerate(shares(chosen.games, chosen.jobs))
            ]
            lessons = together([part.result() for part in parts])
            memory.append(lessons)
            error = _error(course, network, lessons)
            network = player = taught(course, network, memory, chance)
            write(network, path)
            print(
                f"{course.game}, {course.players} players, generation {generation}:"
                f" {len(lessons.seats)} lessons, mean score {lessons.scores.mean():.2f},"
                f" best {lessons.scores.max(1).mean():.2f}, error {error:.3f} before"
                f" and {_error(course, network, lessons):.3f} after,"
                f" {time.monotonic() - began:.0f} s",
                flush=True,
            )
    write(network, path)


def shares(games: int, jobs: int) -> list[int]:
    """How many games each process plays."""
    return [games // jobs + (job < games % jobs) for job in range(jobs)]


def together(parts: list[TrainingBuffers]) -> TrainingBuffers:
    """The lessons of several processes, with their games numbered on."""
    first = 0
    numbered = []
    for part in parts:
        numbered.append(part._replace(games=part.games + first))
        first += len(part.scores)
    return TrainingBuffers(*(np.concatenate(rows) for rows in zip(*numbered, strict=True)))


def _error(course: Course, network: Net, lessons: TrainingBuffers) -> float:
    """How far the foretelling is off, in the mean (root of squares)."""
    learner = Learner(course, network, np.random.default_rng(0))
    answers = learner.answers(lessons.inputs)
    return float(np.sqrt(((answers - targets_of(course, lessons)) ** 2).mean()))


def main(arguments: list[str]) -> None:
    """Read what to train, and train it."""
    parser = argparse.ArgumentParser(description="Train a network of the champion by self-play.")
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--duel", action="store_true", help="see both of two seats at once")
    parser.add_argument("--generations", type=int, default=5, help="0 keeps the guess by hand")
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
