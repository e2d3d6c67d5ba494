"""What the environments for one game share: their terms, the table, and how it is shown."""

from __future__ import annotations

from typing import Any, Final

from howdah.core.errors import InvalidOption
from howdah.envs.config import EnvConfig
from howdah.envs.observations.schema import Layout
from howdah.envs.session import GameSession
from howdah.fast.base import refusal
from howdah.games.registry import AnyGame
from howdah.render.svg import svg
from howdah.render.text import text

ILLEGAL: Final = ("forfeit", "raise")
RENDER_MODES: Final = ("ansi", "svg")


class BaseEnv:
    """One table, whoever asks for it; nothing is there before the first reset."""

    config: EnvConfig
    illegal: str
    render_mode: str | None
    _table: GameSession | None

    def _agree(self, config: EnvConfig, illegal: str, render_mode: str | None) -> None:
        """Begin with some terms, or refuse what does not fit."""
        if illegal not in ILLEGAL:
            raise InvalidOption(f"illegal should be one of {', '.join(ILLEGAL)}, not {illegal!r}.")
        if render_mode not in (None, *RENDER_MODES):
            modes = ", ".join(RENDER_MODES)
            raise InvalidOption(f"render_mode should be one of {modes}, or None.")
        self.config, self.illegal, self.render_mode = config, illegal, render_mode
        self._table = None

    @property
    def layout(self) -> Layout:
        """What an observation consists of."""
        return self.config.layout

    @property
    def game(self) -> AnyGame:
        """The game as it stands, with its record; play in it only by `step`."""
        return self._at_the_table.game

    @property
    def _at_the_table(self) -> GameSession:
        if self._table is None:
            raise InvalidOption("Nothing has begun yet: call reset() first.")
        return self._table

    def _may_play(self, number: int) -> bool:
        """Whether an action is legal; if it is not, that is a forfeit, or it is refused here."""
        table = self._at_the_table
        if not table.is_legal(number) and self.illegal == "raise":
            raise refusal(number, sum(1 << legal for legal in table.legal()))
        return table.is_legal(number)

    def _shown(self, seat: int | None) -> Any:
        """The table as text, or as a drawing in SVG; nothing where nobody asked for it."""
        if self.render_mode is None:
            return None
        view = self.game.view(seat, screens="open")
        return text(view) if self.render_mode == "ansi" else svg(view)
