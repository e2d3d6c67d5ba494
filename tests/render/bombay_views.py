"""Views of Bombay to be drawn, from many games."""

from __future__ import annotations

import random
from collections.abc import Iterator

import howdah
from howdah.core.view import Screens
from howdah.games.bombay.game import Bombay
from howdah.games.bombay.view import BombayView


def play_random_game(players: int, seed: int, actions: int = 10_000) -> Bombay:
    """A game with random actions in it, building and trading where it can."""
    game = howdah.new("bombay", players=players, seed=seed)
    chance = random.Random(seed)
    while not game.is_over and actions:
        legal = game.legal_actions()
        busy = [a for a in legal if not str(a).startswith(("move", "wait", "end"))]
        game.play(chance.choice(busy if busy and chance.random() < 0.7 else legal))
        actions -= 1
    return game


def positions() -> Iterator[Bombay]:
    for players in range(2, 6):
        for actions in (0, 25, 80, 160, 10_000):
            yield play_random_game(players, players * 10, actions)


GAMES = list(positions())


def views() -> Iterator[BombayView]:
    for number, game in enumerate(GAMES):
        screens: Screens = "open" if number % 2 else "hidden"
        yield game.view(screens=screens)
        yield game.view(game.to_play if number % 3 else 0)


VIEWS = list(views())
