"""New tables: which game, by which rules, who sits where."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

from howdah.ai.agents import AGENTS, agents_of, make_agent
from howdah.ai.budget import Budget
from howdah.core.errors import HowdahError
from howdah.core.record import Record, Seat
from howdah.core.view import SCREENS, Screens
from howdah.games.registry import AnyGame, from_record, game_class
from howdah.i18n import translate
from howdah.render.phrases import printable
from howdah.table.errors import TableError, invalid
from howdah.table.model import Table, TableSeat

LONGEST_NAME: Final = 40
LARGEST_NUMBER: Final = 1_000_000
"""Far more than there is of anything; every program that reads our JSON can count so far."""
MOST_SIMULATIONS: Final = 20_000
"""What an agent at a table may use for a decision, and no longer than the server allows."""
ID_BYTES: Final = 6
TOKEN_BYTES: Final = 18


@dataclass(frozen=True)
class NewTable:
    """A table that someone asks for."""

    game: str
    rules: Mapping[str, Any]
    seats: tuple[TableSeat, ...]
    screens: str = "hidden"


def new_seat(name: str, *, agent: str | None = None, is_remote: bool = False) -> TableSeat:
    """A seat for an agent, or for a person with a fresh token."""
    if agent is not None:
        make_agent(agent, "")  # raises `UnknownAgent` if there is none
    token = None if agent is not None else secrets.token_urlsafe(TOKEN_BYTES)
    shown = printable(" ".join(name.split()))[:LONGEST_NAME].strip()
    return TableSeat(shown or translate("Player"), agent, token, is_remote)


def check_budgets(new: NewTable, longest: float) -> None:
    """Refuse agents that would search for more than some seconds, or too many simulations."""
    for seat in new.seats:
        if seat.agent is not None and seat.agent not in AGENTS:
            _check_budget(seat.agent, longest)


def _check_budget(agent: str, longest: float) -> None:
    budget = getattr(make_agent(agent, ""), "budget", Budget())
    if (budget.seconds or 0) > longest or (budget.simulations or 0) > MOST_SIMULATIONS:
        raise invalid(
            translate(
                "The computer may take up to {seconds} s for a decision, or {count} simulations.",
                seconds=f"{longest:g}",
                count=MOST_SIMULATIONS,
            )
        )


def new_seed() -> str:
    """A seed for all draws of a table that nobody can guess."""
    return secrets.token_hex(16)


def create_table(new: NewTable, seed: str) -> Table:
    """Create a table, its set-up drawn from the seed; `TableError` if something is wrong with it.

    Where the players have a pre-game, the game begins only when that is done.
    """
    try:
        game = _new_game(new, seed)
        pregame = type(game).pregame_for(game.rules())
    except HowdahError as error:
        raise invalid(str(error)) from error
    return Table(
        id=secrets.token_urlsafe(ID_BYTES),
        game_name=game.name,
        rules=game.rules(),
        seats=new.seats,
        screens=cast(Screens, new.screens),
        version=0,
        game=None if pregame else game,
        pregame=pregame,
    )


def start_game(table: Table, seed: str) -> AnyGame:
    """Set up the game of a table whose pre-game is done."""
    assert table.pregame is not None
    seats = [Seat(seat.name, seat.agent) for seat in table.seats]
    options = table.pregame.game_options()
    return game_class(table.game_name).new(**table.rules, seed=seed, names=seats, **options)


def _new_game(new: NewTable, seed: str) -> AnyGame:
    kind = game_class(new.game)
    if new.screens not in SCREENS:
        raise invalid(translate("Screens are hidden or open."))
    for seat in new.seats:
        if seat.agent in AGENTS and seat.agent not in agents_of(kind.name):
            raise invalid(translate("{name} does not play this game.", name=seat.agent))
    rules = _checked_rules(kind, new)
    seats = [Seat(seat.name, seat.agent) for seat in new.seats]
    return kind.new(players=len(seats), names=seats, seed=seed, **rules)


def _checked_rules(kind: type[AnyGame], new: NewTable) -> dict[str, Any]:
    """The rules that were asked for; a board is a shipped one or a whole object, never a file."""
    rules = dict(new.rules)
    players = rules.pop("players", len(new.seats))
    if type(players) is not int or players != len(new.seats):
        raise invalid(translate("There should be one seat for each player."))
    known = [setting.name for setting in kind.settings]
    for name in rules:
        if name not in known:
            raise invalid(translate("There is no rule {name}.", name=name[:40]))
    if any(isinstance(value, int) and value > LARGEST_NUMBER for value in rules.values()):
        raise invalid(translate("No number is larger than {largest}.", largest=LARGEST_NUMBER))
    board = rules.get("board", next(iter(kind.boards), None))
    if not isinstance(board, dict) and kind.boards and board not in kind.boards:
        raise invalid(translate("There is no board {name}.", name=str(board)[:40]))
    return rules


def table_from_record(text: str) -> Table:
    """A table that shows the game of a record, for replay; nobody can play at it."""
    try:
        game = from_record(Record.parse(text))
    except HowdahError as error:
        sentence = translate("This file is not a record.")
        raise TableError("invalid-record", sentence, detail=str(error)) from error
    return Table(
        id=secrets.token_urlsafe(ID_BYTES),
        game_name=game.name,
        rules=game.rules(),
        seats=tuple(TableSeat(seat.name, seat.agent, None, is_remote=False) for seat in game.seats),
        screens="open",
        version=game.turns_played,
        game=game,
        is_closed=True,
    )
