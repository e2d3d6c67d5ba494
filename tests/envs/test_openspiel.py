"""OpenSpiel: its own tests, exact probabilities, observations, and the same games as ours."""

from __future__ import annotations

import copy
import os
import pickle
import random
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from math import comb, factorial
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough
from open_spiel.python.observation import make_observation

from howdah.core.errors import HowdahError, InvalidOption
from howdah.envs import openspiel
from howdah.envs.session import GameSession
from howdah.games.bombay.names import EDITIONS
from tests.envs.configs import BAZAR, BOMBAY, CONFIGS, config_id
from tests.envs.spiel import game_text, load, play_random, random_action

# OpenSpiel's own tests


@pytest.mark.parametrize("config", CONFIGS, ids=config_id)
def test_the_random_simulation_test_passes(config: dict[str, Any]) -> None:
    pyspiel.random_sim_test(load(config), num_sims=1, serialize=True, verbose=False)


PLAYTHROUGHS = [
    *(game_text({"game": "bombay", "players": players}) for players in (2, 3, 4)),
    game_text({"game": "bombay", "players": 5, "sets": 2}),
    *(
        game_text({"game": "bombay", "players": players, "edition": edition, "sets": 1})
        for edition in EDITIONS[1:]
        for players in (2, 3, 4, 5)
    ),
    *(game_text({"game": "bazar", "players": players}) for players in (1, 2, 3)),
    game_text({"game": "bazar", "players": 4, "starter": "medals", "tip_rule": "touch"}),
    game_text({"game": "bazar", "board": "hexagon-7", "starter": "seat 0"}),
]


OLD_ARRAYS = pytest.mark.filterwarnings("ignore:The chararray class is deprecated")
"""OpenSpiel formats tensors with a class that newer versions of NumPy deprecate."""


@OLD_ARRAYS
@pytest.mark.parametrize("text", PLAYTHROUGHS)
def test_a_playthrough_is_generated(text: str) -> None:
    found = generate_playthrough.playthrough(text, None, seed=1)
    assert "IsTerminal() = True" in found
    assert f"game: {text}" in found


@OLD_ARRAYS
@pytest.mark.parametrize(
    "text",
    [
        "howdah_bombay(players=2,sets=1)",
        "howdah_bazar(players=2,board=hexagon-19,starter=medals)",
        "howdah_bazar(players=1,board=hexagon-7)",
    ],
)
def test_a_playthrough_comes_out_the_same_again(text: str) -> None:
    first = generate_playthrough.playthrough(text, None, seed=1)
    actions = [
        int(line.removeprefix("action: "))
        for line in first.splitlines()
        if line.startswith("action: ")
    ]
    assert generate_playthrough.playthrough(text, actions, seed=2) == first


@pytest.mark.parametrize("returns", ["win", "rank", "rupees"])
def test_the_type_follows_from_the_returns(returns: str) -> None:
    game = load({"game": "bombay", "players": 3}, returns=returns)
    pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)
    is_sum = returns != "rupees"
    kinds = pyspiel.GameType.Utility
    assert game.get_type().utility == (kinds.ZERO_SUM if is_sum else kinds.GENERAL_SUM)
    state = play_random(game)
    result = openspiel.record_of(state).result
    assert result is not None
    returned = state.returns()
    if is_sum:
        assert sum(returned) == pytest.approx(0)
        assert [seat for seat in range(3) if returned[seat] == max(returned)] == result["winners"]
    else:
        assert returned == result["rupees"]


# Chance


def test_the_first_restock_has_its_exact_chances() -> None:
    state = load({"game": "bombay", "set_up": "first-game"}).new_initial_state()
    found = state.spiel_history.outcomes()
    assert len(found) == 90
    assert sum(chance for _, chance in found) == 1
    for number, chance in found:
        letters = state.action_to_string(number).removeprefix("restock ")
        ways = comb(3, letters.count("y")) * comb(4, letters.count("p"))
        ways *= comb(5, letters.count("b")) * comb(5, letters.count("o"))
        assert chance == Fraction(ways, comb(17, 9))


