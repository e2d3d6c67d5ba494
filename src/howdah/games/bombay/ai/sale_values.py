"""What a bale of Bombay brings at each site, sold or spent on a palace, and the best way there.

All of it is compiled. `bale_values[colour][site]` holds what a bale of a colour brings at a
site, in rupees, and `distances[site][there]` the stars of the way.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from howdah.fast.primitives import count
from howdah.games.bombay.rules import PALACES, SALE_CLIENTS, SALE_RUPEES, STARS
from howdah.games.bombay.scoring import reputation
from howdah.games.bombay.state import (
    BALE,
    CITY,
    CLIENT,
    COLOURS,
    NONE,
    PURPLE,
    RUPEES,
    SITES,
    YELLOW,
    BoardTables,
    Seat,
    Site,
    State,
)

Distances = tuple[tuple[int, ...], ...]


@lru_cache(maxsize=8)
def all_distances(board: BoardTables) -> Distances:
    """Return the stars of the shortest way by `[start][end]`.

    >>> from howdah.games.bombay.board_files import BOARDS
    >>> deccan = BOARDS.get("deccan")
    >>> all_distances(deccan.tables)[deccan.number_of["D1"]][deccan.number_of["D3"]]
    2
    """
    stars = [_neighbour_distances(board, start) for start in SITES]
    for via in SITES:
        for row in stars:
            for end in SITES:
                row[end] = min(row[end], row[via] + stars[via][end])
    return tuple(map(tuple, stars))


def _neighbour_distances(board: BoardTables, start: Site) -> list[int]:
    """Return the stars to the neighbours; to other sites more than any way takes."""
    neighbours, too_many = board.reach[-1][start], sum(board.stars_to_enter)
    stars = [board.stars_to_enter[site] if neighbours >> site & 1 else too_many for site in SITES]
    stars[start] = 0
    return stars


# Estimates in rupees, set by hand; the network corrects them.
STAR: Final = 0.55
"""What a star earns on the way through a game."""
EMPIRE_POINT: Final = (0.0, 0.0, 0.6, 0.9, 1.1, 1.1)
"""A palace or a client, by the number of players."""
CITY_TOKEN: Final = (0.8, 1.5, 2.6, 3.2, 0.0)
"""A city token, by how many one has."""
FREE_BALE: Final = 2.0
TOLL: Final = 0.01
"""What a palace earns for each trail to it, in each turn to come, from each rival."""
NO_USE: Final = -50.0
"""The value where a bale can neither be sold nor spent."""


def write_bale_values(
    board: BoardTables, state: State, seat: Seat, turns: int, bale_values: Any
) -> None:
    """Write what a bale of each colour brings at each site, sold or spent on a palace."""
    point = EMPIRE_POINT[state.players]
    token = CITY_TOKEN[min(reputation(state, seat), 4)]
    can_build = state.palaces_built[seat] < PALACES
    for site in SITES:
        palace = NO_USE
        city = board.city_at[site]
        if can_build and city == NONE and state.posts[site] == NONE and state.palaces[site] == NONE:
            palace = point + token_value(state, site, point, token)
            palace += count(board.reach[STARS][site]) * turns * (state.players - 1) * TOLL
        for colour in COLOURS:
            bale_values[colour][site] = palace
        if city != NONE:
            bonus = 0.0
            if state.city_tokens_left[city] and not state.city_tokens[seat][city]:
                bonus = token
            for rank in range(3):
                colour = state.demands[city][rank]
                clients = SALE_CLIENTS[rank] + (colour == PURPLE)
                rupees = SALE_RUPEES[rank] + (colour == YELLOW)
                bale_values[colour][site] = rupees + clients * point + bonus


def token_value(state: State, site: int, point: float, city_token: float) -> float:
    """Return the value of the palace token of a site to the seat that builds there."""
    token = state.palace_tokens[site]
    if token == CLIENT:
        return point
    if token == RUPEES:
        return 2.0
    if token == CITY:
        return city_token
    return FREE_BALE if token == BALE else 0.0


def best_delivery(distances: Any, bale_values: Any, site: int, colour: int, stars: int) -> float:
    """Return what the best use of one bale brings, less its stars; 0 if none pays."""
    best = 0.0
    for there in SITES:
        taken = distances[site][there] + 1
        net = bale_values[colour][there] - STAR * taken
        if net > best and taken <= stars:
            best = net
    return best


def best_deliveries(
    distances: Any, bale_values: Any, site: int, one: int, other: int, stars: int
) -> float:
    """Return what two bales bring less the stars, the first of them used first."""
    best = 0.0
    for there in SITES:
        taken = distances[site][there] + 1
        net = bale_values[one][there] - STAR * taken
        if net > -3.0 and taken <= stars:
            net += best_delivery(distances, bale_values, there, other, stars - taken)
            best = max(best, net)
    return best


def best_sale(
    board: BoardTables, distances: Any, bale_values: Any, site: int, colour: int, stars: int
) -> float:
    """Return what the best sale of one bale brings, less its stars; 0 if none pays."""
    best = 0.0
    for there in SITES:
        taken = distances[site][there] + 1
        net = bale_values[colour][there] - STAR * taken
        if board.city_at[there] != NONE and net > best and taken <= stars:
            best = net
    return best
