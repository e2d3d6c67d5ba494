"""Tables and turns as the store returns them, and the errors it raises."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from howdah.core.errors import HowdahError
from howdah.core.jsonio import Json


@dataclass(frozen=True)
class StoredTurn:
    """A committed turn: who played which actions, and what was drawn after them."""

    version: int
    seat: int | None
    """None for a pre-game round, whose choices are the actions."""
    actions: list[Any]
    drawn: list[str]
    agent: str | None = None
    """The agent that played it; None if it was the person of the seat."""


@dataclass(frozen=True)
class StoredChoice:
    """The choice of a seat in a pre-game round that is not complete."""

    seat: int
    choice: list[Any]


@dataclass(frozen=True)
class StoredTable:
    """A table with its turns; most fields are columns of `schema.tables`."""

    id: str
    game: str
    rules: dict[str, Json]
    seats: list[dict[str, Any]]
    seed: str
    screens: str
    start: dict[str, Json] | None
    drawn: list[str]
    is_over: bool = False
    meta: dict[str, Json] | None = None
    rematch: str | None = None
    continued_at: str | None = None
    """The table at which the game goes on from an earlier turn; of several the newest."""
    forked_from: dict[str, Json] | None = None
    """The table and the turn that this one goes on from; see `howdah.table.model.Fork`."""
    is_seed_known: bool = False
    """Whether the seed was revealed before: the game that was taken back was over."""
    stand_in_after: float | None = None
    seed_sharing: dict[str, Any] | None = None
    """How people take part in the seed; `seed` is then the secret of the server."""
    owner: str = ""
    """Stands for the client that created the table; empty for the host itself."""
    moved: float = 0.0
    """When the last turn was committed, or the table created, in seconds since 1970."""
    changes: int = 0
    """How many changes were committed: of two copies of a table, the newer one has more."""
    turns: tuple[StoredTurn, ...] = ()
    choices: tuple[StoredChoice, ...] = ()
    """The choices of the pre-game round that is being played."""

    @property
    def version(self) -> int:
        """How many turns are committed."""
        return len(self.turns)

    @property
    def is_closed(self) -> bool:
        """Whether nothing can be played any more: the game is over, or goes on elsewhere."""
        return self.is_over or self.continued_at is not None

    def after(self, change: TurnChange) -> StoredTable:
        """Return the table with one more turn."""
        return replace(
            self,
            turns=(*self.turns, change.turn),
            choices=(),
            moved=change.moved,
            changes=change.changes,
            **change.values,
        )


@dataclass(frozen=True)
class TurnChange:
    """A change of a table by a turn: with the table before it, all of the table after it."""

    turn: StoredTurn
    moved: float
    changes: int
    values: dict[str, Any]
    """The columns of the table that the turn has set, besides the counters."""


class Conflict(Exception):
    """Another change was committed first: to that turn, choice, seat, rematch or fork."""


class StoreUnavailable(HowdahError):
    """The database does not answer, or cannot write; what was acknowledged is safe."""


class DamagedRow(HowdahError):
    """A row of the database cannot be read; the other tables can be."""
