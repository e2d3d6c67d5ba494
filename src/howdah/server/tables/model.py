"""A table as it stands: who sits there, the game, and every turn so far. It never changes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from secrets import compare_digest
from typing import Any, NamedTuple, cast

from howdah.core.record import Record, Seat
from howdah.core.rng import Dealer
from howdah.core.view import Screens
from howdah.games.bazar.medals import Medals
from howdah.games.bazar.names import Call
from howdah.games.registry import AnyGame, game_class
from howdah.store.models import StoredTable


@dataclass(frozen=True)
class TableSeat:
    """One place at a table: a person with a secret token, or an agent."""

    name: str
    agent: str | None
    token: str | None
    is_remote: bool
    """Whether whoever sits there comes by a link."""
    stand_in: str | None = None
    """The agent that plays for a person who has vanished."""
    wanted_by: tuple[int, ...] = ()
    """The seats that want an agent to play here until the person comes back."""

    @property
    def player(self) -> str | None:
        """The agent that plays here now; None if it is the person."""
        return self.agent or self.stand_in

    def to_json(self) -> dict[str, Any]:
        """The chair as it is kept."""
        return vars(self) | {"wanted_by": list(self.wanted_by)}

    @classmethod
    def of(cls, kept: dict[str, Any]) -> TableSeat:
        """A chair as it was kept, by this version or an earlier one."""
        return cls(**kept | {"wanted_by": tuple(kept.get("wanted_by", ()))})


class Turn(NamedTuple):
    """A committed turn: its version, who played, and which actions of the record it holds."""

    version: int
    seat: int
    first: int
    last: int
    """The actions from `first` up to, but not including, `last`; draws after it included."""


@dataclass(frozen=True)
class Table:
    """A table at one version."""

    kept: StoredTable
    game: AnyGame | None
    """None while the medals decide who begins."""
    medals: Medals | None
    """The medals game, as long as it is played."""

    @property
    def id(self) -> str:
        """The public name of the table."""
        return self.kept.id

    @property
    def version(self) -> int:
        """How many turns, and rounds of medals, are committed."""
        return self.kept.version

    @cached_property
    def chairs(self) -> tuple[TableSeat, ...]:
        """The chairs, by seat."""
        return tuple(map(TableSeat.of, self.kept.seats))

    @property
    def screens(self) -> Screens:
        """Whether the table shows what players keep to themselves."""
        return cast(Screens, self.kept.screens)

    @property
    def to_play(self) -> int | None:
        """The seat whose turn it is; None when the game is over or has not begun."""
        return None if self.game is None else self.game.to_play

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.game is not None and self.game.is_over

    @property
    def length(self) -> int:
        """How many actions have been played, draws included."""
        return 0 if self.game is None else len(self.game.actions)

    @property
    def agent_due(self) -> int | None:
        """A seat that an agent is to play now, if there is one."""
        due = (seat for seat in self.waiting_for if self.chairs[seat].player is not None)
        return next(due, None)

    @property
    def has_full_round(self) -> bool:
        """Whether all have chosen their medals, and the round is still to be committed."""
        return self.medals is not None and len(self.medals.rounds) > self.version

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """The seats that are to do something; nobody where a record lies."""
        if self.kept.is_over or self.has_full_round:
            return ()
        if self.medals is not None:
            return self.medals.view().waiting_for
        return () if self.to_play is None else (self.to_play,)

    def seat_of(self, token: str) -> int | None:
        """The seat that a token opens."""
        shown = token.encode("utf-8", "surrogatepass")
        found = None
        for seat, chair in enumerate(self.chairs):
            if chair.token and compare_digest(chair.token.encode(), shown):
                found = seat
        return found

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """The turns of the game, without rounds of medals."""
        found, first = [], len(self.kept.drawn)
        for turn in self.kept.turns:
            if turn.seat is not None:
                last = first + len(turn.actions) + len(turn.drawn)
                found.append(Turn(turn.version, turn.seat, first, last))
                first = last
        return tuple(found)


def restore_table(kept: StoredTable) -> Table:
    """A table as the store keeps it, with its game set up and played again."""
    if kept.start is None:
        return Table(kept, None, _medals(kept))
    actions = [*kept.drawn]
    for turn in kept.turns:
        if turn.seat is not None:
            actions += [*turn.actions, *turn.drawn]
    seats = tuple(Seat(chair["name"], chair["agent"]) for chair in kept.seats)
    record = Record(kept.game, kept.rules, seats, kept.start, tuple(actions), meta=kept.meta)
    dealer = None if kept.is_over else Dealer(kept.seed)
    return Table(kept, game_class(kept.game).resume(record, dealer=dealer), None)


def _medals(kept: StoredTable) -> Medals:
    medals = Medals(len(kept.seats))
    for turn in kept.turns:
        for seat, hand in enumerate(turn.actions):
            if hand is not None:
                medals.choose(seat, *hand)
    for closed in kept.hands:
        medals.choose(closed.seat, closed.kept, cast(Call, closed.call))
    return medals
