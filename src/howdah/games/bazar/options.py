"""The options of a game of Bombay Bazar: all that the players agree on before they begin."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, cast

from howdah.core.jsonio import Json, as_choice, as_count, check_fields
from howdah.core.options import Setting
from howdah.games.bazar.board import Board
from howdah.games.bazar.board_files import BOARDS
from howdah.games.bazar.names import STARTERS, TIP_RULES, Starter, TipRule

PLAYER_COUNTS: Final = range(1, 5)
SETTINGS: Final = (
    Setting("board", "name of a board, or a board file", "hexagon-61"),
    Setting("tip_rule", "what happens when trunks meet", "join", TIP_RULES),
    Setting("starter", "who starts", "medals", STARTERS),
)

_FIELDS = ("players", "board", "tip_rule", "starter")


@dataclass(frozen=True)
class Options:
    """What a record calls `rules`."""

    players: int
    board: Board
    tip_rule: TipRule
    starter: Starter
    is_board_named: bool
    """Whether the record names the board; one that is not shipped is written whole."""

    def to_json(self) -> dict[str, Json]:
        """The options as the record writes them."""
        return {
            "players": self.players,
            "board": self.board.name if self.is_board_named else self.board.to_json(),
            "tip_rule": self.tip_rule,
            "starter": self.starter,
        }


def parse_options(found: dict[str, Json]) -> Options:
    """The options in the `rules` of a record; `InvalidData` names the one that is wrong."""
    check_fields(found, "rules", required=_FIELDS)
    return Options(
        players=as_count(found["players"], "rules.players", PLAYER_COUNTS),
        board=BOARDS.parse(found["board"], "rules.board"),
        tip_rule=cast(TipRule, as_choice(found["tip_rule"], "rules.tip_rule", TIP_RULES)),
        starter=cast(Starter, as_choice(found["starter"], "rules.starter", STARTERS)),
        is_board_named=isinstance(found["board"], str),
    )
