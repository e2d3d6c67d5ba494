"""How long agents think about a turn: what is expected, and what is allowed."""

from __future__ import annotations

import time

import pytest

from howdah.ai.agents import AGENTS, Agent, RandomAgent, agents_of, make_agent
from howdah.ai.budget import Budget, TurnTime
from howdah.ai.match import play_turn
from howdah.ai.thinking_time import OVERHEAD, expected_seconds, limit_turn
from howdah.games.registry import GAMES, new


class Clock:
    """A clock that stands still until a test moves it."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize("game", GAMES)
def test_the_opponents_of_a_table_think_for_a_moment_and_only_level_6_for_longer(game: str) -> None:
    expected = {name: expected_seconds(name, game) for name in agents_of(game)}
    assert expected.pop("level:6") == OVERHEAD + 0.25
    assert max(expected.values()) < OVERHEAD + 0.1


@pytest.mark.parametrize(
    ("less", "more"),
    [
        ("champion:0.1s", "champion:0.2s"),
        ("champion:50", "champion:500"),
        ("champion:1s", "uct:1s"),
        ("uct:200", "uct:20000"),
        ("level:5", "champion:20000"),
        ("random", "mc:1"),
    ],
)
def test_an_agent_with_a_larger_budget_is_expected_to_think_longer(less: str, more: str) -> None:
    assert expected_seconds(less, "bombay") < expected_seconds(more, "bombay")


def test_an_agent_that_nobody_knows_is_expected_to_be_quick() -> None:
    assert expected_seconds("one of my own", "bombay") == OVERHEAD


def test_a_budget_without_an_end_gets_one_from_the_turn() -> None:
    clock = Clock()
    turn_time = TurnTime(4.0, clock)
    assert turn_time.share(Budget(simulations=20_000)) == Budget(20_000, 2.0)
    clock.now += 3
    assert turn_time.share(Budget(simulations=20_000)) == Budget(20_000, 0.5)
    assert turn_time.share(Budget(seconds=0.25)) == Budget(seconds=0.25)


def test_however_many_searches_a_turn_has_they_share_its_time() -> None:
    clock = Clock()
    turn_time = TurnTime(2.0, clock)
    for _ in range(50):
        clock.now += turn_time.share(Budget(seconds=1.0)).seconds or 0
    assert clock.now == pytest.approx(1002.0)
    clock.now += 1
    assert turn_time.share(Budget(seconds=1.0)) == Budget(seconds=0.0)


def test_a_search_without_any_time_left_still_plays() -> None:
    game = new("bombay", players=2, seed=1)
    assert play_turn(game, limit_turn(make_agent("uct:5s", "1"), 0.0))


def test_the_searches_of_a_turn_end_in_time() -> None:
    game = new("bombay", players=5, seed=1)
    play_turn(game.at(len(game.actions)), make_agent("uct:1", "1"))  # makes what is made once
    began = time.perf_counter()
    play_turn(game, limit_turn(make_agent("uct:10000000", "1"), 0.2))
    assert time.perf_counter() - began < 3.0


def test_an_agent_that_does_not_search_needs_no_limit() -> None:
    agent: Agent = RandomAgent("1")
    assert limit_turn(agent, 1.0) is agent
    assert set(AGENTS) >= {"random", "greedy"}
