"""OpenSpiel's observers: the pieces of an observation as tensors, and as text."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from howdah.envs.observations.schema import ALL, OWN, PUBLIC, ObservationLayout, Piece
from howdah.envs.openspiel.history import SpielConfig, SpielHistory
from howdah.render.text import text

VISIBILITY = {
    pyspiel.PrivateInfoType.NONE: PUBLIC,
    pyspiel.PrivateInfoType.SINGLE_PLAYER: OWN,
    pyspiel.PrivateInfoType.ALL_PLAYERS: ALL,
}


class Observer:
    """An observer for one of OpenSpiel's observation types.

    Private information is what is behind a screen, all else is public. With perfect recall
    nothing is hidden, for every change was public. All numbers are 0 until the set-up is
    complete.
    """

    def __init__(self, spiel_config: SpielConfig, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"There are no parameters of observations; passed {params}")
        self._kind = kind
        self._layout = spiel_config.config.layout
        self._visibility = ALL if kind.perfect_recall else VISIBILITY[kind.private_info]
        self._pieces = [piece for piece in self._layout.pieces if self._includes(piece)]
        shown = ObservationLayout(self._pieces)
        tensor = np.zeros(shown.size, np.float32)
        self.tensor = tensor if shown.size else None
        self.dict = {
            piece.name: tensor[shown.where(piece.name)].reshape(piece.shape)
            for piece in self._pieces
        }
        places = np.arange(self._layout.size)
        self._places = np.concatenate(
            [places[self._layout.where(piece.name)] for piece in self._pieces] or [np.arange(0)]
        )

    def _includes(self, piece: Piece) -> bool:
        return self._visibility != PUBLIC if piece.is_behind_screens else self._kind.public_info

    def set_from(self, state: Any, player: int) -> None:
        """Write a player's observation of a state into the tensor."""
        if self.tensor is None:
            return
        history: SpielHistory = state.spiel_history
        if history.is_setup_complete:
            vector = history.session.observation(max(player, 0), self._visibility)
            self.tensor[:] = vector[self._places]
        else:
            self.tensor.fill(0)

    def string_from(self, state: Any, player: int) -> str:
        """Return a player's observation of a state as text."""
        history: SpielHistory = state.spiel_history
        if self._kind.perfect_recall:
            return f"seat {player}: {'; '.join(history.texts())}"
        if not history.is_setup_complete:
            return f"seat {player}, set-up: {'; '.join(history.texts())}"
        parts = [f"seat {player}"]
        if self._kind.public_info:
            parts.append(text(history.session.game.view()))
        if self._visibility != PUBLIC:
            parts += self._private_lines(history, player)
        return "\n".join(parts)

    def _private_lines(self, history: SpielHistory, player: int) -> list[str]:
        """Return a line for each piece behind screens, as far as the player sees it."""
        vector = history.session.observation(player, self._visibility)
        lines = []
        for piece in self._pieces:
            if piece.is_behind_screens:
                counts = vector[self._layout.where(piece.name)] / piece.scale
                lines.append(f"{piece.name}: {' '.join(f'{count:.0f}' for count in counts)}")
        return lines
