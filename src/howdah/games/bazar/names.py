"""The words of Bombay Bazar: each choice has one name, in records and on the board."""

from __future__ import annotations

from typing import Final, Literal, get_args

HeadName = Literal["NW", "NE", "SE", "SW"]
TipRule = Literal["join", "touch"]
Starter = Literal["medals", "random", "seat 0"]
Call = Literal["even", "odd"]

HEAD_NAMES: Final[tuple[HeadName, ...]] = get_args(HeadName)
"""The heads in the corners of the board, clockwise."""
TIP_RULES: Final[tuple[TipRule, ...]] = get_args(TipRule)
"""In the order in which the rules number them."""
STARTERS: Final[tuple[Starter, ...]] = get_args(Starter)
CALLS: Final[tuple[Call, ...]] = get_args(Call)
"""By the remainder of the total when it is halved."""
