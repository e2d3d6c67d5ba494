"""`action_masks()`, as MaskablePPO of sb3-contrib calls it."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers import FlattenObservation, RecordEpisodeStatistics, TimeLimit

from howdah import envs
from howdah.core.errors import InvalidOption
from tests.envs.configs import CONFIGS, config_id

EVERY_CONFIG = pytest.mark.parametrize("config", CONFIGS[::2], ids=config_id)
EVERY_GAME = pytest.mark.parametrize("game", ["bombay", "bazar"])


def masks_of(env: Any) -> Any:
    """The masks of one environment, exactly as sb3-contrib asks for them."""
    return env.get_wrapper_attr("action_masks")()


def masks_of_many(environments: list[Any]) -> Any:
    """The masks of a `VecEnv`, exactly as sb3-contrib stacks them."""
    return np.stack([env.get_wrapper_attr("action_masks")() for env in environments])


def check(masks: Any, expected: Any) -> None:
    assert isinstance(masks, np.ndarray)
    assert masks.dtype == np.bool_
    assert masks.shape == expected.shape
    assert (masks == (expected == 1)).all()


def random_action(masks: Any, random: np.random.Generator) -> int:
    return int(random.choice(np.flatnonzero(masks)))


# One game


@EVERY_CONFIG
def test_the_masks_are_those_of_observation_and_info_in_whole_games(config: dict[str, Any]) -> None:
    env: Any = envs.single_env(opponents="random", seat=None, **config)
    random = np.random.default_rng(1)
    for seed in range(2):
        observation, info = env.reset(seed=seed)
        is_over = False
        while not is_over:
            check(env.action_masks(), observation["action_mask"])
            check(env.action_masks(), info["action_mask"])
            assert env.action_masks().shape == (env.action_space.n,)
            action = random_action(env.action_masks(), random)
            observation, _, is_over, _, info = env.step(action)
        check(env.action_masks(), observation["action_mask"])
        assert not env.action_masks().any()


def test_nothing_is_legal_after_a_forfeit_and_something_after_the_next_reset() -> None:
    env = envs.single_env("bombay", players=2, opponents="random")
    env.reset(seed=1)
    env.step(int(np.flatnonzero(~env.action_masks())[0]))
    assert not env.action_masks().any()
    env.reset()
    assert env.action_masks().any()


def test_changing_the_masks_changes_no_game() -> None:
    env = envs.single_env("bombay", players=2, opponents="random")
    _, info = env.reset(seed=1)
    env.action_masks()[:] = True
    check(env.action_masks(), info["action_mask"])


@pytest.mark.parametrize(
    "make",
    [
        lambda: envs.single_env("bombay", opponents="random"),
        lambda: envs.vector_env("bombay", 3),
    ],
    ids=["single", "vector"],
)
def test_there_are_no_masks_before_the_first_reset(make: Any) -> None:
    with pytest.raises(InvalidOption, match=r"call reset\(\) first"):
        make().action_masks()


# Through wrappers, and several environments


@EVERY_GAME
def test_wrappers_pass_the_masks_on(game: str) -> None:
    env: Any = gymnasium.make(f"howdah/{game.title()}-v0", players=2, opponents="random")
    wrapped: Any = FlattenObservation(RecordEpisodeStatistics(TimeLimit(env, 10_000)))
    _, info = wrapped.reset(seed=1)
    random, is_over = np.random.default_rng(1), False
    while not is_over:
        check(masks_of(wrapped), info["action_mask"])
        check(wrapped.unwrapped.action_masks(), info["action_mask"])
        _, _, is_over, _, info = wrapped.step(random_action(masks_of(wrapped), random))
    check(masks_of(wrapped), info["action_mask"])


@EVERY_GAME
def test_the_masks_of_several_environments_stack(game: str) -> None:
    """A `VecEnv` of Stable-Baselines3 resets each game at once when it is over."""
    several = [envs.single_env(game, players=2, opponents="random") for _ in range(3)]
    infos = [env.reset(seed=seed)[1] for seed, env in enumerate(several)]
    random, games = np.random.default_rng(1), 0
    while games < 6:
        masks = masks_of_many(several)
        check(masks, np.stack([info["action_mask"] for info in infos]))
        for number, env in enumerate(several):
            _, _, is_over, _, infos[number] = env.step(random_action(masks[number], random))
            if is_over:
                games += 1
                infos[number] = env.reset()[1]


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@EVERY_GAME
def test_a_sync_vector_env_calls_them_also_after_a_reset_of_its_own(
    game: str, mode: AutoresetMode
) -> None:
    env: Any = SyncVectorEnv(
        [lambda: envs.single_env(game, players=2, opponents="random")] * 3, autoreset_mode=mode
    )
    seen, _ = env.reset(seed=1)
    random, ended = np.random.default_rng(1), np.zeros(3, np.bool_)
    while not ended.all():
        masks = np.stack(env.call("action_masks"))
        check(masks, seen["action_mask"])
        # In the step that only resets a game its action does not count.
        actions = [random_action(mask, random) if mask.any() else 0 for mask in masks]
        seen, _, over, _, _ = env.step(np.array(actions))
        ended |= over
    for _ in range(2):
        check(np.stack(env.call("action_masks")), seen["action_mask"])
        seen, *_ = env.step(np.argmax(np.stack(env.call("action_masks")), axis=1))


# Many games at once


@EVERY_CONFIG
def test_the_masks_of_a_vector_environment_are_those_of_its_infos(config: dict[str, Any]) -> None:
    env: Any = envs.vector_env(num_envs=6, **config)
    _, infos = env.reset(seed=1)
    ended = np.zeros(6, np.bool_)
    while not ended.all():
        masks = env.action_masks()
        check(masks, infos["action_mask"])
        assert masks.shape == (6, env.single_action_space.n)
        assert masks.any(axis=1).all()
        _, _, over, _, infos = env.step(env.random_actions())
        ended |= over
    check(env.action_masks(), infos["action_mask"])


@EVERY_GAME
def test_later_steps_leave_the_masks_as_they_were(game: str) -> None:
    env = envs.vector_env(game, 4)
    _, infos = env.reset(seed=1)
    masks, expected = env.action_masks(), infos["action_mask"].copy()
    for _ in range(5):
        env.step(env.random_actions())
    check(masks, expected)
    assert not (masks == env.action_masks()).all()
