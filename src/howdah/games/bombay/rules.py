"""The rules of Bombay, in the order of the rulebook.

Free functions over a `State` and a board's tables: whole numbers, loops and early returns
only, so that these very functions also compile. Nothing is random here and nothing is hidden:
a restock is applied with its draw, and a player who may not see something gets a view.

An action is a number. Bit `a` of `legal_actions` is set when action `a` may be played now;
`play` applies one that is legal. The place of each rule is in `docs/rules/bombay.md`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from howdah.games.bombay.state import (
    BALE,
    CITY,
    CLIENT,
    COLOURS,
    LEFT,
    MARKETS,
    MIDDLE,
    NO_TOKEN,
    NONE,
    OVER,
    PURPLE,
    RESTOCK_DUE,
    RIGHT,
    RUPEES,
    TURN,
    YELLOW,
    BoardTables,
    City,
    Colour,
    Seat,
    Site,
    State,
)

# The actions, in the order in which legal actions are listed.
MOVE: Final = 0
WAIT: Final = 24
BUY: Final = 25
SELL: Final = 26
BUILD: Final = 30
TAKE: Final = 34
END: Final = 38
PLAYER_ACTIONS: Final = 39
RESTOCK: Final = 64
"""RESTOCK + draw is the restock with that draw; see `bales_drawn`."""
DRAWS: Final = 1 << 12
"""Draws are numbered below this: three bits for each of four colours."""

# Their bits in the mask of legal actions.
BUY_BIT: Final = 1 << BUY
SELL_BITS: Final = (1 << SELL, 1 << SELL + 1, 1 << SELL + 2, 1 << SELL + 3)
BUILD_BITS: Final = (1 << BUILD, 1 << BUILD + 1, 1 << BUILD + 2, 1 << BUILD + 3)
TAKE_BITS: Final = (1 << TAKE, 1 << TAKE + 1, 1 << TAKE + 2, 1 << TAKE + 3)
END_OR_WAIT: Final = (0, 1 << END, 1 << END, 1 << END | 1 << WAIT)
"""By stars left: one may always end the turn, and wait only as the whole turn."""

# The numbers of the rulebook.
STARS: Final = 3
BASKETS: Final = 2
PALACES: Final = 5
DRAW: Final = 9
BALES: Final = (3, 4, 5, 5)
STARTING_RUPEES: Final = (2, 2, 2, 2, 3)
BUY_STARS: Final = (1, 2, 2)
BUY_RUPEES: Final = (1, 1, 2)
SALE_RUPEES: Final = (4, 3, 1)
SALE_CLIENTS: Final = (0, 0, 1)
TOP: Final = 0
CENTRE: Final = 1
BOTTOM: Final = 2


class Plan(NamedTuple):
    """What the number of players changes."""

    sets: int
    game_turns: int
    posts: int
    city_tokens: int
    empire_prizes: tuple[int, int, int, int, int]


NO_PLAN: Final = Plan(sets=0, game_turns=0, posts=0, city_tokens=0, empire_prizes=(0, 0, 0, 0, 0))
PLANS: Final = (
    NO_PLAN,
    NO_PLAN,
    Plan(sets=4, game_turns=4, posts=4, city_tokens=1, empire_prizes=(4, 0, 0, 0, 0)),
    Plan(sets=3, game_turns=5, posts=4, city_tokens=2, empire_prizes=(6, 2, 0, 0, 0)),
    Plan(sets=4, game_turns=4, posts=8, city_tokens=3, empire_prizes=(8, 4, 2, 0, 0)),
    Plan(sets=5, game_turns=3, posts=8, city_tokens=4, empire_prizes=(8, 6, 4, 2, 0)),
)
"""`PLANS[players]`."""


# Set-up


def starting_rupees(players: int, first_player: Seat, seat: Seat) -> int:
    """What a seat begins with, by the position in which it starts."""
    return STARTING_RUPEES[(seat - first_player + players) % players]


# Restock


def bales_drawn(draw: int, colour: Colour) -> int:
    """How many bales of a colour a draw holds: three bits of it for each colour."""
    return draw >> 3 * colour & 7


def bales_to_draw_from(state: State, colour: Colour) -> int:
    """The bales in the bag, where those left in the markets go back first."""
    return state.bag[colour] + state.stock[colour]


def bales_to_draw(state: State) -> int:
    """Nine bales, or all there are."""
    bales = 0
    for colour in COLOURS:
        bales += bales_to_draw_from(state, colour)
    return min(bales, DRAW)


def can_restock(state: State, draw: int) -> bool:
    """A restock opens each set, with bales that are in the bag."""
    bales = 0
    for colour in COLOURS:
        drawn = bales_drawn(draw, colour)
        if drawn > bales_to_draw_from(state, colour):
            return False
        bales += drawn
    return state.phase == RESTOCK_DUE and bales == bales_to_draw(state)


def restock(state: State, draw: int) -> None:
    """The most common colours go to the left market, the next to the middle, the rest right."""
    counts = 0
    for colour in COLOURS:
        counts |= 1 << bales_drawn(draw, colour)
    for colour in COLOURS:
        drawn = bales_drawn(draw, colour)
        state.bag[colour] += state.stock[colour] - drawn
        state.stock[colour] = drawn
        larger = counts >> drawn + 1
        if larger == 0:
            state.market_of[colour] = LEFT
        elif larger & larger - 1 == 0:
            state.market_of[colour] = MIDDLE
        else:
            state.market_of[colour] = RIGHT
    state.phase = TURN
    state.stars = STARS


# A player's turn


def legal_actions(board: BoardTables, state: State) -> int:
    """What the player may do now, as a bit mask of actions; 0 when it is nobody's turn."""
    if state.phase != TURN:
        return 0
    if state.take_due:
        return legal_takes(state)
    seat = state.seat
    site = state.at[seat]
    legal = board.reach[state.stars][site] | END_OR_WAIT[state.stars]
    post = state.posts[site]
    if post != NONE:
        return legal | BUY_BIT if can_buy(state, seat, post) else legal
    if state.load[seat] == 0:
        return legal
    city = board.city_at[site]
    if city != NONE:
        return legal | legal_sales(state, seat, city)
    if state.palaces[site] == NONE and state.palaces_built[seat] < PALACES:
        return legal | legal_builds(state, seat)
    return legal


