"""Records as trajectories of OpenSpiel, and back."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pyspiel
import pytest

import howdah
from howdah.ai.match import play_match
from howdah.core.errors import InvalidOption, InvalidRecord
from howdah.envs import openspiel
from tests.envs.configs import CONFIGS, config_id
from tests.envs.spiel import load, play_random

RECORDED = [config for config in CONFIGS[::2] if config.get("board") != "hexagon-7"]
"""The configs with boards that come with the games: OpenSpiel knows those by name."""


@pytest.mark.parametrize("config", RECORDED, ids=config_id)
def test_a_record_becomes_a_trajectory_and_a_record_again(config: dict[str, Any]) -> None:
    options = {name: value for name, value in config.items() if name not in ("game", "players")}
    record = play_match(config["game"], ["random"] * config["players"], "5", **options).record()
    game, history = openspiel.trajectory_of(record)
    state = openspiel.state_of(record)
    assert state.is_terminal()
    assert state.history() == history
    again = openspiel.record_of(state, tuple(seat.name for seat in record.seats))
    assert replace(again, seats=record.seats) == record
    assert openspiel.record_of_history(game, history).actions == record.actions


def test_a_trajectory_becomes_a_record_that_is_verified() -> None:
    for text in ("howdah_bombay(players=3)", "howdah_bazar(players=4,starter=medals)"):
        state = play_random(pyspiel.load_game(text))
        record = openspiel.record_of(state)
        assert howdah.from_record(record).is_over
        assert openspiel.state_of(record).history() == state.history()


def test_a_running_game_becomes_a_state_too() -> None:
    game: Any = howdah.new("bombay", players=2, seed=3)
    for _ in range(20):
        game.play(game.legal_actions()[0])
    state = openspiel.state_of(game.record(), returns="rank")
    assert state.current_player() == game.to_play
    assert str(state.get_game()).count("returns=rank") == 1


def test_an_illegal_trajectory_is_refused() -> None:
    game, history = openspiel.trajectory_of(howdah.new("bombay", players=2, seed=3).record())
    with pytest.raises(pyspiel.SpielError):
        openspiel.record_of_history(game, [*history, 37])


@pytest.mark.parametrize(
    ("options", "where"),
    [
        ({"game": "bazar", "heads": ["NE", "SW"]}, "heads"),
        ({"game": "bombay", "set_up": "first-game", "first_player": 1}, "begun by seat 0"),
    ],
)
def test_records_that_chance_cannot_give_are_refused(options: dict[str, Any], where: str) -> None:
    name = options.pop("game")
    with pytest.raises(InvalidRecord, match=where):
        openspiel.state_of(howdah.new(name, players=2, seed=1, **options).record())


def test_a_record_on_a_board_of_ones_own_is_refused() -> None:
    record = howdah.new("bombay", players=2, seed=1).record()
    with pytest.raises(InvalidRecord, match="named"):
        openspiel.game_of(replace(record, rules={**record.rules, "board": {}}))
    with pytest.raises(InvalidRecord, match="not a game of Howdah"):
        openspiel.game_of(replace(record, game="chess"))


def test_a_record_is_of_its_own_game() -> None:
    game = load({"game": "bombay", "players": 2, "edition": "pl"})
    with pytest.raises(InvalidOption, match="another game"):
        game.spiel_config.numbers_of(howdah.new("bombay", players=2, seed=1).record())


def test_there_is_no_record_before_the_set_up_is_complete() -> None:
    with pytest.raises(InvalidOption, match="set-up"):
        openspiel.record_of(play_random(load({"game": "bombay"}), most=3))


def test_names_are_as_many_as_players() -> None:
    with pytest.raises(InvalidOption, match="2 players"):
        openspiel.record_of(play_random(load({"game": "bazar"}), most=3), ("Ada",))
