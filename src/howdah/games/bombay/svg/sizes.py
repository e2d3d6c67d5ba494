"""The sizes of things on a wide board and on a tall one, as on a phone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from howdah.render.types import Shape, Size


@dataclass(frozen=True)
class Sizes:
    """What differs between a wide and a tall board, in the units of the drawing."""

    label: float
    """The height of the letters of a site's id."""
    ribbon: float
    """The height of the letters of a city's name."""
    has_marks: bool
    """Whether small letters stand beside ribbons, cubes and bales."""
    plaque: Size
    elephant: float
    """How many times larger an elephant is than it is drawn."""
    bale: float
    """How many times larger a bale in a basket is than it is drawn."""
    badge: float
    """How many times larger the badge of a cost is than it is drawn."""
    shore: float
    """How far the sea keeps from the sites."""
    has_markets: bool
    """Whether the markets stand on the map."""
    border: float
    touch: float
    """The radius of what can be touched: at least 22 of a browser's pixels."""


WIDE: Final = Sizes(
    label=12,
    ribbon=13,
    has_marks=True,
    plaque=Size(70.0, 88.0),
    elephant=0.88,
    bale=1,
    badge=1,
    shore=58,
    has_markets=True,
    border=21,
    touch=34,
)
TALL: Final = Sizes(
    label=15.5,
    ribbon=15.5,
    has_marks=False,
    plaque=Size(132, 52),
    elephant=0.7,
    bale=1.3,
    badge=1.2,
    shore=40,
    has_markets=False,
    border=9,
    touch=31.5,
)
SIZES: Final[Mapping[Shape, Sizes]] = {"wide": WIDE, "tall": TALL}

TALL_MAP: Final = Size(532, 657)
"""A phone's map; with its border it is 550 wide, so that 62 units are 44 pixels of 390."""
