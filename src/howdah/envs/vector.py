"""Many games at once: masks and observations as arrays, whoever is to play in each game.

>>> env = vector_env("bombay", num_envs=8, players=4)
>>> observations, infos = env.reset(seed=7)
>>> observations.shape, infos["action_mask"].shape
((8, 529), (8, 39))
>>> observations, rewards, terminations, truncations, infos = env.step(env.random_actions())
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from howdah.core.errors import InvalidOption
from howdah.core.state import Position
from howdah.envs.config import EnvConfig
from howdah.envs.observations.stepping import ADVANCE, ALL_LEGAL, StepBuffers, StepConfig
from howdah.envs.pettingzoo import action_space
from howdah.envs.seeds import Seeds
from howdah.fast.backend import EntryPointSource, entry_point, is_compiled
from howdah.fast.base import refusal
from howdah.fast.kernel import EntryPoint
from howdah.fast.rng import mixed, seed_key
from howdah.fast.struct_layout import whole_numbers
from howdah.games.registry import AnyGame

Step = tuple[
    NDArray[np.float32],
    NDArray[np.float64],
    NDArray[np.bool_],
    NDArray[np.bool_],
    dict[str, Any],
]


class HowdahVectorEnv(VectorEnv[NDArray[np.float32], NDArray[np.int64], Any]):
    """So many games that advance together, one action in each at a step.

    An action is that of the player whose turn it is in its game: `infos["to_play"]` tells the
    seat, `infos["action_mask"]` what that seat may do, and the observation is what it sees. A
    game that ends begins anew at once, with a set-up and draws of its own: then its termination
    is true, `infos["payoffs"]` has what it paid to each seat (all other rows are 0), the reward
    is what it paid to the one who played last, and `infos["final_obs"]` what that one saw then.

    The arrays are written anew by every step; `copy=True` gives new ones instead. If one action
    is not legal, `IllegalAction` names it, and no game has changed.
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
        self.single_observation_space = spaces.Box(
            np.zeros(size, np.float32), config.highest[:size], dtype=np.float32
        )
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._copies = copy
        self._seeds = Seeds()
        self._manner = StepConfig(
            returns=config.returns_kind,
            knows=config.knows,
            shuffles=int(config.is_shuffled),
            shows=int(observations),
        )
        self._is_compiled = is_compiled()
        self._positions = (Compiled if self._is_compiled else Interpreted)(config, num_envs)
        self._rows = self._new_rows(size)
        self._dice: Any = None
        self._truncations = np.zeros(num_envs, np.bool_)

    @property
    def layout(self) -> Any:
        """What an observation consists of."""
        return self.config.layout

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Let all games begin; the same seed gives the same games."""
        found = self._seeds.next(seed)
        self._rows = self._rows._replace(keys=self._keys(found))
        self._dice = self._keys(f"{found}/dice")
        self._rows.final_observations[:] = 0.0
        self._advance(np.zeros(self.num_envs, np.int64), begins=True)
        return self._given(self._rows.observations), self._infos()

    def step(self, actions: Any) -> Step:
        """Play one action in each game."""
        if self._dice is None:
            raise InvalidOption("Nothing has begun yet: call reset() first.")
        asked = whole_numbers(actions)
        if asked.shape != (self.num_envs,):
            raise InvalidOption(f"{self.num_envs} games take {self.num_envs} actions.")
        players = self._rows.to_play.copy()
        refused = self._advance(asked, begins=False)
        if refused != ALL_LEGAL:
            legal = sum(1 << int(number) for number in np.flatnonzero(self._rows.masks[refused]))
            raise refusal(int(asked[refused]), legal, refused)
        rows = self._rows
        rewards = rows.payoffs[np.arange(self.num_envs), players]
        return (
            self._given(rows.observations),
            rewards,
            self._given(rows.over),
            self._truncations,
            self._infos(),
        )

    def unpack(self, number: int) -> Position:
        """The position of one of the games, with all its secrets."""
        return self._positions.unpack(number)

    def random_actions(self) -> NDArray[np.int64]:
        """A legal action for each game, each as likely; it changes nothing of what is dealt."""
        actions = np.empty(self.num_envs, np.int64)
        self._entry_point("choose")(self._dice, self._rows.words, actions)
        return actions

    def _infos(self) -> dict[str, Any]:
        rows, given = self._rows, self._given
        infos = {
            "action_mask": given(rows.masks),
            "to_play": given(rows.to_play),
            "payoffs": given(rows.payoffs),
        }
        if rows.over.any():
            infos["_final_obs"] = given(rows.over)
            infos["final_obs"] = given(rows.final_observations)
        return infos

    def _given(self, array: Any) -> Any:
        return array.copy() if self._copies else array

    def _advance(self, actions: NDArray[np.int64], *, begins: bool) -> int:
        found: int = self._entry_point(ADVANCE)(
            *self._positions.laid, self._rows, self._manner, actions, int(begins)
        )
        return found

    def _entry_point(self, source: str | EntryPointSource) -> EntryPoint:
        return entry_point(self.config.game, source, compiled=self._is_compiled)

    def _keys(self, seed: str) -> Any:
        keys = [mixed(seed_key(seed, number + 1)) for number in range(self.num_envs)]
        return self._positions.keys(keys)

    def _new_rows(self, size: int) -> StepBuffers:
        games, kernel = self.num_envs, self.config.kernel
        return StepBuffers(
            keys=self._positions.keys([0] * games),
            words=self._positions.words(games * len(kernel.WORD_STARTS)),
            masks=np.zeros((games, kernel.PLAYER_ACTIONS), np.int8),
            to_play=np.zeros(games, np.int64),
            over=np.zeros(games, np.bool_),
            payoffs=np.zeros((games, self.config.players)),
            observations=np.zeros((games, size), np.float32),
            final_observations=np.zeros((games, size), np.float32),
            starts=self.config.starts,
        )


def _first_of(config: EnvConfig) -> AnyGame:
    """A game before its first action, chance included."""
    game = config.new(0)
    return game.at(0)


class Compiled:
    """Positions as arrays of structs."""

    def __init__(self, config: EnvConfig, games: int) -> None:
        from howdah.fast.struct_layout import layout_of, new_structs

        board, state = _first_of(config).position()
        first = layout_of(config.kernel.POSITION).pack([state])
        firsts, states = (new_structs(games, first.dtype) for _ in range(2))
        firsts[:] = states[:] = first[0]
        self.laid = (layout_of(config.kernel.BOARD).pack([board]), firsts, states)
        self._layout = layout_of(config.kernel.POSITION)

    def unpack(self, number: int) -> Position:
        """One of the positions."""
        return self._layout.unpack(self.laid[2], number)

    def keys(self, keys: list[int]) -> Any:
        """Keys as words of 64 bits."""
        return np.array(keys, np.uint64)

    def words(self, count: int) -> Any:
        """Words for what is legal."""
        return np.zeros(count, np.int64)


class Interpreted:
    """Positions as Python holds them."""

    def __init__(self, config: EnvConfig, games: int) -> None:
        board, state = _first_of(config).position()
        self.laid: Final = ([board], [state] * games, [state.copy() for _ in range(games)])

    def unpack(self, number: int) -> Position:
        """One of the positions."""
        return self.laid[2][number].copy()

    def keys(self, keys: list[int]) -> Any:
        """Keys as numbers of any size."""
        return keys

    def words(self, count: int) -> Any:
        """Words for what is legal."""
        return [0] * count


def vector_env(
    game: str, num_envs: int, *, observations: bool = True, copy: bool = False, **config: Any
) -> HowdahVectorEnv:
    """So many games at once, on some terms."""
    return HowdahVectorEnv(
        EnvConfig(game, **config), num_envs=num_envs, observations=observations, copy=copy
    )
