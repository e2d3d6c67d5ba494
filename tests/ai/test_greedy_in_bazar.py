"""The greedy agent plays Bombay Bazar like a careful beginner."""

from __future__ import annotations

from typing import Any

from howdah.ai.match import play_match
from howdah.games.bazar.ai.greedy import BLOCKED, SOLO, best_actions, evaluate
from howdah.games.bazar.state import SEATS
from tests.games.bazar.scene import Scene


def results(players: list[str], games: int, **options: Any) -> list[Any]:
    return [play_match("bazar", players, seed=f"g{n}", **options).result() for n in range(games)]


def value_to(seat: int, scene: Scene) -> int:
    return evaluate(scene.game.board.tables, scene.state, SEATS[seat])


def test_a_dead_end_is_worse_than_anything() -> None:
    free, blocked = Scene(players=1), Scene(players=1).end_piece((0, -2))
    assert value_to(0, blocked) < BLOCKED // 2 < value_to(0, free)


def test_a_blocked_rival_is_welcome() -> None:
    assert value_to(0, Scene().end_piece((0, 2))) > value_to(0, Scene())


def test_empty_cells_that_are_cut_off_count_for_nothing() -> None:
    """Three end pieces shut the corner in the east of the smallest board off."""
    whole, shut = Scene(players=1), Scene(players=1).end_piece((1, 0), (2, -1), (1, 1))
    assert value_to(0, whole) - value_to(0, shut) == SOLO.room * 4


def test_it_keeps_out_of_dead_ends_while_it_can() -> None:
    game = play_match("bazar", ["greedy"], seed="free")
    for length in range(30):
        earlier = game.at(length)
        earlier.play(best_actions(earlier)[0])
        assert earlier.view(0).legal_actions != ("end-piece",)


def test_alone_it_fills_most_of_the_board() -> None:
    scores = [result["solo_score"] for result in results(["greedy"], 4)]
    assert sum(scores) / len(scores) > 25


def test_it_beats_the_random_agent_in_at_least_four_games_of_five() -> None:
    first, second = results(["greedy", "random"], 10), results(["random", "greedy"], 10)
    won = [result["winners"] == [0] for result in first]
    won += [result["winners"] == [1] for result in second]
    assert sum(won) >= 16
