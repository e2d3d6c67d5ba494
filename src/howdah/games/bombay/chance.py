"""Every draw a bag can give, with its exact weight; there are never more than ninety."""

from __future__ import annotations

from functools import lru_cache
from math import comb, prod

from howdah.games.bombay.rules import bales_to_draw, bales_to_draw_from
from howdah.games.bombay.state import COLOURS, State

Bag = tuple[int, int, int, int]


@lru_cache(maxsize=4096)
def draws_from(bag: Bag, bales: int) -> tuple[tuple[int, int], ...]:
    """Each draw of some bales, as the rules number it, with the number of ways to draw it.

    The draws ascend by their number.

    >>> draws_from((1, 1, 0, 0), 1)
    ((1, 1), (8, 1))
    """
    found = []
    y, p, b, o = bag
    for orange in range(min(o, bales) + 1):
        for blue in range(min(b, bales - orange) + 1):
            for purple in range(min(p, bales - orange - blue) + 1):
                yellow = bales - orange - blue - purple
                if yellow <= y:
                    counts = (yellow, purple, blue, orange)
                    draw = sum(count << 3 * colour for colour, count in enumerate(counts))
                    found.append((draw, prod(map(comb, bag, counts))))
    return tuple(found)


def draws_due(state: State) -> tuple[tuple[int, int], ...]:
    """The draws that the restock of a state can have, with their weights."""
    yellow, purple, blue, orange = (bales_to_draw_from(state, c) for c in COLOURS)
    return draws_from((yellow, purple, blue, orange), bales_to_draw(state))
