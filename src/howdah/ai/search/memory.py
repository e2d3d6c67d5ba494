"""The rows that a search works in: arrays when compiled, lists when interpreted."""

from __future__ import annotations

from typing import Any, Final

from howdah.ai.search.deep import MOST_ACTIONS, MOST_TURNS, Desk
from howdah.ai.search.tree import LONGEST_PATH, Tree, clear

ROOM: Final = {True: 1 << 20, False: 1 << 15}
"""How many nodes a tree has room for, compiled and interpreted."""


def new_tree(seats: int, *, is_compiled: bool) -> Tree:
    """An empty tree with room for many nodes."""
    room = ROOM[is_compiled]
    whole = numbers if is_compiled else _list_of_numbers
    tree = Tree(
        size=whole(1),
        move=whole(room),
        first=whole(room),
        sibling=whole(room),
        visits=whole(room),
        prior=fractions((room,), is_compiled=is_compiled),
        sums=fractions((room, seats), is_compiled=is_compiled),
        path=whole(LONGEST_PATH),
    )
    clear(tree)
    return tree


def numbers(length: int) -> Any:
    """A row of whole numbers."""
    import numpy as np

    return np.zeros(length, np.int64)


def _list_of_numbers(length: int) -> Any:
    return [0] * length


def fractions(lengths: tuple[int, ...], *, is_compiled: bool) -> Any:
    """A row, or a table, of fractions."""
    if is_compiled:
        import numpy as np

        return np.zeros(lengths)
    if len(lengths) == 1:
        return [0.0] * lengths[0]
    return [[0.0] * lengths[1] for _ in range(lengths[0])]


def new_desk(kit: Any, mind: Any, units: int, *, is_compiled: bool) -> Desk:
    """A desk to work at."""
    whole = numbers if is_compiled else _list_of_numbers
    seats, turns = kit.SEAT_COUNT, MOST_TURNS + 1
    return Desk(
        worth=fractions((seats,), is_compiled=is_compiled),
        inputs=fractions((mind.INPUTS,), is_compiled=is_compiled),
        units=fractions((units,), is_compiled=is_compiled),
        sketch=fractions(mind.SKETCH, is_compiled=is_compiled),
        words=whole(len(kit.WORD_STARTS) * (MOST_ACTIONS + 1)),
        partial=whole(MOST_ACTIONS + 1),
        moves=whole(turns),
        footprints=whole(turns),
        worlds=whole(turns),
        gains=fractions((turns, seats), is_compiled=is_compiled),
        worths=fractions((turns, seats), is_compiled=is_compiled),
    )
