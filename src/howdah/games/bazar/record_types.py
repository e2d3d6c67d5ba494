"""The JSON of a game of Bombay Bazar: its options, its set-up and its result, as in a record."""

from __future__ import annotations

from typing import Any, TypedDict

from howdah.games.bazar.medals import Choice
from howdah.games.bazar.names import HeadName, Starter, TipRule


class Rules(TypedDict):
    """The options of a game of Bombay Bazar."""

    players: int
    """How many play: 1 to 4."""
    board: str | dict[str, Any]
    """The name of a board that comes with the game, or a whole board."""
    tip_rule: TipRule
    """What happens when trunks meet."""
    starter: Starter
    """What decides who begins."""


class Start(TypedDict):
    """The set-up of a game of Bombay Bazar."""

    heads: list[HeadName]
    """The head of each seat, clockwise."""
    first_player: int
    """The seat that begins."""
    medals: list[list[Choice | None]]
    """The rounds of the medals game, each with a choice by seat; None for a seat that is out."""


class Result(TypedDict):
    """The result of a game of Bombay Bazar."""

    lengths: list[int]
    """The length of the trunk of each seat."""
    solo_score: int | None
    """The score of a solo game; None when several play."""
    winners: list[int]
    """The seats that won, ascending."""
