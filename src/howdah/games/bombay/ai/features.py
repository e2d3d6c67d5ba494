"""What the champion sees in a position of Bombay: the inputs of its network, seat by seat.

A position is looked at between turns. Journeys are what matters most: where the bales on the
elephant go, what could be bought and carried on, each less the stars that it takes.
"""

from __future__ import annotations

from typing import Any, Final

from howdah.ai.search.evaluation import FeatureBuffers
from howdah.ai.search.puct import PuctConfig
from howdah.fast.primitives import count, flag, hash_mix
from howdah.games.bombay.ai import sale_values
from howdah.games.bombay.ai.distances import distances
from howdah.games.bombay.ai.sale_values import (
    STAR,
    best_outlet,
    best_outlets,
    best_sale,
    write_outlets,
)
from howdah.games.bombay.rules import (
    BASKETS,
    BUY_RUPEES,
    BUY_STARS,
    END,
    PALACES,
    PLANS,
    STARS,
)
from howdah.games.bombay.scoring import empire, empire_prize, reputation, reputation_prize
from howdah.games.bombay.state import (
    CITIES,
    COLOURS,
    NONE,
    SITES,
    TURN,
    BoardTables,
    Seat,
    State,
)

SETTINGS: Final = PuctConfig(exploration=1.0, width=24, temperature=0.06)
PARTS: Final = (sale_values,)
INPUTS: Final = 64
FLOAT_SCRATCH: Final = (8, len(SITES))
"""The room for outlets of each colour, by site."""
INT_SCRATCH: Final = 1

FIRST_GUESS: Final = {
    1: 24.0,
    42: 7.0,
    46: 5.0,
    47: 2.0,
    19: 6.0,
    28: 0.0,
    29: 0.8,
    30: 2.3,
    31: 4.9,
    32: 8.0,
    40: 5.0,
}
"""What the network began with, before it learnt anything: rupees for some of its inputs."""
USUAL_STARS: Final = 2
USUAL_PRICE: Final = 1
"""What a bale costs after a restock, which nobody can foresee."""


def guide(board: BoardTables) -> tuple[tuple[int, ...], ...]:
    """How far it is from any site to any other."""
    return distances(board)


def turn_continues(state: State, seat: Seat) -> bool:
    """Whether the turn that a seat has begun is not over."""
    return state.phase == TURN and state.seat == seat


def is_candidate(state: State, action: int) -> bool:
    """To wait is always better than to end a turn that has not begun."""
    return action != END or state.stars < STARS


def turn_hash(state: State, seat: Seat, move: int) -> int:
    """A number that two turns of a seat share if they come to the same."""
    mixed = shared_state_hash(state, move)
    mixed = hash_mix(mixed, state.at[seat])
    for other in range(state.players):
        mixed = hash_mix(mixed, state.rupees[other])
    for colour in COLOURS:
        mixed = hash_mix(mixed, state.baskets[seat][colour])
    return mixed


def shared_state_hash(state: State, move: int) -> int:
    """A number that two positions share if markets, demands and palaces are alike.

    What others will gain follows from little else that a turn can change.
    """
    mixed = int(state.phase)
    for colour in COLOURS:
        mixed = hash_mix(mixed, state.stock[colour])
    for city in CITIES:
        for colour in state.demands[city]:
            mixed = hash_mix(mixed, colour)
    for site in SITES:
        mixed = hash_mix(mixed, state.palaces[site])
    return mixed


def current_score(state: State, seat: Seat) -> float:
    """The rupees that a seat has."""
    return float(state.rupees[seat])


def turns_left(state: State) -> float:
    """How many game turns are still to come."""
    plan = PLANS[state.players]
    return float(
        (plan.sets - state.set_number) * plan.game_turns + plan.game_turns - state.game_turn + 1
    )


def is_due(state: State, seat: Seat) -> bool:
    """Whether a seat still plays in this game turn."""
    return place_of(state, seat) >= place_of(state, state.seat)


def place_of(state: State, seat: Seat) -> int:
    """The place of a seat in the order of play."""
    ahead = seat - state.first_player
    return ahead if ahead >= 0 else ahead + state.players


