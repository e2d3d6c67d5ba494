"""Training: the targets of samples, that networks learn them, and a whole generation."""

from __future__ import annotations

from collections import deque
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tools.train_values import (
    Trainer,
    TrainingTask,
    first_network,
    main,
    merge_samples,
    read_network,
    split_games,
    train_network,
    training_targets,
)

from howdah import fast
from howdah.ai.search.network import Network, forward
from howdah.ai.search.training_data import TrainingBuffers
from tests.fast.games import IS_LONG

DUEL = TrainingTask("bazar", 2, is_duel=True)
GAINS = TrainingTask("bombay", 3, is_duel=False)


def samples_of(task: TrainingTask, seats: list[int], scores: list[list[int]]) -> TrainingBuffers:
    """Samples of games that lasted one more turn each, with random inputs."""
    rows = np.random.default_rng(1).normal(size=(len(seats), task.inputs))
    return TrainingBuffers(
        inputs=rows.astype(np.float32),
        games=np.arange(len(seats)),
        seats=np.array(seats),
        current_score=np.full(len(seats), 2.0),
        turns_left=np.ones(len(seats)),
        scores=np.array(scores, float),
    )


def test_the_target_of_a_duel_is_who_won() -> None:
    samples = samples_of(DUEL, [0, 1, 0], [[30, 20], [30, 20], [25, 25]])
    assert training_targets(DUEL, samples).tolist() == [1.0, 0.0, 0.5]


def test_gains_are_what_came_after_the_position() -> None:
    samples = samples_of(GAINS, [0, 2], [[30, 20, 10], [30, 20, 11]])
    assert training_targets(GAINS, samples).tolist() == [28.0, 9.0]


def test_samples_of_several_processes_keep_their_games() -> None:
    one = samples_of(DUEL, [0, 0], [[30, 20], [10, 20]])
    other = samples_of(DUEL, [1], [[40, 50]])
    joined = merge_samples([one, other])
    assert joined.games.tolist() == [0, 1, 2]
    assert training_targets(DUEL, joined).tolist() == [1.0, 0.0, 1.0]
    assert split_games(7, 3) == [3, 2, 2]


@pytest.mark.parametrize("task", [DUEL, GAINS])
def test_training_lowers_the_error(task: TrainingTask) -> None:
    chance = np.random.default_rng(2)
    seats = [0] * 40_000
    samples = samples_of(task, seats, [[0] * task.players] * len(seats))
    lead = np.sign(samples.inputs[:, 5]) * 10
    samples.scores[:, 0] = 20 + lead
    samples.scores[:, 1] = 20 - lead
    blank: Any = np.zeros(task.inputs)
    before = first_network(task, chance)._replace(direct=blank)
    after = train_network(task, before, deque([samples]), chance)
    assert error(task, after, samples) < 0.8 * error(task, before, samples)


def error(task: TrainingTask, network: Network, samples: TrainingBuffers) -> float:
    """The mean absolute error."""
    predictions = Trainer(task, network, np.random.default_rng(0)).predict(samples.inputs)
    return float(np.abs(predictions - training_targets(task, samples)).mean())


def test_the_search_computes_a_network_as_training_does() -> None:
    chance = np.random.default_rng(3)
    rows: list[Any] = [chance.normal(0, 0.2, np.shape(row)) for row in first_network(DUEL, chance)]
    inputs = chance.normal(size=(1, DUEL.inputs)).astype(np.float32)
    read_by_search = Network(*(row.tolist() for row in rows))
    odds = forward(read_by_search, inputs[0].tolist(), [0.0] * DUEL.hidden_units)
    answer = float(Trainer(DUEL, Network(*rows), chance).predict(inputs)[0])
    assert 0.05 < abs(answer - 0.5) < 0.45, "neither a coin nor a certainty"
    assert 1 / (1 + np.exp(-odds)) == pytest.approx(answer, abs=1e-5)


@pytest.mark.skipif(not IS_LONG, reason="compiling it takes half a minute")
@pytest.mark.skipif(not fast.is_compiled(), reason="there is no compiler here")
def test_a_generation_plays_and_trains(tmp_path: Path) -> None:
    out = tmp_path / "network.json"
    asked = ["--games", "4", "--simulations", "2", "--jobs", "2", "--out", str(out)]
    main(["bazar", "--duel", "--generations", "1", *asked])
    first = read_network(out)
    main(["bazar", "--duel", "--generations", "1", *asked])
    assert len(first.direct) == DUEL.inputs
    assert not np.array_equal(first.direct, read_network(out).direct)


def test_a_duel_is_for_two(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["bazar", "--duel", "--players", "3"])
    assert "--duel is for two players" in capsys.readouterr().err
