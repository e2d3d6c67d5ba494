"""Bombay for OpenSpiel: its parameters, its bounds, its set-up and restocks as chance nodes."""

from __future__ import annotations

from functools import lru_cache
from itertools import product
from typing import Any, Final

from howdah.core.jsonio import Json
from howdah.envs.setup_chance import (
    FIRST_PLAYER,
    FixedSetup,
    SetupChance,
    SetupSlot,
    SlotSetup,
    first_player_slot,
)
from howdah.games.bombay.board import Board
from howdah.games.bombay.board_files import POST_GROUPS
from howdah.games.bombay.chance import draws_due
from howdah.games.bombay.names import COLOUR_NAMES
from howdah.games.bombay.rules import BALES, DRAW, RESTOCK
from howdah.games.bombay.state import State

NO_LIMIT: Final = -1
WHOLE_GAME: Final = 0
PARAMETERS: Final[dict[str, Any]] = {
    "players": 4,
    "edition": "fr",
    "board": "deccan",
    "set_up": "random",
    "client_limit": NO_LIMIT,
    "sets": WHOLE_GAME,
    "turns": WHOLE_GAME,
    "returns": "auto",
}
NONE_VALUES: Final = {"client_limit": NO_LIMIT, "sets": WHOLE_GAME, "turns": WHOLE_GAME}

FEWEST_DRAWN: Final = 7
"""Five elephants carry ten of the seventeen bales at most."""
CHANCE_ACTIONS: Final = tuple(
    sorted(
        RESTOCK + sum(bales << 3 * colour for colour, bales in enumerate(counts))
        for counts in product(*(range(bales + 1) for bales in BALES))
        if FEWEST_DRAWN <= sum(counts) <= DRAW
    )
)
"""The numbers of all restocks that there can be."""


def chance_outcomes(state: State) -> tuple[tuple[int, int], ...]:
    """Return the restocks that a state can have, with the number of ways to draw each."""
    return _restocks(draws_due(state))


@lru_cache(maxsize=1024)
def _restocks(draws: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    return tuple((RESTOCK + draw, weight) for draw, weight in draws)


def max_chance_actions(game: Any) -> int:
    """Return how many restocks there are: one a set."""
    return int(game.options.plan.sets)


def max_decisions(game: Any) -> int:
    """Return the highest number of decisions: six in a turn, three of them builds."""
    plan = game.options.plan
    return int(6 * plan.sets * plan.game_turns * game.players)


def setup_chance(game: Any) -> SetupChance:
    """Return the draws of the set-up; the first-game set-up has none."""
    if game.options.set_up == "first-game":
        return FixedSetup(game.start())
    return BombaySetup(game.options)


class BombaySetup(SlotSetup):
    """Draws the first player, the posts, the palace tokens and the demands."""

    def __init__(self, options: Any) -> None:
        board: Board = options.board
        posts: int = options.plan.posts
        super().__init__(
            (
                first_player_slot(options.players),
                SetupSlot(
                    "post",
                    board.group(POST_GROUPS[posts]),
                    COLOUR_NAMES * (posts // len(COLOUR_NAMES)),
                ),
                SetupSlot("token", board.group("G"), board.palace_token_faces[options.face]),
                SetupSlot("demands", board.group("D"), tuple(map(" ".join, board.demand_columns))),
            )
        )

    def start(self) -> dict[str, Json]:
        """Return the set-up as a record writes it."""
        first, posts, tokens, demands = map(self.drawn_for, self.slots)
        return {
            "first_player": int(first[""]),
            "posts": {**posts},
            "palace_tokens": {**tokens},
            "demands": {city: [*column.split()] for city, column in demands.items()},
        }

    def numbers_of(self, start: dict[str, Any]) -> list[int]:
        """Return the outcomes that lead to the set-up of a record."""
        _, posts, tokens, demands = self.slots
        texts = [
            f"{FIRST_PLAYER} {start['first_player']}",
            *(f"post {site} {start['posts'][site]}" for site in posts.places),
            *(f"token {site} {start['palace_tokens'][site]}" for site in tokens.places),
            *(f"demands {city} {' '.join(start['demands'][city])}" for city in demands.places),
        ]
        return [self.number_of(text) for text in texts]
