"""The rules as numba compiles them are the rules as Python runs them, to the last number."""

from __future__ import annotations

from itertools import islice

import pytest

from howdah.fast.compiled import CompiledSimulator
from howdah.fast.interpreted import InterpretedSimulator
from howdah.fast.rng import Chance, next_chance, seed_key
from howdah.games.registry import AnyGame
from tests.fast.games import BAZAR, BOMBAY, GAMES, IS_LONG

GAME_COUNTS = {"bombay": 6000, "bazar": 4000} if IS_LONG else {"bombay": 256, "bazar": 192}
"""How many games of each are played; every option comes up at least once."""


def assert_simulators_agree(game: AnyGame, chance: Chance) -> None:
    """Play a random game on both, comparing them after every action."""
    interpreted, compiled = InterpretedSimulator(game), CompiledSimulator(game)
    assert compiled.unpack() == interpreted.unpack()
    assert compiled.legal == interpreted.legal
    board, _ = game.position()
    while not interpreted.is_over:
        action, chance = interpreted.kernel.random_action(board, interpreted.unpack(), chance)
        assert compiled.play(action) == interpreted.play(action)
        assert compiled.unpack() == interpreted.unpack()
        assert not compiled.is_over or interpreted.is_over
    assert compiled.is_over


@pytest.mark.parametrize("name", GAMES)
def test_both_twins_reach_the_same_states_and_legal_actions(name: str) -> None:
    for number, game in enumerate(islice(GAMES[name](), GAME_COUNTS[name])):
        assert_simulators_agree(game, next_chance(seed_key("simulators", number)))


def test_every_option_comes_up() -> None:
    assert len(BOMBAY) <= GAME_COUNTS["bombay"]
    assert len(BAZAR) <= GAME_COUNTS["bazar"]
