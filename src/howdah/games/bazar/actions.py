"""Actions as objects and as text: say it, parse it, print it back.

`str` gives the text of the record, `repr` the code that makes the object.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from howdah.core.errors import InvalidAction
from howdah.core.jsonio import quote
from howdah.games.bazar.tiles import (
    CHORDS,
    DESIGN_NAMES,
    DESIGN_OF,
    ORIENTATIONS,
    ROTATION_OF,
    SLIM,
    rotate,
)


@dataclass(frozen=True, slots=True, repr=False)
class Place:
    """Place a tile of a design at one's own tip, turned by so many sixths clockwise.

    >>> Place('01-24', 3)
    Place('01-24', 3)
    >>> str(Place('01-24', 3))
    'place 01-24 3'
    """

    design: str
    rotation: int

    def __str__(self) -> str:
        return f"place {self.design} {self.rotation}"

    def __repr__(self) -> str:
        return f"Place({self.design!r}, {self.rotation})"


@dataclass(frozen=True, slots=True)
class EndPiece:
    """Place the end piece; only a blocked player may."""

    def __str__(self) -> str:
        return "end-piece"


Action = Place | EndPiece

ACTIONS: Final[tuple[Action, ...]] = (
    *(Place(DESIGN_NAMES[DESIGN_OF[tile]], ROTATION_OF[tile]) for tile in ORIENTATIONS),
    EndPiece(),
)
"""Every action, by its number in the rules: the order in which legal actions are listed."""

CODES: Final = {action: code for code, action in enumerate(ACTIONS)}
_TEXTS: Final = {str(action): action for action in ACTIONS}
_FORMS: Final = f"place DESIGN ROTATION, end-piece; DESIGN is one of {', '.join(DESIGN_NAMES)}"


def parse_action(text: str) -> Action:
    """The action a text stands for; the text must be exact.

    >>> parse_action("place 01-24 3")
    Place('01-24', 3)
    """
    try:
        return _TEXTS[text]
    except KeyError:
        raise InvalidAction(_what_is_wrong(text)) from None


def _what_is_wrong(text: str) -> str:
    """The same orientation has another name, or the text is no action at all."""
    form = re.fullmatch(r"place ([0-5-]+) ([0-5])", text)
    if form is None or form[1] not in DESIGN_NAMES:
        return f"{quote(text)} is not an action; an action is exactly one of: {_FORMS}."
    base = CHORDS[CODES[Place(form[1], 0)]]
    turned = rotate(base, int(form[2]))
    smallest = next(r for r in range(6) if rotate(base, r) == turned)
    return (
        f"{quote(text)} is not an action: the smallest rotation names an orientation, "
        f"so it is 'place {form[1]} {smallest}'."
    )


@lru_cache(maxsize=1 << 16)
def actions_in(slim: int, full: int) -> tuple[Action, ...]:
    """The actions in the two masks of legal ones, in the order of the rules.

    The same masks come again and again, so they are remembered.
    """
    legal = slim | full << SLIM
    return tuple(action for code, action in enumerate(ACTIONS) if legal >> code & 1)
