"""The observation of a position of Bombay: a vector of numbers, as a player sees it.

Seats are in clockwise order from the observing seat, which is always the first.
"""

from __future__ import annotations

from typing import Any, Final

from howdah.envs.observations.schema import ALL, OWN, ObservationLayout, Piece, seats_after
from howdah.games.bombay.board import Board
from howdah.games.bombay.rules import BALES, BASKETS, PALACES
from howdah.games.bombay.state import (
    CITIES,
    COLOURS,
    MARKETS,
    NONE,
    SITES,
    TURN,
    BoardTables,
    State,
)

MOST_SETS: Final = 5
MOST_TURNS: Final = 5
MOST_RUPEES: Final = 1000
"""More than a player can have: 16 turns of 3 stars, none worth more than the 5 of a sale, and a
rupee for each of the 180 steps that four rivals take at most."""
MOST_CLIENTS: Final = 1000
"""More than a player can have."""
CLIENTS_SHOWN: Final = 16
"""As many client tokens as the box holds; without a limit the bank is always shown full."""

BALE: Final = 1 / 5
BASKET: Final = 1 / BASKETS
PALACE: Final = 1 / PALACES
CITY_TOKEN: Final = 1 / 4
RUPEE: Final = 1 / 32
CLIENT: Final = 1 / 8
CLIENT_LEFT: Final = 1 / CLIENTS_SHOWN

# The pieces, by their places in the layout.
TO_PLAY: Final = 0
FIRST_PLAYER: Final = 1
SET_NUMBER: Final = 2
GAME_TURN: Final = 3
STARS: Final = 4
TURN_FLAGS: Final = 5
BAG: Final = 6
STOCK: Final = 7
MARKET: Final = 8
POSTS: Final = 9
PALACE_TOKENS: Final = 10
DEMANDS: Final = 11
CITY_TOKENS_LEFT: Final = 12
CLIENTS_LEFT: Final = 13
AT: Final = 14
BASKETS_CARRIED: Final = 15
PALACES_LEFT: Final = 16
PALACES_AT: Final = 17
RUPEES: Final = 18
CLIENTS: Final = 19
CITY_TOKENS: Final = 20
EXTRA_CITY_TOKENS: Final = 21


def layout_for(players: int, board: Board) -> ObservationLayout:
    """Return the pieces of an observation for a number of players; all boards are as large."""
    sites, cities, colours = len(board.sites), len(CITIES), len(COLOURS)
    return ObservationLayout(
        (
            Piece(
                "to_play", (players,), "whose turn it is; none while chance is due or it is over"
            ),
            Piece("first_player", (players,), "who begins this set"),
            Piece("set_number", (MOST_SETS,), "which set it is"),
            Piece("game_turn", (MOST_TURNS,), "which game turn of the set"),
            Piece("stars", (4,), "how many stars are left: 0 to 3"),
            Piece("turn_flags", (2,), "has bought this turn; a free bale is due"),
            Piece("bag", (colours,), "bales in the bag, by colour", max(BALES), BALE),
            Piece("stock", (colours,), "bales in the markets, by colour", max(BALES), BALE),
            Piece(
                "market", (colours, len(MARKETS)), "the market a colour lies in, if it has bales"
            ),
            Piece("posts", (sites, colours), "the trading post on each site, by its colour"),
            Piece(
                "palace_tokens", (sites, 4), "the token on each site: client, rupees, city, bale"
            ),
            Piece("demands", (cities, 3, colours), "each city's demands, from the top"),
            Piece("city_tokens_left", (cities,), "tokens left in each city", 4, CITY_TOKEN),
            Piece("clients_left", (1,), "client tokens in the bank, 16 at most", 16, CLIENT_LEFT),
            Piece("at", (players, sites), "where each elephant stands"),
            Piece("baskets", (players, colours), "the bales on each elephant", BASKETS, BASKET),
            Piece("palaces_left", (players,), "palaces not yet built", PALACES, PALACE),
            Piece("palaces", (sites, players), "whose palace stands on each site"),
            *_screened_pieces(players),
        )
    )


def _screened_pieces(players: int) -> tuple[Piece, ...]:
    """Return the pieces behind the screens; each has a row for each seat."""
    each, cities = (players,), (players, len(CITIES))
    return (
        Piece("rupees", each, "rupees", MOST_RUPEES, RUPEE, is_behind_screens=True),
        Piece("clients", each, "client tokens", MOST_CLIENTS, CLIENT, is_behind_screens=True),
        Piece("city_tokens", cities, "the cities' own tokens", is_behind_screens=True),
        Piece("extra_city_tokens", each, "from palaces", 8, CITY_TOKEN, is_behind_screens=True),
    )


