"""Helpers that load and play the games by OpenSpiel."""

from __future__ import annotations

import random
from typing import Any

import pyspiel

from howdah.envs import openspiel

__all__ = ["game_text", "load", "openspiel", "play_random", "random_action"]


def game_text(config: dict[str, Any], **more: Any) -> str:
    """Return a config as OpenSpiel's text of a game."""
    options = {name: value for name, value in {**config, **more}.items() if name != "game"}
    listed = ",".join(f"{name}={value}" for name, value in options.items())
    return f"howdah_{config['game']}({listed})"


def load(config: dict[str, Any], **more: Any) -> Any:
    return pyspiel.load_game(game_text(config, **more))


def random_action(state: Any, rng: random.Random) -> int:
    """Return a random outcome of a chance node, or a random legal action."""
    if state.is_chance_node():
        numbers, chances = zip(*state.chance_outcomes())
        return int(rng.choices(numbers, chances)[0])
    return int(rng.choice(state.legal_actions()))


def play_random(game: Any, seed: int = 1, most: int = 100_000) -> Any:
    """Return the state after a random game, or after at most `most` draws and decisions."""
    state, rng = game.new_initial_state(), random.Random(seed)
    while not state.is_terminal() and most:
        state.apply_action(random_action(state, rng))
        most -= 1
    return state
