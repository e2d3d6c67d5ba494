"""The options of games, as commands and pages show them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Setting:
    """One option of a game's `new`: its name there, what it means, and what it can be.

    `default` is for the reader; one that is not chosen is left to the game. One that
    has no `choices` is a whole number or any text.
    """

    name: str
    meaning: str
    default: str
    choices: tuple[str, ...] = ()
    is_number: bool = False


@dataclass(frozen=True, slots=True)
class SeatSetting:
    """An option of a game's `new` that is a list with a value for each seat.

    It is part of the set-up: a record keeps it in its `start`, under the same name.
    """

    name: str
    meaning: str
    choices: Mapping[int, tuple[tuple[str, ...], ...]]
    """The lists that may be chosen, by the number of players; the default comes first."""
