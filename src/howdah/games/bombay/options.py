"""The options of a game of Bombay: all that the players agree on before the set-up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, cast

from howdah.core.jsonio import Json, as_choice, as_count, as_number, check_fields
from howdah.core.options import Setting
from howdah.games.bombay.board import Board
from howdah.games.bombay.board_files import BOARDS
from howdah.games.bombay.names import EDITIONS, SET_UPS, Edition, FaceName, SetUp
from howdah.games.bombay.rules import PLANS, Plan

PLAYER_COUNTS: Final = range(2, 6)
ORANGE_FACE_EDITIONS: Final = ("fr", "pt")
"""Editions that turn the palace tokens to their orange face with two or three players."""

SETTINGS: Final = (
    Setting("edition", "rulebook edition", "fr", EDITIONS),
    Setting("board", "name of a board, or a board file", "deccan"),
    Setting("set_up", "starting set-up", "random", SET_UPS),
    Setting("client_limit", "client tokens in the bank", "No limit", is_number=True),
)

_FIELDS = ("players", "edition", "board", "set_up", "client_limit")


@dataclass(frozen=True)
class Options:
    """What a record calls `rules`: five choices, and what follows from them."""

    players: int
    edition: Edition
    board: Board
    set_up: SetUp
    client_limit: int | None
    is_board_named: bool
    """Whether the record names the board; one that is not shipped is written whole."""

    @property
    def plan(self) -> Plan:
        """What the number of players decides."""
        return PLANS[self.players]

    @property
    def face(self) -> FaceName:
        """The face of the palace tokens that lies up."""
        few_players = self.players <= 3
        return "orange" if few_players and self.edition in ORANGE_FACE_EDITIONS else "yellow"

    def to_json(self) -> dict[str, Json]:
        """The options as the record writes them."""
        return {
            "players": self.players,
            "edition": self.edition,
            "board": self.board.name if self.is_board_named else self.board.to_json(),
            "set_up": self.set_up,
            "client_limit": self.client_limit,
        }


def parse_options(found: dict[str, Json]) -> Options:
    """The options in the `rules` of a record; `InvalidData` names the one that is wrong."""
    check_fields(found, "rules", required=_FIELDS)
    limit = found["client_limit"]
    return Options(
        players=as_count(found["players"], "rules.players", PLAYER_COUNTS),
        edition=cast(Edition, as_choice(found["edition"], "rules.edition", EDITIONS)),
        board=BOARDS.parse(found["board"], "rules.board"),
        set_up=cast(SetUp, as_choice(found["set_up"], "rules.set_up", SET_UPS)),
        client_limit=None if limit is None else as_number(limit, "rules.client_limit", low=0),
        is_board_named=isinstance(found["board"], str),
    )
