"""Where the rupees came from: a game by hand, and many at random."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, product
from typing import cast

import pytest

from howdah.ai.match import play_match
from howdah.core.errors import GameNotOver
from howdah.games.bombay.game import Bombay
from howdah.games.bombay.money_trail import SOURCES, RupeeFlow, money_trail
from howdah.games.bombay.options import PLAYER_COUNTS
from howdah.games.bombay.short_game import shorten
from howdah.games.registry import from_record
from tests.games.bombay.scene import Scene

NOTHING = RupeeFlow(0, 0)
EDITIONS = ("fr", "pt", "en", "pl")


def finished_game(players: int, edition: str, seed: str = "trail") -> Bombay:
    agents = ["greedy", "random", "greedy", "random", "greedy"][:players]
    return cast(Bombay, play_match("bombay", agents, seed=seed, edition=edition))


def test_a_game_played_by_hand_is_accounted_for_rupee_by_rupee() -> None:
    """Seat 0 sells yellow silk as the middle demand, builds on rupees, and is paid a toll."""
    scene = Scene(2)
    scene.play("move G5", "end", "wait")  # where no post is
    scene.play("move H2", "move D1", "move E1", "wait")
    scene.play("buy", "move D1", "sell blue", "wait")  # bottom demand: 1 rupee
    scene.play("move E1", "buy", "move D1", "wait")
    scene.play("restock yyyppbbbo")
    scene.play("wait")  # seat 1 begins the second set
    scene.play("move G2", "build blue", "end")  # the token there: 2 rupees
    scene.play("move G5", "move H2", "move D1")
    scene.play("wait")
    scene.play("move G2", "end")  # enters the palace: seat 0 earns a rupee
    trails = money_trail(scene.finish().game)
    assert trails[0].income == {
        "start": RupeeFlow(1, 2),
        "sales": RupeeFlow(1, 1),
        "tolls": RupeeFlow(1, 1),
        "waits": RupeeFlow(1, 1),
        "palace-tokens": RupeeFlow(1, 2),
        "empire": RupeeFlow(1, 4),
        "reputation": NOTHING,
    }
    assert trails[0].silk == RupeeFlow(2, 2)
    assert (trails[0].earned, trails[0].total) == (11, 9)
    assert trails[1].income["waits"] == RupeeFlow(5, 5)
    assert trails[1].income["tolls"] == NOTHING, "the bank pays the toll, not who enters"
    assert trails[1].silk == NOTHING
    assert trails[1].total == 7


def test_the_bonus_of_yellow_silk_belongs_to_its_sale() -> None:
    scene = Scene(2).play("wait", "wait", "move H1", "move B", "wait", "move G6", "move E2", "buy")
    scene.play("wait", "move G4", "move D2", "sell yellow")  # bottom demand: 1 rupee, and 1
    assert money_trail(scene.finish().game)[0].income["sales"] == RupeeFlow(1, 2)


@pytest.mark.parametrize(("players", "edition"), [*product(PLAYER_COUNTS, EDITIONS)])
def test_income_less_silk_is_what_everyone_has(players: int, edition: str) -> None:
    game = finished_game(players, edition)
    trails, result = money_trail(game), game.result()
    assert result is not None
    assert [trail.total for trail in trails] == result["rupees"]
    assert [trail.seat for trail in trails] == [*range(players)]
    assert all(tuple(trail.income) == SOURCES for trail in trails)
    assert money_trail(cast(Bombay, from_record(game.record()))) == trails


@pytest.mark.parametrize("players", PLAYER_COUNTS)
def test_each_action_is_counted_for_who_played_it(players: int) -> None:
    game = finished_game(players, "fr", seed="counts")
    positions = [*game.positions(0)]
    played = Counter(
        (before.to_play, str(after.actions[-1]).split(" ")[0])
        for before, after in pairwise(positions)
    )
    for trail in money_trail(game):
        income = trail.income
        assert income["sales"].times == played[trail.seat, "sell"]
        assert income["waits"] == (played[trail.seat, "wait"], played[trail.seat, "wait"])
        assert trail.silk.times == played[trail.seat, "buy"]
        assert income["tolls"].times == income["tolls"].rupees
        assert income["palace-tokens"].rupees == 2 * income["palace-tokens"].times
        assert (
            income["start"].rupees == positions[0].view(screens="open").players[trail.seat].rupees
        )


def test_a_shortened_game_has_a_trail_of_its_own() -> None:
    game = shorten(Bombay.new(players=2, seed=1), sets=1, turns=1)
    game.play("wait")
    game.play("wait")
    assert [trail.income["waits"] for trail in money_trail(game)] == [(1, 1), (1, 1)]
    assert [trail.total for trail in money_trail(game)] == (game.result() or {})["rupees"]


def test_nothing_is_told_before_the_end() -> None:
    game = finished_game(2, "fr")
    with pytest.raises(GameNotOver):
        money_trail(game.at(game.length - 1))
