"""What is kept of a table, as plain data; and what a store refuses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from howdah.core.errors import HowdahError
from howdah.core.jsonio import Json


@dataclass(frozen=True)
class StoredTurn:
    """A committed turn: who played what, and what was drawn after it."""

    version: int
    seat: int | None
    """None for a pre-game round, whose choices are the actions."""
    actions: list[Any]
    drawn: list[str]
    agent: str | None = None
    """Who played it, if that was not the person of the seat."""


@dataclass(frozen=True)
class StoredChoice:
    """The choice of a seat in a pre-game round that is not complete."""

    seat: int
    choice: list[Any]


@dataclass(frozen=True)
class StoredTable:
    """A table as the store keeps it."""

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
    moved: float = 0.0
    """When the last turn was committed, or the table laid, in seconds since 1970."""
    changes: int = 0
    """How often something has happened: of two looks at a table, the newer one has more."""
    turns: tuple[StoredTurn, ...] = ()
    choices: tuple[StoredChoice, ...] = ()
    """The choices of the pre-game round that is being played."""

    @property
    def version(self) -> int:
        """How many turns are committed."""
        return len(self.turns)


class Conflict(Exception):
    """Someone else was quicker: that turn, choice, seating or rematch is there already."""


class StoreUnavailable(HowdahError):
    """The database does not answer, or cannot write; whatever was acknowledged is safe."""
