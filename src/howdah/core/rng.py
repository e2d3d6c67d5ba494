"""Chance from outside the rules: draws that anyone can repeat from the seed.

Each draw has a label, and its numbers come from SHA-256 of `seed/label/counter`. A draw
depends on nothing but the seed and its own label: not on the Python version, not on how many
draws came before, not on what was undone in between. See `docs/chance.md`.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple, TypeVar

if TYPE_CHECKING:
    from howdah.core.jsonio import Json

T = TypeVar("T")

_WORD = 1 << 64


class Stream:
    """The endless sequence of random numbers that belongs to one label.

    >>> Stream("7", "first player").randbelow(4)
    0
    """

    def __init__(self, seed: str, label: str) -> None:
        self._prefix = f"{seed}/{label}/"
        self._counter = 0
        self._digest = b""

    def randbelow(self, limit: int) -> int:
        """A number from 0 to limit - 1, each exactly as likely."""
        fair = _WORD - _WORD % limit
        while True:
            word = self._next_word()
            if word < fair:
                return word % limit

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """So many of the items, drawn one by one, each of those left exactly as likely."""
        rest = list(items)
        return [rest.pop(self.randbelow(len(rest))) for _ in range(count)]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """All of the items in a random order, each order exactly as likely."""
        return self.sample(items, len(items))

    def _next_word(self) -> int:
        """Every digest holds four words of 64 bits."""
        digest, place = divmod(self._counter, 4)
        if place == 0:
            self._digest = sha256(f"{self._prefix}{digest}".encode()).digest()
        self._counter += 1
        return int.from_bytes(self._digest[8 * place : 8 * place + 8], "big")


class Draw(NamedTuple):
    """A draw that was made, as data: with the seed, anyone can repeat it without the rules.

    A number below *n* is one of the items 0 to *n* - 1; a shuffle draws all items.

    >>> Draw("first player", (0, 1, 2, 3), (0,)).is_from("7")
    True
    """

    label: str
    items: tuple[Json, ...]
    """What could be drawn, in the order in which it lay."""
    result: tuple[Json, ...]
    """What was drawn."""
    is_ordered: bool = True
    """Whether the result is in the order of the draw; else it is in the order of the items."""

    def repeat(self, seed: str) -> tuple[Json, ...]:
        """Return the result that a seed gives."""
        drawn = Stream(seed, self.label).sample(self.items, len(self.result))
        return tuple(drawn if self.is_ordered else sorted(drawn, key=self.items.index))

    def is_from(self, seed: str) -> bool:
        """Whether the result is the one that a seed gives."""
        return self.repeat(seed) == self.result

    def to_json(self) -> dict[str, Json]:
        """The draw as a page gets it to check it."""
        return {
            "label": self.label,
            "items": list(self.items),
            "result": list(self.result),
            "is_ordered": self.is_ordered,
        }


class Dealer:
    """Makes the draws of a game: a seed, and one stream of numbers for each label.

    >>> dealer = Dealer(7)
    >>> dealer.stream("cards").shuffled("abc") == Dealer("7").stream("cards").shuffled("abc")
    True
    """

    def __init__(self, seed: int | str | None = None) -> None:
        self.seed = os.urandom(16).hex() if seed is None else str(seed)

    def __repr__(self) -> str:
        return f"Dealer({self.seed!r})"

    def stream(self, label: str) -> Stream:
        """The numbers that belong to a label, from their beginning."""
        return Stream(self.seed, label)
