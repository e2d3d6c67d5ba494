"""Turns: played on a draft, committed, and found again in the actions of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from howdah.core.errors import IllegalAction, InvalidAction
from howdah.core.lru import LruCache
from howdah.games.registry import AnyGame
from howdah.i18n import translate
from howdah.render.phrases import explain, join_with_commas
from howdah.table.errors import (
    TableError,
    goes_on_elsewhere,
    not_your_turn,
    played_for,
    stale,
)
from howdah.table.model import Table
from howdah.table.panels import panels_for

_GAMES_BEFORE: Final[LruCache[AnyGame | None]] = LruCache(32)
"""Of turns that were committed just now, and are being sent to the pages."""


class CommittedTurn(NamedTuple):
    """A turn that was played for good, and the table after it."""

    table: Table
    drawn: list[str]
    """What was drawn after the turn."""


def commit_turn(
    table: Table, seat: int, version: int, actions: Sequence[str], agent: str | None = None
) -> CommittedTurn:
    """Play a whole turn of a seat; what has to be drawn after it is drawn.

    `agent` is the agent that plays the turn, None if the person of the seat does.
    """
    if table.is_abandoned:
        raise goes_on_elsewhere(table.continued_at)
    if table.version != version:
        raise stale(table.version)
    if table.game is None or table.to_play != seat:
        raise not_your_turn(table.to_play)
    if table.seats[seat].player != agent:
        raise played_for(seat)
    game = play_actions(table.game, actions)
    if not is_turn_over(table.game, game):
        raise _unfinished_turn(game, len(actions))
    drawn = [str(action) for action in game.actions[table.length + len(actions) :]]
    _GAMES_BEFORE.get(game, lambda: table.game)
    after = replace(table, game=game, version=version + 1, is_closed=game.is_over)
    return CommittedTurn(after, drawn)


def game_before(game: AnyGame) -> AnyGame | None:
    """Return the game before its last turn, if that was committed just now."""
    return _GAMES_BEFORE.get(game, lambda: None)


def play_actions(game: AnyGame, actions: Sequence[str]) -> AnyGame:
    """Play actions of the current turn on a copy of a game; more than the turn has are refused.

    If the game has a dealer, what has to be drawn after the turn is drawn.
    """
    copy = game.copy()
    turn = copy.turns_played
    for index, action in enumerate(actions):
        if copy.turns_played != turn:
            raise _after_the_end(index, action)
        _play(copy, index, action)
    return copy


def is_turn_over(before: AnyGame, after: AnyGame) -> bool:
    """Whether the turn that `before` was in is over in `after`."""
    return after.turns_played != before.turns_played


class RecordedTurn(NamedTuple):
    """A turn in the actions of a game: who played it, and what was drawn after it."""

    seat: int
    actions: list[str]
    drawn: list[str]


def split_into_turns(game: AnyGame) -> tuple[list[str], list[RecordedTurn]]:
    """Split the actions of a game into the draws before the first turn, and the turns."""
    first_draws: list[str] = []
    turns: list[RecordedTurn] = []
    turns_played = -1
    for length, action in enumerate(game.actions):
        before = game.at(length)
        if before.to_play is None:
            (turns[-1].drawn if turns else first_draws).append(str(action))
            continue
        if before.turns_played != turns_played:
            turns_played = before.turns_played
            turns.append(RecordedTurn(before.to_play, [], []))
        turns[-1].actions.append(str(action))
    return first_draws, turns


def _unfinished_turn(game: AnyGame, count: int) -> TableError:
    sentence = translate(panels_for(game.name).UNFINISHED)
    return _refuse(game, count, None, "unfinished-turn", sentence)


def _after_the_end(index: int, action: str) -> TableError:
    """An action after the end of the turn.

    The legal actions of the next turn are left out: they would reveal what is drawn in between,
    to someone who may still play another turn.
    """
    sentence = translate("The turn already ends before this action.")
    return TableError("turn-over", sentence, index=index, action=action, reason=sentence, legal=[])


def _play(game: AnyGame, index: int, action: str) -> None:
    try:
        game.play(action)
    except InvalidAction as error:
        sentence = translate("There is no action called {action}.", action=action[:40])
        raise _refuse(game, index, action, "invalid-action", sentence, detail=str(error)) from error
    except IllegalAction as error:
        names = [seat.name for seat in game.seats]
        sentence = join_with_commas(explain(reason, names) for reason in error.reasons)
        reasons = [reason.to_json() for reason in error.reasons]
        raise _refuse(game, index, action, "illegal-action", sentence, reasons=reasons) from error


def _refuse(
    game: AnyGame, index: int, action: str | None, code: str, sentence: str, **details: object
) -> TableError:
    legal = [str(other) for other in game.legal_actions()]
    return TableError(
        code, sentence, index=index, action=action, reason=sentence, legal=legal, **details
    )
