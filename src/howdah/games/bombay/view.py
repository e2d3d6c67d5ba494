"""What a seat may see: all that lies on the table, and its own side of the screens."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Self

from howdah.core.view import Screens, View
from howdah.games.bombay import rules
from howdah.games.bombay.board import Board
from howdah.games.bombay.names import (
    COLOUR_NAMES,
    TOKEN_NAMES,
    ColourName,
    Edition,
    FaceName,
    TokenName,
)
from howdah.games.bombay.options import Options
from howdah.games.bombay.scoring import reputation
from howdah.games.bombay.setup import clients_left
from howdah.games.bombay.state import CITIES, COLOURS, MARKETS, NONE, SEATS, Market, Seat, State


@dataclass(frozen=True)
class PlayerView:
    """A player as others see one; `None` stands for what is behind the screen."""

    seat: int
    """The number of the seat."""
    name: str
    """The name of the player."""
    site: str
    """The site where the elephant stands."""
    bales: tuple[ColourName, ...]
    """The bales in the basket."""
    palaces_left: int
    """How many palaces the player has yet to build."""
    rupees: int | None
    """The rupees; None behind the screen."""
    clients: int | None
    """The client tokens, those of palace tokens included; None behind the screen."""
    city_tokens: int | None
    """The city tokens, those of palace tokens included; None behind the screen."""
    cities: tuple[str, ...] | None
    """The cities whose own token the player has, without palace tokens; None behind the screen."""

    def behind_screen(self) -> Self:
        """Return the player as others see one."""
        return replace(self, rupees=None, clients=None, city_tokens=None, cities=None)


@dataclass(frozen=True)
class BombayView(View):
    """A position of Bombay as one seat, or a spectator, may see it.

    `legal_actions` and `actions` are texts, as in the record. Nothing here leads back to the
    game: changing a view changes nothing else.
    """

    players: tuple[PlayerView, ...]
    """The players, by seat."""
    edition: Edition
    """The edition of the rulebook."""
    board: Board
    """The board; the HTTP interface gives its name."""
    face: FaceName
    """The face of the palace tokens that lies up."""
    screens: Screens
    """Whether the players keep what they have behind screens."""
    set_number: int
    """The set that is played, from 1."""
    sets: int
    """How many sets the game has."""
    game_turn: int
    """The game turn of the set that is played, from 1."""
    game_turns: int
    """How many game turns a set has."""
    first_player: int
    """The seat that begins every game turn of this set."""
    stars: int
    """The stars that are left in this turn."""
    has_bought: bool
    """Whether a bale was bought in this turn."""
    take_due: bool
    """Whether a free bale has to be taken now."""
    markets: tuple[dict[ColourName, int], ...]
    """The bales in the left, middle and right market, by colour."""
    bag: dict[ColourName, int]
    """The bales in the bag, by colour."""
    posts: dict[str, ColourName]
    """The colour of the trading post on a site."""
    closed: tuple[ColourName, ...]
    """The colours whose trading posts are closed."""
    palaces: dict[str, int]
    """The seat whose palace stands on a site."""
    palace_tokens: dict[str, TokenName]
    """The palace token on a site."""
    demands: dict[str, tuple[ColourName, ...]]
    """The demand column of a city, from top to bottom."""
    city_tokens_left: dict[str, int]
    """How many tokens a city has left."""
    clients_left: int | None
    """The client tokens in the bank; None when there is no limit."""

    def behind_screens(self, seat: int | None) -> Self:
        """Return an open view as a seat sees it; the screens fall when the game is over."""
        players = tuple(
            player if self.is_over or player.seat == seat else player.behind_screen()
            for player in self.players
        )
        return self.with_fields(seat=seat, players=players, screens="hidden")


def player_views(options: Options, state: State, names: tuple[str, ...]) -> tuple[PlayerView, ...]:
    """The players with all they have."""
    return tuple(
        _player(options.board, state, seat, names[seat]) for seat in SEATS[: state.players]
    )


def _player(board: Board, state: State, seat: Seat, name: str) -> PlayerView:
    return PlayerView(
        seat=seat,
        name=name,
        site=board.sites[state.at[seat]].id,
        bales=_bales(state.baskets[seat]),
        palaces_left=rules.PALACES - state.palaces_built[seat],
        rupees=state.rupees[seat],
        clients=state.clients[seat],
        city_tokens=reputation(state, seat),
        cities=_cities(board, state, seat),
    )


def _bales(basket: list[int]) -> tuple[ColourName, ...]:
    return tuple(name for name, count in zip(COLOUR_NAMES, basket) for _ in range(count))


def _cities(board: Board, state: State, seat: Seat) -> tuple[str, ...]:
    return tuple(board.cities[city].id for city in CITIES if state.city_tokens[seat][city])


def table_fields(options: Options, state: State) -> dict[str, Any]:
    """The fields of a view that everyone sees alike."""
    board = options.board
    return {
        "edition": options.edition,
        "board": board,
        "face": options.face,
        "set_number": state.set_number,
        "sets": options.plan.sets,
        "game_turn": state.game_turn,
        "game_turns": options.plan.game_turns,
        "first_player": state.first_player,
        "stars": state.stars,
        "has_bought": bool(state.has_bought),
        "take_due": bool(state.take_due),
        "markets": tuple(_market(state, market) for market in MARKETS),
        "bag": {COLOUR_NAMES[colour]: state.bag[colour] for colour in COLOURS},
        "posts": _on_sites(board, state.posts, COLOUR_NAMES),
        "closed": tuple(COLOUR_NAMES[c] for c in COLOURS if not state.stock[c]),
        "palaces": _on_sites(board, state.palaces, SEATS),
        "palace_tokens": _on_sites(board, state.palace_tokens, TOKEN_NAMES),
        "demands": {
            city.id: tuple(COLOUR_NAMES[c] for c in state.demands[number])
            for number, city in enumerate(board.cities)
        },
        "city_tokens_left": {
            city.id: state.city_tokens_left[number] for number, city in enumerate(board.cities)
        },
        "clients_left": clients_left(options, state),
    }


def _market(state: State, market: Market) -> dict[ColourName, int]:
    return {
        COLOUR_NAMES[colour]: state.stock[colour]
        for colour in COLOURS
        if state.stock[colour] and state.market_of[colour] == market
    }


def _on_sites(board: Board, found: list[Any], names: tuple[Any, ...]) -> dict[str, Any]:
    """What lies on the sites of the board, by their ids and with its name."""
    return {site.id: names[thing] for site, thing in zip(board.sites, found) if thing != NONE}
