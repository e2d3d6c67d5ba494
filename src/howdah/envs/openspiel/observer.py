"""What OpenSpiel's observers see: the pieces of a row, and words."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from howdah.envs.observations.schema import Layout, Piece
from howdah.envs.observations.visibility import ALL, NOTHING, OWN
from howdah.envs.openspiel.history import SpielConfig, SpielHistory
from howdah.render.text import text

KNOWN = {
    pyspiel.PrivateInfoType.NONE: NOTHING,
    pyspiel.PrivateInfoType.SINGLE_PLAYER: OWN,
    pyspiel.PrivateInfoType.ALL_PLAYERS: ALL,
}


class Observer:
    """An observer by OpenSpiel's types of observation.

    Public is what lies on the table, private what is behind a screen. With perfect recall nothing
    is hidden, for every change was public. All numbers are 0 until the set-up is complete.
    """

    def __init__(self, spiel_config: SpielConfig, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"There are no parameters of observations; passed {params}")
        self._kind = kind
        self._script = spiel_config
        self._knows = ALL if kind.perfect_recall else KNOWN[kind.private_info]
        self._pieces = [piece for piece in spiel_config.config.layout.pieces if self._shows(piece)]
        shown = Layout(self._pieces)
        tensor = np.zeros(shown.size, np.float32)
        self.tensor = tensor if shown.size else None
        self.dict = {
            piece.name: tensor[shown.where(piece.name)].reshape(piece.shape)
            for piece in self._pieces
        }
        everything = spiel_config.config.layout
        self._places = np.concatenate(
            [np.arange(everything.size)[everything.where(piece.name)] for piece in self._pieces]
            or [np.arange(0)]
        )

    def _shows(self, piece: Piece) -> bool:
        return self._knows != NOTHING if piece.is_behind_screens else self._kind.public_info

    def set_from(self, state: Any, player: int) -> None:
        """Write what a player sees of a state into the tensor."""
        if self.tensor is None:
            return
        history: SpielHistory = state.spiel_history
        if history.is_laid:
            self.tensor[:] = history.table.observation(max(player, 0), self._knows)[self._places]
        else:
            self.tensor.fill(0)

    def string_from(self, state: Any, player: int) -> str:
        """What a player sees of a state, in words."""
        history: SpielHistory = state.spiel_history
        if self._kind.perfect_recall:
            return f"seat {player}: {'; '.join(history.told())}"
        if not history.is_laid:
            return f"seat {player}, set-up: {'; '.join(history.told())}"
        parts = [f"seat {player}"]
        if self._kind.public_info:
            parts.append(text(history.table.game.view()))
        if self._knows != NOTHING:
            parts += self._fortunes(history, player)
        return "\n".join(parts)

    def _fortunes(self, history: SpielHistory, player: int) -> list[str]:
        """What is behind the screens that the player sees behind."""
        hidden = [piece for piece in self._pieces if piece.is_behind_screens]
        row = history.table.observation(player, self._knows)
        found = []
        for piece in hidden:
            counts = row[self._script.config.layout.where(piece.name)] / piece.scale
            found.append(f"{piece.name}: {' '.join(f'{count:.0f}' for count in counts)}")
        return found
