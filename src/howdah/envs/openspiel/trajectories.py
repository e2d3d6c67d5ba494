"""Records as trajectories of OpenSpiel, and back.

>>> import howdah
>>> record = howdah.new("bazar", players=2, seed=7, starter="random").record()
>>> game, history = trajectory_of(record)
>>> str(game)
'howdah_bazar(board=hexagon-61,players=2,returns=auto,starter=random,tip_rule=join)'
>>> record_of(state_of(record)) == record
True
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pyspiel

from howdah.core.errors import InvalidOption, InvalidRecord
from howdah.core.record import Record, Seat
from howdah.envs.config import AUTO
from howdah.envs.openspiel.game import SpielGame, SpielState, spiel_games
from howdah.envs.openspiel.history import SpielHistory
from howdah.envs.setup_chance import spiel_setup_for


def game_of(record: Record, *, returns: str = AUTO) -> SpielGame:
    """Return the OpenSpiel game with the rules of a record, and with some `returns`."""
    if record.game not in spiel_games():
        raise InvalidRecord("game", f"{record.game!r} is not a game of Howdah")
    rules = dict(record.rules)
    if not isinstance(rules.get("board"), str):
        raise InvalidRecord("rules.board", "should be named: OpenSpiel knows shipped boards only")
    for name, none_value in spiel_setup_for(record.game).NONE_VALUES.items():
        if name in rules and rules[name] is None:
            rules[name] = none_value
    parameters = ",".join(f"{name}={value}" for name, value in rules.items())
    game: SpielGame = pyspiel.load_game(f"howdah_{record.game}({parameters},returns={returns})")
    return game


def trajectory_of(record: Record, *, returns: str = AUTO) -> tuple[SpielGame, list[int]]:
    """Return the game of a record, and its draws and decisions by OpenSpiel's numbers."""
    game = game_of(record, returns=returns)
    return game, game.spiel_config.numbers_of(record)


def state_of(record: Record, *, returns: str = AUTO) -> SpielState:
    """Return the state that a record leads to, with its whole history."""
    game, history = trajectory_of(record, returns=returns)
    state = game.new_initial_state()
    for number in history:
        state.apply_action(number)
    return state


def record_of(state: Any, names: tuple[str, ...] | None = None) -> Record:
    """Return the record of a state; `InvalidOption` before its set-up is complete."""
    history: SpielHistory = state.spiel_history
    record = history.session.game.record()
    if names is None:
        return record
    if len(names) != len(record.seats):
        raise InvalidOption(f"{len(record.seats)} players need as many names, not {len(names)}.")
    return replace(record, seats=tuple(map(Seat, names)))


def record_of_history(game: SpielGame, history: list[int]) -> Record:
    """Return the record of a trajectory; OpenSpiel refuses an illegal number."""
    state = game.new_initial_state()
    for number in history:
        state.apply_action_with_legality_check(number)
    return record_of(state)
