"""Gymnasium: its own check, opponents, and copies that continue alike."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import howdah
from howdah import envs
from howdah.core.errors import IllegalAction, InvalidOption
from tests.envs.configs import CONFIGS, config_id


def play(env: Any, info: dict[str, Any], steps: int = 1000, seed: int = 0) -> list[Any]:
    """Play on at random, and return the results of all steps."""
    rng, is_over = np.random.default_rng(seed), False
    steps_taken: list[Any] = []
    while not is_over and len(steps_taken) < steps:
        action = rng.choice(np.flatnonzero(info["action_mask"]))
        observation, reward, is_over, truncated, info = env.step(action)
        assert not truncated
        steps_taken.append((*(part.tolist() for part in observation.values()), reward, is_over))
    return steps_taken


@pytest.mark.parametrize("config", CONFIGS, ids=config_id)
def test_check_env_passes(config: dict[str, Any]) -> None:
    options = {name: value for name, value in config.items() if name != "game"}
    name = f"howdah/{config['game'].title()}-v0"
    env = gymnasium.make(name, disable_env_checker=True, opponents="random", **options)
    check_env(env.unwrapped)


@pytest.mark.parametrize("opponents", ["random", "greedy", "level:2", "uct:20"])
@pytest.mark.parametrize("game", ["bombay", "bazar"])
def test_opponents_of_the_registry_play(game: str, opponents: str) -> None:
    env = envs.single_env(game, players=2, opponents=opponents)
    _, info = env.reset(seed=7)
    *_, (_, mask, reward, is_over) = play(env, info)
    assert is_over
    assert not any(mask)
    assert reward in (-1, 0, 1)
    result = env.game.result()
    assert result is not None
    assert (reward > 0) == (result["winners"] == [0])


def test_each_opponent_has_its_seat_after_the_learner() -> None:
    texts = ["random", "greedy", "level:1"]
    env = envs.single_env("bombay", players=4, opponents=texts, seat=2)
    assert env.opponents == ("random", "greedy", "level:1")
    env.reset(seed=1)
    agents = {seat: type(env._opponent_at(seat)).__name__ for seat in (3, 0, 1)}
    assert agents == {3: "RandomAgent", 0: "GreedyAgent", 1: "LevelAgent"}


def test_the_seat_of_the_learner_can_be_drawn() -> None:
    env = envs.single_env("bombay", players=4, opponents="random", seat=None)
    seats = [env.reset(seed=seed)[1]["seat"] for seed in range(40)]
    assert set(seats) == {0, 1, 2, 3}
    assert seats == [env.reset(seed=seed)[1]["seat"] for seed in range(40)]


def test_the_seat_of_one_game_can_be_chosen() -> None:
    env = envs.single_env("bombay", players=4, opponents="random")
    assert env.reset(seed=1, options={"seat": 2})[1]["seat"] == 2
    assert env.reset(seed=1)[1]["seat"] == 0
    with pytest.raises(InvalidOption, match="from 0 to 3, or None for any, not 4"):
        env.reset(seed=1, options={"seat": 4})


@pytest.mark.parametrize("opponents", ["random", "level:3"])
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_in_the_middle_of_a_game_continues_alike(opponents: str, copied: Any) -> None:
    for game in ("bombay", "bazar"):
        env = envs.single_env(game, players=2, opponents=opponents)
        _, info = env.reset(seed=3)
        play(env, info, steps=3)
        mask = {"action_mask": env._mask()}
        simulator = copied(env)
        assert play(env, mask) == play(simulator, mask)
        assert env.game.record() == simulator.game.record()


def test_the_same_seed_gives_the_same_games_to_the_end() -> None:
    env = envs.single_env("bombay", players=3, opponents=["level:1", "random"])
    games = []
    for _ in range(2):
        _, info = env.reset(seed=3)
        first = play(env, info)
        _, info = env.reset()
        games.append((first, play(env, info)))
    assert games[0] == games[1]
    assert games[0][0] != games[0][1]


def test_an_illegal_action_forfeits_or_is_refused() -> None:
    env = envs.single_env("bombay", players=2, opponents="random")
    env.reset(seed=1)
    observation, reward, is_over, _, info = env.step(38 - 1)
    assert (reward, is_over, observation["action_mask"].any(), "result" in info) == (
        -1,
        True,
        False,
        False,
    )
    with pytest.raises(InvalidOption, match="reset"):
        env.step(24)
    strict = envs.single_env("bombay", players=2, opponents="random", illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(IllegalAction, match="action 37"):
        strict.step(37)


@pytest.mark.parametrize(
    "wrong",
    [
        {"opponents": "nobody"},
        {"opponents": ["random", "random"]},
        {"seat": 4},
        {"illegal": "maybe"},
        {"sets": 1},
    ],
    ids=str,
)
def test_wrong_options_are_refused_with_a_sentence(wrong: dict[str, Any]) -> None:
    with pytest.raises(howdah.HowdahError):
        envs.single_env("bombay", **wrong)


def test_alone_there_are_no_opponents() -> None:
    env = envs.single_env("bazar", players=1)
    _, info = env.reset(seed=1)
    *_, (_, _, reward, _) = play(env, info)
    result = env.game.result()
    assert result is not None
    assert reward == result["solo_score"]


def test_nothing_is_there_before_the_first_reset() -> None:
    with pytest.raises(InvalidOption, match="reset"):
        _ = envs.single_env("bombay", opponents="random").game


@pytest.mark.parametrize(("mode", "part"), [("ansi", "G1{"), ("svg", "<svg")])
def test_the_position_can_be_rendered(mode: str, part: str) -> None:
    env = envs.single_env("bombay", opponents="random", render_mode=mode)
    env.reset(seed=1)
    assert part in env.render()
