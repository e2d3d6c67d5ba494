"""From a view of Bombay to a position that the rules can play on.

Nothing is guessed: what is behind another player's screen is read as none at all, and nobody
who thinks about the position may ask for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from howdah.games.bombay.board import Board
from howdah.games.bombay.names import COLOUR_NAMES, ColourName, colour_of, token_of
from howdah.games.bombay.rules import PALACES
from howdah.games.bombay.setup import UNLIMITED_CLIENTS
from howdah.games.bombay.state import (
    CITIES,
    COLOURS,
    LEFT,
    MARKETS,
    NO_TOKEN,
    NONE,
    SEATS,
    TURN,
    Colour,
    Market,
    Seat,
    State,
)
from howdah.games.bombay.view import BombayView, PlayerView

T = TypeVar("T")


def state_of(view: BombayView) -> State:
    """The position that a seat sees when it is to play."""
    board, players, left = view.board, view.players, view.clients_left
    unused = len(SEATS) - len(players)
    return State(
        players=len(players),
        phase=TURN,
        set_number=view.set_number,
        game_turn=view.game_turn,
        first_player=SEATS[view.first_player],
        seat=SEATS[view.seat or 0],
        stars=view.stars,
        has_bought=int(view.has_bought),
        take_due=int(view.take_due),
        clients_left=UNLIMITED_CLIENTS if left is None else min(left, UNLIMITED_CLIENTS),
        bag=[view.bag[name] for name in COLOUR_NAMES],
        stock=[sum(market.get(name, 0) for market in view.markets) for name in COLOUR_NAMES],
        market_of=[_market_of(view, name) for name in COLOUR_NAMES],
        at=[board.number_of[p.site] for p in players] + [board.tables.start] * unused,
        rupees=[p.rupees or 0 for p in players] + [0] * unused,
        clients=[p.clients or 0 for p in players] + [0] * unused,
        palaces_built=[PALACES - p.palaces_left for p in players] + [0] * unused,
        extra_city_tokens=[_extra_city_tokens(p) for p in players] + [0] * unused,
        city_tokens=[_city_tokens(board, p) for p in players] + _rows(unused, len(CITIES)),
        load=[len(p.bales) for p in players] + [0] * unused,
        baskets=[_basket(p) for p in players] + _rows(unused, len(COLOURS)),
        posts=_on_sites(board, _coloured(view.posts), Colour(NONE)),
        palace_tokens=_on_sites(
            board, {site: token_of(name) for site, name in view.palace_tokens.items()}, NO_TOKEN
        ),
        palaces=_on_sites(
            board, {site: SEATS[seat] for site, seat in view.palaces.items()}, Seat(NONE)
        ),
        demands=[[colour_of(name) for name in view.demands[city.id]] for city in board.cities],
        city_tokens_left=[view.city_tokens_left[city.id] for city in board.cities],
    )


def _market_of(view: BombayView, name: ColourName) -> Market:
    """Where a colour is sold; a colour that is nowhere has no market that matters."""
    return next((market for market in MARKETS if name in view.markets[market]), LEFT)


def _extra_city_tokens(player: PlayerView) -> int:
    return (player.city_tokens or 0) - len(player.cities or ())


def _city_tokens(board: Board, player: PlayerView) -> list[int]:
    return [int(city.id in (player.cities or ())) for city in board.cities]


def _basket(player: PlayerView) -> list[int]:
    return [player.bales.count(name) for name in COLOUR_NAMES]


def _rows(count: int, length: int) -> list[list[int]]:
    return [[0] * length for _ in range(count)]


def _coloured(posts: Mapping[str, ColourName]) -> dict[str, Colour]:
    return {site: colour_of(name) for site, name in posts.items()}


def _on_sites(board: Board, found: Mapping[str, T], nothing: T) -> list[T]:
    return [found.get(site.id, nothing) for site in board.sites]
