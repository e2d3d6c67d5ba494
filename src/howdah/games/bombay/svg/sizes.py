"""The sizes of things on a wide board and on a tall one, as on a phone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from howdah.games.bombay.board import Kind
from howdah.games.bombay.svg.placement import Box
from howdah.render.cloth import BORDER, NARROW
from howdah.render.geometry import Point
from howdah.render.types import Shape, Size

ELEPHANT: Final = Size(68, 62)
"""The size of an elephant with empty baskets, as it is drawn."""
BODIES: Final[Mapping[Kind, Box]] = {
    "hilltop": Box(-46, -42, 92, 64),
    "city": Box(-45, -40, 90, 75),
    "post": Box(-25, -34, 50, 57),
    "crossroads": Box(-21, -30, 42, 51),
}
"""The room a site needs around 0 0, whatever stands on it."""


@dataclass(frozen=True)
class PlaqueLayout:
    """Where things are on the plaque of a city, from its upper left corner."""

    size: Size
    pay: tuple[Point, ...]
    """The middle of the number that each rank pays, the most first."""
    letters: float
    sign: float
    """How many times larger the coin and the client are than they are drawn."""
    cubes: tuple[Point, ...]
    cube: float
    token: Point
    step: float
    """From a city token to the next."""
    count: Point
    rule: str
    """The line that parts the demands from the city tokens."""


@dataclass(frozen=True)
class StallLayout:
    """The sizes of a market's stall around 0 0, and of the stacks of bolts in it."""

    symbol: str
    size: Size
    floor: float
    bolt: float
    """How many times larger a bolt is than it is drawn."""
    step: float
    """From a bolt to the one on it."""
    stack: float
    """From a stack to the next."""
    letters: float
    price: float
    """How many times larger the price is written than on the map."""
    awning: float
    """The middle of the price, from the middle of the stall."""
    bag: float
    """How many times larger the bag beside the stalls is than it is drawn."""


@dataclass(frozen=True)
class Sizes:
    """What differs between a wide and a tall board, in the units of the drawing."""

    label: float
    """The height of the letters of a site's id."""
    ribbon: float
    """The height of the letters of a city's name."""
    is_roomy: bool
    """Whether the markets stand on the map, and small letters beside ribbons, cubes and bales."""
    plaque: PlaqueLayout
    stall: StallLayout
    elephant: float
    """How many times larger an elephant is than it is drawn."""
    bale: float
    """How many times larger a bale in a basket is than it is drawn."""
    badge: float
    """How many times larger the badge of a cost is than it is drawn."""
    shore: float
    """How far the sea keeps from the sites."""
    border: float
    touch: float
    """The radius of what can be touched: at least 22 of a browser's pixels."""


WIDE: Final = Sizes(
    label=12,
    ribbon=13,
    is_roomy=True,
    plaque=PlaqueLayout(
        size=Size(70, 88),
        pay=(Point(11, 18.5), Point(11, 39.5), Point(11, 60.5)),
        letters=15,
        sign=0.75,
        cubes=(Point(37.5, 7), Point(37.5, 28), Point(37.5, 49)),
        cube=0.9,
        token=Point(14, 77.5),
        step=7,
        count=Point(55, 82),
        rule="M5 66.5H65",
    ),
    stall=StallLayout(
        symbol="stall",
        size=Size(128, 96),
        floor=26,
        bolt=1,
        step=10,
        stack=29,
        letters=12.5,
        price=1,
        awning=-42.5,
        bag=1.5,
    ),
    elephant=0.84,
    bale=1,
    badge=1,
    shore=58,
    border=BORDER,
    touch=34,
)
TALL: Final = Sizes(
    label=15.5,
    ribbon=15.5,
    is_roomy=False,
    plaque=PlaqueLayout(
        size=Size(132, 52),
        pay=(Point(12, 18), Point(43, 18), Point(73, 18)),
        letters=17.5,
        sign=0.85,
        cubes=(Point(8, 27), Point(39, 27), Point(76, 27)),
        cube=1.15,
        token=Point(115, 14),
        step=2,
        count=Point(119, 42),
        rule="M105.5 5V47",
    ),
    stall=StallLayout(
        symbol="stall-wide",
        size=Size(162, 98),
        floor=27,
        bolt=1.3,
        step=9,
        stack=39,
        letters=16,
        price=1.2,
        awning=-35.5,
        bag=1.55,
    ),
    elephant=0.7,
    bale=1.3,
    badge=1.2,
    shore=40,
    border=NARROW,
    touch=31.5,
)
SIZES: Final[Mapping[Shape, Sizes]] = {"wide": WIDE, "tall": TALL}

TALL_MAP: Final = Size(532, 657)
"""A phone's map; with its border it is 550 wide, so that 62 units are 44 pixels of 390."""
MARKET_ROW: Final = Size(550, 100)
"""The row of markets that a phone shows under its map."""


def ring_size(kind: Kind, sizes: Sizes) -> Size:
    """The half axes of the ring around a site: wide enough for what stands there, and a finger."""
    return Size(max(sizes.touch, BODIES[kind].width / 2 + 10), max(sizes.touch, 34))
