"""The registry of games: the one place that lists them.

A game is one folder with a `plugin` module that holds a `GamePlugin`. Nothing of a game is
imported before it is asked for, so that `import howdah` stays quick.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Literal, cast, overload

from howdah.core.errors import InvalidRecord, UnknownGame
from howdah.core.game import Game
from howdah.core.record import Record, read_texts
from howdah.core.rng import Dealer

if TYPE_CHECKING:
    from howdah.games.bazar.game import Bazar
    from howdah.games.bombay.game import Bombay
    from howdah.games.plugin import GamePlugin

AnyGame = Game[Any, Any]

GAMES: Final[dict[str, str]] = {
    "bombay": "howdah.games.bombay.plugin",
    "bazar": "howdah.games.bazar.plugin",
}
"""The module that holds the plugin of each game, by the game's public name."""


def plugin_for(name: str) -> GamePlugin:
    """The plugin of the game with a public name."""
    if name not in GAMES:
        raise UnknownGame(f"There is no game {name!r}; there are {', '.join(GAMES)}.")
    return _load_plugin(GAMES[name])


@cache
def _load_plugin(module: str) -> GamePlugin:
    """The plugin in a module; cached, for it is asked for many times with every frame."""
    return cast("GamePlugin", import_module(module).PLUGIN)


def game_class(name: str) -> type[AnyGame]:
    """The class of the game with a public name."""
    return plugin_for(name).game_class


def default_game() -> str:
    """The game that is meant when nobody names one: the first in the registry."""
    return next(iter(GAMES))


@overload
def new(game: Literal["bombay"], **options: Any) -> Bombay: ...


@overload
def new(game: Literal["bazar"], **options: Any) -> Bazar: ...


@overload
def new(game: str, **options: Any) -> AnyGame: ...


def new(game: str, **options: Any) -> AnyGame:
    """Set up a new game by its name; the options are those of the game's own `new`.

    >>> new("bombay", players=3, seed=7)
    <Bombay, 3 players, set 1/3, turn 1>
    """
    return game_class(game).new(**options)


def from_record(record: Record, *, dealer: Dealer | None = None) -> AnyGame:
    """Replay a record, verifying every action and the result."""
    try:
        kind = game_class(record.game)
    except UnknownGame as error:
        raise InvalidRecord("game", str(error)) from None
    return kind.from_record(record, dealer=dealer)


def load(path: str | os.PathLike[str], *, seed: int | str | None = None) -> AnyGame:
    """Load the game that a file holds, verified and ready to be played on.

    The seed drives the draws to come; none means a fresh one.
    """
    games = list(load_all(path, seed=seed))
    if len(games) != 1:
        raise InvalidRecord("file", f"should hold one record, not {len(games)}")
    return games[0]


def load_all(path: str | os.PathLike[str], *, seed: int | str | None = None) -> Iterator[AnyGame]:
    """Load the games that a file holds one after the other, each as `load` would."""
    for _, text in read_texts(path):
        yield from_record(Record.parse(text), dealer=Dealer(seed))
