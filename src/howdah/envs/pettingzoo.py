"""PettingZoo: both games as environments in which agents take turns.

>>> env = env_of("bombay", players=3)
>>> env.reset(seed=7)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     done = termination or truncation
...     env.step(None if done else env.action_space(agent).sample(info["action_mask"]))
>>> env.agents
[]
"""

from __future__ import annotations

from copy import deepcopy
from operator import index
from typing import Any, Self

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from howdah.core.errors import InvalidOption
from howdah.envs.base import RENDER_MODES, BaseEnv
from howdah.envs.config import EnvConfig
from howdah.envs.observations.visibility import ALL
from howdah.envs.seeds import Seeds
from howdah.envs.session import GameSession, Mask, Row

Seen = dict[str, Any]


class HowdahEnv(BaseEnv, AECEnv[str, Seen, int | None]):
    """A game of ours: `player_0` is the first seat, and so on clockwise.

    An observation is a dictionary: `observation` is the row that `env.layout` explains, and
    `action_mask` tells what may be played; it is in the infos too. An action is the number by
    which the rules know it, `env.game.action_of(number)` says it in words. The game pays when it
    is over. Whoever plays something illegal forfeits: it costs the least that a game can pay, the
    others get nothing, and the game is over for all; or `illegal="raise"` refuses it.

    An environment can be copied and pickled at any moment, and goes on as the original would.
    """

    metadata: dict[str, Any] = {
        "name": "howdah",
        "render_modes": list(RENDER_MODES),
        "render_fps": 1,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        config: EnvConfig,
        *,
        illegal: str = "forfeit",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._agree(config, illegal, render_mode)
        self.metadata = {**type(self).metadata, "name": f"{config.game}_v0"}
        self.possible_agents = [f"player_{seat}" for seat in range(config.players)]
        self.agents: list[str] = []
        self.observation_spaces = {
            agent: observation_space(config) for agent in self.possible_agents
        }
        self.action_spaces = {agent: action_space(config) for agent in self.possible_agents}
        self.state_space = row_space(config)
        self._seeds = Seeds()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent can see."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent can do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: the one that `howdah.new` deals from the same seed.

        Without a seed, the next game of the seed before.
        """
        self._table = GameSession(self.config, self._seeds.next(seed))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"action_mask": self._table.no_mask} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.agents[0]
        self._select()

    def observe(self, agent: str) -> Seen:
        """What an agent sees now."""
        table = self._at_the_table
        row = table.observation(self.possible_agents.index(agent))
        return {"observation": row, "action_mask": self._mask_for(agent)}

    def step(self, action: int | None) -> None:
        """Play the action of the agent whose turn it is; None for one whose game is over."""
        table, agent = self._at_the_table, self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        number = as_number(action)
        self._cumulative_rewards[agent] = 0.0
        if self._may_play(number):
            table.play(number)
            if table.is_over:
                self._pay(dict(zip(self.possible_agents, table.payoffs())))
        else:
            self._pay({agent: self.config.range_of_returns[0]})
        self._select()

    def copy(self, seed: int | str | None = None) -> Self:
        """A quick copy to look ahead in: it shares the spaces, and goes its own way.

        It draws what this one will draw; with a seed it draws something else, as whoever must
        not know what will be drawn should.
        """
        table = self._at_the_table.copy(seed)
        simulator = object.__new__(type(self))
        simulator.__dict__.update(self.__dict__, _table=table)
        for name in ("rewards", "_cumulative_rewards", "terminations", "truncations", "infos"):
            simulator.__dict__[name] = dict(getattr(self, name))
        simulator.agents = self.agents[:]
        simulator._seeds = deepcopy(self._seeds)
        return simulator

    def state(self) -> Row:
        """All there is to know, as the first seat would see it with open screens."""
        return self._at_the_table.observation(0, ALL)

    def render(self) -> str | None:
        """The table as text, or as a drawing in SVG."""
        found: str | None = self._shown(None)
        return found

    def close(self) -> None:
        """Nothing is held open."""

    def _pay(self, rewards: dict[str, float]) -> None:
        """The game is over, and this is what it pays."""
        for agent in self.agents:
            self.rewards[agent] = rewards.get(agent, 0.0)
            self.terminations[agent] = True
        self._accumulate_rewards()

    def _select(self) -> None:
        """Whoever is to play comes next; when the game is over, everyone in turn."""
        table = self._at_the_table
        is_over = self.terminations[self.agents[0]]
        to_play = None if is_over else table.to_play
        before = self.agent_selection
        self.agent_selection = self.possible_agents[to_play or 0]
        for agent in (before, self.agent_selection):
            self.infos[agent] = {"action_mask": self._mask_for(agent)}

    def _mask_for(self, agent: str) -> Mask:
        """What an agent may do: nothing, unless it is its turn."""
        is_turn = agent == self.agent_selection and not self.terminations.get(agent, True)
        table = self._at_the_table
        return table.mask if is_turn else table.no_mask


def as_number(action: Any) -> int:
    """The number that an action is; `InvalidOption` for anything else."""
    try:
        return index(action)
    except TypeError:
        raise InvalidOption(f"An action should be a whole number, not {action!r}.") from None


def observation_space(config: EnvConfig) -> spaces.Dict:
    """What a player can see."""
    actions = config.kernel.PLAYER_ACTIONS
    return spaces.Dict(
        {
            "observation": row_space(config),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
    )


def row_space(config: EnvConfig) -> spaces.Box:
    """The rows of numbers that a position can be."""
    return spaces.Box(np.zeros_like(config.highest), config.highest, dtype=np.float32)


def action_space(config: EnvConfig) -> spaces.Discrete[Any]:
    """What a player can do."""
    return spaces.Discrete(config.kernel.PLAYER_ACTIONS)


def env_of(
    game: str, *, illegal: str = "forfeit", render_mode: str | None = None, **config: Any
) -> HowdahEnv:
    """An environment of a game, on some terms."""
    return HowdahEnv(EnvConfig(game, **config), illegal=illegal, render_mode=render_mode)
