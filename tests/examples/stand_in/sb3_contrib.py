"""A small `MaskablePPO` without PyTorch, which uses an environment as that of sb3-contrib does.

It checks everything that sb3-contrib 2.9 relies on. Its policy is one number for each action, so it
learns which actions win more often, and nothing else.
"""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

LEARNING_RATE = 0.05


class Monitor(gymnasium.Wrapper[Any, Any, Any, Any]):
    """A wrapper such as Stable-Baselines3 puts around every environment."""


def is_masking_supported(env: Any) -> bool:
    """As in `sb3_contrib.common.maskable.utils`."""
    try:
        env.get_wrapper_attr("action_masks")
    except AttributeError:
        return False
    return True


def get_action_masks(env: Any) -> Any:
    """As in `sb3_contrib.common.maskable.utils`, for one environment in a `VecEnv`."""
    return np.stack([env.get_wrapper_attr("action_masks")()])


class MaskablePPO:
    """The part of the real class that the example uses."""

    def __init__(self, policy: str, env: Any, *, seed: int, device: str, **settings: Any) -> None:
        assert isinstance(env, gymnasium.Env), "the real one refuses everything else but a VecEnv"
        assert isinstance(env.action_space, spaces.Discrete)
        assert isinstance(env.observation_space, spaces.Dict), "MultiInputPolicy needs it"
        assert not any(
            isinstance(space, spaces.Dict) for space in env.observation_space.spaces.values()
        )
        assert (policy, device) == ("MultiInputPolicy", "cpu")
        assert settings.keys() == {"n_steps", "batch_size", "learning_rate", "ent_coef"}
        assert settings["n_steps"] % settings["batch_size"] == 0, "the real one warns"
        self.env = Monitor(env)
        self.spaces = env.observation_space.spaces
        self.n_steps: int = settings["n_steps"]
        self.seed = seed
        self.num_timesteps = 0
        self.chance = np.random.default_rng(seed)
        self.logits = np.zeros(int(env.action_space.n))
        self._seen: Any = None

    def learn(self, total_timesteps: int, *, reset_num_timesteps: bool) -> MaskablePPO:
        """Play so many steps, and a whole number of rollouts."""
        assert not reset_num_timesteps
        if not is_masking_supported(self.env):
            raise ValueError("Environment does not support action masking.")
        if self._seen is None:
            self._seen, _ = self.env.reset(seed=self.seed)
        end, chosen = self.num_timesteps + total_timesteps, []
        while self.num_timesteps < end or self.num_timesteps % self.n_steps:
            chosen.append(self._choose_in_training())
            self._seen, reward, is_over, is_truncated, info = self.env.step(chosen[-1][1])
            self.num_timesteps += 1
            assert self._fits(self._seen)
            assert np.isfinite(np.float32(reward))
            assert not is_truncated
            copy.deepcopy(info)  # as a VecEnv does at every step
            if is_over:
                self._update(chosen, float(reward))
                chosen = []
                self._seen, _ = self.env.reset()
        return self

    def predict(
        self, observation: Any, *, action_masks: Any, deterministic: bool = False
    ) -> tuple[Any, None]:
        """Choose an action for each row of masks, or one action for a single row."""
        assert action_masks.dtype == np.bool_
        assert observation.keys() == {"observation", "action_mask"}
        for array in observation.values():
            assert array.shape[:-1] == action_masks.shape[:-1]
        assert (observation["action_mask"] == action_masks).all()
        actions = self._choose(action_masks, spread=0.0 if deterministic else 1.0)
        assert np.take_along_axis(action_masks, actions[..., None], axis=-1).all()
        return actions, None

    def save(self, path: Path) -> None:
        path.write_text(json.dumps(self.logits.tolist()), encoding="utf-8")

    @classmethod
    def load(cls, path: Path, *, device: str) -> MaskablePPO:
        assert device == "cpu"
        loaded = cls.__new__(cls)
        loaded.chance = np.random.default_rng(0)
        loaded.logits = np.array(json.loads(path.read_text(encoding="utf-8")))
        return loaded

    def _choose_in_training(self) -> tuple[Any, np.int64]:
        masks = get_action_masks(self.env)
        assert masks.shape == (1, len(self.logits))
        assert masks.dtype == np.bool_
        assert (masks[0] == (self._seen["action_mask"] == 1)).all()
        assert masks.any()
        (action,) = self._choose(masks)
        game = self.env.get_wrapper_attr("game")
        assert game.action_of(int(action)) in game.legal_actions(), "every sampled action is legal"
        return masks[0], action

    def _choose(self, masks: Any, *, spread: float = 1.0) -> Any:
        """Sample from the softmax of the legal actions, by Gumbel noise."""
        noise = spread * self.chance.gumbel(size=masks.shape)
        return np.where(masks, self.logits + noise, -np.inf).argmax(axis=-1)

    def _update(self, chosen: list[tuple[Any, np.int64]], reward: float) -> None:
        """Follow the policy gradient of one game."""
        for masks, action in chosen:
            odds = np.where(masks, np.exp(self.logits), 0.0)
            gradient = -odds / odds.sum()
            gradient[action] += 1.0
            self.logits += LEARNING_RATE * reward * gradient

    def _fits(self, seen: Any) -> bool:
        """Whether an observation can be stored in arrays of the shapes and types of its space."""
        return all(
            seen[key].shape == space.shape and seen[key].dtype == space.dtype
            for key, space in self.spaces.items()
        )
