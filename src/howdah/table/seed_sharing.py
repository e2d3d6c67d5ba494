"""How the seed of a table is made: people promise numbers, then open them; then it is drawn.

Everyone who comes to the table promises a number by its hash. When all have, or some are left out,
the list is closed, and the numbers are opened. `docs/chance.md` says why. Sharings are immutable;
what the server keeps secret is not here.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Any, Final, Literal, NamedTuple

from howdah.core.shared_seed import HASH, NUMBER, Contribution, LeftOut, hash_of
from howdah.i18n import translate
from howdah.table.errors import OutOfDate, TableError, invalid

SECONDS_TO_COME: Final = 600.0
"""After so long without someone, those who are there go on; counted from the table's creation."""
SECONDS_TO_OPEN: Final = 5.0
"""After so long a number that was promised is not waited for any more."""

SeedStage = Literal["promises", "numbers", "drawn"]
"""What is awaited; nothing any more when the seed is made."""


class Promise(NamedTuple):
    """The promise of a browser for the seats that it plays."""

    seats: tuple[int, ...]
    promise: str
    number: str | None = None
    """None until it is opened."""


@dataclass(frozen=True)
class PromiseView:
    """What anyone may see of a promise: numbers stay closed until all are open."""

    seats: tuple[int, ...]
    """The seats that are played in one place."""
    promise: str
    """The SHA-256 of the number."""


@dataclass(frozen=True)
class SeedSharingView:
    """What anyone may see of a seed that is being made."""

    stage: SeedStage
    """What is awaited."""
    promises: tuple[PromiseView, ...]
    """The promises so far."""
    missing: tuple[int, ...]
    """The seats whose promise, or number, is awaited."""


@dataclass(frozen=True, kw_only=True)
class SeedSharing:
    """The making of a seed, at one moment."""

    people: tuple[int, ...]
    """The seats that take part, unless they are left out."""
    starters: tuple[int, ...]
    """The seats that need not wait for the others to come."""
    wait_until: float
    """When the others need not wait any more either, in seconds since 1970."""
    promises: tuple[Promise, ...] = ()
    """In the order of their first seats."""
    open_until: float | None = None
    """When numbers are not waited for any more; None as long as the list of promises is open."""
    is_drawn: bool = False

    @property
    def stage(self) -> SeedStage:
        """What is awaited."""
        if self.is_drawn:
            return "drawn"
        return "promises" if self.open_until is None else "numbers"

    @property
    def absent(self) -> tuple[int, ...]:
        """The seats that have promised nothing."""
        return tuple(seat for seat in self.people if self._promise_of(seat) is None)

    @property
    def missing(self) -> tuple[int, ...]:
        """The seats that are waited for."""
        if self.is_drawn:
            return ()
        if self.open_until is None:
            return self.absent
        return tuple(seat for each in self.promises if each.number is None for seat in each.seats)

    @property
    def contributions(self) -> tuple[Contribution, ...]:
        """What was promised and opened."""
        return tuple(
            Contribution(each.seats, each.promise, each.number)
            for each in self.promises
            if each.number is not None
        )

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """Everyone else, once the seed is made."""
        silent = [
            LeftOut(each.seats, "silent", each.promise)
            for each in self.promises
            if each.number is None
        ]
        absent = [LeftOut((seat,), "absent") for seat in self.absent]
        return tuple(sorted([*silent, *absent], key=lambda entry: entry.seats))

    def seconds_left(self, now: float) -> int:
        """The seconds until those who are missing are left out."""
        until = self.wait_until if self.open_until is None else self.open_until
        return max(0, ceil(until - now))

    def view(self) -> SeedSharingView:
        """What anyone may see."""
        promises = tuple(PromiseView(each.seats, each.promise) for each in self.promises)
        return SeedSharingView(self.stage, promises, self.missing)

    # What players do

    def promise(self, seats: Collection[int], promise: str, now: float) -> SeedSharing:
        """Promise a number for those of the seats that have not; a promise that was made stands."""
        if not HASH.fullmatch(promise):
            raise invalid(
                translate("A promise must be a SHA-256 in 64 lower-case hexadecimal digits.")
            )
        new = tuple(seat for seat in sorted(seats) if seat in self.absent)
        if not new:
            return self
        if self.stage != "promises":
            raise _too_late()
        if any(promise == each.promise for each in self.promises):
            raise invalid(translate("This number is already in use: choose another one."))
        found = replace(self, promises=tuple(sorted([*self.promises, Promise(new, promise)])))
        return found if found.absent else found._close(now)

    def open_number(self, seats: Collection[int], number: str) -> SeedSharing:
        """Open a number that was promised; when all are open, the seed is made."""
        if not NUMBER.fullmatch(number):
            raise invalid(translate("A number must have 64 lower-case hexadecimal digits."))
        hashed = hash_of(number)
        own = next(
            (p for p in self.promises if p.promise == hashed and {*p.seats} & {*seats}), None
        )
        if own is None:
            raise TableError("broken-promise", translate("This number doesn't match your promise."))
        if own.number is not None:
            return self
        if self.stage == "promises":
            raise _too_early(translate("Some promises are still missing."))
        if self.stage == "drawn":
            raise _too_late()
        opened = own._replace(number=number)
        promises = tuple(opened if each is own else each for each in self.promises)
        found = replace(self, promises=promises)
        return found if found.missing else replace(found, is_drawn=True)

    def go_on(self, seats: Collection[int], now: float) -> SeedSharing:
        """Leave out those who are missing, if it is time: close the list, or have the seed made."""
        left = self.seconds_left(now)
        if self.stage == "promises":
            if all(self._promise_of(seat) is None for seat in seats):
                raise invalid(translate("Promise a number first."))
            if left and not {*seats} & {*self.starters}:
                raise _too_early(translate("Some players may still join."), retry_after=left)
            return self._close(now)
        if self.stage == "numbers" and left:
            raise _too_early(translate("Some numbers are still missing."), retry_after=left)
        return replace(self, is_drawn=True)

    def _close(self, now: float) -> SeedSharing:
        return replace(self, open_until=now + SECONDS_TO_OPEN)

    def _promise_of(self, seat: int) -> Promise | None:
        return next((each for each in self.promises if seat in each.seats), None)

    # How it is stored

    def to_json(self) -> dict[str, Any]:
        """The sharing as it is stored."""
        promises = [{**each._asdict(), "seats": list(each.seats)} for each in self.promises]
        lists = {"people": list(self.people), "starters": list(self.starters)}
        return {**vars(self), **lists, "promises": promises}

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> SeedSharing:
        """Restore a sharing."""
        promises = (
            Promise(tuple(each["seats"]), each["promise"], each["number"])
            for each in stored["promises"]
        )
        seats = {name: tuple(stored[name]) for name in ("people", "starters")}
        return cls(**{**stored, **seats, "promises": tuple(promises)})


def start_sharing(people: Sequence[int], local: Sequence[int], now: float) -> SeedSharing:
    """The sharing of a new table; those who share the creator's device need not wait for others."""
    return SeedSharing(
        people=tuple(people), starters=tuple(local or people), wait_until=now + SECONDS_TO_COME
    )


def _too_early(sentence: str, **details: Any) -> OutOfDate:
    return OutOfDate("too-early", sentence, **details)


def _too_late() -> OutOfDate:
    return OutOfDate("too-late", translate("The seed of this table was made without your device."))


def drawn_at_once() -> OutOfDate:
    """The error of a table whose seed is the server's alone."""
    return OutOfDate(
        "too-late", translate("The draws of this table were fixed when it was created.")
    )
