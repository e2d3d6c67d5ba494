"""Small functions that rules, features and searches share: bits, copies, hashes.

`intrinsics` gives some of them their machine instruction; the rest compiles as it is.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import Final, TypeVar

from howdah.core.state import Position

P = TypeVar("P", bound=Position)

_FACTOR: Final = 4_194_301
_FORTY_BITS: Final = (1 << 40) - 1

# Masks of bits


def count(mask: int) -> int:
    """How many bits are set.

    >>> count(0b1011)
    3
    """
    return mask.bit_count()


def lowest_bit(mask: int) -> int:
    """The place of the lowest bit that is set; there must be one.

    >>> lowest_bit(0b1000)
    3
    """
    return (mask & -mask).bit_length() - 1


def nth_bit(mask: int, number: int) -> int:
    """The place of a set bit, numbered from 0 upwards.

    >>> nth_bit(0b1011, 2)
    3
    """
    for _ in range(number):
        mask &= mask - 1
    return lowest_bit(mask)


# Words of bits, for there are more actions than one word has bits. The words of a game
# are from `first` on in a row with those of others; `starts` has the first action of each.


def count_in_words(words: Sequence[int], first: int, starts: tuple[int, ...]) -> int:
    """How many bits are set.

    >>> count_in_words((0b101, 0b1), 0, (0, 60))
    3
    """
    bits = 0
    for word in range(len(starts)):
        bits += count(words[first + word])
    return bits


def nth_in_words(words: Sequence[int], first: int, starts: tuple[int, ...], number: int) -> int:
    """The action of a set bit, numbered from 0 upwards; there must be as many.

    >>> nth_in_words((0b101, 0b1), 0, (0, 60), 2)
    60
    """
    word = 0
    bits = count(words[first])
    while number >= bits:
        number -= bits
        word += 1
        bits = count(words[first + word])
    return starts[word] + nth_bit(words[first + word], number)


def is_set_in_words(words: Sequence[int], first: int, starts: tuple[int, ...], action: int) -> bool:
    """Whether the bit of an action, of any number at all, is set.

    >>> is_set_in_words((0b101, 0b1), 0, (0, 60), 60), is_set_in_words((0b101, 0b1), 0, (0, 60), 1)
    (True, False)
    """
    for word in range(len(starts)):
        bit = action - starts[word]
        if 0 <= bit < 64 and words[first + word] >> bit & 1:
            return True
    return False


# Copies, flags and hashes


def assign_state(states: MutableSequence[P], place: int, state: P) -> P:
    """Write a copy of a position to a place in a row, and return it; compiled, copy the bytes.

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


def flag(condition: bool) -> float:  # noqa: FBT001 (a condition is all it takes)
    """1 if something is so, 0 if it is not.

    >>> flag(2 > 1)
    1.0
    """
    return 1.0 if condition else 0.0


def hash_mix(hashed: int, number: int) -> int:
    """Return a hash of forty bits with one more number mixed in.

    >>> hash_mix(hash_mix(0, 1), 2)
    4194303
    """
    return hashed * _FACTOR + number & _FORTY_BITS