def is_legal(board: BoardTables, state: State, action: int) -> bool:
    """Whether an action, of any number at all, may be played now."""
    if state.phase == RESTOCK_DUE:
        return RESTOCK <= action < RESTOCK + DRAWS and can_restock(state, action - RESTOCK)
    return 0 <= action < PLAYER_ACTIONS and legal_actions(board, state) >> action & 1 == 1


def play(board: BoardTables, state: State, action: int) -> None:
    """Apply a legal action; the turn ends by itself when no star is left and nothing is due."""
    if action < WAIT:
        move(board, state, Site(action))
    elif action == END:
        state.stars = 0
    elif action == WAIT:
        wait(state)
    elif action == BUY:
        buy(state)
    elif action < BUILD:
        sell(board, state, Colour(action - SELL))
    elif action < TAKE:
        build(state, Colour(action - BUILD))
    elif action < END:
        take(state, Colour(action - TAKE))
    else:
        restock(state, action - RESTOCK)
    if state.stars == 0 and not state.take_due:
        end_player_turn(state)


def wait(state: State) -> None:
    """Waiting for fortune takes the whole turn and earns one rupee."""
    state.stars = 0
    state.rupees[state.seat] += 1


def move(board: BoardTables, state: State, site: Site) -> None:
    """The elephant follows one trail; the bank pays a rival whose palace it enters."""
    state.stars -= board.stars_to_enter[site]
    state.at[state.seat] = site
    owner = state.palaces[site]
    if owner != NONE and owner != state.seat:
        state.rupees[owner] += 1


def can_buy(state: State, seat: Seat, colour: Colour) -> bool:
    """At an open post: once a turn, with an empty basket, and if one can pay."""
    if state.has_bought or state.stock[colour] == 0 or state.load[seat] == BASKETS:
        return False
    market = state.market_of[colour]
    return state.stars >= BUY_STARS[market] and state.rupees[seat] >= BUY_RUPEES[market]


def buy(state: State) -> None:
    """A bale of the post's colour comes from its market, which sets the price."""
    seat = state.seat
    colour = state.posts[state.at[seat]]
    market = state.market_of[colour]
    state.stars -= BUY_STARS[market]
    state.rupees[seat] -= BUY_RUPEES[market]
    state.has_bought = 1
    load_bale(state, seat, colour)


def legal_sales(state: State, seat: Seat, city: City) -> int:
    """A city buys the three colours that it demands."""
    legal = 0
    basket = state.baskets[seat]
    for colour in state.demands[city]:
        if basket[colour]:
            legal |= SELL_BITS[colour]
    return legal


