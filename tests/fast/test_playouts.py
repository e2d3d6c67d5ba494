"""Random playouts: the same seed gives the same, on any number of threads, compiled or not."""

from __future__ import annotations

import asyncio
import threading
import time
from itertools import islice
from typing import Any

import numpy as np
import pytest

import howdah
from howdah import fast
from howdah.core.errors import InvalidOption
from howdah.fast import rng
from howdah.fast.backend import entry_point
from howdah.fast.compiled import CompiledSimulator
from howdah.fast.interpreted import InterpretedSimulator
from tests.fast.games import GAMES

EVERY_GAME = pytest.mark.parametrize("name", GAMES)


@EVERY_GAME
def test_interpreted_and_compiled_playouts_end_alike(name: str) -> None:
    for game in islice(GAMES[name](), 64):
        slow = InterpretedSimulator(game).playouts(3, seed="alike")
        quick = CompiledSimulator(game).playouts(3, seed="alike")
        assert quick.scores.tolist() == slow.scores
        assert quick.winners.tolist() == slow.winners
        assert (quick.actions, quick.players) == (slow.actions, slow.players)
        assert quick.mean_scores() == slow.mean_scores()
        assert quick.win_shares() == slow.win_shares()


@EVERY_GAME
def test_whoever_wins_has_nobody_ahead(name: str) -> None:
    for number, game in enumerate(islice(GAMES[name](), 64)):
        board, state = game.position()
        kernel, chance = InterpretedSimulator(game).kernel, rng.next_chance(number)
        while not kernel.is_over(state):
            action, chance = kernel.random_action(board, state, chance)
            kernel.play(board, state, action)
        standing = [kernel.ranking_value(state, seat) for seat in range(game.players)]
        winners = [kernel.is_winner(state, seat) for seat in range(game.players)]
        assert winners == [mine == max(standing) for mine in standing]


@EVERY_GAME
def test_playouts_do_not_depend_on_the_number_of_threads(name: str) -> None:
    simulator = fast.simulator(howdah.new(name, seed=1))
    alone, together = (simulator.playouts(10_000, seed=5, threads=threads) for threads in (1, 3))
    assert np.array_equal(alone.scores, together.scores)
    assert np.array_equal(alone.winners, together.winners)
    assert alone.actions == together.actions


@EVERY_GAME
def test_a_playout_depends_on_the_seed_and_its_own_number_only(name: str) -> None:
    simulator = fast.simulator(howdah.new(name, seed=1))
    few, many, others = (
        simulator.playouts(50),
        simulator.playouts(5000),
        simulator.playouts(50, seed=1),
    )
    assert np.array_equal(few.scores, many.scores[:50])
    assert not np.array_equal(few.scores, others.scores)


@EVERY_GAME
def test_playouts_leave_the_position_as_it_is(name: str) -> None:
    simulator = fast.simulator(howdah.new(name, seed=1))
    before = simulator.unpack()
    simulator.playouts(100)
    assert simulator.unpack() == before


@EVERY_GAME
def test_scores_and_winners_are_those_of_the_game(name: str) -> None:
    game: Any = howdah.new(name, seed=1)
    simulator = CompiledSimulator(game)
    board, state = game.position()
    chance = rng.next_chance(rng.mix(rng.seed_key(0, 1)))
    while not simulator.kernel.is_over(state):
        action, chance = simulator.kernel.random_action(board, state, chance)
        simulator.kernel.play(board, state, action)
    game._state = state
    result, played = game.result(), simulator.playouts(1)
    scores = result["rupees"] if name == "bombay" else result["lengths"]
    assert played.scores.tolist() == [scores]
    assert [seat for seat in range(game.players) if played.winners[0] >> seat & 1] == (
        result["winners"]
    )


@pytest.mark.parametrize("kind", [CompiledSimulator, InterpretedSimulator])
@pytest.mark.parametrize("wrong", [{"games": 0}, {"games": -1}, {"games": 1, "threads": 0}])
def test_playouts_need_a_game_and_a_thread(kind: Any, wrong: dict[str, int]) -> None:
    with pytest.raises(InvalidOption, match="one game and one thread"):
        kind(howdah.new("bombay", seed=1)).playouts(**wrong)


