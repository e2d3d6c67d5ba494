"""Retention: tables without a change for long are deleted, softly at first, for good a week later.

Only the clock says how old a table is, and a clock may be wrong. So a sweep is refused if the clock
is far ahead of what was seen before, or if it would delete most tables out of the ordinary.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, delete, func, select, update

from howdah.store import schema
from howdah.store.properties import CLOCK, get_property, set_property
from howdah.store.seed_counts import SEED_COLUMNS, count_erased

HOUR_SECONDS: Final = 3600.0
DAY_SECONDS: Final = 86400.0
SOFT_SECONDS: Final = 7 * DAY_SECONDS
"""How long a table that was deleted can be restored."""
LONGEST_ABSENCE: Final = 7 * DAY_SECONDS
"""How far the clock may be ahead of the last sweep when a process starts: the server was off."""
LONGEST_JUMP: Final = DAY_SECONDS
"""How far the clock may get ahead of the time that has passed while a process runs."""
FEW_TABLES: Final = 20
"""So many may always be deleted at once."""
LARGEST_SHARE: Final = 0.5
"""This share of all tables may be deleted at once, if they should have been deleted before."""
BATCH_TABLES: Final = 500
"""How many tables are deleted for good in one transaction."""

_TABLE = schema.tables.c
_IS_KEPT = _TABLE.deleted.is_(None)

Clock = Callable[[], float]


def seconds_since_1970() -> float:
    """Return the time of the clock, which may be wrong."""
    return time.time()


def seconds_since_boot() -> float:
    """Return a time that nobody can set, and that goes on while a computer sleeps."""
    clock = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))
    return time.monotonic() if clock is None else time.clock_gettime(clock)


class Sweep(NamedTuple):
    """What a sweep has done: the tables deleted softly and for good, or why it was refused."""

    deleted: int = 0
    erased: int = 0
    refusal: str | None = None


class Retention:
    """How long tables are kept, and what this process knows about the clock."""

    def __init__(
        self,
        days: float,
        *,
        confirm_day: date | None = None,
        clock: Clock = seconds_since_1970,
        stopwatch: Clock = seconds_since_boot,
    ) -> None:
        self._seconds = days * DAY_SECONDS
        self._confirm_day = confirm_day
        self._clock = clock
        self._stopwatch = stopwatch
        self._offset: float | None = None
        """The difference between clock and stopwatch at the last sweep; None before the first."""

    def sweep(self, connection: Connection) -> Sweep:
        """Within a transaction: delete the tables softly that have expired, unless in doubt."""
        now, seen = self._clock(), _clock_seen(connection)
        is_confirmed = self._is_confirmed(now)
        if not is_confirmed and (doubt := self._doubt_clock(connection, now, seen)):
            return self._refuse(connection, now, doubt)
        doubt = None if is_confirmed else self._doubt_share(connection, now, seen)
        self._note_clock(connection, now, None if is_confirmed else seen)
        if doubt:
            return self._refuse(connection, now, doubt)
        return Sweep(deleted=delete_before(connection, now - self._seconds, now))

    def erase(self, connection: Connection) -> int:
        """Within a transaction: delete some tables for good whose week is over; return how many."""
        return erase_before(connection, self._clock() - SOFT_SECONDS)

    def _is_confirmed(self, now: float) -> bool:
        """Whether it is the day that the operator has confirmed, wherever the operator lives."""
        if self._confirm_day is None:
            return False
        midnight = datetime.combine(self._confirm_day, datetime.min.time(), UTC).timestamp()
        return midnight - DAY_SECONDS <= now < midnight + 2 * DAY_SECONDS

    def _doubt_clock(self, connection: Connection, now: float, seen: float | None) -> str | None:
        """Say how far the clock is ahead of what can be; None if it is not."""
        if seen is None and not self._count_expired(connection, now):
            return None  # the first sweep of a database, with nothing to lose
        seen = _last_change(connection) if seen is None else seen
        if self._offset is None:
            expected, tolerance = seen, LONGEST_ABSENCE
        else:
            expected, tolerance = max(seen, self._stopwatch() + self._offset), LONGEST_JUMP
        if now - expected <= tolerance:
            return None
        days = (now - expected) / DAY_SECONDS
        return f"the clock is {days:.1f} days ahead of the last time seen, {_format_time(expected)}"

    def _doubt_share(self, connection: Connection, now: float, seen: float | None) -> str | None:
        """Say that most tables would be deleted though they have not expired just now.

        Tables that have expired since a recent sweep are the ordinary case, however many.
        """
        is_recent = seen is not None and now - seen <= HOUR_SECONDS
        moment = min(now, seen) if seen is not None and is_recent else now
        surprising = _count(connection, _TABLE.touched < moment - self._seconds)
        if surprising <= max(FEW_TABLES, LARGEST_SHARE * _count(connection)):
            return None
        return f"{surprising} of them have not expired since the last sweep"

    def _note_clock(self, connection: Connection, now: float, seen: float | None) -> None:
        """Remember a clock that is believed, in the database and in this process.

        A clock that was set back is no measure for what comes: it may be set right again.
        """
        set_property(connection, CLOCK, str(max(now, seen or now)))
        if seen is None or now >= seen - HOUR_SECONDS:
            self._offset = now - self._stopwatch()

    def _count_expired(self, connection: Connection, now: float) -> int:
        return _count(connection, _TABLE.touched < now - self._seconds)

    def _refuse(self, connection: Connection, now: float, doubt: str) -> Sweep:
        expired = self._count_expired(connection, now)
        what = f"refused to delete {expired} of {_count(connection)} tables: {doubt}"
        day = _format_time(now)[:10]
        return Sweep(refusal=f"{what}; if this is expected, restart with HOWDAH_CONFIRM_DAY={day}")


def delete_before(connection: Connection, moment: float, now: float) -> int:
    """Delete tables without a change since a moment, softly; return how many.

    Nobody finds such a table, and agents have no job there.
    """
    is_expired = _IS_KEPT & (_TABLE.touched < moment)
    found = connection.execute(update(schema.tables).where(is_expired).values(deleted=now))
    is_deleted = schema.jobs.c.table_id.in_(select(_TABLE.id).where(_TABLE.deleted.is_not(None)))
    connection.execute(delete(schema.jobs).where(is_deleted))
    return found.rowcount


def erase_before(connection: Connection, moment: float) -> int:
    """Delete some tables for good that were deleted softly before a moment; return how many."""
    due = select(_TABLE.id).where(_TABLE.deleted < moment).order_by(_TABLE.id).limit(BATCH_TABLES)
    names = connection.execute(due).scalars().all()
    for child in (schema.jobs, schema.choices, schema.turns):
        connection.execute(delete(child).where(child.c.table_id.in_(names)))
    erased = delete(schema.tables).where(_TABLE.id.in_(names))
    # What is counted is what this transaction has deleted: others may delete the same tables.
    count_erased(connection, connection.execute(erased.returning(*SEED_COLUMNS)).all())
    return len(names)


def _clock_seen(connection: Connection) -> float | None:
    """Return the latest time of the sweeps that were not refused; None before the first."""
    found = get_property(connection, CLOCK)
    return None if found is None else float(found)


def _last_change(connection: Connection) -> float:
    latest: float = connection.execute(select(func.max(_TABLE.touched))).scalar_one()
    return latest


def _count(connection: Connection, *where: ColumnElement[bool]) -> int:
    statement = select(func.count()).select_from(schema.tables).where(_IS_KEPT, *where)
    return connection.execute(statement).scalar_one()


def _format_time(moment: float) -> str:
    """Return a time in words; one that no calendar has as the number it is."""
    try:
        return f"{datetime.fromtimestamp(moment, UTC):%Y-%m-%d %H:%M} UTC"
    except (OverflowError, ValueError, OSError):
        return f"{moment:.0f} s"
