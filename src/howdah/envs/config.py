"""The configuration of an environment: the game, its options, its returns, what players see.

>>> EnvConfig("bombay", players=2).returns, EnvConfig("bazar", players=1).returns
('win', 'score')
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, Final, Protocol, Self, cast

import numpy as np

from howdah.core.errors import InvalidOption
from howdah.core.record import Seat
from howdah.core.view import SCREENS
from howdah.envs.observations.schema import ALL, OWN, ObservationLayout, observation_for
from howdah.envs.observations.stepping import RANK, SCORE, WIN
from howdah.envs.setup_chance import setup_chance_for
from howdah.fast.kernel import GameKernel, kernel_for
from howdah.games.registry import AnyGame, new, plugin_for

AUTO: Final = "auto"
_OPTIONS: Final = ("players", "returns", "screens", "names")


class ShortGame(Protocol):
    """The facet of a game that can be played from near its end, for exact work."""

    OPTIONS: tuple[str, ...]
    """The options that say how much is left; only environments have them."""

    def shorten(self, game: AnyGame, **options: int) -> AnyGame:
        """Return a game with the same set-up and the same draws of which only the end is left."""


class SmallBoards(Protocol):
    """The facet of a game that has boards for study, which the game itself does not list."""

    def small_board(self, name: str) -> Any:
        """Return the board with a name; None if there is no such board."""


class EnvConfig:
    """A game with its options, its returns and what players see of it.

    `returns` is what a finished game returns to each seat: `win` (each player stakes one, and
    the winner takes all; winners share), `rank` (from 1 for the first to -1 for the last), or the
    score by its name: `rupees` in Bombay, `score` in Bombay Bazar. `auto` is the win, and the
    score for a single player.

    `screens` is `open` for players with perfect recall, and `hidden` for players who see only
    their own side of the screens. `names` are those of the players in the record. The other
    options are those of the game, the name of one of its boards for study, and `sets` and `turns`
    for the end of a game of Bombay.
    """

    def __init__(
        self,
        game: str,
        *,
        players: int | None = None,
        returns: str = AUTO,
        screens: str = "open",
        names: Sequence[str | Seat] | None = None,
        **options: Any,
    ) -> None:
        plugin = plugin_for(game)
        kind = plugin.game_class
        short_names = _short_game(game).OPTIONS if plugin.short_game else ()
        _check_names(options, (*short_names, *(setting.name for setting in kind.settings)))
        self.game = game
        self.players = kind.usual_players if players is None else players
        short = {name: options.pop(name) for name in short_names if name in options}
        self.short_options = {name: value for name, value in short.items() if value is not None}
        """How much of the game is left; empty for whole games."""
        self.options = _with_small_board(game, options)
        self.names = names
        self.screens = screens
        first = self.new(0)
        self.board: Any = getattr(first, "board", None)
        self.is_shuffled: bool = setup_chance_for(first).max_draws > 0
        """Whether every game has a set-up of its own."""
        self.returns = self._resolve_returns(returns)
        if screens not in SCREENS:
            raise InvalidOption(f"screens should be one of {', '.join(SCREENS)}, not {screens!r}.")

    def _resolve_returns(self, returns: str) -> str:
        score = plugin_for(self.game).score_return
        if returns == AUTO:
            return score if self.players == 1 else "win"
        choices = (score,) if self.players == 1 else ("win", "rank", score)
        if returns not in choices:
            listed = ", ".join((AUTO, *choices))
            raise InvalidOption(f"returns should be one of {listed}, not {returns!r}.")
        return returns

    @property
    def returns_kind(self) -> int:
        """The returns as the number that `seat_return` takes."""
        return {"win": WIN, "rank": RANK}.get(self.returns, SCORE)

    @property
    def returns_range(self) -> tuple[float, float]:
        """The lowest and the highest return that a game can have."""
        if self.returns_kind == WIN:
            return -1.0, self.players - 1.0
        if self.returns_kind == RANK:
            return -1.0, 1.0
        return observation_for(self.game).score_range(self.players, self.board)

    @property
    def visibility(self) -> int:
        """How much players see of what is behind screens: `ALL` or `OWN`."""
        return ALL if self.screens == "open" else OWN

    @property
    def kernel(self) -> GameKernel:
        """The rules of the game."""
        return kernel_for(self.game)

    @cached_property
    def layout(self) -> ObservationLayout:
        """The pieces of an observation."""
        return observation_for(self.game).layout_for(self.players, self.board)

    @cached_property
    def starts(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        """Where each piece of an observation begins."""
        return np.array(self.layout.starts, np.int64)

    @cached_property
    def upper_bounds(self) -> np.ndarray[Any, np.dtype[np.float32]]:
        """The highest value of each number of an observation."""
        pieces = self.layout.pieces
        return np.concatenate([np.full(p.size, p.highest, np.float32) for p in pieces])

    def new(self, seed: int | str | None) -> AnyGame:
        """Return a new game: the one that `howdah.new` deals from the same seed."""
        fixed = {"players": self.players, "names": self.names}
        return self.shorten(new(self.game, seed=seed, **fixed, **self.options))

    def shorten(self, game: AnyGame) -> AnyGame:
        """Return the game itself, or only its end if that is what the config asks for."""
        if not self.short_options:
            return game
        return _short_game(self.game).shorten(game, **self.short_options)

    def require_whole_games(self, purpose: str) -> None:
        """Raise `InvalidOption` if only the ends of games are played."""
        if self.short_options:
            given = " and ".join(self.short_options)
            raise InvalidOption(f"{purpose} whole games: {given} cannot be given.")

    def __deepcopy__(self, memo: object) -> Self:
        """Return the config itself: it never changes, so copies of an environment share it."""
        return self


def _short_game(game: str) -> ShortGame:
    return cast(ShortGame, plugin_for(game).load("short_game"))


def _with_small_board(game: str, options: dict[str, Any]) -> dict[str, Any]:
    """Return the options with a board for study in the place of its name."""
    plugin, name = plugin_for(game), options.get("board")
    if plugin.small_boards is None or not isinstance(name, str):
        return options
    board = cast(SmallBoards, plugin.load("small_boards")).small_board(name)
    return options if board is None else {**options, "board": board}


def _check_names(options: Iterable[str], known: tuple[str, ...]) -> None:
    for name in options:
        if name not in known:
            listed = ", ".join((*_OPTIONS, *known))
            raise InvalidOption(
                f"There is no option {name!r}; the options should be among {listed}."
            )


class Seeds:
    """The seeds of an environment's games: a given one, then others derived from it.

    >>> seeds = Seeds()
    >>> seeds.next(7), seeds.next(None), seeds.next(None), seeds.next(8)
    ('7', '7/1', '7/2', '8')
    """

    def __init__(self) -> None:
        self._first = os.urandom(16).hex()
        self._games = 0

    def next(self, seed: int | str | None) -> str:
        """Return the seed of the next game; without a given seed it follows the last one."""
        if seed is not None:
            self._first, self._games = str(seed), 0
        found = f"{self._first}/{self._games}" if self._games else self._first
        self._games += 1
        return found