def test_a_solo_game_scores_its_solo_score_even_below_zero() -> None:
    simulator = fast.simulator(howdah.new("bazar", players=1, seed=1))
    played = simulator.playouts(2000)
    assert min(played.scores) < 0 < max(played.scores)
    assert played.win_shares() == (1.0,)


@pytest.mark.parametrize(("players", "tiles", "trunk"), [(2, 32.1, 21.1), (4, 40.1, 13.8)])
def test_random_bazar_has_the_figures_of_the_rules(
    players: int, tiles: float, trunk: float
) -> None:
    simulator = fast.simulator(howdah.new("bazar", players=players, starter="seat 0"))
    played = simulator.playouts(20_000)
    assert played.actions / 20_000 - players == pytest.approx(tiles, rel=0.03)
    assert sum(played.mean_scores()) / players == pytest.approx(trunk, rel=0.03)


def test_all_seats_of_a_random_bombay_fare_about_alike() -> None:
    played = fast.simulator(howdah.new("bombay", players=4, seed=1)).playouts(20_000)
    assert sum(played.win_shares()) == pytest.approx(1)
    assert played.win_shares() == pytest.approx([0.25] * 4, abs=0.03)


def test_draws_are_as_likely_as_the_bag_makes_them() -> None:
    game: Any = next(iter(GAMES["bombay"]()))
    simulator = InterpretedSimulator(game)
    _, state = game.position()
    found: dict[int, int] = {}
    chance = rng.next_chance(rng.seed_key("draws"))
    for _ in range(20_000):
        action, chance = simulator.kernel.random_action((), state, chance)
        found[action] = found.get(action, 0) + 1
    for outcome, probability in game.chance_outcomes():
        expected = 20_000 * float(probability)
        assert abs(found.get(game._code(outcome), 0) - expected) < 5 * expected**0.5 + 1
    assert set(found) <= {game._code(outcome) for outcome, _ in game.chance_outcomes()}


def test_the_numbers_are_those_of_splitmix64() -> None:
    """The first numbers that the generator's authors give for the seed 1234567."""
    key, numbers = 1234567, []
    for _ in range(3):
        key = rng.next_key(key)
        numbers.append(rng.mix(key))
    assert numbers == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_numbers_below_a_limit_are_spread_evenly() -> None:
    chance, found = rng.next_chance(rng.seed_key("spread")), [0] * 7
    for _ in range(70_000):
        chance = rng.next_chance(chance[0])
        found[rng.randbelow(chance, 7)] += 1
    assert found == pytest.approx([10_000] * 7, rel=0.05)


def test_an_event_loop_keeps_ticking_beside_playouts() -> None:
    """One long call of machine code, in a thread: it lets go of the interpreter."""
    simulator = CompiledSimulator(howdah.new("bombay", players=4, seed=1))
    run = entry_point("bombay", "playouts")
    board, start = simulator._structs["board"], simulator._structs["state"]
    scores, winners = np.zeros((100_000, 5), np.int16), np.zeros(100_000, np.uint8)

    async def ticks_beside_playouts() -> tuple[int, float]:
        job = asyncio.create_task(
            asyncio.to_thread(run, board, start, np.uint64(1), scores, winners)
        )
        ticks, began = 0, time.perf_counter()
        while not job.done():
            await asyncio.sleep(0.005)
            ticks += 1
        return ticks, time.perf_counter() - began

    ticks, seconds = asyncio.run(ticks_beside_playouts())
    assert ticks >= 5
    assert ticks > seconds / 0.05


def test_several_threads_may_play_from_one_twin_at_once() -> None:
    simulator = fast.simulator(howdah.new("bazar", players=2, seed=1))
    expected, found = simulator.playouts(3000), []
    threads = [
        threading.Thread(target=lambda: found.append(simulator.playouts(3000))) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 4
    assert all(np.array_equal(played.scores, expected.scores) for played in found)
