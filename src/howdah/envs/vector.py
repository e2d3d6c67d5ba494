"""A Gymnasium vector environment: many games at once, with masks and observations as arrays.

>>> env = vector_env("bombay", num_envs=8, players=4)
>>> observations, infos = env.reset(seed=7)
>>> observations.shape, infos["action_mask"].shape
((8, 529), (8, 39))
>>> observations, rewards, terminations, truncations, infos = env.step(env.random_actions())
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from howdah.core.errors import InvalidOption
from howdah.core.state import Position
from howdah.envs.base import action_space, vector_space
from howdah.envs.config import EnvConfig, Seeds
from howdah.envs.observations.schema import ObservationLayout
from howdah.envs.observations.stepping import ALL_LEGAL, STEP, StepBuffers, StepConfig
from howdah.fast.backend import EntryPointSource, entry_point, is_compiled
from howdah.fast.base import refusal
from howdah.fast.kernel import EntryPoint
from howdah.fast.rng import mix, seed_key
from howdah.fast.storage import storage_for
from howdah.fast.struct_layout import action_array

Step = tuple[
    NDArray[np.float32],
    NDArray[np.float64],
    NDArray[np.bool_],
    NDArray[np.bool_],
    dict[str, Any],
]


class HowdahVectorEnv(VectorEnv[NDArray[np.float32], NDArray[np.int64], Any]):
    """Many games that advance together, one action in each at a step.

    An action is that of the player whose turn it is in its game: `infos["to_play"]` has the
    seat, `infos["action_mask"]` its legal actions, and the observation is that seat's. A game
    that ends is reset in the same step, with a set-up and draws of its own: then its termination
    is true, `infos["payoffs"]` has the return of each seat (all other rows are 0), the reward is
    the return of the player who played last, and `infos["final_obs"]` that player's observation.

    Every step overwrites the arrays; `copy=True` returns new ones instead. If one action is
    illegal, `IllegalAction` names it, and no game has changed.
    """

    metadata: dict[str, Any] = {
        "render_modes": [],
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self, config: EnvConfig, *, num_envs: int, observations: bool = True, copy: bool = False
    ) -> None:
        if num_envs < 1:
            raise InvalidOption("num_envs should be 1 or more.")
        self.config = config
        self.num_envs = num_envs
        self.single_action_space = action_space(config)
        size = config.layout.size if observations else 0
        self.single_observation_space = vector_space(config, size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._copies = copy
        self._seeds = Seeds()
        self._step_config = StepConfig(
            returns=config.returns_kind,
            visibility=config.visibility,
            shuffles=int(config.is_shuffled),
            observes=int(observations),
        )
        self._is_compiled = is_compiled()
        self._storage = storage_for(config.kernel, compiled=self._is_compiled)
        board, state = config.new(0).at(0).position()
        self._boards = self._storage.boards(board)
        self._firsts, self._states = (self._storage.states([state] * num_envs) for _ in range(2))
        self._buffers = self._new_buffers(size)
        self._action_keys: Any = None
        self._truncations = np.zeros(num_envs, np.bool_)

    @property
    def layout(self) -> ObservationLayout:
        """The pieces of an observation."""
        return self.config.layout

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Start new games; the same seed gives the same games."""
        found = self._seeds.next(seed)
        self._buffers = self._buffers._replace(keys=self._random_keys(found))
        self._action_keys = self._random_keys(f"{found}/dice")
        self._buffers.final_observations[:] = 0.0
        self._advance(np.zeros(self.num_envs, np.int64), is_reset=True)
        return self._output(self._buffers.observations), self._infos()

    def step(self, actions: Any) -> Step:
        """Play one action in each game."""
        self._require_reset()
        numbers = action_array(actions)
        if numbers.shape != (self.num_envs,):
            raise InvalidOption(f"{self.num_envs} games take {self.num_envs} actions.")
        players = self._buffers.to_play.copy()
        illegal = self._advance(numbers, is_reset=False)
        if illegal != ALL_LEGAL:
            legal = sum(1 << int(number) for number in np.flatnonzero(self._buffers.masks[illegal]))
            raise refusal(int(numbers[illegal]), legal, illegal)
        buffers = self._buffers
        rewards = buffers.returns[np.arange(self.num_envs), players]
        return (
            self._output(buffers.observations),
            rewards,
            self._output(buffers.terminations),
            self._truncations,
            self._infos(),
        )

    def action_masks(self) -> NDArray[np.bool_]:
        """Return a new array with a row for each game: whether each action is legal there now."""
        self._require_reset()
        masks: NDArray[np.bool_] = self._buffers.masks.astype(np.bool_)
        return masks

    def unpack(self, number: int) -> Position:
        """Return the position of one of the games, hidden information included."""
        return self._storage.unpack(self._states, number)

    def random_actions(self) -> NDArray[np.int64]:
        """Draw a legal action for each game, uniformly; it does not change what games draw."""
        actions = np.empty(self.num_envs, np.int64)
        self._entry_point("choose")(self._action_keys, self._buffers.legal_words, actions)
        return actions

    def _require_reset(self) -> None:
        if self._action_keys is None:
            raise InvalidOption("Nothing has begun yet: call reset() first.")

    def _infos(self) -> dict[str, Any]:
        buffers, output = self._buffers, self._output
        infos = {
            "action_mask": output(buffers.masks),
            "to_play": output(buffers.to_play),
            "payoffs": output(buffers.returns),
        }
        if buffers.terminations.any():
            infos["_final_obs"] = output(buffers.terminations)
            infos["final_obs"] = output(buffers.final_observations)
        return infos

    def _output(self, array: Any) -> Any:
        """Return an array as a step returns it: itself, or a copy."""
        return array.copy() if self._copies else array

    def _advance(self, actions: NDArray[np.int64], *, is_reset: bool) -> int:
        found: int = self._entry_point(STEP)(
            self._boards,
            self._firsts,
            self._states,
            self._buffers,
            self._step_config,
            actions,
            int(is_reset),
        )
        return found

    def _entry_point(self, source: str | EntryPointSource) -> EntryPoint:
        return entry_point(self.config.game, source, compiled=self._is_compiled)

    def _random_keys(self, seed: str) -> Any:
        """Return a key of random numbers for each game."""
        keys = [mix(seed_key(seed, number + 1)) for number in range(self.num_envs)]
        return self._storage.keys(keys)

    def _new_buffers(self, size: int) -> StepBuffers:
        games, kernel = self.num_envs, self.config.kernel
        return StepBuffers(
            keys=self._storage.keys([0] * games),
            legal_words=self._storage.integers(games * len(kernel.WORD_STARTS)),
            masks=np.zeros((games, kernel.PLAYER_ACTIONS), np.int8),
            to_play=np.zeros(games, np.int64),
            terminations=np.zeros(games, np.bool_),
            returns=np.zeros((games, self.config.players)),
            observations=np.zeros((games, size), np.float32),
            final_observations=np.zeros((games, size), np.float32),
            starts=self.config.starts,
        )


def vector_env(
    game: str, num_envs: int, *, observations: bool = True, copy: bool = False, **config: Any
) -> HowdahVectorEnv:
    """Make the environment of a game; `config` holds the options of `EnvConfig`."""
    return HowdahVectorEnv(
        EnvConfig(game, **config), num_envs=num_envs, observations=observations, copy=copy
    )
