"""Whatever number is given to compiled rules, it is played if it is legal and refused if not."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import numpy as np
import pytest

import howdah
from howdah import fast
from howdah.core.errors import IllegalAction, InvalidOption
from howdah.fast.compiled import CompiledSimulator
from howdah.fast.interpreted import InterpretedSimulator
from howdah.fast.rng import next_chance
from howdah.games.bombay import rules
from tests.fast.games import GAMES, compiled_batch, interpreted_batch

EVERY_GAME = pytest.mark.parametrize("name", GAMES)
EVERY_SIMULATOR = pytest.mark.parametrize("kind", [CompiledSimulator, InterpretedSimulator])
EVERY_BATCH = pytest.mark.parametrize("kind", [compiled_batch, interpreted_batch])
ODD_NUMBERS = (-(2**63), -(2**31), -65, -2, -1, 39, 63, 64, 75, 76, 127, 128, 2**31, 2**63 - 1)


@EVERY_GAME
def test_a_compiled_step_plays_just_what_is_legal(name: str) -> None:
    choice = random.Random(1)
    for game in islice(GAMES[name](), 16):
        simulator = CompiledSimulator(game)
        board, _ = game.position()
        chance = next_chance(1)
        while not simulator.is_over:
            state = simulator.unpack()
            numbers = (*ODD_NUMBERS, *range(-3, 80), *(choice.randrange(5000) for _ in range(20)))
            for number in numbers:
                if not simulator.kernel.is_legal(board, state, number):
                    with pytest.raises(IllegalAction):
                        simulator.play(number)
            assert simulator.unpack() == state
            action, chance = simulator.kernel.random_action(board, state, chance)
            simulator.play(action)


@EVERY_GAME
@EVERY_SIMULATOR
@pytest.mark.parametrize("action", [2**63, -(2**63) - 1, 10**30])
def test_numbers_beyond_a_machine_word_are_refused_too(name: str, kind: Any, action: int) -> None:
    simulator = kind(howdah.new(name, seed=1))
    with pytest.raises(IllegalAction):
        simulator.play(action)


@EVERY_SIMULATOR
@pytest.mark.parametrize("action", [1.5, "wait", None])
def test_what_is_not_a_whole_number_is_a_mistake_of_type(kind: Any, action: Any) -> None:
    simulator = kind(howdah.new("bombay", seed=1))
    before = simulator.unpack()
    with pytest.raises(TypeError):
        simulator.play(action)
    assert simulator.unpack() == before


@EVERY_GAME
@EVERY_SIMULATOR
def test_nothing_can_be_played_after_the_end(name: str, kind: Any) -> None:
    game = howdah.new(name, seed=1)
    while not game.is_over:
        game.play(game.legal_actions()[0])
    simulator = kind(game)
    assert simulator.is_over
    assert simulator.legal == 0
    for action in range(-2, 80):
        with pytest.raises(IllegalAction, match="Legal: nothing"):
            simulator.play(action)


@EVERY_SIMULATOR
def test_a_refusal_tells_what_is_legal(kind: Any) -> None:
    simulator = kind(howdah.new("bombay", set_up="first-game", seed=1))
    with pytest.raises(IllegalAction, match=r"'action 25' is not legal\. Legal: .*24, 38\."):
        simulator.play(25)


@pytest.mark.parametrize(("field", "wrong"), [("seat", 100), ("seat", -100), ("players", 99)])
def test_a_damaged_position_raises_rather_than_reach_beyond_its_tables(
    field: str, wrong: int
) -> None:
    """Bounds checks stay on inside the compiled rules."""
    simulator: Any = fast.simulator(howdah.new("bombay", players=4, seed=1))
    simulator._structs["state"][field] = wrong
    with pytest.raises(IndexError):
        play_to_the_end(simulator)


def play_to_the_end(simulator: Any) -> None:
    while not simulator.is_over:
        simulator.play(rules.END)


@EVERY_GAME
@EVERY_BATCH
def test_one_wrong_action_in_a_batch_changes_no_game(name: str, kind: Any) -> None:
    batch = kind([howdah.new(name, seed=seed, **_board(name)) for seed in range(8)])
    before = [batch.unpack(number) for number in range(8)]
    actions = list(batch.random_actions())
    for wrong in ODD_NUMBERS:
        if wrong != fast.NOTHING and not _holds(batch, 5, wrong):
            with pytest.raises(IllegalAction, match=f"action {wrong} in game 5"):
                batch.step([*actions[:5], wrong, *actions[6:]])
    assert [batch.unpack(number) for number in range(8)] == before


@EVERY_BATCH
def test_a_batch_takes_as_many_actions_as_it_has_games(kind: Any) -> None:
    batch = kind([howdah.new("bombay", seed=1)] * 3)
    for actions in ([24], [24] * 4):
        with pytest.raises(InvalidOption, match="takes 3 actions"):
            batch.step(actions)


@pytest.mark.parametrize("actions", [[24.0] * 3, np.full(3, 24, np.uint64), ["24"] * 3])
def test_a_batch_takes_whole_numbers_only(actions: Any) -> None:
    batch = fast.batch([howdah.new("bombay", seed=1)] * 3)
    with pytest.raises(InvalidOption, match="whole numbers"):
        batch.step(actions)


@EVERY_BATCH
def test_a_batch_is_of_one_game_on_one_board(kind: Any) -> None:
    for games in (
        [],
        [howdah.new("bombay"), howdah.new("bazar")],
        [howdah.new("bazar", board=board) for board in ("hexagon-61", "hexagon-37")],
    ):
        with pytest.raises(InvalidOption):
            kind(games)


def test_what_a_batch_shows_cannot_be_written_to() -> None:
    batch = fast.batch([howdah.new("bombay", seed=1)] * 3)
    for shown in (batch.legal, batch.scores):
        with pytest.raises(ValueError, match="read-only"):
            shown[0, 0] = 1


def _board(name: str) -> dict[str, Any]:
    return {"board": "hexagon-37"} if name == "bazar" else {}


def _holds(batch: Any, number: int, action: int) -> bool:
    legal = batch.kernel.mask_of([int(word) for word in batch.legal[number]])
    return action >= 0 and bool(legal >> action & 1)
