"""The final scores of Bombay: what they consist of, ranks, and why someone won."""

from __future__ import annotations

import pytest

from howdah.games.bombay.final_scores import (
    FinalScore,
    describe_margin,
    empire_prizes,
    final_scores,
)
from tests.games.bombay.scene import Scene

NAMES = ("Ada", "Bo", "Cy", "Di")


def scores_of(rupees: list[int], clients: list[int]) -> list[FinalScore]:
    """The scores of a game that ends with these rupees and clients."""
    scene = Scene(len(rupees))
    scene.state.rupees[: len(rupees)] = rupees
    scene.state.clients[: len(rupees)] = clients
    return final_scores(scene.state, NAMES)


def test_a_score_is_the_sum_of_its_parts() -> None:
    scene = Scene(4)
    scene.state.rupees[:4] = [10, 12, 9, 3]
    scene.state.palaces_built[:4] = [3, 4, 2, 0]
    scene.state.clients[:4] = [3, 2, 2, 2]
    scene.state.extra_city_tokens[:4] = [3, 4, 5, 2]
    scores = final_scores(scene.state, NAMES)
    assert [score.empire for score in scores] == [6, 6, 4, 2]
    assert [score.empire_rank for score in scores] == [1, 1, 3, 4]
    assert [score.empire_prize for score in scores] == [6, 6, 2, 0]
    assert [score.reputation_prize for score in scores] == [4, 8, 8, 0]
    for score in scores:
        assert score.total == score.rupees + score.empire_prize + score.reputation_prize
    assert [score.total for score in scores] == [20, 26, 19, 3]
    assert [score.rank for score in scores] == [2, 1, 3, 4]
    assert [score.is_winner for score in scores] == [False, True, False, False]


def test_every_player_has_a_prize_to_compare_with() -> None:
    assert [empire_prizes(players) for players in (2, 3, 4, 5)] == [
        (4, 0),
        (6, 2, 0),
        (8, 4, 2, 0),
        (8, 6, 4, 2, 0),
    ]


@pytest.mark.parametrize(
    ("rupees", "clients", "ranks", "sentence"),
    [
        ([20, 10, 10], [0, 0, 0], [1, 2, 2], "22 rupees, 10 more than Bo, Cy."),
        ([20, 20, 10], [1, 1, 1], [1, 1, 3], "Tied at 22 rupees, with as many clients."),
        ([20, 24, 10], [1, 0, 0], [1, 2, 3], "26 rupees, 1 more than Bo."),
        ([20, 25, 10], [1, 0, 0], [1, 2, 3], "Tied at 26 rupees: more clients decide."),
    ],
)
def test_the_reason_why_someone_won_is_told(
    rupees: list[int], clients: list[int], ranks: list[int], sentence: str
) -> None:
    scores = scores_of(rupees, clients)
    assert [score.rank for score in scores] == ranks
    assert describe_margin(scores) == sentence