# The inputs


def survey(board: BoardTables, guide: Any, state: State, sheet: FeatureBuffers) -> None:
    """Nothing here is the same for all seats."""


def survey_before_turns(
    board: BoardTables, guide: Any, state: State, sheet: FeatureBuffers
) -> None:
    """Turns have too little in common."""


def survey_after_turn(board: BoardTables, guide: Any, state: State, sheet: FeatureBuffers) -> None:
    """Look at everything that a turn has led to."""
    survey(board, guide, state, sheet)


def write_inputs(
    board: BoardTables, guide: Any, state: State, seat: Seat, sheet: FeatureBuffers
) -> None:
    """What a seat's prospects follow from, as the inputs of the network."""
    inputs, float_scratch = sheet.inputs, sheet.float_scratch
    for place in range(INPUTS):
        inputs[place] = 0.0
    plan = PLANS[state.players]
    in_set = plan.game_turns - state.game_turn + is_due(state, seat)
    turns = in_set + (plan.sets - state.set_number) * plan.game_turns
    write_outlets(board, state, seat, turns, float_scratch)
    write_clock(state, seat, in_set, turns, inputs)
    write_purse(state, seat, turns, inputs)
    write_standing(board, state, seat, turns, inputs)
    write_journeys(board, guide, state, seat, in_set, turns, inputs, float_scratch)
    write_sights(board, guide, state, seat, inputs)


def write_clock(state: State, seat: Seat, in_set: int, turns: int, inputs: Any) -> None:
    """How much time is left: inputs 0 to 11."""
    inputs[0] = 1.0
    inputs[1] = turns / 16.0
    inputs[2] = 1.0 / (1.0 + turns)
    inputs[3] = in_set / 4.0
    inputs[4 + min(in_set, 4)] = 1.0
    before = place_of(state, seat) - place_of(state, state.seat)
    if before < 0:
        before += state.players
    inputs[9] = before / 4.0
    inputs[10] = flag(before == 0)
    inputs[11] = flag(turns == 0)


def write_purse(state: State, seat: Seat, turns: int, inputs: Any) -> None:
    """Rupees to buy with, and the load: inputs 12 to 18."""
    rupees = state.rupees[seat]
    inputs[12] = flag(rupees == 0)
    inputs[13] = flag(rupees == 1)
    inputs[14] = min(rupees, 8) / 8.0
    inputs[15] = flag(state.load[seat] == 1)
    inputs[16] = flag(state.load[seat] == 2)
    inputs[17] = inputs[12] * turns / 16.0
    inputs[18] = flag(state.load[seat] > turns)


def write_standing(board: BoardTables, state: State, seat: Seat, turns: int, inputs: Any) -> None:
    """Empire, reputation and tolls: inputs 19 to 41."""
    own = empire(state, seat)
    ahead, level, best, near = 0, 0, 0, 0
    for other in range(state.players):
        if other != seat:
            theirs = empire(state, Seat(other))
            ahead += theirs > own
            level += theirs == own
            best = max(best, theirs)
            near += abs(theirs - own) <= 1
    inputs[19] = own / 8.0
    inputs[20] = (own - best) / 8.0
    inputs[21] = ahead / 4.0
    inputs[22] = level / 4.0
    inputs[23] = near / 4.0
    prize = float(empire_prize(state, seat))
    inputs[24] = prize / 8.0
    inputs[25] = prize / 8.0 / (1.0 + turns)
    inputs[26] = (PALACES - state.palaces_built[seat]) / 5.0
    inputs[27] = min(max(own - best, -3), 3) / 3.0 / (1.0 + turns)
    tokens = min(reputation(state, seat), 4)
    inputs[28 + tokens] = 1.0
    inputs[33] = reputation_prize(state, seat) / 8.0
    inputs[34] = inputs[33] / (1.0 + turns)
    wanted = 0
    for city in CITIES:
        wanted += state.city_tokens_left[city] > 0 and not state.city_tokens[seat][city]
    inputs[35] = wanted / 4.0
    inputs[36] = min(wanted, 4 - tokens) / 4.0
    inputs[37] = tokens / 4.0 * turns / 16.0
    inputs[38] = flag(tokens == 3) * turns / 16.0
    trails = 0
    for site in SITES:
        if state.palaces[site] == seat:
            trails += count(board.reach[STARS][site])
    inputs[39] = trails / 16.0
    inputs[40] = trails * turns / 256.0
    inputs[41] = own * turns / 128.0


