"""Agents that raise or give no legal action forfeit the game, and the arena continues."""

from __future__ import annotations

import json

import pytest

from howdah.arena import Arena, Forfeit, GameResult
from howdah.arena.play_game import play_game
from howdah.arena.schedule import Contest, Fixture
from howdah.games.registry import GAMES
from tests.arena.agents import HERE


def game_with(name: str, *others: str, game: str = "bombay") -> GameResult:
    agents = (f"{HERE}:{name}", *(others or ("random", "random")))
    return play_game(Contest(game, agents, deals=1, seed="3"), Fixture(0, 0))


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("Crashing", "raised ZeroDivisionError: one over nothing (agents.py, line "),
        ("Quitting", "raised SystemExit: 3 (agents.py, line "),
        ("Cheating", "answered 'fly\\x1b[2J home', which is not legal"),
        ("AnsweringNone", "answered None, which is no text"),
        ("AnsweringObject", "answered <Unprintable instance at "),
    ],
)
def test_a_failing_agent_forfeits_and_the_message_says_why(name: str, what: str) -> None:
    result = game_with(name)
    (forfeit,) = result.forfeits
    assert (forfeit.seat, forfeit.agent) == (0, f"{HERE}:{name}")
    assert forfeit.what.startswith(what)
    message = forfeit.message(game_number=5)
    assert message.startswith(f"Game 5 is forfeit: {HERE}:{name} in seat 0 {what}")
    assert f"Legal: {forfeit.legal[0]}" in message
    json.dumps(result.to_json(), ensure_ascii=False).encode()


def test_an_agent_that_cannot_be_made_forfeits_too() -> None:
    (forfeit,) = game_with("Unmakeable").forfeits
    assert forfeit.what.startswith(
        "raised RuntimeError: no brain for seed of 32 letters (agents.py"
    )
    assert forfeit.what.endswith("when it was made")
    assert "Legal" not in forfeit.message(1)


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_that_forfeits_is_last_and_the_best_of_the_others_wins(game: str) -> None:
    result = game_with("AnsweringNone", "greedy", "random", game=game)
    best = max((1, 2), key=lambda seat: result.scores[seat])
    assert result.places[0] == 3
    assert sorted(result.places) == [1, 2, 3]
    assert result.winners == (best,)
    assert result.actions[0] == {}


def test_nobody_wins_a_game_that_all_forfeit() -> None:
    result = game_with("AnsweringNone", f"{HERE}:Quitting")
    assert result.winners == ()
    assert result.places == (1, 1)
    assert len(result.forfeits) == 2


def test_long_lists_of_legal_actions_are_cut_in_messages_only() -> None:
    forfeit = Forfeit(0, "mine", "slept", legal=tuple(f"move E{n}" for n in range(10)))
    assert forfeit.message(1).endswith("move E7 and 2 more.")
    assert forfeit.to_json()["legal"] == list(forfeit.legal)


def test_the_arena_continues_and_counts_forfeits() -> None:
    agents = [f"{HERE}:Crashing", "random"]
    summary = Arena("bombay", agents, players=2, games=4).run().summary
    crashing, random = summary.entrants
    assert (crashing.forfeits, random.forfeits) == (4, 0)
    assert (crashing.win_share, random.win_share) == (0, 1)
    assert crashing.mean_score is None
    assert sum(crashing.actions.values()) == 2
    assert summary.ahead[agents[1]][agents[0]] == 1
