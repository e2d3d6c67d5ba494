"""An order for a table: which game, by which rules, who sits where."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from howdah.ai.agents import make_agent
from howdah.ai.budget import Budget
from howdah.core.errors import HowdahError
from howdah.core.record import Record, Seat
from howdah.core.rng import Dealer
from howdah.core.view import SCREENS
from howdah.games.bazar.medals import Medals
from howdah.games.registry import AnyGame, from_record, game_class
from howdah.i18n import translate
from howdah.provable_draws import promise
from howdah.render.phrases import printable
from howdah.server.errors import ApiError, invalid
from howdah.server.tables.model import TableSeat
from howdah.store.models import StoredTable, StoredTurn

LONGEST_NAME: Final = 40
LARGEST_NUMBER: Final = 1_000_000
"""Far more than there is of anything; every program that reads our JSON can count so far."""
LONGEST_THOUGHT: Final = 5.0
MOST_SIMULATIONS: Final = 20_000
"""What an opponent may use for a decision, so that others get their turn too."""
ID_BYTES: Final = 6
TOKEN_BYTES: Final = 18


@dataclass(frozen=True)
class NewTable:
    """What someone asks for who wants a table."""

    game: str
    rules: Mapping[str, Any]
    chairs: tuple[TableSeat, ...]
    screens: str = "hidden"


def new_seat(name: str, *, agent: str | None = None, is_remote: bool = False) -> TableSeat:
    """A chair with a fresh token, or for an agent."""
    if agent is not None:
        _check(agent)
    token = None if agent is not None else secrets.token_urlsafe(TOKEN_BYTES)
    shown = printable(" ".join(name.split()))[:LONGEST_NAME].strip()
    return TableSeat(shown or translate("Player"), agent, token, is_remote)


def _check(text: str) -> None:
    """Refuse an agent that is not there, or that would think for too long at a table."""
    budget = getattr(make_agent(text, ""), "budget", Budget())
    if (budget.seconds or 0) > LONGEST_THOUGHT or (budget.simulations or 0) > MOST_SIMULATIONS:
        raise invalid(
            translate(
                "An opponent may take up to {seconds} seconds, or {count} simulations.",
                seconds=f"{LONGEST_THOUGHT:.0f}",
                count=MOST_SIMULATIONS,
            )
        )


def fresh_seed() -> str:
    """What all draws of a table come from; nobody can guess it."""
    return secrets.token_hex(16)


def create_table(order: NewTable) -> StoredTable:
    """A new table, its set-up drawn from a seed that nobody knows and that is promised here."""
    seed = fresh_seed()
    try:
        game = _new_game(order, seed)
    except HowdahError as error:
        raise invalid(str(error)) from error
    waits = _waits_for_medals(game)
    return StoredTable(
        id=secrets.token_urlsafe(ID_BYTES),
        game=game.name,
        rules=game.rules(),
        seats=[chair.to_json() for chair in order.chairs],
        seed=seed,
        screens=order.screens,
        start=None if waits else game.start(),
        drawn=[] if waits else [str(action) for action in game.actions],
        meta=promise(seed),
    )


def start_game(table: StoredTable, medals: Medals) -> AnyGame:
    """The game of a table whose medals have decided who begins."""
    seats = [Seat(chair["name"], chair["agent"]) for chair in table.seats]
    kind = game_class(table.game)
    return kind.new(**table.rules, seed=table.seed, names=seats, medals=medals)


def _new_game(order: NewTable, seed: str) -> AnyGame:
    kind = game_class(order.game)
    if order.screens not in SCREENS:
        raise invalid(translate("Screens are hidden or open."))
    rules = _checked_rules(kind, order)
    seats = [Seat(chair.name, chair.agent) for chair in order.chairs]
    return kind.new(players=len(seats), names=seats, seed=seed, **rules)


def _checked_rules(kind: type[AnyGame], order: NewTable) -> dict[str, Any]:
    """The rules that were asked for; a board is one of ours or a whole one, never a file."""
    rules = dict(order.rules)
    players = rules.pop("players", len(order.chairs))
    if type(players) is not int or players != len(order.chairs):
        raise invalid(translate("There should be one seat for each player."))
    known = [setting.name for setting in kind.settings]
    for name in rules:
        if name not in known:
            raise invalid(translate("There is no rule {name}.", name=name[:40]))
    if any(isinstance(value, int) and value > LARGEST_NUMBER for value in rules.values()):
        raise invalid(translate("No number is larger than {largest}.", largest=LARGEST_NUMBER))
    board = rules.get("board", kind.boards[0])
    if not isinstance(board, dict) and board not in kind.boards:
        raise invalid(translate("There is no board {name}.", name=str(board)[:40]))
    return rules


def _waits_for_medals(game: AnyGame) -> bool:
    return game.rules().get("starter") == "medals" and game.players > 1


def table_from_record(text: str) -> StoredTable:
    """A table on which a record lies, to be walked through; nobody sits at it."""
    try:
        record = Record.parse(text)
        game = from_record(record)
    except HowdahError as error:
        sentence = translate("This file is not a record.")
        raise ApiError(422, "invalid-record", sentence, detail=str(error)) from error
    drawn, turns = _turns_of(game)
    return StoredTable(
        id=secrets.token_urlsafe(ID_BYTES),
        game=game.name,
        rules=game.rules(),
        seats=[_empty_chair(seat).to_json() for seat in game.seats],
        seed=fresh_seed(),
        screens="open",
        start=game.start(),
        drawn=drawn,
        is_over=True,
        meta=game.meta,
        turns=tuple(turns),
    )


def _empty_chair(seat: Seat) -> TableSeat:
    return TableSeat(seat.name, seat.agent, token=None, is_remote=False)


def _turns_of(game: AnyGame) -> tuple[list[str], Sequence[StoredTurn]]:
    """The actions of a game, sorted into turns and the draws before and after them."""
    opening: list[str] = []
    turns: list[StoredTurn] = []
    played = -1
    for length, action in enumerate(game.actions):
        before = game.at(length)
        if before.to_play is None:
            (turns[-1].drawn if turns else opening).append(str(action))
            continue
        if before.turns_played != played:
            played = before.turns_played
            turns.append(StoredTurn(len(turns) + 1, before.to_play, [], []))
        turns[-1].actions.append(str(action))
    return opening, turns


def fresh_dealer(table: StoredTable, label: str) -> Dealer:
    """The dealer of a table's secret seed, for something with a label of its own."""
    return Dealer(f"{table.seed}/{label}")
