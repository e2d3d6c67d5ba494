"""Training: what a lesson teaches, that it is learnt, and a whole generation."""

from __future__ import annotations

from collections import deque
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tools.train_values import (
    Course,
    Learner,
    first_network,
    main,
    read,
    shares,
    targets_of,
    taught,
    together,
)

from howdah import fast
from howdah.ai.search.network import Net, forward
from howdah.ai.search.training_data import TrainingBuffers
from tests.fast.games import IS_LONG

DUEL = Course("bazar", 2, is_duel=True)
GAINS = Course("bombay", 3, is_duel=False)


def lessons_of(course: Course, seats: list[int], scores: list[list[int]]) -> TrainingBuffers:
    """Lessons of games that went on for one turn each, with random inputs."""
    rows = np.random.default_rng(1).normal(size=(len(seats), course.inputs))
    return TrainingBuffers(
        inputs=rows.astype(np.float32),
        games=np.arange(len(seats)),
        seats=np.array(seats),
        current_score=np.full(len(seats), 2.0),
        turns_left=np.ones(len(seats)),
        scores=np.array(scores, float),
    )


def test_a_duel_teaches_who_won() -> None:
    lessons = lessons_of(DUEL, [0, 1, 0], [[30, 20], [30, 20], [25, 25]])
    assert targets_of(DUEL, lessons).tolist() == [1.0, 0.0, 0.5]


def test_gains_are_what_came_after_the_position() -> None:
    lessons = lessons_of(GAINS, [0, 2], [[30, 20, 10], [30, 20, 11]])
    assert targets_of(GAINS, lessons).tolist() == [28.0, 9.0]


def test_lessons_of_several_processes_keep_their_games() -> None:
    one = lessons_of(DUEL, [0, 0], [[30, 20], [10, 20]])
    other = lessons_of(DUEL, [1], [[40, 50]])
    joined = together([one, other])
    assert joined.games.tolist() == [0, 1, 2]
    assert targets_of(DUEL, joined).tolist() == [1.0, 0.0, 1.0]
    assert shares(7, 3) == [3, 2, 2]


@pytest.mark.parametrize("course", [DUEL, GAINS])
def test_what_is_taught_is_foretold_better(course: Course) -> None:
    chance = np.random.default_rng(2)
    seats = [0] * 40_000
    lessons = lessons_of(course, seats, [[0] * course.players] * len(seats))
    lead = np.sign(lessons.inputs[:, 5]) * 10
    lessons.scores[:, 0] = 20 + lead
    lessons.scores[:, 1] = 20 - lead
    blank: Any = np.zeros(course.inputs)
    before = first_network(course, chance)._replace(direct=blank)
    after = taught(course, before, deque([lessons]), chance)
    assert error(course, after, lessons) < 0.8 * error(course, before, lessons)


def error(course: Course, network: Net, lessons: TrainingBuffers) -> float:
    """The mean of the errors."""
    answers = Learner(course, network, np.random.default_rng(0)).answers(lessons.inputs)
    return float(np.abs(answers - targets_of(course, lessons)).mean())


def test_the_search_reads_a_network_as_training_does() -> None:
    chance = np.random.default_rng(3)
    rows: list[Any] = [chance.normal(0, 0.2, np.shape(row)) for row in first_network(DUEL, chance)]
    inputs = chance.normal(size=(1, DUEL.inputs)).astype(np.float32)
    read_by_search = Net(*(row.tolist() for row in rows))
    odds = forward(read_by_search, inputs[0].tolist(), [0.0] * DUEL.units)
    answer = float(Learner(DUEL, Net(*rows), chance).answers(inputs)[0])
    assert 0.05 < abs(answer - 0.5) < 0.45, "neither a coin nor a certainty"
    assert 1 / (1 + np.exp(-odds)) == pytest.approx(answer, abs=1e-5)


@pytest.mark.skipif(not IS_LONG, reason="compiling it takes half a minute")
@pytest.mark.skipif(not fast.is_compiled(), reason="there is no compiler here")
def test_a_generation_plays_and_learns(tmp_path: Path) -> None:
    out = tmp_path / "network.json"
    asked = ["--games", "4", "--simulations", "2", "--jobs", "2", "--out", str(out)]
    main(["bazar", "--duel", "--generations", "1", *asked])
    first = read(out)
    main(["bazar", "--duel", "--generations", "1", *asked])
    assert len(first.direct) == DUEL.inputs
    assert not np.array_equal(first.direct, read(out).direct)


def test_a_duel_is_for_two(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["bazar", "--duel", "--players", "3"])
    assert "--duel is for two players" in capsys.readouterr().err
