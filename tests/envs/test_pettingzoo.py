"""PettingZoo: its own tests, and more."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from pettingzoo.env_registry import registration

import howdah
from howdah import envs
from howdah.core.errors import IllegalAction, InvalidOption
from howdah.fast.backend import stay_interpreted
from tests.envs.configs import CONFIGS, config_id

with warnings.catch_warnings():
    # Where pygame is installed, PettingZoo's tests import environments in a deprecated way.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, seed_test

EVERY_CONFIG = pytest.mark.parametrize("config", CONFIGS, ids=config_id)
EVERY_GAME = pytest.mark.parametrize("game", ["bombay", "bazar"])
KNOWN_WARNINGS = [
    # api_test excuses observations with a mask by name, and only those of its own environments.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    # A game that one player plays alone is over for all when it is over for that one.
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


def play(env: Any, steps: int | None = None, seed: int = 0) -> list[Any]:
    """Play on at random, and return what every agent saw and got."""
    rng = np.random.default_rng(seed)
    seen: list[Any] = []
    for agent in env.agent_iter():
        if steps is not None and len(seen) == steps:
            break
        observation, reward, termination, truncation, info = env.last()
        legal = np.flatnonzero(info["action_mask"])
        action = None if termination or truncation else int(rng.choice(legal))
        vector = observation["observation"].tolist()
        seen.append((agent, vector, legal.tolist(), reward, termination))
        env.step(action)
    return seen


class TestOfPettingZoo:
    pytestmark = KNOWN_WARNINGS

    @EVERY_CONFIG
    def test_api_test_passes(self, config: dict[str, Any]) -> None:
        api_test(envs.aec_env(**config), num_cycles=200)

    @EVERY_CONFIG
    def test_seed_test_passes(self, config: dict[str, Any]) -> None:
        seed_test(lambda: envs.aec_env(**config), num_cycles=30)


@EVERY_GAME
def test_it_is_in_the_registry_of_pettingzoo(game: str) -> None:
    env: Any = registration.make("aec", f"howdah/{game}-v0", players=3)
    assert env.possible_agents == ["player_0", "player_1", "player_2"]
    assert str(env) == f"{game}_v0"
    assert not env.metadata["is_parallelizable"]


@EVERY_GAME
def test_a_seed_gives_the_game_that_howdah_gives(game: str) -> None:
    env = envs.aec_env(game, players=3)
    env.reset(seed=7)
    assert env.game.record() == howdah.new(game, players=3, seed=7).record()


@EVERY_GAME
def test_games_that_follow_differ_and_can_be_repeated(game: str) -> None:
    def three_games() -> list[Any]:
        env = envs.aec_env(game)
        env.reset(seed=7)
        games = [(env.game.start(), play(env))]
        for _ in range(2):
            env.reset()
            games.append((env.game.start(), play(env)))
        return games

    first, second, third = three_games()
    assert three_games() == [first, second, third]
    assert first != second != third


COPIES: list[Callable[[Any], Any]] = [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))]


@EVERY_GAME
@pytest.mark.parametrize("copied", COPIES, ids=["deepcopy", "pickle"])
def test_a_copy_at_any_moment_continues_alike(game: str, copied: Callable[[Any], Any]) -> None:
    env = envs.aec_env(game, players=3)
    env.reset(seed=7)
    for moment in range(1000):
        copied_env = copied(env)
        if moment % 7 == 0:
            before = copied(env)
            assert play(copied_env, seed=moment) == play(copied(env), seed=moment)
            assert play(env, steps=0) == [] == play(before, steps=0)
        if not env.agents:
            break
        play(env, steps=1, seed=moment)
    assert not env.agents


@EVERY_GAME
@pytest.mark.parametrize("copied", COPIES, ids=["deepcopy", "pickle"])
def test_copies_are_independent(game: str, copied: Callable[[Any], Any]) -> None:
    env = envs.aec_env(game)
    env.reset(seed=7)
    copied_env = copied(env)
    before = env.last()[0]["observation"].tolist()
    play(copied_env)
    assert env.last()[0]["observation"].tolist() == before
    assert copied_env.agents == []
    env.reset()
    copied_env.reset()
    assert env.game.record() == copied_env.game.record()


def test_copies_share_their_config() -> None:
    env = envs.aec_env("bombay")
    assert copy.deepcopy(env).config is env.config


@EVERY_GAME
def test_a_quick_copy_continues_alike_too(game: str) -> None:
    env = envs.aec_env(game, players=3)
    env.reset(seed=7)
    for moment in range(40):
        copied_env = env.copy()
        before = env.last()[0]["observation"].tolist()
        assert play(copied_env, seed=moment) == play(copy.deepcopy(env), seed=moment)
        assert env.last()[0]["observation"].tolist() == before
        assert copied_env.action_spaces is env.action_spaces
        play(env, steps=1, seed=moment)
        if not env.agents:
            break


def test_a_quick_copy_with_a_seed_draws_something_else() -> None:
    env = envs.aec_env("bombay", players=2)
    env.reset(seed=7)
    stocks = []
    for seed in (None, None, 1, 2, 3):
        copied_env = env.copy(seed)
        while copied_env.game.view().set_number == 1:
            copied_env.step(38)
        stocks.append(copied_env.game.record().actions[-1])
    assert stocks[0] == stocks[1]
    assert len(set(stocks)) > 2


def test_a_new_environment_can_be_copied_too() -> None:
    copied_env = copy.deepcopy(pickle.loads(pickle.dumps(envs.aec_env("bombay"))))
    copied_env.reset(seed=1)
    assert copied_env.agent_selection.startswith("player_")


@EVERY_GAME
@pytest.mark.parametrize("returns", ["win", "rank", "auto"])
def test_wins_and_ranks_are_zero_sum(game: str, returns: str) -> None:
    for seed in range(6):
        env = envs.aec_env(game, players=3, returns=returns)
        env.reset(seed=seed)
        returned = {agent: reward for agent, _, _, reward, over in play(env) if over}
        result: Any = env.game.result()
        assert sum(returned.values()) == pytest.approx(0)
        best = max(returned.values())
        assert [seat for seat in range(3) if returned[f"player_{seat}"] == best] == result[
            "winners"
        ]


@pytest.mark.parametrize(
    ("config", "field"),
    [
        ({"game": "bombay", "players": 5, "returns": "rupees"}, "rupees"),
        ({"game": "bazar", "players": 4, "returns": "score"}, "lengths"),
        ({"game": "bazar", "players": 1}, "solo_score"),
    ],
)
def test_a_game_can_return_the_score(config: dict[str, Any], field: str) -> None:
    env = envs.aec_env(**config)
    env.reset(seed=7)
    returned = [reward for _, _, _, reward, over in play(env) if over]
    result: Any = env.game.result()
    found = result[field]
    assert returned == (found if isinstance(found, list) else [found])


@EVERY_GAME
def test_an_illegal_action_is_a_forfeit(game: str) -> None:
    env = envs.aec_env(game, players=3)
    env.reset(seed=7)
    agent = env.agent_selection
    illegal = int(np.flatnonzero(env.infos[agent]["action_mask"] == 0)[0])
    env.step(illegal)
    assert env.rewards == {f"player_{s}": -1.0 if f"player_{s}" == agent else 0.0 for s in range(3)}
    assert all(env.terminations.values())
    assert not any(info["action_mask"].any() for info in env.infos.values())
    for _ in range(3):
        env.step(None)
    assert env.agents == []


@pytest.mark.parametrize("number", [-1, 24 + 64, 10**20])
def test_numbers_that_no_action_has_are_illegal_too(number: int) -> None:
    env = envs.aec_env("bombay", illegal="raise")
    env.reset(seed=7)
    before = env.game.record()
    with pytest.raises(IllegalAction, match="Legal: "):
        env.step(number)
    assert env.game.record() == before
    assert not any(env.terminations.values())


def test_only_the_agent_to_play_has_legal_actions() -> None:
    env = envs.aec_env("bombay", players=4)
    env.reset(seed=7)
    for _ in range(30):
        masks = {agent: env.observe(agent)["action_mask"] for agent in env.agents}
        assert [a for a in env.agents if masks[a].any()] == [env.agent_selection]
        assert all((env.infos[a]["action_mask"] == masks[a]).all() for a in env.agents)
        play(env, steps=1)


@pytest.mark.parametrize(
    "wrong",
    [
        {"players": 6},
        {"colour": "red"},
        {"seed": 7},
        {"starter": "random"},
        {"returns": "fame"},
        {"screens": "half"},
        {"illegal": "maybe"},
        {"render_mode": "human"},
        {"edition": "de"},
        {"board": "atlantis"},
        {"sets": 5},
        {"sets": 1, "turns": 0},
    ],
    ids=str,
)
def test_wrong_options_are_refused_with_a_sentence(wrong: dict[str, Any]) -> None:
    with pytest.raises(howdah.HowdahError, match=r"should|neither"):
        envs.aec_env("bombay", **wrong)


@pytest.mark.parametrize("returns", ["win", "rank"])
def test_alone_there_is_nobody_to_win_against(returns: str) -> None:
    with pytest.raises(InvalidOption, match="returns should be one of auto, score"):
        envs.aec_env("bazar", players=1, returns=returns)


def test_names_are_those_of_the_record() -> None:
    env = envs.aec_env("bazar", names=["Ada", "Bo"])
    env.reset(seed=1)
    assert [seat.name for seat in env.game.record().seats] == ["Ada", "Bo"]


def test_nothing_is_there_before_the_first_reset() -> None:
    env = envs.aec_env("bombay")
    for early in (lambda: env.observe("player_0"), env.copy, env.state, lambda: env.game):
        with pytest.raises(InvalidOption, match="reset"):
            early()


@pytest.mark.parametrize("action", [None, 0.5, "wait"])
def test_an_action_is_a_number_while_the_game_runs(action: Any) -> None:
    env = envs.aec_env("bombay")
    env.reset(seed=1)
    with pytest.raises(InvalidOption, match="whole number"):
        env.step(action)


def test_the_state_hides_nothing() -> None:
    env = envs.aec_env("bombay", screens="hidden")
    env.reset(seed=1)
    at = env.layout.where("rupees")
    assert env.state()[at].all()
    assert env.state_space.contains(env.state())
    assert env.observe("player_0")["observation"][at].tolist() == [2 / 32, 0, 0, 0]


def test_it_runs_interpreted_too() -> None:
    def one_game() -> list[Any]:
        env = envs.aec_env("bombay", players=2)
        env.reset(seed=7)
        return play(env)

    compiled = one_game()
    with stay_interpreted("for a test"):
        assert one_game() == compiled


@pytest.mark.parametrize(("mode", "part"), [("ansi", "G1{"), ("svg", "<svg")])
def test_the_position_can_be_rendered(mode: str, part: str) -> None:
    env = envs.aec_env("bombay", render_mode=mode)
    env.reset(seed=1)
    assert part in (env.render() or "")
    assert (envs.aec_env("bombay").render_mode) is None


def test_fresh_processes_with_different_hash_seeds_play_the_same() -> None:
    code = (
        "from howdah import envs\n"
        "for game in ('bombay', 'bazar'):\n"
        "    env = envs.aec_env(game, players=3)\n"
        "    env.reset(seed=3)\n"
        "    for seat, agent in enumerate(env.agents): env.action_space(agent).seed(seat)\n"
        "    for agent in env.agent_iter():\n"
        "        seen, reward, over, _, info = env.last()\n"
        "        print(agent, reward, seen['observation'].tobytes().hex())\n"
        "        mask = info['action_mask']\n"
        "        env.step(None if over else env.action_space(agent).sample(mask))\n"
        "    print(env.game.record())\n"
    )
    texts = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(texts) == 1
    assert len(texts.pop()) > 10_000
