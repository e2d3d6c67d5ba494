"""PettingZoo: a game as an environment in which agents take turns.

>>> env = aec_env("bombay", players=3)
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
from typing import Any, Self

from gymnasium import spaces
from pettingzoo import AECEnv

from howdah.envs.base import (
    RENDER_MODES,
    BaseEnv,
    Observation,
    action_number,
    action_space,
    observation_space,
    vector_space,
)
from howdah.envs.config import EnvConfig, Seeds
from howdah.envs.observations.schema import ALL
from howdah.envs.session import ActionMask, GameSession, ObservationVector


class HowdahEnv(BaseEnv, AECEnv[str, Observation, int | None]):
    """An AEC environment of one game: `player_0` is the first seat, and so on clockwise.

    An observation is a dictionary: `observation` is the vector that `env.layout` explains,
    `action_mask` has a 1 for each legal action and is in the infos too. An action is its number
    in the rules; `env.game.action_of(number)` gives it in words. Rewards are 0 until the game is
    over. An illegal action is a forfeit: its agent gets the lowest possible return, the others
    get 0, and the game is over for all; with `illegal="raise"` it raises instead.

    An environment can be copied and pickled at any time; the copy continues as the original
    would.
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
        self._configure(config, illegal, render_mode)
        self.metadata = {**type(self).metadata, "name": f"{config.game}_v0"}
        self.possible_agents = [f"player_{seat}" for seat in range(config.players)]
        self.agents: list[str] = []
        self.observation_spaces = {
            agent: observation_space(config) for agent in self.possible_agents
        }
        self.action_spaces = {agent: action_space(config) for agent in self.possible_agents}
        self.state_space = vector_space(config)
        self._seeds = Seeds()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game: the one that `howdah.new` deals from the same seed.

        Without a seed it is the next game of the last seed.
        """
        self._session = GameSession(self.config, self._seeds.next(seed))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {"action_mask": self._session.empty_mask} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.agents[0]
        self._select_agent()

    def observe(self, agent: str) -> Observation:
        """Return the current observation of an agent."""
        vector = self._current_session.observation(self.possible_agents.index(agent))
        return {"observation": vector, "action_mask": self._mask_for(agent)}

    def step(self, action: int | None) -> None:
        """Play the action of the selected agent; None for an agent that is terminated."""
        session, agent = self._current_session, self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        number = action_number(action)
        self._cumulative_rewards[agent] = 0.0
        if self._is_legal(number):
            session.play(number)
            if session.is_over:
                self._terminate(dict(zip(self.possible_agents, session.returns())))
        else:
            self._terminate({agent: self.config.returns_range[0]})
        self._select_agent()

    def copy(self, seed: int | str | None = None) -> Self:
        """Return a copy for look-ahead, ten times as fast as `deepcopy`: it shares the spaces.

        The copy draws what this environment will draw. With a seed it draws something else, as
        an agent that must not know the draws to come should.
        """
        session = self._current_session.copy(seed)
        copied = object.__new__(type(self))
        copied.__dict__.update(self.__dict__, _session=session)
        for name in ("rewards", "_cumulative_rewards", "terminations", "truncations", "infos"):
            copied.__dict__[name] = dict(getattr(self, name))
        copied.agents = self.agents[:]
        copied._seeds = deepcopy(self._seeds)
        return copied

    def state(self) -> ObservationVector:
        """Return the whole position: the first seat's observation with open screens."""
        return self._current_session.observation(0, ALL)

    def render(self) -> str | None:
        """Return the position as text or SVG, by the render mode."""
        rendered: str | None = self._render(None)
        return rendered

    def close(self) -> None:
        """Do nothing: no resource is held."""

    def _terminate(self, rewards: dict[str, float]) -> None:
        """End the game for all agents; those without a reward get 0."""
        for agent in self.agents:
            self.rewards[agent] = rewards.get(agent, 0.0)
            self.terminations[agent] = True
        self._accumulate_rewards()

    def _select_agent(self) -> None:
        """Select the agent to play next; when the game is over, the first one."""
        session = self._current_session
        is_over = self.terminations[self.agents[0]]
        to_play = None if is_over else session.to_play
        before = self.agent_selection
        self.agent_selection = self.possible_agents[to_play or 0]
        for agent in (before, self.agent_selection):
            self.infos[agent] = {"action_mask": self._mask_for(agent)}

    def _mask_for(self, agent: str) -> ActionMask:
        """Return an agent's action mask: all zeros unless it is its turn."""
        is_turn = agent == self.agent_selection and not self.terminations.get(agent, True)
        session = self._current_session
        return session.action_mask if is_turn else session.empty_mask


def aec_env(
    game: str, *, illegal: str = "forfeit", render_mode: str | None = None, **config: Any
) -> HowdahEnv:
    """Make the environment of a game; `config` holds the options of `EnvConfig`."""
    return HowdahEnv(EnvConfig(game, **config), illegal=illegal, render_mode=render_mode)
