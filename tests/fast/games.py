"""Games and batches of all kinds, to compare compiled with interpreted rules.

They have every player count, edition and tip rule, and many boards and set-ups.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from itertools import count, cycle, product
from typing import Any

import howdah
from howdah.fast.batch import Batch
from howdah.games.bazar.board_files import BOARDS
from howdah.games.bombay.names import EDITIONS, SET_UPS
from howdah.games.registry import AnyGame
from tests.games.bazar.boards import largest, with_a_hole

IS_LONG = os.environ.get("HYPOTHESIS_PROFILE") == "long"

BOMBAY = [
    {"players": players, "edition": edition, "set_up": set_up, "client_limit": limit}
    for players, edition, set_up, limit in product((4, 2, 5, 3), EDITIONS, SET_UPS, (None, 3))
]
BAZAR: list[dict[str, Any]] = [
    {"players": players, "tip_rule": tip_rule, "board": board}
    for board, players, tip_rule in product(
        (*BOARDS.names, with_a_hole(), largest()), (2, 1, 4, 3), ("join", "touch")
    )
]


def bombay_games() -> Iterator[AnyGame]:
    """Games of Bombay that stand before their first restock, without end."""
    for options, seed in zip(cycle(BOMBAY), count()):
        game: Any = howdah.new("bombay", **options, seed=f"simulators {seed}")
        game.dealer = None
        game.undo()
        yield game


def bazar_games() -> Iterator[AnyGame]:
    """Games of Bombay Bazar, without end."""
    for options, seed in zip(cycle(BAZAR), count()):
        board = options["board"]
        source = board if isinstance(board, str) else BOARDS.parse(board, "board")
        yield howdah.new("bazar", **{**options, "board": source}, seed=f"simulators {seed}")


GAMES = {"bombay": bombay_games, "bazar": bazar_games}

compiled_batch = partial(Batch, compiled=True)
interpreted_batch = partial(Batch, compiled=False)
