"""The set-up: where the tokens and demand columns lie, and the first position of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from howdah.core.errors import InvalidData
from howdah.core.jsonio import Json, as_number, check_fields, first_difference
from howdah.core.rng import Dealer, Draw
from howdah.games.bombay.board import Layout
from howdah.games.bombay.board_files import POST_GROUPS, parse_layout
from howdah.games.bombay.names import COLOUR_NAMES, colour_of, token_of
from howdah.games.bombay.options import Options
from howdah.games.bombay.rules import BALES, starting_rupees
from howdah.games.bombay.state import (
    CITIES,
    COLOURS,
    LEFT,
    NO_TOKEN,
    NONE,
    RESTOCK_DUE,
    SEATS,
    SITES,
    Colour,
    Seat,
    State,
)

UNLIMITED_CLIENTS: Final = 1000
"""More client tokens than any game can pay: 225 player stars, two tokens a sale."""


@dataclass(frozen=True)
class Start:
    """Who begins, and where everything lies."""

    first_player: Seat
    layout: Layout

    def to_json(self) -> dict[str, Json]:
        """The set-up as the record writes it."""
        return {
            "first_player": self.first_player,
            "posts": dict(self.layout.posts),
            "palace_tokens": dict(self.layout.palace_tokens),
            "demands": {city: list(column) for city, column in self.layout.demands.items()},
        }


def draw_start(options: Options, dealer: Dealer, first_player: int | None = None) -> Start:
    """The set-up by the dealer's draws; in a first game only the restocks are random."""
    if first_player is not None:
        as_number(first_player, "first_player", low=0, high=options.players - 1)
    if options.set_up == "first-game":
        return Start(SEATS[first_player or 0], first_game_layout(options))
    if first_player is None:
        first_player = dealer.stream("first player").randbelow(options.players)
    return Start(SEATS[first_player], _random_layout(options, dealer))


def first_game_layout(options: Options) -> Layout:
    """The board's fixed layout for these options."""
    layout = options.board.first_game.get((options.plan.posts, options.face))
    if layout is None:
        tokens = f"palace tokens with the {options.face} face up"
        raise InvalidData("set_up", f"the board has no first-game layout for {tokens}")
    return layout


def _random_layout(options: Options, dealer: Dealer) -> Layout:
    layout: dict[str, Any] = {
        field: dict(zip(sites, dealer.stream(_label(field)).shuffled(items)))
        for field, (sites, items) in _shuffled_items(options).items()
    }
    return Layout(**layout)


def _shuffled_items(options: Options) -> dict[str, tuple[Sequence[str], Sequence[Any]]]:
    """The sites of each field of a layout, and what is shuffled onto them."""
    board, posts = options.board, options.plan.posts
    colours = COLOUR_NAMES * (posts // len(COLOUR_NAMES))
    return {
        "posts": (board.group(POST_GROUPS[posts]), colours),
        "palace_tokens": (board.group("G"), board.palace_token_faces[options.face]),
        "demands": (board.group("D"), board.demand_columns),
    }


def _label(field: str) -> str:
    """The label of the draw of a field."""
    return field.replace("_", " ")


def start_draws(options: Options, start: Start) -> list[Draw]:
    """The draws of a set-up; a first game has none."""
    if options.set_up == "first-game":
        return []
    draws = [Draw("first player", tuple(range(options.players)), (start.first_player,))]
    for field, (sites, items) in _shuffled_items(options).items():
        placed = getattr(start.layout, field)
        draws.append(Draw(_label(field), tuple(items), tuple(placed[site] for site in sites)))
    return draws


def parse_start(options: Options, found: dict[str, Json]) -> Start:
    """The set-up in the `start` of a record; `InvalidData` names what does not fit."""
    check_fields(found, "start", required=("first_player", "posts", "palace_tokens", "demands"))
    first_player = as_number(
        found["first_player"], "start.first_player", low=0, high=options.players - 1
    )
    board = options.board
    face = board.palace_token_faces[options.face]
    layout = parse_layout(
        found, board.sites, board.demand_columns, face, options.plan.posts, "start"
    )
    start = Start(SEATS[first_player], layout)
    if options.set_up == "first-game":
        _check_first_game(options, start)
    return start


def _check_first_game(options: Options, start: Start) -> None:
    fixed = Start(start.first_player, first_game_layout(options))
    difference = first_difference(start.to_json(), fixed.to_json(), "start")
    if difference:
        raise InvalidData("start", f"{difference} in the first-game set-up")


def first_state(options: Options, start: Start) -> State:
    """The first position: everyone on the starting hill, the bag full, a restock due."""
    board, layout = options.board, start.layout
    posts = [Colour(NONE)] * len(SITES)
    palace_tokens = [NO_TOKEN] * len(SITES)
    for site, colour in layout.posts.items():
        posts[board.number_of[site]] = colour_of(colour)
    for site, token in layout.palace_tokens.items():
        palace_tokens[board.number_of[site]] = token_of(token)
    return State(
        players=options.players,
        phase=RESTOCK_DUE,
        set_number=1,
        game_turn=1,
        first_player=start.first_player,
        seat=start.first_player,
        stars=0,
        has_bought=0,
        take_due=0,
        clients_left=_clients_in_the_bank(options),
        bag=list(BALES),
        stock=[0] * len(COLOURS),
        market_of=[LEFT] * len(COLOURS),
        at=[board.tables.start] * len(SEATS),
        rupees=_starting_rupees(options.players, start.first_player),
        clients=[0] * len(SEATS),
        palaces_built=[0] * len(SEATS),
        extra_city_tokens=[0] * len(SEATS),
        city_tokens=[[0] * len(CITIES) for _ in SEATS],
        load=[0] * len(SEATS),
        baskets=[[0] * len(COLOURS) for _ in SEATS],
        posts=posts,
        palace_tokens=palace_tokens,
        palaces=[Seat(NONE)] * len(SITES),
        demands=[[colour_of(c) for c in layout.demands[city.id]] for city in board.cities],
        city_tokens_left=[options.plan.city_tokens] * len(CITIES),
    )


def _clients_in_the_bank(options: Options) -> int:
    """A limit beyond what any game can pay is no limit."""
    limit = options.client_limit
    return UNLIMITED_CLIENTS if limit is None else min(limit, UNLIMITED_CLIENTS)


def clients_left(options: Options, state: State) -> int | None:
    """The client tokens left in the bank, if they are limited."""
    if options.client_limit is None:
        return None
    return options.client_limit - _clients_in_the_bank(options) + state.clients_left


def _starting_rupees(players: int, first_player: Seat) -> list[int]:
    """What each seat begins with; seats that nobody takes have nothing."""
    return [starting_rupees(players, first_player, seat) if seat < players else 0 for seat in SEATS]
