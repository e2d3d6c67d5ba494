"""Gymnasium: a game for one learner against agents.

>>> env = single_env("bazar", players=2, opponents="random")
>>> observation, info = env.reset(seed=7)
>>> observation, reward, terminated, truncated, info = env.step(info["action_mask"].argmax())
>>> terminated, truncated, info["seat"]
(False, False, 0)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from howdah.ai.agents import Agent, agents_for, get_ready
from howdah.ai.match import play_until
from howdah.ai.plugins import load_agent
from howdah.core.errors import InvalidOption
from howdah.envs.base import (
    RENDER_MODES,
    BaseEnv,
    Observation,
    action_number,
    action_space,
    observation_space,
)
from howdah.envs.config import EnvConfig, Seeds
from howdah.envs.session import GameSession


class SingleEnv(BaseEnv, gymnasium.Env[Observation, int]):
    """An environment in which the learner has one seat and agents have the others.

    Observations, actions, masks and returns are those of the PettingZoo environment. A step
    plays the learner's action and then the opponents until it is the learner's turn again. An
    opponent starts each of its turns from nothing but a seed for that turn, so that copies of
    the environment meet the same opponents.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}

    def __init__(
        self,
        config: EnvConfig,
        *,
        opponents: str | Sequence[str] = "level:2",
        seat: int | None = 0,
        illegal: str = "forfeit",
        render_mode: str | None = None,
    ) -> None:
        config.require_whole_games("Opponents play")
        self._configure(config, illegal, render_mode)
        self._check_seat(seat)
        self.observation_space = observation_space(config)
        self.action_space = action_space(config)
        self.opponents = _opponents(opponents, config.players - 1)
        for opponent in self.opponents:
            get_ready(load_agent(opponent, ""), config.game)
        self._seat = seat
        self._seeds = Seeds()
        self._seed = ""
        self._is_over = False

    def _check_seat(self, seat: int | None) -> None:
        if seat is not None and seat not in range(self.config.players):
            last = self.config.players - 1
            raise InvalidOption(f"seat should be from 0 to {last}, or None for any, not {seat}.")

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a new game: the one that `howdah.new` deals from the same seed.

        Without a seed it is the next game of the last seed. If the environment has no fixed
        seat, the learner's is drawn; `options={"seat": 1}` sets it for this game.
        """
        super().reset(seed=seed)
        chosen = (options or {}).get("seat", self._seat)
        self._check_seat(chosen)
        self._seed = self._seeds.next(seed)
        self._session = GameSession(self.config, self._seed)
        self._is_over = False
        players = self.config.players
        self.seat = int(self.np_random.integers(players)) if chosen is None else int(chosen)
        self._play_opponents()
        return self._observation(), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play the learner's action, then the opponents until it is the learner's turn."""
        session, number = self._current_session, action_number(action)
        if self._is_over:
            raise InvalidOption("The game is over: call reset() first.")
        if self._is_legal(number):
            session.play(number)
            self._play_opponents()
            reward = session.returns()[self.seat]
            self._is_over = session.is_over
        else:
            reward = self.config.returns_range[0]
            self._is_over = True
        return self._observation(), reward, self._is_over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return whether each action is legal now, as MaskablePPO of sb3-contrib asks for it.

        It is the mask of the last observation: after the end of a game nothing is legal.
        """
        return np.asarray(self._mask(), np.bool_)

    def render(self) -> Any:
        """Return the position as the learner sees it, as text or SVG by the render mode."""
        return self._render(self.seat)

    def _play_opponents(self) -> None:
        session = self._current_session
        game = session.game
        play_until(
            game,
            self._opponent_at,
            stop_at=self.seat,
            play=lambda action: session.play(game.number_of(action)),
        )

    def _opponent_at(self, seat: int) -> Agent:
        """Return the opponent at a seat for its next turn, with a seed that no other turn has."""
        seed = f"{self._seed}/seat {seat}/turn {self.game.turns_played}"
        return load_agent(self.opponents[(seat - self.seat) % self.config.players - 1], seed)

    def _observation(self) -> Observation:
        vector = self._current_session.observation(self.seat)
        return {"observation": vector, "action_mask": self._mask()}

    def _mask(self) -> Any:
        session = self._current_session
        return session.empty_mask if self._is_over else session.action_mask

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self._mask(), "seat": self.seat}
        if self._current_session.is_over:
            info["result"] = self.game.result()
        return info


def _opponents(texts: str | Sequence[str], count: int) -> tuple[str, ...]:
    """Return the agents clockwise from the learner: one text for all, or one for each."""
    if not count:
        return ()
    return agents_for([texts] if isinstance(texts, str) else list(texts), count)


def single_env(
    game: str,
    *,
    opponents: str | Sequence[str] = "level:2",
    seat: int | None = 0,
    illegal: str = "forfeit",
    render_mode: str | None = None,
    **config: Any,
) -> SingleEnv:
    """Make the environment of a game; `config` holds the options of `EnvConfig`."""
    return SingleEnv(
        EnvConfig(game, **config),
        opponents=opponents,
        seat=seat,
        illegal=illegal,
        render_mode=render_mode,
    )
