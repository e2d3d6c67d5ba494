"""Compute the features of a position of Bombay: the inputs of the champion's network for a seat.

Positions are evaluated between turns. Journeys matter most: where the bales on the elephant go,
and what could be bought and delivered, each less the stars that it takes. `feature_schema` says
what each input means; everything that writes inputs is compiled.
"""

from __future__ import annotations

from typing import Any, Final

from howdah.ai.search.evaluation import FeatureBuffers
from howdah.ai.search.puct import PuctConfig
from howdah.fast.primitives import count, flag, hash_mix
from howdah.games.bombay.ai import feature_schema as schema
from howdah.games.bombay.ai import sale_values
from howdah.games.bombay.ai.feature_schema import INPUT_COUNT, SCHEMA
from howdah.games.bombay.ai.sale_values import (
    STAR,
    all_distances,
    best_deliveries,
    best_delivery,
    best_sale,
    write_bale_values,
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

__all__ = ["INPUT_COUNT", "SCHEMA"]

PUCT_CONFIG: Final = PuctConfig(exploration=1.0, width=24, temperature=0.06)
COMPILED_MODULES: Final = (sale_values,)
FLOAT_SCRATCH: Final = (8, len(SITES))
"""What a bale of each colour brings, by site."""
INT_SCRATCH: Final = 1

INITIAL_WEIGHTS: Final = {
    schema.TURNS_LEFT: 24.0,
    schema.DELIVERY_VALUE: 7.0,
    schema.PURCHASE_VALUE: 5.0,
    schema.LATER_PURCHASE_VALUE: 2.0,
    schema.EMPIRE: 6.0,
    schema.REPUTATION_ONE_HOT: 0.0,
    schema.REPUTATION_ONE_HOT + 1: 0.8,
    schema.REPUTATION_ONE_HOT + 2: 2.3,
    schema.REPUTATION_ONE_HOT + 3: 4.9,
    schema.REPUTATION_ONE_HOT + 4: 8.0,
    schema.TOLL_TURNS: 5.0,
}
"""What training begins with, set by hand: rupees for some of the inputs."""
EXPLORATION_PERMILLE: Final = 60
"""How many of a thousand turns of self-play are random."""
TRAINING_OPTIONS: Final[dict[str, Any]] = {}
"""The options of self-play games."""
USUAL_STARS: Final = 2
USUAL_PRICE: Final = 1
"""What a bale costs after a restock, which nobody can foresee."""


def precompute(board: BoardTables) -> tuple[tuple[int, ...], ...]:
    """Return how far it is from any site to any other."""
    return all_distances(board)


def turn_continues(state: State, seat: Seat) -> bool:
    """Return whether the turn that a seat has begun is not over."""
    return state.phase == TURN and state.seat == seat


def is_candidate(state: State, action: int) -> bool:
    """Return False for ending a turn that has not begun: to wait is always better."""
    return action != END or state.stars < STARS


def turn_hash(state: State, seat: Seat, move: int) -> int:
    """Return a number that two turns of a seat share if they lead to the same position."""
    mixed = shared_state_hash(state, move)
    mixed = hash_mix(mixed, state.at[seat])
    for other in range(state.players):
        mixed = hash_mix(mixed, state.rupees[other])
    for colour in COLOURS:
        mixed = hash_mix(mixed, state.baskets[seat][colour])
    return mixed


def shared_state_hash(state: State, move: int) -> int:
    """Return a number that two positions share if markets, demands and palaces are the same.

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
    """Return the rupees that a seat has."""
    return float(state.rupees[seat])


def turns_left(state: State) -> float:
    """Return how many game turns are still to come."""
    plan = PLANS[state.players]
    return float(
        (plan.sets - state.set_number) * plan.game_turns + plan.game_turns - state.game_turn + 1
    )


def is_due(state: State, seat: Seat) -> bool:
    """Return whether a seat still plays in this game turn."""
    return place_of(state, seat) >= place_of(state, state.seat)


def place_of(state: State, seat: Seat) -> int:
    """Return the place of a seat in the order of play."""
    ahead = seat - state.first_player
    return ahead if ahead >= 0 else ahead + state.players


# The inputs


def analyse(board: BoardTables, distances: Any, state: State, buffers: FeatureBuffers) -> None:
    """Do nothing: no part of the inputs is the same for all seats."""


def analyse_before_turns(
    board: BoardTables, distances: Any, state: State, buffers: FeatureBuffers
) -> None:
    """Do nothing: turns have too little in common."""


def analyse_after_turn(
    board: BoardTables, distances: Any, state: State, buffers: FeatureBuffers
) -> None:
    """Do nothing: the inputs are computed from the position alone."""


def write_inputs(
    board: BoardTables, distances: Any, state: State, seat: Seat, buffers: FeatureBuffers
) -> None:
    """Write all inputs of the network for a seat."""
    inputs, bale_values = buffers.inputs, buffers.float_scratch
    for index in range(INPUT_COUNT):
        inputs[index] = 0.0
    plan = PLANS[state.players]
    in_set = plan.game_turns - state.game_turn + is_due(state, seat)
    turns = in_set + (plan.sets - state.set_number) * plan.game_turns
    write_bale_values(board, state, seat, turns, bale_values)
    write_time_left(state, seat, in_set, turns, inputs)
    write_rupees_and_load(state, seat, turns, inputs)
    write_empire(state, seat, turns, inputs)
    write_reputation(state, seat, turns, inputs)
    write_tolls(board, state, seat, turns, inputs)
    write_journeys(board, distances, state, seat, in_set, turns, inputs, bale_values)
    write_surroundings(board, distances, state, seat, inputs)


def write_time_left(state: State, seat: Seat, in_set: int, turns: int, inputs: Any) -> None:
    """Write how much time is left."""
    inputs[schema.BIAS] = 1.0
    inputs[schema.TURNS_LEFT] = turns / schema.TURN_SCALE
    inputs[schema.END_NEARNESS] = 1.0 / (1.0 + turns)
    inputs[schema.TURNS_IN_SET] = in_set / schema.SET_TURN_SCALE
    inputs[schema.TURNS_IN_SET_ONE_HOT + min(in_set, 4)] = 1.0
    before = place_of(state, seat) - place_of(state, state.seat)
    if before < 0:
        before += state.players
    inputs[schema.SEATS_BEFORE] = before / schema.RIVAL_SCALE
    inputs[schema.PLAYS_NEXT] = flag(before == 0)
    inputs[schema.NO_TURNS_LEFT] = flag(turns == 0)


def write_rupees_and_load(state: State, seat: Seat, turns: int, inputs: Any) -> None:
    """Write the rupees to buy with, and the bales carried."""
    rupees = state.rupees[seat]
    inputs[schema.NO_RUPEES] = flag(rupees == 0)
    inputs[schema.ONE_RUPEE] = flag(rupees == 1)
    inputs[schema.RUPEES] = min(rupees, 8) / schema.RUPEE_SCALE
    inputs[schema.ONE_BALE] = flag(state.load[seat] == 1)
    inputs[schema.TWO_BALES] = flag(state.load[seat] == 2)
    inputs[schema.NO_RUPEES_TURNS] = inputs[schema.NO_RUPEES] * turns / schema.TURN_SCALE
    inputs[schema.BALES_TOO_MANY] = flag(state.load[seat] > turns)


def write_empire(state: State, seat: Seat, turns: int, inputs: Any) -> None:
    """Write the empire of a seat beside those of its rivals."""
    own = empire(state, seat)
    ahead, level, best, near = 0, 0, 0, 0
    for other in range(state.players):
        if other != seat:
            theirs = empire(state, Seat(other))
            ahead += theirs > own
            level += theirs == own
            best = max(best, theirs)
            near += abs(theirs - own) <= 1
    inputs[schema.EMPIRE] = own / schema.EMPIRE_SCALE
    inputs[schema.EMPIRE_LEAD] = (own - best) / schema.EMPIRE_SCALE
    inputs[schema.EMPIRE_AHEAD] = ahead / schema.RIVAL_SCALE
    inputs[schema.EMPIRE_LEVEL] = level / schema.RIVAL_SCALE
    inputs[schema.EMPIRE_NEAR] = near / schema.RIVAL_SCALE
    prize = float(empire_prize(state, seat))
    inputs[schema.EMPIRE_PRIZE] = prize / schema.RUPEE_SCALE
    inputs[schema.EMPIRE_PRIZE_SOON] = prize / schema.RUPEE_SCALE / (1.0 + turns)
    inputs[schema.PALACES_LEFT] = (PALACES - state.palaces_built[seat]) / schema.PALACE_SCALE
    inputs[schema.EMPIRE_LEAD_SOON] = (
        min(max(own - best, -3), 3) / schema.LEAD_SCALE / (1.0 + turns)
    )
    inputs[schema.EMPIRE_TURNS] = own * turns / schema.EMPIRE_TURN_SCALE


def write_reputation(state: State, seat: Seat, turns: int, inputs: Any) -> None:
    """Write the city tokens of a seat, and those that it can still get."""
    tokens = min(reputation(state, seat), 4)
    inputs[schema.REPUTATION_ONE_HOT + tokens] = 1.0
    inputs[schema.REPUTATION_PRIZE] = reputation_prize(state, seat) / schema.RUPEE_SCALE
    inputs[schema.REPUTATION_PRIZE_SOON] = inputs[schema.REPUTATION_PRIZE] / (1.0 + turns)
    new = 0
    for city in CITIES:
        new += state.city_tokens_left[city] > 0 and not state.city_tokens[seat][city]
    inputs[schema.NEW_CITIES] = new / schema.CITY_TOKEN_SCALE
    inputs[schema.NEW_CITIES_USEFUL] = min(new, 4 - tokens) / schema.CITY_TOKEN_SCALE
    inputs[schema.REPUTATION_TURNS] = tokens / schema.CITY_TOKEN_SCALE * turns / schema.TURN_SCALE
    inputs[schema.THREE_TOKENS_TURNS] = flag(tokens == 3) * turns / schema.TURN_SCALE


def write_tolls(board: BoardTables, state: State, seat: Seat, turns: int, inputs: Any) -> None:
    """Write how many trails lead to the palaces of a seat."""
    trails = 0
    for site in SITES:
        if state.palaces[site] == seat:
            trails += count(board.reach[STARS][site])
    inputs[schema.PALACE_TRAILS] = trails / schema.TRAIL_SCALE
    inputs[schema.TOLL_TURNS] = trails * turns / schema.TRAIL_TURN_SCALE


def write_journeys(
    board: BoardTables,
    distances: Any,
    state: State,
    seat: Seat,
    in_set: int,
    turns: int,
    inputs: Any,
    bale_values: Any,
) -> None:
    """Write what the bales bring, and what could be bought."""
    site = state.at[seat]
    stars = turns * STARS
    one, other = NONE, NONE
    for colour in COLOURS:
        for _ in range(state.baskets[seat][colour]):
            other, one = one, colour
    if one != NONE:
        first = best_delivery(distances, bale_values, site, one, stars)
        sale = best_sale(board, distances, bale_values, site, one, stars)
        inputs[schema.DELIVERY_VALUE] = first / schema.VALUE_SCALE
        inputs[schema.SALE_VALUE] = sale / schema.VALUE_SCALE
    if other != NONE:
        second = best_delivery(distances, bale_values, site, other, stars)
        both = best_deliveries(distances, bale_values, site, one, other, stars)
        both = max(both, best_deliveries(distances, bale_values, site, other, one, stars))
        sale = best_sale(board, distances, bale_values, site, other, stars)
        inputs[schema.DELIVERY_VALUE] = both / schema.VALUE_SCALE
        inputs[schema.SALE_VALUE] = inputs[schema.SALE_VALUE] + sale / schema.VALUE_SCALE
        inputs[schema.BETTER_BALE_VALUE] = max(first, second) / schema.VALUE_SCALE
        inputs[schema.SAME_COLOUR] = flag(one == other)
    if state.load[seat] < BASKETS:
        write_purchases(distances, state, seat, in_set, turns, inputs, bale_values)


def write_purchases(
    distances: Any,
    state: State,
    seat: Seat,
    in_set: int,
    turns: int,
    inputs: Any,
    bale_values: Any,
) -> None:
    """Write the best bale to buy in this set, and the best one after the restock."""
    site = state.at[seat]
    now, later, near = 0.0, 0.0, 0.0
    for there in SITES:
        colour = state.posts[there]
        if colour != NONE:
            market = state.market_of[colour]
            taken = distances[site][there] + BUY_STARS[market]
            is_open = state.phase == TURN and state.stock[colour] > 0
            can_pay = state.rupees[seat] + 1 >= BUY_RUPEES[market]
            if is_open and can_pay and taken <= in_set * STARS:
                left = turns * STARS - taken
                delivery = best_delivery(distances, bale_values, there, colour, left)
                net = delivery - STAR * taken - BUY_RUPEES[market]
                now = max(now, net)
                near = max(near, 1.0 / (1.0 + taken))
            taken = max(distances[site][there], in_set * STARS) + USUAL_STARS
            if taken <= turns * STARS:
                left = turns * STARS - taken
                delivery = best_delivery(distances, bale_values, there, colour, left)
                later = max(later, delivery - STAR * distances[site][there] - USUAL_PRICE)
    inputs[schema.PURCHASE_VALUE] = now / schema.VALUE_SCALE
    inputs[schema.LATER_PURCHASE_VALUE] = later / schema.VALUE_SCALE
    inputs[schema.PURCHASE_NEARNESS] = near
    inputs[schema.NO_PURCHASE] = flag(now <= 0.0)
    inputs[schema.PURCHASE_WITH_BALE] = inputs[schema.PURCHASE_VALUE] * inputs[schema.ONE_BALE]


def write_surroundings(
    board: BoardTables, distances: Any, state: State, seat: Seat, inputs: Any
) -> None:
    """Write what is near the elephant, and which palace tokens are left."""
    site = state.at[seat]
    city, post = 20, 20
    near_rivals, loads = 0, 0
    for there in SITES:
        distance = distances[site][there]
        if board.city_at[there] != NONE:
            city = min(city, distance)
        elif state.posts[there] != NONE and state.stock[state.posts[there]]:
            post = min(post, distance)
        token = state.palace_tokens[there]
        if token != NONE:
            nearness = schema.PALACE_TOKEN_NEARNESS + token
            inputs[schema.PALACE_TOKENS + token] += 1.0 / schema.PALACE_TOKEN_SCALE
            inputs[nearness] = max(inputs[nearness], 1.0 / (1.0 + distance))
    for other in range(state.players):
        if other != seat:
            loads += state.load[other]
            near_rivals += distances[site][state.at[other]] <= 2
    inputs[schema.CITY_DISTANCE] = min(city, 5) / schema.STAR_SCALE
    inputs[schema.POST_DISTANCE] = min(post, 5) / schema.STAR_SCALE
    inputs[schema.RIVALS_NEARBY] = near_rivals / schema.RIVAL_SCALE
    inputs[schema.RIVAL_BALES] = loads / schema.BALE_SCALE
    inputs[schema.ON_HILLTOP] = flag(board.stars_to_enter[site] == 2)
