"""Gymnasium: one learner at the table, against agents of ours.

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

from howdah.ai.agents import Agent, agents_for, get_ready
from howdah.ai.match import play_until
from howdah.ai.plugins import load_agent
from howdah.core.errors import InvalidOption
from howdah.envs.base import RENDER_MODES, BaseEnv
from howdah.envs.config import EnvConfig
from howdah.envs.pettingzoo import Seen, action_space, as_number, observation_space
from howdah.envs.seeds import Seeds
from howdah.envs.session import GameSession


class SingleEnv(BaseEnv, gymnasium.Env[Seen, int]):
    """A game in which the learner has one seat and agents have the others.

    Observations, actions, masks and what a game pays are as in the environment for many
    agents. The opponents play until it is the learner's turn again; each of their turns is
    thought about anew, from a seed of its own, so that copies go on alike.
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
        if config.sets is not None or config.turns is not None:
            raise InvalidOption("Opponents play whole games: sets and turns are not for them.")
        self._agree(config, illegal, render_mode)
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
    ) -> tuple[Seen, dict[str, Any]]:
        """Begin a game: the one that `howdah.new` deals from the same seed.

        Without a seed, the next game of the seed before. Where no seat was chosen, the learner
        sits in any one; `options={"seat": 1}` chooses it for this game.
        """
        super().reset(seed=seed)
        chosen = (options or {}).get("seat", self._seat)
        self._check_seat(chosen)
        self._seed = self._seeds.next(seed)
        self._table = GameSession(self.config, self._seed)
        self._is_over = False
        players = self.config.players
        self.seat = int(self.np_random.integers(players)) if chosen is None else int(chosen)
        self._let_opponents_play()
        return self._seen(), self._info()

    def step(self, action: int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Play an action of the learner, and then the opponents until it is its turn again."""
        table, number = self._at_the_table, as_number(action)
        if self._is_over:
            raise InvalidOption("The game is over: call reset() first.")
        if self._may_play(number):
            table.play(number)
            self._let_opponents_play()
            reward = table.payoffs()[self.seat]
            self._is_over = table.is_over
        else:
            reward = self.config.range_of_returns[0]
            self._is_over = True
        return self._seen(), reward, self._is_over, False, self._info()

    def render(self) -> Any:
        """The table as text, or as a drawing in SVG, as the learner sees it."""
        return self._shown(self.seat)

    def _let_opponents_play(self) -> None:
        table = self._at_the_table
        game = table.game
        play_until(
            game,
            self._opponent_at,
            stop_at=self.seat,
            play=lambda action: table.play(game.number_of(action)),
        )

    def _opponent_at(self, seat: int) -> Agent:
        """The opponent at a seat, made for one turn with a seed of its own."""
        seed = f"{self._seed}/seat {seat}/turn {self.game.turns_played}"
        return load_agent(self.opponents[(seat - self.seat) % self.config.players - 1], seed)

    def _seen(self) -> Seen:
        row = self._at_the_table.observation(self.seat)
        return {"observation": row, "action_mask": self._mask()}

    def _mask(self) -> Any:
        table = self._at_the_table
        return table.no_mask if self._is_over else table.mask

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self._mask(), "seat": self.seat}
        if self._at_the_table.is_over:
            info["result"] = self.game.result()
        return info


def _opponents(texts: str | Sequence[str], rivals: int) -> tuple[str, ...]:
    """The agents that follow the learner clockwise: one text for all of them, or one for each."""
    if not rivals:
        return ()
    return agents_for([texts] if isinstance(texts, str) else list(texts), rivals)


def single_env(
    game: str,
    *,
    opponents: str | Sequence[str] = "level:2",
    seat: int | None = 0,
    illegal: str = "forfeit",
    render_mode: str | None = None,
    **config: Any,
) -> SingleEnv:
    """An environment of a game for one learner, on some terms."""
    return SingleEnv(
        EnvConfig(game, **config),
        opponents=opponents,
        seat=seat,
        illegal=illegal,
        render_mode=render_mode,
    )
