"""What a player of Bombay can still earn from a site with the bales on the elephant.

A journey is a few stops: buy a bale, sell one, build with one, each for what it brings less
the stars that it takes. Only the best journey counts, and to stay is one too. What a stop
brings is found by trying it with the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from howdah.games.bombay import rules
from howdah.games.bombay.ai.greedy.assets import RUPEE, TimeLeft, assets_value
from howdah.games.bombay.ai.sale_values import all_distances
from howdah.games.bombay.state import (
    COLOURS,
    NONE,
    SITES,
    TURN,
    BoardTables,
    Colour,
    Seat,
    Site,
    State,
)

Bales = tuple[Colour, ...]

STAR: Final = 58
"""What a star earns during a game, in paise; a stop has to bring more than its stars."""
IDLE_STAR: Final = STAR - 33
"""What a star loses when one only waits, which earns a rupee with three."""
AMPLE_STARS: Final = 15
"""With so many stars to come no journey fails for want of them."""
LATER: Final = 65
"""How much of a hundred remains of a gain that is not made at once: rivals may come first."""

# What a bale costs after a restock, which nobody can foresee.
USUAL_STARS: Final = 2
USUAL_PRICE: Final = RUPEE


class Stop(NamedTuple):
    """Something to do at a site: the stars that it takes, and what it adds to the assets."""

    site: Site
    stars: int
    gain: int


class Purchase(NamedTuple):
    """A bale to be bought at a post, not before so many stars have passed."""

    colour: Colour
    stop: Stop
    not_before: int


class JourneyPlanner:
    """Finds the best journey of a seat from a position in which its turn is over."""

    def __init__(self, board: BoardTables, state: State, seat: Seat, left: TimeLeft) -> None:
        self._board = board
        self._state = _at_turn_start(state, seat)
        self._time_left = left
        self._distances = all_distances(board)
        self._assets = assets_value(board, self._state, seat, left)
        palaces = tuple(self._stops(rules.BUILD, COLOURS[0]))
        self._deliveries = tuple((*self._stops(rules.SELL + c, c), *palaces) for c in COLOURS)
        self._purchases = tuple(self._list_purchases())
        self._rest_values: dict[tuple[Site, Bales, int], int] = {}

    def best(self, site: Site, bales: Bales, stars: int) -> int:
        """Return what the best journey brings from a site, with some bales and stars left."""
        stars = min(stars, AMPLE_STARS)
        idle = -stars * IDLE_STAR
        return max(
            (
                idle,
                *self._values_delivering_first(site, bales, stars),
                *self._values_buying_first(site, bales, stars),
            )
        )

    def _values_buying_first(self, site: Site, bales: Bales, stars: int) -> Iterator[int]:
        """Yield what each journey brings that begins with a purchase."""
        if len(bales) == rules.BASKETS:
            return
        ways = self._distances[site]
        for colour, stop, not_before in self._purchases:
            taken = max(ways[stop.site], not_before) + stop.stars
            if taken <= stars:
                rest = self._rest_value(stop.site, (*bales, colour), _stars_after(stars, taken))
                yield stop.gain - taken * STAR + rest

    def _values_delivering_first(self, site: Site, bales: Bales, stars: int) -> Iterator[int]:
        """Yield what each journey brings that begins with a sale or a palace."""
        ways = self._distances[site]
        for number, bale in enumerate(bales):
            others = bales[:number] + bales[number + 1 :]
            for stop in self._deliveries[bale]:
                taken = ways[stop.site] + stop.stars
                if taken <= stars:
                    rest = self._rest_value(stop.site, others, _stars_after(stars, taken))
                    yield stop.gain - taken * STAR + rest

    def _rest_value(self, site: Site, bales: Bales, stars: int) -> int:
        """Return what the bales that are left after the first stop bring."""
        if not bales:
            return 0
        key = site, bales, stars
        if key not in self._rest_values:
            self._rest_values[key] = max((0, *self._values_delivering_first(*key)))
        return self._rest_values[key]

    def _stops(self, action: int, *bales: Colour) -> Iterator[Stop]:
        """Yield where an action is legal, as if the elephant were there with these bales only."""
        there = self._state.copy()
        there.load[there.seat] = len(bales)
        there.baskets[there.seat] = [bales.count(colour) for colour in COLOURS]
        for site in SITES:
            there.at[there.seat] = site
            if rules.is_legal(self._board, there, action):
                yield self._try_action(there.copy(), action)

    def _try_action(self, state: State, action: int) -> Stop:
        """Play an action and return what it brings; a star more keeps the turn from ending."""
        state.stars += 1
        stars, seat = state.stars, state.seat
        rules.play(self._board, state, action)
        gain = assets_value(self._board, state, seat, self._time_left) - self._assets
        return Stop(state.at[seat], stars - state.stars, min(gain, gain * LATER // 100))

    def _list_purchases(self) -> Iterator[Purchase]:
        """Yield bales at present prices, and after the next restock at the usual one."""
        posts, restock = self._state.posts, self._time_left.stars_in_set
        if restock:
            for stop in self._stops(rules.BUY):
                yield Purchase(posts[stop.site], stop, 0)
        for site in SITES:
            if posts[site] != NONE:
                yield Purchase(posts[site], Stop(site, USUAL_STARS, -USUAL_PRICE), restock)


def _stars_after(stars: int, taken: int) -> int:
    """Return the stars left; ample ones stay ample, so that fewer cases differ."""
    return stars if stars == AMPLE_STARS else stars - taken


def _at_turn_start(state: State, seat: Seat) -> State:
    """Return a copy of the position in which a new turn of the seat begins."""
    again = state.copy()
    again.phase, again.seat, again.stars = TURN, seat, rules.STARS
    again.has_bought = again.take_due = 0
    return again
