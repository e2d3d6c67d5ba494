"""The playout policy of Bombay: sell where it pays, buy, walk to the nearest useful site.

It is kept simple: `guided` is the baseline that the champion is compared with.
"""

from __future__ import annotations

from typing import Any, Final

from howdah.fast.kernel import GameKernel
from howdah.fast.primitives import count, lowest_bit, nth_bit
from howdah.fast.rng import Chance, next_chance, randbelow
from howdah.games.bombay.rules import (
    BASKETS,
    BUILD,
    BUY,
    END,
    SELL,
    STARS,
    WAIT,
    demand_rank,
    legal_actions,
)
from howdah.games.bombay.state import COLOURS, NONE, RESTOCK_DUE, SITES, BoardTables, State

RANDOM_ONE_IN: Final = 10
"""One action in so many is any legal one."""
PAYS: Final = 2
"""A demand of this rank does not pay if a better one is left elsewhere: one sells half the time."""
FAR: Final = 99

HOT: Final = ("next_action",)


def next_action(
    kernel: GameKernel, board: BoardTables, distances: Any, state: State, chance: Chance
) -> tuple[int, Chance]:
    """Return what is played next, draws included; and the chance to come."""
    if state.phase == RESTOCK_DUE:
        return kernel.random_action(board, state, chance)
    legal = legal_actions(board, state)
    if state.take_due or randbelow(chance, RANDOM_ONE_IN) == 0:
        chance = next_chance(chance[0])
        return nth_bit(legal, randbelow(chance, count(legal))), next_chance(chance[0])
    coin = chance[1] & 1
    return heuristic_action(board, distances, state, legal, coin), next_chance(chance[0])


def heuristic_action(
    board: BoardTables, distances: Any, state: State, legal: int, coin: int
) -> int:
    """Return a sale, a purchase, a palace where a token lies, or a step."""
    sales = legal >> SELL & 15
    if sales:
        colour = best_sale(board, state, sales)
        city = board.city_at[state.at[state.seat]]
        if coin or demand_rank(state, city, COLOURS[colour]) < PAYS:
            return SELL + colour
    if legal >> BUY & 1:
        return BUY
    builds = legal >> BUILD & 15
    if builds and coin and state.palace_tokens[state.at[state.seat]] != NONE:
        return BUILD + lowest_bit(builds)
    step = next_step(board, distances, state, legal)
    if step != NONE:
        return step
    return WAIT if state.stars == STARS else END


def best_sale(board: BoardTables, state: State, sales: int) -> int:
    """Return the colour that the city wants most, of those that can be sold."""
    for colour in state.demands[board.city_at[state.at[state.seat]]]:
        if sales >> colour & 1:
            return int(colour)
    return lowest_bit(sales)


def next_step(board: BoardTables, distances: Any, state: State, legal: int) -> int:
    """Return the move towards the nearest useful site; NONE if there is none."""
    seat = state.seat
    here = state.at[seat]
    goal, nearest = NONE, FAR
    for site in SITES:
        distance = distances[here][site]
        if 0 < distance < nearest and is_useful(board, state, site):
            goal, nearest = int(site), distance
    if goal == NONE:
        return NONE
    for site in SITES:
        if legal >> site & 1 and distances[site][goal] + board.stars_to_enter[site] == nearest:
            return int(site)
    return NONE


def is_useful(board: BoardTables, state: State, site: int) -> bool:
    """Return whether a site is a city that wants a bale, or a post where one can be bought."""
    seat = state.seat
    city = board.city_at[site]
    if city != NONE:
        for rank in range(PAYS):
            if state.baskets[seat][state.demands[city][rank]]:
                return True
        return False
    post = state.posts[site]
    return (
        post != NONE
        and state.stock[post] > 0
        and state.load[seat] < BASKETS
        and state.rupees[seat] > 0
    )
