"""Many games at once: the same rules as one by one, fair draws, and resets."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from math import comb
from typing import Any

import numpy as np
import pytest

from howdah import envs
from howdah.core.errors import IllegalAction, InvalidOption
from howdah.envs.session import GameSession
from howdah.fast.backend import stay_interpreted
from howdah.games.bombay.names import COLOUR_NAMES
from tests.envs.configs import CONFIGS, config_id

EVERY_CONFIG = pytest.mark.parametrize("config", CONFIGS[::2], ids=config_id)
EVERY_GAME = pytest.mark.parametrize("game", ["bombay", "bazar"])


def outputs_of(env: Any, steps: int, seed: int = 1) -> list[Any]:
    """Return copies of everything that a reset and some random steps return."""
    observations, infos = env.reset(seed=seed)
    found = [observations.copy(), {name: array.copy() for name, array in infos.items()}]
    for _ in range(steps):
        *arrays, infos = env.step(env.random_actions())
        found += [np.copy(array) for array in arrays]
        found.append({name: array.copy() for name, array in infos.items()})
    return found


def same(one: Any, other: Any) -> bool:
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[name], other[name]) for name in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(np.array_equal(one, other))


@pytest.fixture
def interpreted() -> Iterator[None]:
    """Run the vector environment as where nothing can be compiled."""
    with stay_interpreted("for a test"):
        yield


@EVERY_CONFIG
def test_interpreted_and_compiled_games_are_the_same(
    config: dict[str, Any], request: pytest.FixtureRequest
) -> None:
    env = envs.vector_env(num_envs=4, returns="auto", **config)
    compiled = outputs_of(env, 60)
    request.getfixturevalue("interpreted")
    interpreted = outputs_of(envs.vector_env(num_envs=4, **config), 60)
    assert same(compiled, interpreted)


@EVERY_CONFIG
def test_every_game_goes_by_the_rules(config: dict[str, Any]) -> None:
    """Each game is followed by a session of its own, from the position after its set-up."""
    env = envs.vector_env(num_envs=6, copy=True, **config)
    observations, infos = env.reset(seed=3)
    sessions = [session_of(env, number) for number in range(6)]
    for _ in range(80):
        for number, session in enumerate(sessions):
            assert infos["to_play"][number] == session.to_play
            assert (infos["action_mask"][number] == session.action_mask).all()
            expected = session.observation(session.to_play or 0)
            assert (observations[number] == expected).all()
        actions, players = env.random_actions(), infos["to_play"]
        observations, rewards, over, truncated, infos = env.step(actions)
        assert not truncated.any()
        for number, action in enumerate(actions.tolist()):
            play_as(env, sessions[number], number, action)
            assert over[number] == sessions[number].is_over
            if over[number]:
                returns = sessions[number].returns()
                assert infos["payoffs"][number].tolist() == returns
                assert rewards[number] == returns[players[number]]
                last = sessions[number].observation(players[number])
                assert (infos["final_obs"][number] == last).all()
                sessions[number] = session_of(env, number)
            else:
                assert rewards[number] == 0


def session_of(env: Any, number: int) -> GameSession:
    """Return a session at the position of one of the games."""
    game = env.config.new(0).at(0)
    game._state = env.unpack(number)
    return GameSession.from_game(env.config, game)


def play_as(env: Any, session: GameSession, number: int, action: int) -> None:
    """Play an action; a draw that is due then is taken from the game that is followed."""
    session.play(action)
    if session.game.is_chance:
        stock = env.unpack(number).stock
        session.play(64 + sum(bales << 3 * colour for colour, bales in enumerate(stock)))


@EVERY_GAME
def test_seeds_repeat_and_differ(game: str) -> None:
    env = envs.vector_env(game, 16)
    first = outputs_of(env, 40, seed=1)
    assert same(first, outputs_of(envs.vector_env(game, 16), 40, seed=1))
    assert same(first, outputs_of(env, 40, seed=1))
    assert not same(first, outputs_of(env, 40, seed=2))


@EVERY_GAME
def test_a_fresh_process_draws_the_same(game: str) -> None:
    code = (
        "from howdah import envs\n"
        f"env = envs.vector_env({game!r}, 8)\n"
        "seen, _ = env.reset(seed=5)\n"
        "for _ in range(50): seen = env.step(env.random_actions())[0]\n"
        "print(seen.tobytes().hex())\n"
    )
    command = [sys.executable, "-c", code]
    texts = {subprocess.run(command, capture_output=True, check=True).stdout for _ in range(2)}
    env = envs.vector_env(game, 8)
    seen, _ = env.reset(seed=5)
    for _ in range(50):
        seen = env.step(env.random_actions())[0]
    assert [text.decode().strip() for text in texts] == [seen.tobytes().hex()]


@EVERY_GAME
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_continues_alike(game: str, copied: Any) -> None:
    env = envs.vector_env(game, 8, copy=True)
    env.reset(seed=1)
    for _ in range(30):
        env.step(env.random_actions())
    copied_env = copied(env)
    for _ in range(60):
        actions = env.random_actions()
        assert (actions == copied_env.random_actions()).all()
        assert same(list(env.step(actions)), list(copied_env.step(actions)))


def test_every_set_up_is_as_likely() -> None:
    """By chance alone each count is off by four standard deviations once in 16,000."""
    env = envs.vector_env("bombay", 6000, players=2)
    env.reset(seed=1)
    posts: Counter[tuple[int, ...]] = Counter()
    tokens: Counter[tuple[int, int]] = Counter()
    demands: Counter[tuple[int, ...]] = Counter()
    first: Counter[int] = Counter()
    for number in range(6000):
        state: Any = env.unpack(number)
        first[state.first_player] += 1
        posts[tuple(colour for colour in state.posts if colour != -1)] += 1
        demands[tuple(column[0] * 10 + column[1] for column in state.demands)] += 1
        for place, token in enumerate(t for t in state.palace_tokens if t != -1):
            tokens[place, token] += 1
    _check_even(posts, kinds=24, total=6000)
    _check_even(demands, kinds=24, total=6000)
    _check_even(tokens, kinds=32, total=6000 * 8)
    _check_even(first, kinds=2, total=6000)


def _check_even(counts: Counter[Any], kinds: int, total: int) -> None:
    mean = total / kinds
    assert len(counts) == kinds
    assert all(abs(count - mean) < 4.5 * mean**0.5 for count in counts.values())


def test_restocks_have_their_exact_probabilities() -> None:
    env = envs.vector_env("bombay", 20_000)
    env.reset(seed=1)
    states: list[Any] = [env.unpack(number) for number in range(20_000)]
    drawn = Counter(tuple(state.stock) for state in states)
    for colour in range(len(COLOUR_NAMES)):
        bales = Counter(stock[colour] for stock in drawn.elements())
        total = (3, 4, 5, 5)[colour]
        for count in range(total + 1):
            chance = comb(total, count) * comb(17 - total, 9 - count) / comb(17, 9)
            spread = (20_000 * chance * (1 - chance)) ** 0.5
            assert abs(bales[count] - 20_000 * chance) < 4.5 * spread + 1


def test_with_five_the_last_to_start_has_a_rupee_more() -> None:
    env = envs.vector_env("bombay", 50, players=5)
    env.reset(seed=1)
    for number in range(50):
        state: Any = env.unpack(number)
        fifth = (state.first_player + 4) % 5
        assert state.rupees == [3 if seat == fifth else 2 for seat in range(5)]


@pytest.mark.parametrize(
    "fixed", [{"game": "bombay", "set_up": "first-game"}, {"game": "bazar", "starter": "seat 0"}]
)
def test_a_fixed_set_up_stays(fixed: dict[str, Any]) -> None:
    env = envs.vector_env(num_envs=30, **fixed)
    env.reset(seed=1)
    first: Any = env.config.new(0).at(0).position()[1]
    for number in range(30):
        state: Any = env.unpack(number)
        if fixed["game"] == "bazar":
            assert state == first
        else:
            assert (state.posts, state.demands) == (first.posts, first.demands)
            assert state.seat == 0


@EVERY_GAME
def test_one_illegal_action_changes_no_game(game: str) -> None:
    env = envs.vector_env(game, 8)
    _, infos = env.reset(seed=1)
    before = [env.unpack(number) for number in range(8)]
    actions = env.random_actions()
    actions[5] = int(np.flatnonzero(infos["action_mask"][5] == 0)[0])
    with pytest.raises(IllegalAction, match="in game 5"):
        env.step(actions)
    assert [env.unpack(number) for number in range(8)] == before


def test_wrong_calls_are_refused() -> None:
    env = envs.vector_env("bombay", 3)
    with pytest.raises(InvalidOption, match="reset"):
        env.step(np.zeros(3, np.int64))
    env.reset(seed=1)
    with pytest.raises(InvalidOption, match="3 games take 3 actions"):
        env.step([24, 24])
    with pytest.raises(InvalidOption, match="whole numbers"):
        env.step([0.5, 1.0, 2.0])
    with pytest.raises(InvalidOption, match="num_envs"):
        envs.vector_env("bombay", 0)


def test_observations_and_actions_are_in_their_spaces() -> None:
    env: Any = envs.vector_env("bombay", 5, players=3)
    observations, infos = env.reset(seed=1)
    assert env.observation_space.contains(observations)
    assert env.action_space.contains(env.random_actions())
    assert infos["action_mask"].shape == (5, env.single_action_space.n)
    assert env.layout.size == observations.shape[1]


def test_observations_can_be_left_out() -> None:
    env = envs.vector_env("bombay", 5, observations=False)
    observations, infos = env.reset(seed=1)
    assert observations.shape == (5, 0)
    assert infos["action_mask"].any(axis=1).all()


def test_arrays_are_overwritten_unless_copies_are_asked_for() -> None:
    for asks in (True, False):
        env = envs.vector_env("bombay", 5, copy=asks)
        first, infos = env.reset(seed=1)
        mask = infos["action_mask"]
        env.step(env.random_actions())
        second, _, _, _, infos = env.step(env.random_actions())
        assert (first is second) != asks
        assert (mask is infos["action_mask"]) != asks
