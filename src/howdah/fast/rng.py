"""Random numbers for playouts: a counter, mixed (SplitMix64), with a key for every playout.

A playout's numbers follow from the seed and its own number alone, so they are the same in any
order and on any count of threads. Every game that a person plays is dealt by
`howdah.core.rng` instead, whose draws anyone can verify.

All functions but `seed_key` compile as they are. Keys are words of 64 bits without a sign,
and every constant that meets one has its highest bit set, for then the compiler takes it for
such a word too; what leaves is a number of 31 bits.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final

WORD: Final = 0xFFFF_FFFF_FFFF_FFFF
Chance = tuple[int, int]
"""A key, and the number of 31 bits that follows from it: mixed early, ready when it is needed."""
GOLDEN: Final = 0x9E37_79B9_7F4A_7C15
"""The step of the counter: odd, so that it takes every value before one repeats."""


def mix(key: int) -> int:
    """Return a word in which every bit depends on every bit of the key."""
    key = (key ^ key >> 30) * 0xBF58_476D_1CE4_E5B9 & WORD
    key = (key ^ key >> 27) * 0x94D0_49BB_1331_11EB & WORD
    return key ^ key >> 31


def next_key(key: int) -> int:
    """One step of the counter."""
    return key + GOLDEN & WORD


def next_chance(key: int) -> Chance:
    """Return the next key, and the number that follows from it."""
    key = next_key(key)
    return key, mix(key) >> 33 & 0x7FFF_FFFF


def randbelow(chance: Chance, limit: int) -> int:
    """Return the number of a chance as one from 0 to limit - 1, each as likely to one in 2**31.

    >>> randbelow(next_chance(7), 6)
    2
    """
    return chance[1] * limit >> 31


def seed_key(seed: int | str, number: int = 0) -> int:
    """Return the counter of a seed before the playout with a number.

    >>> seed_key(1, 2) == next_key(next_key(seed_key("1")))
    True
    """
    start = int.from_bytes(sha256(str(seed).encode()).digest()[:8], "big")
    return start + number * GOLDEN & WORD
