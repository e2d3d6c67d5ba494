"""Records as trajectories of OpenSpiel, and back: the same game in two languages.

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
from howdah.envs.openspiel.game import GAMES, NO_LIMIT, SpielGame, SpielState
from howdah.envs.openspiel.history import SpielHistory


def game_of(record: Record, *, returns: str = AUTO) -> SpielGame:
    """The game of OpenSpiel that a record is a game of; `returns` is what it shall pay."""
    if record.game not in GAMES:
        raise InvalidRecord("game", f"{record.game!r} is not a game of ours")
    rules = dict(record.rules)
    if not isinstance(rules.get("board"), str):
        raise InvalidRecord("rules.board", "should be named: OpenSpiel knows shipped boards only")
    if "client_limit" in rules and rules["client_limit"] is None:
        rules["client_limit"] = NO_LIMIT
    parameters = ",".join(f"{name}={value}" for name, value in rules.items())
    game: SpielGame = pyspiel.load_game(f"howdah_{record.game}({parameters},returns={returns})")
    return game


def trajectory_of(record: Record, *, returns: str = AUTO) -> tuple[SpielGame, list[int]]:
    """The game of a record, and all its draws and decisions by OpenSpiel's numbers."""
    game = game_of(record, returns=returns)
    return game, game.spiel_config.numbers_of(record)


def state_of(record: Record, *, returns: str = AUTO) -> SpielState:
    """The state that a record leads to, with its whole history."""
    game, history = trajectory_of(record, returns=returns)
    state = game.new_initial_state()
    for number in history:
        state.apply_action(number)
    return state


def record_of(state: Any, names: tuple[str, ...] | None = None) -> Record:
    """The record of a state's game so far; `InvalidOption` before its set-up is complete."""
    history: SpielHistory = state.spiel_history
    record = history.table.game.record()
    if names is None:
        return record
    if len(names) != len(record.seats):
        raise InvalidOption(f"{len(record.seats)} players need as many names, not {len(names)}.")
    return replace(record, seats=tuple(map(Seat, names)))


def record_of_history(game: SpielGame, history: list[int]) -> Record:
    """The record of a trajectory; an illegal number is refused by OpenSpiel."""
    state = game.new_initial_state()
    for number in history:
        state.apply_action_with_legality_check(number)
    return record_of(state)
