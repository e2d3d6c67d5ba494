"""Moves back: the measure of walking to and fro, and how seldom the levels do it."""

from __future__ import annotations

from typing import Final

import pytest
from tools.moves_back import MoveCount, count_moves_back, main, measure

from howdah.ai.agents import make_agent
from howdah.ai.match import play_match, play_turn
from howdah.games.registry import AnyGame, new

MOST_MOVES_BACK: Final = 0.03
"""The levels that overlooked whole turns had 0.20, 0.09 and 0.04; level 4 has 0.02."""


def walk(*turns: str) -> AnyGame:
    """A game in which the seat to play plays these turns, each with commas, and the other waits."""
    game = new("bombay", players=2, set_up="first-game", seed=1)
    seat = game.to_play
    for turn in turns:
        for action in turn.split(", "):
            game.play(action)
        if game.to_play != seat:
            game.play("wait")
    return game


@pytest.mark.parametrize(
    ("turns", "expected"),
    [
        (["move G5, move A, end"], MoveCount(2, 1)),
        (["move G5, end", "move A, end"], MoveCount(2, 1)),
        (["move G5, move H2, move G5", "move A, end"], MoveCount(4, 2)),
        (["move G5, end", "wait", "move A, end"], MoveCount(2, 0)),
        (["move G5, move E3, end", "move G5, move H2, end"], MoveCount(4, 1)),
        (["move G5, move E3, end", "buy, move G5, end"], MoveCount(3, 0)),
        (["wait"], MoveCount(0, 0)),
    ],
)
def test_a_move_back_leads_where_one_was_in_the_turn_before_with_the_same_bales(
    turns: list[str], expected: MoveCount
) -> None:
    assert count_moves_back(walk(*turns)) == expected


def test_every_elephant_goes_its_own_way() -> None:
    game = new("bombay", players=2, set_up="first-game", seed=1)
    for action in ("move G5", "end", "move G5", "end"):
        game.play(action)
    assert count_moves_back(game) == MoveCount(2, 0)


def test_two_turns_in_a_row_are_two_turns() -> None:
    """The last seat of a set begins the next one if there are two players."""
    game = new("bombay", players=2, set_up="first-game", seed=1)
    while game.turns_played < 7:
        game.play("wait")
    last = game.to_play
    for action in ("move G5", "end", "move A"):
        assert game.to_play == last
        game.play(action)
    assert count_moves_back(game) == MoveCount(2, 1)


def test_shares_are_of_all_moves() -> None:
    assert (MoveCount(3, 1) + MoveCount(5, 1)).share == 0.25
    assert MoveCount().share == 0.0


@pytest.mark.parametrize("text", ["level:1", "level:2", "level:3"])
@pytest.mark.parametrize(("players", "games"), [(2, 20), (4, 10)])
def test_the_lower_levels_seldom_walk_to_and_fro(text: str, players: int, games: int) -> None:
    assert measure(text, players, games, "to and fro").share <= MOST_MOVES_BACK


def test_a_level_needs_no_memory_to_know_where_it_was() -> None:
    """A server makes a new agent for every turn."""
    kept = play_match("bombay", ["level:2", "level:2"], seed="again")
    game = new("bombay", players=2, seed="again")
    while (seat := game.to_play) is not None:
        play_turn(game, make_agent("level:2", f"again/seat {seat}"))
    assert game.actions == kept.actions


def test_the_command_prints_a_line_for_each_number_of_players(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--agents", "level:2", "--games", "2"]) == 0
    heading, two, four = capsys.readouterr().out.splitlines()
    assert heading.split() == ["agent", "players", "games", "moves", "back", "share"]
    assert two.split()[:3] == ["level:2", "2", "1"]
    assert four.split()[:3] == ["level:2", "4", "1"]
    with pytest.raises(SystemExit):
        main(["--games", "1"])
