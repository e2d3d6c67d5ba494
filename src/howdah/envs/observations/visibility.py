"""Whoever looks on: how much one knows of what players keep to themselves, and who sits where."""

from __future__ import annotations

from typing import Final

NOTHING: Final = 0
"""As a spectator with a poor memory: what lies on the table."""
OWN: Final = 1
"""As a player with a poor memory: also what is behind the own screen."""
ALL: Final = 2
"""As whoever remembers the game: every change was seen by all, so nothing is hidden."""


def seats_after(players: int, seat: int, other: int) -> int:
    """How many places a seat follows another, clockwise.

    >>> seats_after(4, 3, 0)
    1
    """
    return other - seat if other >= seat else other - seat + players
