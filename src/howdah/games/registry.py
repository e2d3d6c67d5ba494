"""The one registry of games: whatever is entered here appears everywhere.

A game is imported when it is first asked for, so that `import howdah` stays quick.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final, Literal, overload

from howdah.core.errors import InvalidRecord, UnknownGame
from howdah.core.game import Game
from howdah.core.record import Record, read_texts
from howdah.core.rng import Dealer

if TYPE_CHECKING:
    from howdah.games.bazar.game import Bazar
    from howdah.games.bombay.game import Bombay

AnyGame = Game[Any, Any]


def _bombay() -> type[Bombay]:
    from howdah.games.bombay.game import Bombay

    return Bombay


def _bazar() -> type[Bazar]:
    from howdah.games.bazar.game import Bazar

    return Bazar


GAMES: Final[dict[str, Callable[[], type[AnyGame]]]] = {"bombay": _bombay, "bazar": _bazar}
"""How to get at every game, by its public name."""


def game_class(name: str) -> type[AnyGame]:
    """The game with a public name."""
    if name not in GAMES:
        raise UnknownGame(f"There is no game {name!r}; there are {', '.join(GAMES)}.")
    return GAMES[name]()


@overload
def new(game: Literal["bombay"], **options: Any) -> Bombay: ...


@overload
def new(game: Literal["bazar"], **options: Any) -> Bazar: ...


@overload
def new(game: str, **options: Any) -> AnyGame: ...


def new(game: str, **options: Any) -> AnyGame:
    """A new game by its name; the options are those of the game's own `new`.

    >>> new("bombay", players=3, seed=7)
    <Bombay, 3 players, set 1/3, turn 1>
    """
    return game_class(game).new(**options)


def from_record(record: Record, *, dealer: Dealer | None = None) -> AnyGame:
    """The game of a record, every action and the result verified."""
    try:
        kind = game_class(record.game)
    except UnknownGame as error:
        raise InvalidRecord("game", str(error)) from None
    return kind.from_record(record, dealer=dealer)


def load(path: str | os.PathLike[str], *, seed: int | str | None = None) -> AnyGame:
    """The game that a file holds, verified and ready to be played on.

    The seed drives the draws to come; none means a fresh one.
    """
    games = list(load_all(path, seed=seed))
    if len(games) != 1:
        raise InvalidRecord("file", f"should hold one record, not {len(games)}")
    return games[0]


def load_all(path: str | os.PathLike[str], *, seed: int | str | None = None) -> Iterator[AnyGame]:
    """The games that a file holds, one after the other, each as `load` would give it."""
    for _, text in read_texts(path):
        yield from_record(Record.parse(text), dealer=Dealer(seed))
