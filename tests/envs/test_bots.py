"""Bots: our agents in OpenSpiel, and OpenSpiel's search as an agent."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms.evaluate_bots import evaluate_bots

from howdah.ai.match import play_match
from howdah.ai.plugins import load_agent
from howdah.core.errors import HowdahError
from howdah.envs.openspiel import record_of
from howdah.envs.openspiel.bots import AgentBot, MctsBot


def win_share(game: Any, bots: list[Any], games: int) -> float:
    """Return how often the first bot wins, the seats swapped from game to game."""
    rng, won = np.random.RandomState(1), 0.0
    for number in range(games):
        seat = number % 2
        state = game.new_initial_state()
        evaluate_bots(state, [bots[seat](0), bots[1 - seat](1)], rng)
        won += (1 + state.returns()[seat]) / 2
    return won / games


def test_our_agents_play_in_openspiel() -> None:
    game = pyspiel.load_game("howdah_bombay(players=2)")
    bots = [lambda seat: AgentBot("greedy", seat), lambda seat: AgentBot("random", seat)]
    assert win_share(game, bots, 6) > 0.8


def test_openspiels_search_plays_our_games_well() -> None:
    game = pyspiel.load_game("howdah_bazar(players=2,board=hexagon-37)")
    bots = [lambda _: MctsBot(game, 40, seed=1), lambda seat: AgentBot("random", seat)]
    assert win_share(game, bots, 6) > 0.8


@pytest.mark.parametrize(("game", "players"), [("bombay", 3), ("bazar", 2)])
def test_openspiels_search_is_an_agent_of_ours(game: str, players: int) -> None:
    texts = ["howdah.envs.openspiel.bots:Mcts4", *["random"] * (players - 1)]
    options = {"board": "hexagon-19"} if game == "bazar" else {}
    first, second = (play_match(game, texts, "3", make=load_agent, **options) for _ in range(2))
    assert first.is_over
    assert first.record() == second.record()


def test_a_bot_starts_every_game_with_a_new_seed() -> None:
    game = pyspiel.load_game("howdah_bazar(players=2,board=hexagon-19,starter=seat 0)")
    bots = [AgentBot("random", seat, seed="7") for seat in (0, 1)]
    games = []
    for _ in range(2):
        state = game.new_initial_state()
        evaluate_bots(state, bots, np.random.RandomState(1))
        games.append(record_of(state))
    assert games[0] != games[1]
    assert bots[1].player_id() == 1


def test_other_names_are_no_agents() -> None:
    with pytest.raises(HowdahError, match="nothing named 'Mcts0'"):
        load_agent("howdah.envs.openspiel.bots:Mcts0", "1")
