"""The JSON of a game of Bombay: its options, its set-up and its result, as in a record."""

from __future__ import annotations

from typing import Any, TypedDict

from howdah.games.bombay.names import ColourName, Edition, SetUp, TokenName


class Rules(TypedDict):
    """The options of a game of Bombay."""

    players: int
    """How many play: 2 to 5."""
    edition: Edition
    """The edition of the rulebook."""
    board: str | dict[str, Any]
    """The name of a board that comes with the game, or a whole board."""
    set_up: SetUp
    """Whether the set-up is drawn, or that of a first game."""
    client_limit: int | None
    """How many client tokens the bank has; None when there is no limit."""


class Start(TypedDict):
    """The set-up of a game of Bombay."""

    first_player: int
    """The seat that begins the first set."""
    posts: dict[str, ColourName]
    """The colour of the trading post on a site."""
    palace_tokens: dict[str, TokenName]
    """The palace token on a site."""
    demands: dict[str, list[ColourName]]
    """The demand column of a city, from top to bottom."""


class Result(TypedDict):
    """The result of a game of Bombay; the lists are by seat."""

    rupees: list[int]
    """The rupees, prizes included."""
    clients: list[int]
    """The client tokens, those of palace tokens included."""
    city_tokens: list[int]
    """The city tokens, those of palace tokens included."""
    palaces: list[int]
    """How many palaces were built."""
    winners: list[int]
    """The seats that won, ascending."""
