"""What the cards say to their reader: seats that keys name, and what the reader has."""

from __future__ import annotations

from howdah.games.bombay.board import BoardSite
from howdah.games.bombay.names import COLOUR_NAMES, ColourName
from howdah.games.bombay.view import BombayView, PlayerView


def parse_colour(name: str) -> ColourName | None:
    """The colour with a name; None if there is none."""
    return next((colour for colour in COLOUR_NAMES if colour == name), None)


def find_site(view: BombayView, name: str) -> BoardSite | None:
    """The site with an id; None if there is none."""
    return next((site for site in view.board.sites if site.id == name), None)


def find_city(view: BombayView, name: str) -> BoardSite | None:
    """The city with the id of its site; None if there is none."""
    return next((city for city in view.board.cities if city.id == name), None)


def find_player(view: BombayView, seat: str) -> PlayerView | None:
    """The player with the number of a seat; None if there is none."""
    return next((player for player in view.players if str(player.seat) == seat), None)


def reader_of(view: BombayView) -> PlayerView | None:
    """The player who reads the card; None for a spectator."""
    return None if view.seat is None else view.players[view.seat]


def sentences(*found: str) -> tuple[str, ...]:
    """Sentences without those that are empty."""
    return tuple(sentence for sentence in found if sentence)
