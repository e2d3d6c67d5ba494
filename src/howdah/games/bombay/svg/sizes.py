"""The sizes of things on a wide board and on a tall one, as on a phone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

from howdah.games.bombay.board import Kind
from howdah.games.bombay.svg.placement import Box
from howdah.render.cloth import BORDER, NARROW
from howdah.render.geometry import Point
from howdah.render.types import Shape, Size

BODIES: Final[Mapping[Kind, Box]] = {
    "hilltop": Box(-46, -42, 92, 64),
    "city": Box(-45, -40, 90, 75),
    "post": Box(-25, -34, 50, 57),
    "crossroads": Box(-21, -30, 42, 51),
}
"""The room a site needs around 0 0, whatever stands on it."""
TOKENS: Final[Mapping[Kind, tuple[Box, ...]]] = {
    "hilltop": (Box(-18, -1, 36, 17), Box(-20, -22, 40, 19), Box(-14, -50, 28, 28)),
    "city": (),
    "post": (Box(-25, -26, 50, 48), Box(-9, -37, 18, 11)),
    "crossroads": (Box(-20, -18, 40, 37), Box(-8, -31, 16, 13)),
}
"""What has to be seen there: the stars of a hill, a trading post, a palace token, a palace."""


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
    shield: float
    """The height of the letter on the shield of a trading post."""
    is_roomy: bool
    """Whether the markets stand on the map, and small letters beside ribbons and cubes."""
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
    """The radius of what can be touched: at least 22 of a browser's pixels, also on a phone where
    the buttons of a turn leave less room for the map."""


WIDE: Final = Sizes(
    label=12,
    ribbon=13,
    shield=11,
    is_roomy=True,
    plaque=PlaqueLayout(
        size=Size(130, 49),
        pay=(Point(11, 17), Point(43, 17), Point(72, 17)),
        letters=15,
        sign=0.75,
        cubes=(Point(5, 24), Point(37, 24), Point(72, 24)),
        cube=0.9,
        token=Point(114, 13),
        step=2,
        count=Point(117, 40),
        rule="M105 5V44",
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
    elephant=0.8,
    bale=1.15,
    badge=1,
    shore=58,
    border=BORDER,
    touch=34,
)
TALL: Final = Sizes(
    label=16.5,
    ribbon=16.5,
    shield=13.5,
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
    elephant=0.66,
    bale=1.3,
    badge=1.0,
    shore=40,
    border=NARROW,
    touch=38,
)
SIZES: Final[Mapping[Shape, Sizes]] = {"wide": WIDE, "tall": TALL}

BadgeForm = Literal["short", "long", "stacked"]
BADGES: Final[Mapping[BadgeForm, Size]] = {
    "short": Size(38, 22),
    "long": Size(78, 22),
    "stacked": Size(44, 40),
}
"""The badge of a move with its stars, and two that say more, in one row and in two."""
RING: Final = 34.0
TALL_MAP: Final = Size(567, 711)
"""A phone's map; with its border it is 585 wide, so that 66 units are 44 pixels of 390."""
MARKET_ROW: Final = Size(550, 100)
"""The row of markets that a phone shows under its map."""


def ring_size(kind: Kind) -> Size:
    """The half axes of the ring around a site: wide enough for what stands there."""
    return Size(max(RING, BODIES[kind].width / 2 + 10), RING)


def touch_size(kind: Kind, sizes: Sizes) -> Size:
    """The half axes of what a finger finds of a site that may be entered: at least its ring."""
    return Size(*(max(sizes.touch, length) for length in ring_size(kind)))