def write_journeys(
    board: BoardTables,
    guide: Any,
    state: State,
    seat: Seat,
    in_set: int,
    turns: int,
    inputs: Any,
    float_scratch: Any,
) -> None:
    """What the bales bring, and what could be bought: inputs 42 to 53."""
    site = state.at[seat]
    stars = turns * STARS
    one, other = NONE, NONE
    for colour in COLOURS:
        for _ in range(state.baskets[seat][colour]):
            other, one = one, colour
    if one != NONE:
        first = best_outlet(guide, float_scratch, site, one, stars)
        inputs[42] = first / 8.0
        inputs[43] = best_sale(board, guide, float_scratch, site, one, stars) / 8.0
    if other != NONE:
        second = best_outlet(guide, float_scratch, site, other, stars)
        both = best_outlets(guide, float_scratch, site, one, other, stars)
        both = max(both, best_outlets(guide, float_scratch, site, other, one, stars))
        inputs[42] = both / 8.0
        inputs[43] = inputs[43] + best_sale(board, guide, float_scratch, site, other, stars) / 8.0
        inputs[44] = max(first, second) / 8.0
        inputs[45] = flag(one == other)
    if state.load[seat] < BASKETS:
        write_purchases(guide, state, seat, in_set, turns, inputs, float_scratch)


def write_purchases(
    guide: Any, state: State, seat: Seat, in_set: int, turns: int, inputs: Any, float_scratch: Any
) -> None:
    """The best bale to buy in this set, and one after the restock: inputs 46 to 50."""
    site = state.at[seat]
    now, later, near = 0.0, 0.0, 0.0
    for there in SITES:
        colour = state.posts[there]
        if colour != NONE:
            market = state.market_of[colour]
            taken = guide[site][there] + BUY_STARS[market]
            is_open = state.phase == TURN and state.stock[colour] > 0
            can_pay = state.rupees[seat] + 1 >= BUY_RUPEES[market]
            if is_open and can_pay and taken <= in_set * STARS:
                left = turns * STARS - taken
                onward = best_outlet(guide, float_scratch, there, colour, left)
                net = onward - STAR * taken - BUY_RUPEES[market]
                now = max(now, net)
                near = max(near, 1.0 / (1.0 + taken))
            taken = max(guide[site][there], in_set * STARS) + USUAL_STARS
            if taken <= turns * STARS:
                onward = best_outlet(guide, float_scratch, there, colour, turns * STARS - taken)
                later = max(later, onward - STAR * guide[site][there] - USUAL_PRICE)
    inputs[46] = now / 8.0
    inputs[47] = later / 8.0
    inputs[48] = near
    inputs[49] = flag(now <= 0.0)
    inputs[50] = inputs[46] * inputs[15]


def write_sights(board: BoardTables, guide: Any, state: State, seat: Seat, inputs: Any) -> None:
    """What lies around, and what is left of it: inputs 51 to 63."""
    site = state.at[seat]
    city, post = 20, 20
    near_rivals, loads = 0, 0
    for there in SITES:
        if board.city_at[there] != NONE:
            city = min(city, guide[site][there])
        elif state.posts[there] != NONE and state.stock[state.posts[there]]:
            post = min(post, guide[site][there])
        token = state.palace_tokens[there]
        if token != NONE:
            inputs[54 + token] += 0.5
            inputs[58 + token] = max(inputs[58 + token], 1.0 / (1.0 + guide[site][there]))
    for other in range(state.players):
        if other != seat:
            loads += state.load[other]
            near_rivals += guide[site][state.at[other]] <= 2
    inputs[51] = min(city, 5) / 5.0
    inputs[52] = min(post, 5) / 5.0
    inputs[53] = near_rivals / 4.0
    inputs[62] = loads / 8.0
    inputs[63] = flag(board.stars_to_enter[site] == 2)