@pytest.mark.parametrize("players", [2, 5])
def test_every_set_up_is_as_likely(players: int) -> None:
    """The probabilities of all draws multiply to one over the number of set-ups."""
    posts = 24 if players < 4 else factorial(8) // 16
    set_ups = players * posts * (factorial(8) // 16) * 24
    for seed in range(5):
        state = load({"game": "bombay", "players": players}).new_initial_state()
        chance, rng = Fraction(1), random.Random(seed)
        while not state.spiel_history.is_setup_complete:
            number = random_action(state, rng)
            chance *= dict(state.spiel_history.outcomes())[number]
            state.apply_action(number)
        assert chance == Fraction(1, set_ups)


def test_every_seat_begins_as_likely_by_medals() -> None:
    game = load({"game": "bazar", "players": 3, "starter": "medals"})
    first: Counter[int] = Counter()
    for seed in range(600):
        state, rng = game.new_initial_state(), random.Random(seed)
        while state.is_chance_node():
            state.apply_action(random_action(state, rng))
        first[state.current_player()] += 1
    assert all(150 < first[seat] < 250 for seat in range(3))


def test_a_game_without_chance_says_so() -> None:
    modes = pyspiel.GameType.ChanceMode
    assert load(BAZAR[0], starter="seat 0").get_type().chance_mode == modes.DETERMINISTIC
    assert load(BAZAR[0], starter="random").get_type().chance_mode == modes.EXPLICIT_STOCHASTIC
    assert load(BAZAR[0], starter="seat 0").new_initial_state().current_player() == 0


@pytest.mark.parametrize("config", [BOMBAY[-1], BOMBAY[0], BAZAR[0], BAZAR[-2]], ids=config_id)
def test_no_game_is_longer_than_it_says(config: dict[str, Any]) -> None:
    game = load(config)
    for seed in range(3):
        state = play_random(game, seed)
        by_chance = sum(item.player == -1 for item in state.full_history())
        assert by_chance <= game.max_chance_nodes_in_history()
        assert len(state.full_history()) - by_chance <= game.max_game_length()


# Actions, texts and states


@pytest.mark.parametrize("config", CONFIGS[::5], ids=config_id)
def test_the_texts_of_actions_are_those_of_records(config: dict[str, Any]) -> None:
    state = play_random(load(config))
    texts = [state.action_to_string(item.player, item.action) for item in state.full_history()]
    drawn = len(texts) - len(openspiel.record_of(state).actions)
    assert tuple(texts[drawn:]) == openspiel.record_of(state).actions


def test_legal_actions_are_those_of_the_rules() -> None:
    game = load({"game": "bombay", "players": 3})
    state, rng = game.new_initial_state(), random.Random(1)
    while not state.is_terminal():
        if not state.is_chance_node():
            ours = state.spiel_history.session.game
            texts = [state.action_to_string(number) for number in state.legal_actions()]
            assert texts == list(map(str, ours.legal_actions()))
            assert state.current_player() == ours.to_play
        state.apply_action(random_action(state, rng))


COPIES = {
    "clone": lambda state: state.clone(),
    "deepcopy": copy.deepcopy,
    "pickle": lambda state: pickle.loads(pickle.dumps(state)),
    "serialize": lambda state: pyspiel.deserialize_game_and_state(
        pyspiel.serialize_game_and_state(state.get_game(), state)
    )[1],
}


@pytest.mark.parametrize("copied", COPIES.values(), ids=COPIES)
@pytest.mark.parametrize("config", [BOMBAY[4], BAZAR[5], BAZAR[6]], ids=config_id)
def test_a_copy_at_any_moment_continues_alike(config: dict[str, Any], copied: Any) -> None:
    game = load(config)
    for moment in (0, 3, 26, 40):
        state = play_random(game, seed=2, most=moment)
        copied_state, rng = copied(state), random.Random(moment)
        assert str(copied_state) == str(state)
        before = str(state)
        while not copied_state.is_terminal():
            copied_state.apply_action(random_action(copied_state, rng))
        assert str(state) == before
        rng = random.Random(moment)
        while not state.is_terminal():
            state.apply_action(random_action(state, rng))
        assert (str(copied_state), copied_state.history(), copied_state.returns()) == (
            str(state),
            state.history(),
            state.returns(),
        )


def test_a_game_can_be_pickled() -> None:
    game = load({"game": "bombay", "players": 3, "edition": "pl"})
    assert str(pickle.loads(pickle.dumps(game))) == str(game)


def test_a_fresh_process_plays_the_same() -> None:
    code = (
        "import pyspiel, random, howdah.envs.openspiel\n"
        "state, rng = pyspiel.load_game('howdah_bombay').new_initial_state(), random.Random(3)\n"
        "while not state.is_terminal():\n"
        "    found = dict(state.chance_outcomes()) if state.is_chance_node() else None\n"
        "    legal = list(found or state.legal_actions())\n"
        "    state.apply_action(rng.choices(legal, found and list(found.values()))[0])\n"
        "print(state.history(), state.returns())\n"
    )
    texts = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
        ).stdout
        for seed in (1, 2)
    }
    assert len(texts) == 1


# Observations


