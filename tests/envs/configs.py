"""The configs that environments are tested with: every game, player count, edition and board."""

from __future__ import annotations

from typing import Any

from howdah.games.bazar.board_files import BOARDS
from howdah.games.bombay.names import EDITIONS, SET_UPS

BOMBAY: list[dict[str, Any]] = [
    {"game": "bombay", "players": players, "edition": edition, "set_up": set_up}
    for players in (2, 3, 4, 5)
    for edition, set_up in zip(EDITIONS, SET_UPS * 2)
]
BAZAR: list[dict[str, Any]] = [
    {"game": "bazar", "players": players, "board": board, "tip_rule": tip_rule, "starter": starter}
    for players in (1, 2, 3, 4)
    for board, tip_rule, starter in zip(
        (*BOARDS.names, "hexagon-7"), ("join", "touch") * 3, ("medals", "random", "seat 0") * 2
    )
]
CONFIGS = [*BOMBAY, *BAZAR]


def config_id(config: dict[str, Any]) -> str:
    """Return a config as the id of a test."""
    return " ".join(map(str, config.values()))