def score_range(players: int, board: Board) -> tuple[float, float]:
    """Return the lowest and the highest score."""
    return 0.0, MOST_RUPEES


def observe(
    board: BoardTables, state: State, starts: Any, seat: int, visibility: int, vector: Any
) -> None:
    """Write the observation of a seat into a vector of zeros; `starts` is where pieces begin."""
    write_turn(state, starts, seat, vector)
    write_markets(state, starts, vector)
    write_sites(state, starts, seat, vector)
    write_cities(state, starts, vector)
    for other in range(state.players):
        place = seats_after(state.players, seat, other)
        write_elephant(state, starts, other, place, vector)
        if visibility == ALL or (visibility == OWN and other == seat):
            write_screened(state, starts, other, place, vector)


def write_turn(state: State, starts: Any, seat: int, vector: Any) -> None:
    """Write how far the game is, and the bank's client tokens."""
    if state.phase == TURN:
        vector[starts[TO_PLAY] + seats_after(state.players, seat, state.seat)] = 1.0
    vector[starts[FIRST_PLAYER] + seats_after(state.players, seat, state.first_player)] = 1.0
    vector[starts[SET_NUMBER] + state.set_number - 1] = 1.0
    vector[starts[GAME_TURN] + state.game_turn - 1] = 1.0
    vector[starts[STARS] + state.stars] = 1.0
    vector[starts[TURN_FLAGS]] = state.has_bought
    vector[starts[TURN_FLAGS] + 1] = state.take_due
    vector[starts[CLIENTS_LEFT]] = min(state.clients_left, CLIENTS_SHOWN) * CLIENT_LEFT


def write_markets(state: State, starts: Any, vector: Any) -> None:
    """Write where the bales are."""
    for colour in COLOURS:
        vector[starts[BAG] + colour] = state.bag[colour] * BALE
        vector[starts[STOCK] + colour] = state.stock[colour] * BALE
        if state.stock[colour]:
            vector[starts[MARKET] + len(MARKETS) * colour + state.market_of[colour]] = 1.0


def write_sites(state: State, starts: Any, seat: int, vector: Any) -> None:
    """Write what is on the sites."""
    for site in SITES:
        if state.posts[site] != NONE:
            vector[starts[POSTS] + len(COLOURS) * site + state.posts[site]] = 1.0
        if state.palace_tokens[site] != NONE:
            vector[starts[PALACE_TOKENS] + 4 * site + state.palace_tokens[site]] = 1.0
        if state.palaces[site] != NONE:
            owner = seats_after(state.players, seat, state.palaces[site])
            vector[starts[PALACES_AT] + state.players * site + owner] = 1.0


def write_cities(state: State, starts: Any, vector: Any) -> None:
    """Write the demands of the cities, and the tokens they have left."""
    for city in CITIES:
        vector[starts[CITY_TOKENS_LEFT] + city] = state.city_tokens_left[city] * CITY_TOKEN
        for rank in range(3):
            place = 3 * city + rank
            vector[starts[DEMANDS] + len(COLOURS) * place + state.demands[city][rank]] = 1.0


def write_elephant(state: State, starts: Any, seat: int, place: int, vector: Any) -> None:
    """Write what everyone sees of a player."""
    vector[starts[AT] + len(SITES) * place + state.at[seat]] = 1.0
    vector[starts[PALACES_LEFT] + place] = (PALACES - state.palaces_built[seat]) * PALACE
    for colour in COLOURS:
        bales = state.baskets[seat][colour]
        vector[starts[BASKETS_CARRIED] + len(COLOURS) * place + colour] = bales * BASKET


def write_screened(state: State, starts: Any, seat: int, place: int, vector: Any) -> None:
    """Write what a player keeps behind the screen."""
    vector[starts[RUPEES] + place] = state.rupees[seat] * RUPEE
    vector[starts[CLIENTS] + place] = state.clients[seat] * CLIENT
    vector[starts[EXTRA_CITY_TOKENS] + place] = state.extra_city_tokens[seat] * CITY_TOKEN
    for city in CITIES:
        vector[starts[CITY_TOKENS] + len(CITIES) * place + city] = state.city_tokens[seat][city]
