"""Our games as OpenSpiel names, loads and plays them."""

from __future__ import annotations

import random
from typing import Any

import pyspiel

from howdah.envs import openspiel

__all__ = ["draw", "game_text", "load", "openspiel", "played"]


def game_text(table: dict[str, Any], **more: Any) -> str:
    """A table as OpenSpiel names a game."""
    options = {name: value for name, value in {**table, **more}.items() if name != "game"}
    listed = ",".join(f"{name}={value}" for name, value in options.items())
    return f"howdah_{table['game']}({listed})"


def load(table: dict[str, Any], **more: Any) -> Any:
    return pyspiel.load_game(game_text(table, **more))


def draw(state: Any, dice: random.Random) -> int:
    """The next draw or decision, at random."""
    if state.is_chance_node():
        numbers, chances = zip(*state.chance_outcomes())
        return int(dice.choices(numbers, chances)[0])
    return int(dice.choice(state.legal_actions()))


def played(game: Any, seed: int = 1, most: int = 100_000) -> Any:
    """A state after a random game, or after so many draws and decisions."""
    state, dice = game.new_initial_state(), random.Random(seed)
    while not state.is_terminal() and most:
        state.apply_action(draw(state, dice))
        most -= 1
    return state
