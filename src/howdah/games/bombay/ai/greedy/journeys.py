"""What a player of Bombay can still make of a place and of the bales on the elephant.

A journey is a few stops: buy a bale, sell one, build with one, each for what it brings less
the stars that it takes. Only the best journey counts, and to stay is one too. What a stop
brings is found by trying it with the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from howdah.games.bombay import rules
from howdah.games.bombay.ai.distances import distances
from howdah.games.bombay.ai.greedy.assets import assets_value
from howdah.games.bombay.ai.greedy.time_left import TimeLeft
from howdah.games.bombay.ai.greedy.weights import (
    AMPLE_STARS,
    IDLE_STAR,
    LATER,
    STAR,
    USUAL_PRICE,
    USUAL_STARS,
)
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


class Stop(NamedTuple):
    """Something to do at a site: the stars that it takes, and what it adds to the fortune."""

    site: Site
    stars: int
    gain: int


class Purchase(NamedTuple):
    """A bale to be had at a post, not before so many stars have passed."""

    colour: Colour
    stop: Stop
    not_before: int


class JourneyPlanner:
    """The journeys that a position allows to a seat once its turn is over."""

    def __init__(self, board: BoardTables, state: State, seat: Seat, horizon: TimeLeft) -> None:
        self._board = board
        self._state = _with_the_turn(state, seat)
        self._horizon = horizon
        self._distances = distances(board)
        self._fortune = assets_value(board, self._state, seat, horizon)
        palaces = tuple(self._stops(rules.BUILD, COLOURS[0]))
        self._outlets = tuple((*self._stops(rules.SELL + c, c), *palaces) for c in COLOURS)
        self._purchases = tuple(self._all_purchases())
        self._known: dict[tuple[Site, Bales, int], int] = {}

    def best(self, site: Site, bales: Bales, stars: int) -> int:
        """What the best journey brings from a site, with some bales and so many stars left."""
        stars = min(stars, AMPLE_STARS)
        idle = -stars * IDLE_STAR
        return max(
            (idle, *self._unloadings(site, bales, stars), *self._loadings(site, bales, stars))
        )

    def _loadings(self, site: Site, bales: Bales, stars: int) -> Iterator[int]:
        """What each journey brings that begins with a purchase."""
        if len(bales) == rules.BASKETS:
            return
        ways = self._distances[site]
        for colour, stop, not_before in self._purchases:
            taken = max(ways[stop.site], not_before) + stop.stars
            if taken <= stars:
                rest = self._rest(stop.site, (*bales, colour), _left(stars, taken))
                yield stop.gain - taken * STAR + rest

    def _unloadings(self, site: Site, bales: Bales, stars: int) -> Iterator[int]:
        """What each journey brings that begins with a sale or a palace."""
        ways = self._distances[site]
        for number, bale in enumerate(bales):
            others = bales[:number] + bales[number + 1 :]
            for stop in self._outlets[bale]:
                taken = ways[stop.site] + stop.stars
                if taken <= stars:
                    rest = self._rest(stop.site, others, _left(stars, taken))
                    yield stop.gain - taken * STAR + rest

    def _rest(self, site: Site, bales: Bales, stars: int) -> int:
        """What the bales bring that are left after the first stop."""
        if not bales:
            return 0
        key = site, bales, stars
        if key not in self._known:
            self._known[key] = max((0, *self._unloadings(*key)))
        return self._known[key]

    def _stops(self, action: int, *bales: Colour) -> Iterator[Stop]:
        """Where an action can be played, as if the elephant were there with such bales alone."""
        there = self._state.copy()
        there.load[there.seat] = len(bales)
        there.baskets[there.seat] = [bales.count(colour) for colour in COLOURS]
        for site in SITES:
            there.at[there.seat] = site
            if rules.is_legal(self._board, there, action):
                yield self._tried(there.copy(), action)

    def _tried(self, state: State, action: int) -> Stop:
        """What an action brings; a star is lent, so that the turn does not end with it."""
        state.stars += 1
        stars, seat = state.stars, state.seat
        rules.play(self._board, state, action)
        gain = assets_value(self._board, state, seat, self._horizon) - self._fortune
        return Stop(state.at[seat], stars - state.stars, min(gain, gain * LATER // 100))

    def _all_purchases(self) -> Iterator[Purchase]:
        """Bales at today's prices, and after the next restock at the usual one."""
        posts, restock = self._state.posts, self._horizon.stars_in_set
        if restock:
            for stop in self._stops(rules.BUY):
                yield Purchase(posts[stop.site], stop, 0)
        for site in SITES:
            if posts[site] != NONE:
                yield Purchase(posts[site], Stop(site, USUAL_STARS, -USUAL_PRICE), restock)


def _left(stars: int, taken: int) -> int:
    """The stars after some are taken; ample ones stay ample, so that fewer cases differ."""
    return stars if stars == AMPLE_STARS else stars - taken


def _with_the_turn(state: State, seat: Seat) -> State:
    """The same position as if it were the seat's turn again."""
    again = state.copy()
    again.phase, again.seat, again.stars = TURN, seat, rules.STARS
    again.has_bought = again.take_due = 0
    return again
