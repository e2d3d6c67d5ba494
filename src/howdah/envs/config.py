"""What is agreed on before the first game: which one it is, what it pays, what is seen of it.

>>> EnvConfig("bombay", players=2).returns, EnvConfig("bazar", players=1).returns
('win', 'score')
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Final, Self

import numpy as np

from howdah.core.errors import InvalidOption
from howdah.core.record import Seat
from howdah.core.view import SCREENS
from howdah.envs.observations.returns import RANK, SCORE, WIN
from howdah.envs.observations.schema import Layout
from howdah.envs.observations.stepping import observation_of
from howdah.envs.observations.visibility import ALL, OWN
from howdah.envs.small import begun_late, board_named
from howdah.fast.kernel import GameKernel, kernel_for
from howdah.games.bombay.observation import MOST_RUPEES
from howdah.games.registry import AnyGame, game_class, new

SCORES: Final = {"bombay": "rupees", "bazar": "score"}
"""What the score of a game is called: in Bombay Bazar the trunk, or alone the solo score."""
AUTO: Final = "auto"
_TERMS: Final = ("players", "returns", "screens", "sets", "turns", "names")


class EnvConfig:
    """A game with its options, what it pays, and how much is seen of it.

    `returns` is what a finished game pays: `win` (the players' stakes of one each go to whoever
    wins), `rank` (from 1 for the first to -1 for the last), or the score by its name: `rupees`
    in Bombay, `score` in Bombay Bazar. `auto` is the win, and the score for one who plays alone.

    `screens` is `open` for players who remember all that they saw, and `hidden` for players who
    see only their own side of the screens. `sets` and `turns` let Bombay begin late. `names` are
    those of the players in the record.
    """

    def __init__(
        self,
        game: str,
        *,
        players: int | None = None,
        returns: str = AUTO,
        screens: str = "open",
        sets: int | None = None,
        turns: int | None = None,
        names: Sequence[str | Seat] | None = None,
        **options: Any,
    ) -> None:
        kind = game_class(game)
        _check_names(options, [setting.name for setting in kind.settings])
        self.game = game
        self.players = kind.usual_players if players is None else players
        self.options = options
        if isinstance(options.get("board"), str):
            options["board"] = board_named(game, options["board"])
        self.sets, self.turns = sets, turns
        self.names = names
        self.screens = screens
        first: Any = self.new(0)
        self.board = first.board
        self.is_shuffled = options.get("set_up", "random") == "random" and (
            options.get("starter", "random") != "seat 0"
        )
        self.returns = self._chosen(returns)
        if screens not in SCREENS:
            raise InvalidOption(f"screens should be one of {', '.join(SCREENS)}, not {screens!r}.")

    def _chosen(self, returns: str) -> str:
        score = SCORES[self.game]
        if returns == AUTO:
            return score if self.players == 1 else "win"
        choices = (score,) if self.players == 1 else ("win", "rank", score)
        if returns not in choices:
            listed = ", ".join((AUTO, *choices))
            raise InvalidOption(f"returns should be one of {listed}, not {returns!r}.")
        return returns

    @property
    def returns_kind(self) -> int:
        """What a game pays, as the number that `payoff` knows it by."""
        return {"win": WIN, "rank": RANK}.get(self.returns, SCORE)

    @property
    def knows(self) -> int:
        """How much is seen of what players keep to themselves, as a number."""
        return ALL if self.screens == "open" else OWN

    @property
    def kernel(self) -> GameKernel:
        """The rules and what goes with them."""
        return kernel_for(self.game)

    @cached_property
    def layout(self) -> Layout:
        """What an observation consists of."""
        found: Layout = observation_of(self.game).layout_for(self.players, self.board)
        return found

    @cached_property
    def starts(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        """Where each piece of an observation begins."""
        return np.array(self.layout.starts, np.int64)

    @cached_property
    def highest(self) -> np.ndarray[Any, np.dtype[np.float32]]:
        """The largest number that can stand at each place of an observation."""
        pieces = self.layout.pieces
        return np.concatenate([np.full(p.size, p.highest, np.float32) for p in pieces])

    @property
    def range_of_returns(self) -> tuple[float, float]:
        """What nobody ever gets less, or more, than."""
        if self.returns_kind == WIN:
            return -1.0, self.players - 1.0
        if self.returns_kind == RANK:
            return -1.0, 1.0
        if self.game == "bombay":
            return 0.0, MOST_RUPEES
        cells = len(self.board.cells)
        return (-7.0 * cells, cells) if self.players == 1 else (0.0, 3.0 * cells)

    def new(self, seed: int | str | None) -> AnyGame:
        """A new game: the one that `howdah.new` deals from the same seed."""
        fixed = {"players": self.players, "names": self.names}
        return self.late(new(self.game, seed=seed, **fixed, **self.options))

    def late(self, game: AnyGame) -> AnyGame:
        """The game itself, or only its last sets and turns if those are the terms."""
        if self.sets is None and self.turns is None:
            return game
        return begun_late(game, self.sets, self.turns)

    def __deepcopy__(self, memo: object) -> Self:
        """Terms never change, so copies of an environment share them."""
        return self


def _check_names(options: dict[str, Any], known: list[str]) -> None:
    for name in options:
        if name not in known:
            listed = ", ".join((*_TERMS, *known))
            raise InvalidOption(f"There is no term {name!r}; the terms should be among {listed}.")
