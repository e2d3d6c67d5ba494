"""A table at one version: its seats, the game, and whom it waits for. Tables are immutable."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict, dataclass
from hashlib import sha256
from secrets import compare_digest
from typing import Any, Final

from howdah.core.jsonio import Json
from howdah.core.pregame import PreGame
from howdah.core.view import Screens
from howdah.games.registry import AnyGame
from howdah.table.seed_sharing import SeedSharing

LESSON: Final = "lesson"
"""The field of a record's `meta` that says that the game began as a lesson."""


def hash_secret(secret: str) -> str:
    """The hash by which a token or a link is stored. They are random, so it needs no salt."""
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True)
class LinkNotice:
    """The host made new links to the seat of someone else: everyone is shown that."""

    version: int
    """Of the table at that time."""
    host: int
    """The seat of the host."""
    count: int
    """How many links the host made at that version."""


@dataclass(frozen=True)
class TableSeat:
    """A seat: a person or an agent. Who shows its secret token plays it."""

    name: str
    agent: str | None
    token_hash: str | None
    """None for an agent, and as long as nobody has taken the seat."""
    is_remote: bool
    """Whether the person joins by a link."""
    stand_in: str | None = None
    """The agent that plays for an absent person."""
    wanted_by: tuple[int, ...] = ()
    """The seats that agreed to a stand-in for this one."""
    link_hash: str | None = None
    """Of the link that can be exchanged for a token; it is void as soon as it is used."""
    void_links: tuple[str, ...] = ()
    """The hashes of earlier links, used or replaced."""
    notices: tuple[LinkNotice, ...] = ()
    start_choice: str | None = None
    """What was chosen for this seat of the set-up: its value in the game's `seat_setting`."""

    @property
    def is_person(self) -> bool:
        """Whether the seat is a person's, even if an agent stands in for them."""
        return self.agent is None

    @property
    def player(self) -> str | None:
        """The agent that plays this seat now; None if the person does."""
        return self.agent or self.stand_in

    def to_json(self) -> dict[str, Any]:
        """The seat as it is stored."""
        return {
            **vars(self),
            "wanted_by": list(self.wanted_by),
            "void_links": list(self.void_links),
            "notices": [asdict(notice) for notice in self.notices],
        }

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> TableSeat:
        """Restore a seat that this version or an earlier one has stored."""
        notices = tuple(LinkNotice(**notice) for notice in stored.get("notices", ()))
        tuples = {name: tuple(stored.get(name, ())) for name in ("wanted_by", "void_links")}
        return cls(**stored | tuples | {"notices": notices})


@dataclass(frozen=True)
class Fork:
    """Where a table comes from: its game goes on from an earlier turn of another one."""

    table: str
    """The table whose turns were copied."""
    version: int
    """How many of its turns were copied."""
    first_table: str
    """The table at which the game began: its seed was made there."""
    take_backs: int
    """How often the game was taken back so far."""

    def to_json(self) -> dict[str, Json]:
        """The fork as it is stored."""
        return {**vars(self)}

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> Fork:
        """Restore a fork."""
        return cls(**stored)


@dataclass(frozen=True, kw_only=True)
class Table:
    """A table at one version."""

    id: str
    game_name: str
    rules: dict[str, Json]
    seats: tuple[TableSeat, ...]
    screens: Screens
    """Whether the table shows what players keep to themselves."""
    version: int
    """How many turns and pre-game rounds are committed."""
    game: AnyGame | None
    """None until the seed is made and the pre-game is done."""
    pregame: PreGame | None = None
    """None when there is none, it is done, or the seed is not made yet."""
    seed_sharing: SeedSharing | None = None
    """How people take part in the seed; None if it is the server's alone."""
    is_closed: bool = False
    """Whether nobody can play here: the game is over, goes on elsewhere, or is a record."""
    rematch: str | None = None
    """The table at which this one is played again."""
    continued_at: str | None = None
    """The table at which the game goes on from an earlier turn."""
    fork: Fork | None = None
    """Where the table comes from; None if the game began here."""
    last_turn_at: float = 0.0
    """When the last turn was committed, in seconds since 1970."""
    stand_in_after: float | None = None
    """The seconds without a turn after which others may ask for a stand-in; None for never."""

    @property
    def names(self) -> list[str]:
        """The names of the players, by seat."""
        return [seat.name for seat in self.seats]

    @property
    def to_play(self) -> int | None:
        """The seat whose turn it is; None when the game is over or has not begun."""
        return None if self.game is None else self.game.to_play

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.game is not None and self.game.is_over

    @property
    def is_abandoned(self) -> bool:
        """Whether the game was taken back before it was over, and goes on at another table."""
        return self.continued_at is not None and not self.is_over

    @property
    def first_table(self) -> str:
        """The table at which the game began; its seed depends on the id of that one."""
        return self.id if self.fork is None else self.fork.first_table

    @property
    def take_backs(self) -> int:
        """The number of take-backs that marks a game; a solo game is never marked."""
        if len(self.seats) == 1:
            return 0
        return self._recorded_take_backs if self.fork is None else self.fork.take_backs

    @property
    def _recorded_take_backs(self) -> int:
        """What the record says that is replayed here."""
        meta = None if self.game is None else self.game.meta
        found = None if meta is None else meta.get("take_backs")
        return found if type(found) is int and found > 0 else 0

    @property
    def is_first_game(self) -> bool:
        """Whether the game began as a lesson: its player gets tips."""
        meta = None if self.game is None else self.game.meta
        return meta is not None and meta.get(LESSON) is True and not self.is_closed

    @property
    def is_seed_made(self) -> bool:
        """Whether the seed of all draws is made; until then nothing can be played."""
        return self.seed_sharing is None or self.seed_sharing.is_drawn

    @property
    def length(self) -> int:
        """How many actions have been played, draws included."""
        return 0 if self.game is None else self.game.length

    @property
    def has_full_round(self) -> bool:
        """Whether a pre-game round is complete and still to be committed."""
        return self.pregame is not None and self.pregame.round_count > self.version

    @property
    def waiting_for(self) -> tuple[int, ...]:
        """The seats that have something to do."""
        if self.is_closed or self.has_full_round:
            return ()
        if self.pregame is not None:
            return self.pregame.waiting_for
        return () if self.to_play is None else (self.to_play,)

    @property
    def agent_due(self) -> int | None:
        """A seat that an agent has to play now, if there is one."""
        due = (seat for seat in self.waiting_for if self.seats[seat].player is not None)
        return next(due, None)

    @property
    def hosts(self) -> tuple[int, ...]:
        """The seats on the device that created the table."""
        return tuple(
            number
            for number, seat in enumerate(self.seats)
            if seat.is_person and not seat.is_remote
        )

    def seat_of(self, token: str) -> int | None:
        """The seat that a token belongs to."""
        return next(iter(self.seats_of([hash_secret(token)])), None)

    def seats_of(self, hashes: Collection[str]) -> tuple[int, ...]:
        """The seats whose tokens have one of these hashes; compared in constant time."""
        return tuple(
            number
            for number, seat in enumerate(self.seats)
            if any(compare_digest(seat.token_hash or "", shown) for shown in hashes)
        )
