"""Views of Bombay Bazar to be drawn, from many games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import howdah
from howdah.games.bazar.board_files import BOARDS
from howdah.games.bazar.game import Bazar
from howdah.games.bazar.names import TIP_RULES
from howdah.games.bazar.view import BazarView


def play_random_game(players: int, seed: int, turns: int = 10_000, **options: Any) -> Bazar:
    """A game with random turns in it."""
    game = howdah.new("bazar", players=players, seed=seed, **options)
    chance = random.Random(seed)
    while not game.is_over and turns:
        game.play(chance.choice(game.legal_actions()))
        turns -= 1
    return game


def views() -> Iterator[BazarView]:
    for players in range(1, 5):
        for number, board in enumerate(BOARDS.names):
            for turns in (0, 7, 25, 10_000):
                rule = TIP_RULES[(number + turns) % 2]
                game = play_random_game(
                    players, players + number, turns, board=board, tip_rule=rule
                )
                yield game.view(game.to_play)


VIEWS = list(views())
BUSY = [view for view in VIEWS if view.tiles_laid > 12]
