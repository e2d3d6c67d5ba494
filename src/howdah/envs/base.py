"""What the environments for a single game share: config, session and rendering."""

from __future__ import annotations

from operator import index
from typing import Any, Final

import numpy as np
from gymnasium import spaces

from howdah.core.errors import InvalidOption
from howdah.envs.config import EnvConfig
from howdah.envs.observations.schema import ObservationLayout
from howdah.envs.session import GameSession
from howdah.fast.base import refusal
from howdah.games.registry import AnyGame
from howdah.render.svg import svg
from howdah.render.text import text


def observation_space(config: EnvConfig) -> spaces.Dict:
    """Return the space of a player's observations: the vector and the action mask."""
    actions = config.kernel.PLAYER_ACTIONS
    return spaces.Dict(
        {
            "observation": vector_space(config),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
    )


def vector_space(config: EnvConfig, size: int | None = None) -> spaces.Box:
    """Return the space of observation vectors, or of their first `size` numbers."""
    upper = config.upper_bounds[:size]
    return spaces.Box(np.zeros_like(upper), upper, dtype=np.float32)


def action_space(config: EnvConfig) -> spaces.Discrete[Any]:
    """Return the space of a player's actions."""
    return spaces.Discrete(config.kernel.PLAYER_ACTIONS)


ILLEGAL: Final = ("forfeit", "raise")
RENDER_MODES: Final = ("ansi", "svg")

Observation = dict[str, Any]
"""An observation of one agent: the vector (`observation`) and the `action_mask`."""


class BaseEnv:
    """The config and the session of an environment; there is no session before `reset`."""

    config: EnvConfig
    illegal: str
    render_mode: str | None
    _session: GameSession | None

    def _configure(self, config: EnvConfig, illegal: str, render_mode: str | None) -> None:
        """Set the attributes; `InvalidOption` if one has a wrong value."""
        if illegal not in ILLEGAL:
            raise InvalidOption(f"illegal should be one of {', '.join(ILLEGAL)}, not {illegal!r}.")
        if render_mode not in (None, *RENDER_MODES):
            modes = ", ".join(RENDER_MODES)
            raise InvalidOption(f"render_mode should be one of {modes}, or None.")
        self.config, self.illegal, self.render_mode = config, illegal, render_mode
        self._session = None

    @property
    def layout(self) -> ObservationLayout:
        """The pieces of an observation."""
        return self.config.layout

    @property
    def game(self) -> AnyGame:
        """The game that is played, with its record; change it only by `step`."""
        return self._current_session.game

    @property
    def _current_session(self) -> GameSession:
        if self._session is None:
            raise InvalidOption("Nothing has begun yet: call reset() first.")
        return self._session

    def _is_legal(self, action: int) -> bool:
        """Whether an action is legal; with `illegal="raise"` an illegal one raises."""
        session = self._current_session
        if not session.is_legal(action) and self.illegal == "raise":
            raise refusal(action, sum(1 << legal for legal in session.legal_actions()))
        return session.is_legal(action)

    def _render(self, seat: int | None) -> Any:
        """Return the position as text or SVG, by the render mode; None without one."""
        if self.render_mode is None:
            return None
        view = self.game.view(seat, screens="open")
        return text(view) if self.render_mode == "ansi" else svg(view)


def action_number(action: Any) -> int:
    """Return an action as an `int`; `InvalidOption` if it is not a whole number."""
    try:
        return index(action)
    except TypeError:
        raise InvalidOption(f"An action should be a whole number, not {action!r}.") from None
