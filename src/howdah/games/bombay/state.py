"""The position of a game of Bombay, its schema written once, and the board as the rules see it.

Everything is a whole number or a list of them, so the same rules run here and compiled. The
`Annotated` lengths, and bits where eight are not enough, are the schema: any other layout of
the state is derived from them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, NamedTuple, NewType

from howdah.core.state import Bits, Position

Seat = NewType("Seat", int)
Site = NewType("Site", int)
City = NewType("City", int)
Colour = NewType("Colour", int)
Market = NewType("Market", int)
PalaceToken = NewType("PalaceToken", int)

NONE: Final = -1
"""No post, no token, no palace, no city: the empty place in every table of the state."""

SEATS: Final = tuple(Seat(number) for number in range(5))
SITES: Final = tuple(Site(number) for number in range(24))
CITIES: Final = tuple(City(number) for number in range(4))

YELLOW: Final = Colour(0)
PURPLE: Final = Colour(1)
BLUE: Final = Colour(2)
ORANGE: Final = Colour(3)
COLOURS: Final = (YELLOW, PURPLE, BLUE, ORANGE)

LEFT: Final = Market(0)
MIDDLE: Final = Market(1)
RIGHT: Final = Market(2)
MARKETS: Final = (LEFT, MIDDLE, RIGHT)

NO_TOKEN: Final = PalaceToken(NONE)
CLIENT: Final = PalaceToken(0)
RUPEES: Final = PalaceToken(1)
CITY: Final = PalaceToken(2)
BALE: Final = PalaceToken(3)

RESTOCK_DUE: Final = 0
TURN: Final = 1
OVER: Final = 2

PerSeat = Annotated[list[int], len(SEATS)]
PerColour = Annotated[list[int], len(COLOURS)]
PerCity = Annotated[list[int], len(CITIES)]


class BoardTables(NamedTuple):
    """A board as the rules see it: only numbers, derived from the board file."""

    start: Site
    reach: Annotated[tuple[tuple[int, ...], ...], 4, len(SITES), Bits(32)]
    """`reach[stars][site]`: the sites one trail away that the stars can pay, as a bit mask."""
    stars_to_enter: Annotated[tuple[int, ...], len(SITES)]
    city_at: Annotated[tuple[City, ...], len(SITES)]


@dataclass(slots=True)
class State(Position):
    """A position: `rules` changes it, nothing else does.

    >>> State.schema()["stars"], State.schema()["rupees"], State.schema()["demands"]
    ((), (5,), (4, 3))
    """

    players: int
    phase: int
    set_number: int
    game_turn: int
    first_player: Seat
    seat: Seat
    """Whose turn it is; before a restock, who will begin the set."""
    stars: int
    has_bought: int
    take_due: int
    clients_left: Annotated[int, Bits(16)]

    bag: PerColour
    stock: PerColour
    """Bales of each colour in the markets; a colour without any has its posts closed."""
    market_of: Annotated[list[Market], len(COLOURS)]

    at: Annotated[list[Site], len(SEATS)]
    rupees: Annotated[list[int], len(SEATS), Bits(16)]
    clients: PerSeat
    palaces_built: PerSeat
    extra_city_tokens: PerSeat
    city_tokens: Annotated[list[list[int]], len(SEATS), len(CITIES)]
    load: PerSeat
    """How many bales each elephant carries: the sum of its row of `baskets`."""
    baskets: Annotated[list[list[int]], len(SEATS), len(COLOURS)]

    posts: Annotated[list[Colour], len(SITES)]
    palace_tokens: Annotated[list[PalaceToken], len(SITES)]
    palaces: Annotated[list[Seat], len(SITES)]
    demands: Annotated[list[list[Colour]], len(CITIES), 3]
    city_tokens_left: PerCity