def sell(board: BoardTables, state: State, colour: Colour) -> None:
    """The bale is paid by its demand, then the demand sinks, then the city gives its token."""
    seat = state.seat
    city = board.city_at[state.at[seat]]
    rank = demand_rank(state, city, colour)
    state.stars -= 1
    unload_bale(state, seat, colour)
    state.rupees[seat] += SALE_RUPEES[rank] + (colour == YELLOW)
    give_clients(state, seat, SALE_CLIENTS[rank] + (colour == PURPLE))
    sink_demand(state, city, rank)
    if state.city_tokens_left[city] and not state.city_tokens[seat][city]:
        state.city_tokens_left[city] -= 1
        state.city_tokens[seat][city] = 1


def demand_rank(state: State, city: City, colour: Colour) -> int:
    """How high a city's demand for a colour stands: TOP, CENTRE or BOTTOM."""
    demands = state.demands[city]
    if demands[TOP] == colour:
        return TOP
    return CENTRE if demands[CENTRE] == colour else BOTTOM


def sink_demand(state: State, city: City, rank: int) -> None:
    """The cube just served goes to the bottom; those below it move up one place."""
    demands = state.demands[city]
    served = demands[rank]
    for place in range(rank, BOTTOM):
        demands[place] = demands[place + 1]
    demands[BOTTOM] = served


def give_clients(state: State, seat: Seat, clients: int) -> None:
    """A sale pays the client tokens that the bank still has."""
    paid = min(clients, state.clients_left)
    state.clients_left -= paid
    state.clients[seat] += paid


def legal_builds(state: State, seat: Seat) -> int:
    """Any one bale on the elephant pays for a palace."""
    legal = 0
    basket = state.baskets[seat]
    for colour in COLOURS:
        if basket[colour]:
            legal |= BUILD_BITS[colour]
    return legal


def build(state: State, colour: Colour) -> None:
    """A palace stands where the elephant is, and the palace token there takes effect."""
    seat = state.seat
    site = state.at[seat]
    state.stars -= 1
    unload_bale(state, seat, colour)
    state.palaces[site] = seat
    state.palaces_built[seat] += 1
    token = state.palace_tokens[site]
    state.palace_tokens[site] = NO_TOKEN
    if token == CLIENT:
        state.clients[seat] += 1
    elif token == RUPEES:
        state.rupees[seat] += 2
    elif token == CITY:
        state.extra_city_tokens[seat] += 1
    elif token == BALE and legal_takes(state):
        state.take_due = 1


def legal_takes(state: State) -> int:
    """The free bale comes from the leftmost market that has any."""
    for market in MARKETS:
        legal = 0
        for colour in COLOURS:
            if state.stock[colour] and state.market_of[colour] == market:
                legal |= TAKE_BITS[colour]
        if legal:
            return legal
    return 0


def take(state: State, colour: Colour) -> None:
    """The free bale costs nothing and is not a purchase."""
    state.take_due = 0
    load_bale(state, state.seat, colour)


def load_bale(state: State, seat: Seat, colour: Colour) -> None:
    """A bale goes from its market onto the elephant."""
    state.stock[colour] -= 1
    state.baskets[seat][colour] += 1
    state.load[seat] += 1


def unload_bale(state: State, seat: Seat, colour: Colour) -> None:
    """A bale goes from the elephant back to the bag."""
    state.baskets[seat][colour] -= 1
    state.load[seat] -= 1
    state.bag[colour] += 1


# Turn order


def end_player_turn(state: State) -> None:
    """Clockwise to the next player; after the last one the game turn is over."""
    state.stars = STARS
    state.has_bought = 0
    state.seat = left_neighbour(state, state.seat)
    if state.seat == state.first_player:
        end_game_turn(state)


def end_game_turn(state: State) -> None:
    """After the last game turn the set is over; after the last set, the game."""
    plan = PLANS[state.players]
    if state.game_turn < plan.game_turns:
        state.game_turn += 1
    elif state.set_number < plan.sets:
        begin_set(state)
    else:
        state.phase = OVER
        state.stars = 0


def begin_set(state: State) -> None:
    """The player to the left becomes first player, and a restock is due."""
    state.set_number += 1
    state.game_turn = 1
    state.first_player = left_neighbour(state, state.seat)
    state.seat = state.first_player
    state.phase = RESTOCK_DUE
    state.stars = 0


def left_neighbour(state: State, seat: Seat) -> Seat:
    """The next seat clockwise."""
    return Seat(seat + 1) if seat + 1 < state.players else Seat(0)