def observer_of(game: Any, **kind: Any) -> Any:
    return make_observation(game, pyspiel.IIGObservationType(**kind))


@pytest.mark.parametrize("config", [BOMBAY[2], BAZAR[6]], ids=config_id)
def test_tensors_are_the_observations_of_the_session(config: dict[str, Any]) -> None:
    game = load(config)
    state = play_random(game, most=60)
    session: GameSession = state.spiel_history.session
    for player in range(game.num_players()):
        assert state.information_state_tensor(player) == session.observation(player, 2).tolist()
        assert state.observation_tensor(player) == session.observation(player, 1).tolist()
        pieces = observer_of(game, perfect_recall=True)
        pieces.set_from(state, player)
        assert list(pieces.dict) == [piece.name for piece in session.config.layout.pieces]
    assert game.observation_tensor_shape() == [session.config.layout.size]


def test_before_the_set_up_is_complete_a_tensor_is_empty() -> None:
    game = load({"game": "bombay"})
    state = play_random(game, most=5)
    assert not any(state.observation_tensor(0))
    assert state.observation_string(2).startswith("seat 2, set-up: first player")


def test_public_and_private_information_are_apart() -> None:
    game = load({"game": "bombay", "players": 3})
    state = play_random(game, most=90)
    kinds = pyspiel.PrivateInfoType
    none, own, every = kinds.NONE, kinds.SINGLE_PLAYER, kinds.ALL_PLAYERS
    public = observer_of(game, perfect_recall=False, public_info=True, private_info=none)
    private = observer_of(game, perfect_recall=False, public_info=False, private_info=own)
    both = observer_of(game, perfect_recall=False, public_info=True, private_info=own)
    everyone = observer_of(game, perfect_recall=False, public_info=False, private_info=every)
    nothing = observer_of(game, perfect_recall=False, public_info=False, private_info=none)
    for observer in (public, private, both, everyone):
        observer.set_from(state, 1)
    nothing.set_from(state, 1)
    assert nothing.tensor is None
    assert set(private.dict) == {"rupees", "clients", "city_tokens", "extra_city_tokens"}
    assert set(both.dict) == set(public.dict) | set(private.dict)
    assert not set(public.dict) & set(private.dict)
    rupees = [
        player.rupees for player in state.spiel_history.session.game.view(screens="open").players
    ]
    assert (private.dict["rupees"] * 32).tolist() == [rupees[1], 0, 0]
    assert (everyone.dict["rupees"] * 32).tolist() == [rupees[1], rupees[2], rupees[0]]
    assert f"rupees: {rupees[1]} 0 0" in private.string_from(state, 1)
    assert "rupees" not in public.string_from(state, 1).partition("\n")[0]
    assert both.string_from(state, 1).startswith(public.string_from(state, 1))


def test_perfect_recall_hides_nothing() -> None:
    game = load({"game": "bombay", "players": 2})
    state = play_random(game, most=60)
    seen = state.information_state_string(1)
    assert seen.startswith("seat 1: first player ")
    assert seen.endswith("; ".join(openspiel.record_of(state).actions))
    assert state.information_state_string(0) != seen


def test_observers_take_no_parameters() -> None:
    with pytest.raises(ValueError, match="no parameters"):
        make_observation(load({"game": "bombay"}), params={"colour": "red"})


# Parameters


@pytest.mark.parametrize(
    "text",
    [
        "howdah_bombay(players=6)",
        "howdah_bombay(edition=de)",
        "howdah_bombay(returns=fame)",
        "howdah_bombay(sets=9)",
        "howdah_bombay(client_limit=-3)",
        "howdah_bombay(board=atlantis)",
        "howdah_bazar(players=1,returns=win)",
        "howdah_bazar(starter=me)",
    ],
)
def test_wrong_parameters_are_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(HowdahError, match=r"should|neither"):
        pyspiel.load_game(text)


def test_unknown_parameters_are_refused() -> None:
    with pytest.raises(pyspiel.SpielError, match="colour"):
        pyspiel.load_game("howdah_bombay(colour=red)")


def test_a_client_limit_is_a_parameter() -> None:
    game = load({"game": "bombay", "players": 2}, client_limit=3)
    assert openspiel.record_of(play_random(game)).rules["client_limit"] == 3


def test_a_state_is_not_made_from_a_text() -> None:
    with pytest.raises(InvalidOption, match="deserialize"):
        load({"game": "bombay"}).new_initial_state("E4")


def test_numbers_of_tensors_are_those_of_numpy() -> None:
    state = play_random(load({"game": "bazar"}), most=4)
    assert np.isfinite(state.observation_tensor(0)).all()
