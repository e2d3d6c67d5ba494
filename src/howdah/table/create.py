"""New tables: which game, by which rules, who sits where."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, cast
from unicodedata import category

from howdah.ai.agents import AGENTS, agent_title, agents_of, make_agent
from howdah.ai.budget import Budget
from howdah.core.errors import HowdahError
from howdah.core.record import Record, Seat
from howdah.core.view import SCREENS, Screens
from howdah.games.registry import AnyGame, from_record, game_class
from howdah.i18n import translate
from howdah.render.phrases import JOINERS, printable
from howdah.table.errors import TableError, invalid, invalid_options, unknown_agent
from howdah.table.model import Table, TableSeat, hash_secret
from howdah.table.seat_links import new_secret
from howdah.table.stand_ins import ABSENCE, check_absence

LONGEST_NAME: Final = 40
LARGEST_NUMBER: Final = 1_000_000
"""Far more than there is of anything; every program that reads our JSON can count so far."""
MOST_SIMULATIONS: Final = 20_000
"""What an agent at a table may use for a decision, and no longer than the server allows."""
ID_BYTES: Final = 6

SeatSecret = Literal["token", "link", "none"]
"""What comes with a new seat: the token of who plays it, a link to be exchanged for one, or nothing
as long as its owner has not come."""


@dataclass(frozen=True)
class NewSeat:
    """A seat with the secrets that only its owner should get; the table has their hashes."""

    seat: TableSeat
    token: str | None = field(default=None, repr=False)
    link: str | None = field(default=None, repr=False)


@dataclass(frozen=True)
class NewTable:
    """A table that someone asks for."""

    game: str
    rules: Mapping[str, Any]
    seats: tuple[NewSeat, ...]
    screens: str = "hidden"
    stand_in_after: float | None = ABSENCE
    """The seconds without a turn after which others may ask for a stand-in; None for never."""
    shares_seed: bool = False
    """Whether people take part in the seed; the table waits for them before anything is drawn."""
    start_choices: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """What was chosen of the set-up, by name: a value for each seat."""


def new_seat(
    name: str,
    *,
    agent: str | None = None,
    is_remote: bool = False,
    secret: SeatSecret = "token",
) -> NewSeat:
    """A seat for an agent, or for a person with a fresh secret."""
    usual = translate("Player") if agent is None else _checked_title(agent)
    token = new_secret() if agent is None and secret == "token" else None
    link = new_secret() if agent is None and secret == "link" else None
    seat = TableSeat(
        shown_name(name) or usual,
        agent,
        None if token is None else hash_secret(token),
        is_remote,
        link_hash=None if link is None else hash_secret(link),
    )
    return NewSeat(seat, token, link)


def _checked_title(agent: str) -> str:
    try:
        make_agent(agent, "")
    except HowdahError as error:
        raise unknown_agent(agent, error) from error
    return agent_title(agent)


def shown_name(name: str) -> str:
    """A name as it is shown; empty if nothing of it can be seen."""
    shown = printable(" ".join(name.split()))[:LONGEST_NAME].strip(f" {JOINERS}")
    return shown if any(not category(letter).startswith("M") for letter in shown) else ""


def check_budgets(new: NewTable, longest: float) -> None:
    """Refuse agents that would search for more than some seconds, or too many simulations."""
    for agent in (seat.seat.agent for seat in new.seats):
        if agent is not None and agent not in AGENTS:
            _check_budget(agent, longest)


def _check_budget(agent: str, longest: float) -> None:
    budget = getattr(make_agent(agent, ""), "budget", Budget())
    if (budget.seconds or 0) > longest or (budget.simulations or 0) > MOST_SIMULATIONS:
        raise invalid(
            translate(
                "The computer may take at most {seconds} s or {count} simulations per decision.",
                seconds=f"{longest:g}",
                count=MOST_SIMULATIONS,
            )
        )


def new_table_id() -> str:
    """An id for a table that no other one has."""
    return secrets.token_urlsafe(ID_BYTES)


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
        raise invalid_options(error) from error
    return Table(
        id=new_table_id(),
        game_name=game.name,
        rules=game.rules(),
        seats=_seats_with_choices(new),
        screens=cast(Screens, new.screens),
        stand_in_after=new.stand_in_after,
        version=0,
        game=None if pregame else game,
        pregame=pregame,
    )


def _seats_with_choices(new: NewTable) -> tuple[TableSeat, ...]:
    """The seats, each with what was chosen for it of the set-up."""
    for values in new.start_choices.values():
        return tuple(
            replace(seat.seat, start_choice=value) for seat, value in zip(new.seats, values)
        )
    return tuple(seat.seat for seat in new.seats)


def start_game(table: Table, seed: str) -> AnyGame:
    """Set up the game of a table, after its pre-game if there is one."""
    seats = [Seat(seat.name, seat.agent) for seat in table.seats]
    options = {} if table.pregame is None else table.pregame.game_options()
    kind = game_class(table.game_name)
    chosen = [seat.start_choice for seat in table.seats]
    if kind.seat_setting is not None and all(value is not None for value in chosen):
        options[kind.seat_setting.name] = chosen
    return kind.new(**table.rules, seed=seed, names=seats, **options)


def _new_game(new: NewTable, seed: str) -> AnyGame:
    kind = game_class(new.game)
    check_absence(new.stand_in_after)
    if new.screens not in SCREENS:
        raise invalid(translate("Screens must be hidden or open."))
    for seat in _seats_of_record(new):
        if seat.agent in AGENTS and seat.agent not in agents_of(kind.name):
            raise invalid(translate("{name} can't play this game.", name=agent_title(seat.agent)))
    rules = _checked_rules(kind, new)
    seats = _seats_of_record(new)
    for name in new.start_choices:
        if kind.seat_setting is None or name != kind.seat_setting.name:
            raise invalid(translate("There is no option called {name}.", name=name[:40]))
    return kind.new(players=len(seats), names=seats, seed=seed, **rules, **new.start_choices)


def _seats_of_record(new: NewTable) -> list[Seat]:
    return [Seat(seat.seat.name, seat.seat.agent) for seat in new.seats]


def _checked_rules(kind: type[AnyGame], new: NewTable) -> dict[str, Any]:
    """The rules that were asked for; a board is a shipped one or a whole object, never a file."""
    rules = dict(new.rules)
    players = rules.pop("players", len(new.seats))
    if type(players) is not int or players != len(new.seats):
        raise invalid(translate("Each player needs one seat."))
    known = [setting.name for setting in kind.settings]
    for name in rules:
        if name not in known:
            raise invalid(translate("There is no option called {name}.", name=name[:40]))
    if any(isinstance(value, int) and value > LARGEST_NUMBER for value in rules.values()):
        raise invalid(translate("Enter a number up to {largest}.", largest=LARGEST_NUMBER))
    board = rules.get("board", next(iter(kind.boards), None))
    if not isinstance(board, dict) and kind.boards and board not in kind.boards:
        raise invalid(translate("There is no board called {name}.", name=str(board)[:40]))
    return rules


def table_from_record(text: str) -> Table:
    """A table that shows the game of a record, for replay; nobody can play at it."""
    try:
        game = from_record(Record.parse(text))
    except HowdahError as error:
        sentence = translate("This file isn't a saved game.")
        raise TableError("invalid-record", sentence, detail=str(error)) from error
    return Table(
        id=new_table_id(),
        game_name=game.name,
        rules=game.rules(),
        seats=tuple(TableSeat(seat.name, seat.agent, None, is_remote=False) for seat in game.seats),
        screens="open",
        version=game.turns_played,
        game=game,
        is_closed=True,
    )
