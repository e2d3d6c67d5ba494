"""The options of games, as commands and pages show them."""

from __future__ import annotations

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
