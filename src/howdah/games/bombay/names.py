"""The words of Bombay: each number of the rules has one name, in records and on the board."""

from __future__ import annotations

from typing import Final, Literal, get_args

from howdah.games.bombay.state import COLOURS, Colour, PalaceToken

ColourName = Literal["yellow", "purple", "blue", "orange"]
TokenName = Literal["client", "rupees", "city", "bale"]
FaceName = Literal["yellow", "orange"]
Edition = Literal["fr", "pt", "en", "pl"]
SetUp = Literal["random", "first-game"]

COLOUR_NAMES: Final[tuple[ColourName, ...]] = get_args(ColourName)
TOKEN_NAMES: Final[tuple[TokenName, ...]] = get_args(TokenName)
FACE_NAMES: Final[tuple[FaceName, ...]] = get_args(FaceName)
EDITIONS: Final[tuple[Edition, ...]] = get_args(Edition)
SET_UPS: Final[tuple[SetUp, ...]] = get_args(SetUp)
MARKET_NAMES: Final = ("left", "middle", "right")

COLOUR_LETTERS: Final = "ypbo"


def colour_of(name: ColourName) -> Colour:
    """The colour a name stands for.

    >>> colour_of("purple")
    1
    """
    return COLOURS[COLOUR_NAMES.index(name)]


def token_of(name: TokenName) -> PalaceToken:
    """The palace token a name stands for."""
    return PalaceToken(TOKEN_NAMES.index(name))
