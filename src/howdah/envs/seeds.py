"""The seeds of one game after the other."""

from __future__ import annotations

import os


class Seeds:
    """A seed for each game: the one that was asked for, then others that follow from it.

    >>> seeds = Seeds()
    >>> seeds.next(7), seeds.next(None), seeds.next(None), seeds.next(8)
    ('7', '7/1', '7/2', '8')
    """

    def __init__(self) -> None:
        self._first = os.urandom(16).hex()
        self._games = 0

    def next(self, asked: int | str | None) -> str:
        """The seed of the next game; one that nobody asked for follows the one before."""
        if asked is not None:
            self._first, self._games = str(asked), 0
        seed = f"{self._first}/{self._games}" if self._games else self._first
        self._games += 1
        return seed
