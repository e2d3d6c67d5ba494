"""Positions laid over others: objects when interpreted, bytes when compiled."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import TypeVar

from howdah.core.state import Position

P = TypeVar("P", bound=Position)


def assign_state(states: MutableSequence[P], place: int, state: P) -> P:
    """Lay a copy of a position at a place, and return what lies there now.

    >>> from dataclasses import dataclass
    >>> @dataclass(slots=True)
    ... class Coins(Position):
    ...     owner: int
    >>> row = [Coins(1), Coins(2)]
    >>> assign_state(row, 0, row[1]).owner, row[0] is row[1]
    (2, False)
    """
    states[place] = state.copy()
    return states[place]
