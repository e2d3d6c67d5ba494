"""Exact values, compared with OpenSpiel's and with what searches find."""

from __future__ import annotations

import random
from typing import Any

import pyspiel
import pytest
from open_spiel.python.algorithms.minimax import expectiminimax

import howdah
from howdah.ai.agents import make_agent
from howdah.core.errors import InvalidOption
from howdah.envs import aec_env, openspiel, vector_env
from howdah.envs.config import EnvConfig
from howdah.envs.exact_solver import TooLarge, solve
from howdah.games.bazar.small_boards import hexagon, small_board


def end_game(name: str, seed: int, turns_left: int, **options: Any) -> Any:
    """Return a random game that has so many turns to go."""
    rng = random.Random(seed)
    game: Any = howdah.new(name, players=2, seed=seed, **options)
    while 32 - game.turns_played > turns_left:
        game.play(rng.choice(game.legal_actions()))
    return game


@pytest.mark.parametrize("seed", range(4))
def test_openspiel_finds_the_same_value_of_the_last_turns_of_bombay(seed: int) -> None:
    game = end_game("bombay", seed, turns_left=1)
    solved = solve(EnvConfig("bombay", players=2), game)
    state = openspiel.state_of(game.record(), returns="win")
    seat = state.current_player()
    value, _ = expectiminimax(state, 100, lambda _: 0.0, seat)
    assert value == pytest.approx(solved.values[seat])
    assert sum(solved.values) == pytest.approx(0)


def test_openspiel_finds_the_same_value_of_a_tiny_board() -> None:
    text = "howdah_bazar(players=2,board=hexagon-7,starter=seat 0)"
    state = pyspiel.load_game(text).new_initial_state()
    value, _ = expectiminimax(state, 100, lambda _: 0.0, 0)
    solved = solve(EnvConfig("bazar", players=2, board="hexagon-7", starter="seat 0"))
    assert value == solved.values[0]


def test_draws_are_weighed_by_their_chances() -> None:
    """With one star less than a purchase takes, only waiting pays: the draw changes nothing."""
    config = EnvConfig("bombay", players=2, sets=1, turns=1, returns="rupees", set_up="first-game")
    solved = solve(config)
    assert solved.best is None
    assert solved.values == pytest.approx((5.0, 5.0))
    assert solved.positions > 50_000


@pytest.mark.parametrize("seed", range(6))
def test_a_search_finds_the_best_end(seed: int) -> None:
    game = end_game("bombay", seed, turns_left=1)
    config = EnvConfig("bombay", players=2)
    seat = game.to_play
    best = solve(config, game).values[seat]
    chosen = make_agent("uct:3000", "1")
    while game.to_play == seat:
        game.play(chosen.choose(game.view(seat)))
    assert solve(config, game).values[seat] == best


def test_a_perfect_player_wins_what_the_value_says() -> None:
    """Every decision on a tiny board is the one that the solver finds best."""
    config = EnvConfig("bazar", players=4, board="hexagon-7", starter="seat 0")
    env = aec_env("bazar", players=4, board="hexagon-7", starter="seat 0")
    env.reset(seed=1)
    value = solve(config).values
    while not env.game.is_over:
        best = solve(config, env.game).best
        assert best is not None
        env.step(env.game.number_of(best))
    assert tuple(env.rewards.values()) == value


def test_too_much_is_refused() -> None:
    with pytest.raises(TooLarge, match="more than 100 positions"):
        solve(EnvConfig("bombay", players=2, sets=1), most=100)


# Short games and small boards


def test_a_short_game_is_the_end_of_a_whole_one() -> None:
    env = aec_env("bombay", players=3, sets=1, turns=2)
    env.reset(seed=1)
    game = env.game
    assert repr(game) == "<Bombay, 3 players, set 3/3, turn 4>"
    assert sum(game.view(0).bag.values()) == 17 - 9
    decisions = 0
    while env.agents and not any(env.terminations.values()):
        env.step(38)
        decisions += 1
    assert decisions == 6


def test_later_sets_have_all_their_turns() -> None:
    env = aec_env("bombay", players=2, sets=2, turns=1)
    env.reset(seed=1)
    for turns in range(10):
        assert not any(env.terminations.values()), turns
        env.step(38)
    assert all(env.terminations.values())


def test_many_short_games_at_once() -> None:
    env = vector_env("bombay", 4, players=2, sets=1, turns=1)
    env.reset(seed=1)
    assert not env.step([38] * 4)[2].any()
    assert env.step([38] * 4)[2].all()


def test_a_short_game_has_no_record() -> None:
    env = aec_env("bombay", sets=1)
    env.reset(seed=1)
    with pytest.raises(InvalidOption, match="whole games"):
        env.game.record()


def test_a_game_that_cannot_be_shortened_has_no_such_options() -> None:
    with pytest.raises(InvalidOption, match="no option 'sets'; the options should be among"):
        EnvConfig("bazar", sets=1)


def test_small_boards_are_hexagons() -> None:
    board = small_board("hexagon-7")
    assert board is not None
    assert len(board.cells) == 7
    assert small_board("hexagon-61") is None
    ours: Any = howdah.new("bazar", board="hexagon-19", seed=1)
    assert {tuple(cell) for cell in hexagon(3)["cells"]} == set(ours.board.cells)
    assert [head["first_cell"] for head in hexagon(3)["heads"]] == [
        list(head.first_cell) for head in ours.board.heads
    ]
