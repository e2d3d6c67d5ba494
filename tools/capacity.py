"""How many processes, machines and databases a number of people at tables needs.

    python -m tools.capacity                        # 10 thousand, 100 thousand, 1 million people
    python -m tools.capacity --people 250000 --turn-seconds 8

A small model: measured costs of one turn, one socket and one page, multiplied. `docs/scaling.md`
explains it, and a test compares it with three load tests.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

PEOPLE: Final = (10_000, 100_000, 1_000_000)
UTILIZATION: Final = 0.6
"""How busy a core should be on average: beyond it, answers wait for each other."""
IDLE_SHARE: Final = 0.015
"""How busy a core is with a process at which nothing happens."""
MAX_SOCKETS: Final = 10_000
"""Of one process; it may have twice as many connections."""


@dataclass(frozen=True)
class Costs:
    """What was measured on one core of the machine in `docs/load.md`."""

    turn_ms: float = 3.3
    """CPU of a turn at the process where it is committed, with two pages there; of `make load`."""
    remote_page_ms: float = 1.3
    """CPU of a turn at another process that has a page of the table: it plays and draws it too."""
    draft_ms: float = 0.8
    """CPU of a draft: a frame that its player asks for. Estimated, as are those of pages."""
    page_ms: float = 14.0
    """CPU of opening a table: the page, its files, the scene and the first frame."""
    socket_kb: float = 50.0
    """Memory of an open page."""
    process_mb: float = 110.0
    """Memory of a process without pages."""
    database_ms: float = 0.6
    """CPU of PostgreSQL for a turn: one transaction with three statements."""
    commit_ms: float = 1.2
    """How long a commit takes on a disk; PostgreSQL commits several at once, SQLite one."""
    turn_kb: float = 2.2
    """What a turn writes: the row, its indexes, and its share of the write-ahead log."""


@dataclass(frozen=True)
class Habits:
    """What people do."""

    turn_seconds: float = 12.0
    """Between two turns at a table."""
    people_at_table: float = 2.4
    """Who are people; the others are computers."""
    drafts_per_turn: float = 4.0
    visit_minutes: float = 40.0
    """How long a page stays open."""


@dataclass(frozen=True)
class Machine:
    """A machine for serving processes."""

    cores: int = 8
    memory_gb: float = 16.0


@dataclass(frozen=True)
class Demand:
    """What a number of people needs."""

    people: int
    turns: float
    """Turns of people a second."""
    opened: float
    """Pages opened a second."""
    cores: float
    """Busy cores of all serving processes."""
    processes: int
    machines: int
    memory_gb: float
    database_cores: float
    commits_in_flight: float
    """How many commits PostgreSQL has to have under way at the same moment."""
    notifications: float
    """Deliveries of LISTEN/NOTIFY a second: every process gets every one."""
    gigabytes_a_day: float


def predict(
    people: int, costs: Costs, habits: Habits, machine: Machine, *, processes: int | None = None
) -> Demand:
    """Return what a number of people at tables needs; with so many processes, if that is given."""
    tables = people / habits.people_at_table
    turns = tables / habits.turn_seconds
    opened = people / (60 * habits.visit_minutes)
    count = processes or 1
    while True:
        cores = turns * _turn_ms(costs, habits, count) / 1000 + opened * costs.page_ms / 1000
        needed = max(ceil(cores / UTILIZATION), ceil(people / MAX_SOCKETS), 1)
        if processes is not None or needed <= count:
            break
        count = needed
    memory = (people * costs.socket_kb / 1000 + count * costs.process_mb) / 1000
    machines = max(ceil(count / machine.cores), ceil(memory / machine.memory_gb))
    return Demand(
        people=people,
        turns=turns,
        opened=opened,
        cores=cores,
        processes=count,
        machines=machines,
        memory_gb=memory,
        database_cores=turns * costs.database_ms / 1000,
        commits_in_flight=turns * costs.commit_ms / 1000,
        notifications=turns * count if count > 1 else 0.0,
        gigabytes_a_day=turns * costs.turn_kb * 86_400 / 1e6,
    )


def _turn_ms(costs: Costs, habits: Habits, processes: int) -> float:
    """The CPU of a turn at all processes: pages of a table may be spread over several."""
    others = (habits.people_at_table - 1) * (1 - 1 / processes)
    return costs.turn_ms + habits.drafts_per_turn * costs.draft_ms + others * costs.remote_page_ms


MEASURED: Final = ((60.0, 0.243), (120.0, 0.477))
"""Load tests of one process on SQLite: turns a second, and how busy its core was.

`python -m tools.load --pages 800 --turns 60`, and the same with 120; November 2026. The costs are
not taken from these, but from the one with 2,000 pages and 200 turns a second.
"""
MEASURED_ON_TWO: Final = (100.0, 0.398, 0.547)
"""Load tests on PostgreSQL: turns a second, and how busy one process was, and two together whose
tables have a page at each of them."""


def busy_share(turns: float, costs: Costs) -> float:
    """Return how busy the core of one process is with so many turns a second, without drafts."""
    return IDLE_SHARE + turns * costs.turn_ms / 1000


def turns_per_second(costs: Costs, *, utilization: float = 1.0, processes: int = 1) -> float:
    """Return how many turns a second serving processes bear, without drafts, two pages a table.

    >>> round(turns_per_second(Costs(turn_ms=2.0)))
    500
    """
    spread = costs.turn_ms + (1 - 1 / processes) * costs.remote_page_ms
    return processes * utilization * 1000 / spread


ROWS: Final = (
    ("turns a second", "turns", "{:,.0f}"),
    ("pages opened a second", "opened", "{:,.0f}"),
    ("busy cores for serving", "cores", "{:,.1f}"),
    ("serving processes", "processes", "{:,}"),
    ("machines", "machines", "{:,}"),
    ("memory, GB", "memory_gb", "{:,.1f}"),
    ("busy cores for PostgreSQL", "database_cores", "{:,.1f}"),
    ("commits under way", "commits_in_flight", "{:,.1f}"),
    ("notifications delivered a second", "notifications", "{:,.0f}"),
    ("GB written a day", "gigabytes_a_day", "{:,.0f}"),
)


def as_table(demands: Sequence[Demand]) -> Iterator[str]:
    """Yield the lines of a table, a column for each number of people."""
    yield f"{'people at tables':<34}" + "".join(f"{one.people:>12,}" for one in demands)
    for title, name, form in ROWS:
        cells = (form.format(getattr(one, name)) for one in demands)
        yield f"{title:<34}" + "".join(f"{cell:>12}" for cell in cells)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.capacity",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--people", type=int, nargs="+", default=list(PEOPLE), metavar="N")
    parser.add_argument("--turn-seconds", type=float, default=Habits.turn_seconds, metavar="S")
    parser.add_argument("--cores", type=int, default=Machine.cores, metavar="N")
    chosen = parser.parse_args(arguments)
    if min(chosen.people) < 1 or chosen.turn_seconds <= 0 or chosen.cores < 1:
        parser.error("people, seconds and cores should be above 0.")
    habits, machine = Habits(turn_seconds=chosen.turn_seconds), Machine(cores=chosen.cores)
    demands = [predict(people, Costs(), habits, machine) for people in chosen.people]
    print("\n".join(as_table(demands)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
