"""Many games that advance together."""

from __future__ import annotations

from itertools import groupby, islice
from typing import Any

import numpy as np
import pytest

import howdah
from howdah import fast
from tests.fast.games import GAMES, compiled_batch, interpreted_batch

EVERY_GAME = pytest.mark.parametrize("name", GAMES)
EVERY_BATCH = pytest.mark.parametrize("kind", [compiled_batch, interpreted_batch])


@EVERY_GAME
def test_interpreted_and_compiled_batches_agree_at_every_step(name: str) -> None:
    found = sorted(islice(GAMES[name](), 96), key=lambda game: repr(game.position()[0]))
    for _, games in groupby(found, key=lambda game: game.position()[0]):
        same_board = list(games)
        quick, slow = compiled_batch(same_board, seed=3), interpreted_batch(same_board, seed=3)
        while not all(slow.is_over):
            assert [tuple(words) for words in quick.legal.tolist()] == slow.legal
            assert quick.is_over.tolist() == slow.is_over
            actions = quick.random_actions()
            assert actions.tolist() == slow.random_actions()
            quick.step(actions)
            slow.step(actions.tolist())
            for number in range(len(slow)):
                assert quick.unpack(number) == slow.unpack(number)
        assert quick.scores.tolist() == slow.scores


@EVERY_GAME
@EVERY_BATCH
def test_the_same_seed_plays_the_same(name: str, kind: Any) -> None:
    game = howdah.new(name, seed=1)
    first, second, other = (kind([game] * 20, seed=seed) for seed in (1, 1, 2))
    for _ in range(20):
        actions = [list(batch.random_actions()) for batch in (first, second, other)]
        assert actions[0] == actions[1]
        for batch, chosen in zip((first, second, other), actions):
            batch.step(chosen)
    assert actions[0] != actions[2]


@EVERY_BATCH
def test_a_game_with_nothing_to_do_stays_as_it_is(kind: Any) -> None:
    batch = kind([howdah.new("bombay", seed=seed) for seed in range(4)])
    before = [batch.unpack(number) for number in range(4)]
    batch.step([24, fast.NOTHING, 24, fast.NOTHING])
    after = [batch.unpack(number) for number in range(4)]
    assert [old == new for old, new in zip(before, after)] == [False, True, False, True]


@EVERY_BATCH
def test_chance_is_dealt_as_soon_as_it_is_due(kind: Any) -> None:
    game: Any = howdah.new("bombay", seed=1)
    game.dealer = None
    game.undo()
    assert game.is_chance
    batch = kind([game] * 50, seed=1)
    assert not any(batch.is_over)
    stocks = {tuple(batch.unpack(number).stock) for number in range(50)}
    assert all(sum(stock) == 9 for stock in stocks)
    assert len(stocks) > 10


@EVERY_GAME
@EVERY_BATCH
def test_games_that_are_over_can_begin_again(name: str, kind: Any) -> None:
    games = (
        [howdah.new(name, seed=seed, starter="seat 0") for seed in range(6)]
        if (name == "bazar")
        else [howdah.new(name, seed=seed) for seed in range(6)]
    )
    batch = kind(games, seed=1)
    start = [batch.unpack(number) for number in range(6)]
    while not all(batch.is_over):
        batch.step(batch.random_actions())
    assert list(batch.random_actions()) == [fast.NOTHING] * 6
    batch.restart()
    assert not any(batch.is_over)
    assert [batch.unpack(number) for number in range(6)] == start
    assert np.array_equal(np.asarray(batch.scores), np.zeros((6, batch.kernel.SEAT_COUNT)))


@EVERY_BATCH
def test_scores_stand_when_a_game_is_over(kind: Any) -> None:
    game: Any = howdah.new("bombay", players=3, seed=1)
    while len(game.legal_actions()) and game._state.set_number < 3:
        game.play("end")
    batch = kind([game] * 3, seed=1)
    while not any(batch.is_over):
        assert np.array_equal(np.asarray(batch.scores), np.zeros((3, 5)))
        batch.step(batch.random_actions())
    for number, is_over in enumerate(batch.is_over):
        state = batch.unpack(number)
        expected = [batch.kernel.score(state, seat) for seat in range(3)] + [0, 0]
        assert list(batch.scores[number]) == (expected if is_over else [0] * 5)
