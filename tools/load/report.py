"""What the load test says: a table to read, the same as JSON, and whether the targets are met."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import quantiles
from typing import Any, Final

from howdah.bench.report import machine
from tools.load.crowd import Findings, Plan
from tools.load.page import Delivery

MOMENTS: Final = ("news", "first_frame", "last_frame")
MOST_ERRORS: Final = 5
"""How many errors are told one by one."""


@dataclass(frozen=True)
class Targets:
    """What is asked of a server."""

    milliseconds: float = 250.0
    """From a turn sent to its frames on the other screen, for 99 of 100."""
    kilobytes: float = 60.0
    """Memory a socket."""
    rate: float = 0.98
    """The share of the asked turns a second that must be answered."""


@dataclass(frozen=True)
class Line:
    """One figure; if it has a limit, whether it keeps it."""

    name: str
    value: float
    unit: str
    limit: float | None = None
    is_least: bool = False
    """Whether the limit is the least that is asked, not the most."""

    @property
    def is_met(self) -> bool:
        """Whether the limit is kept."""
        if self.limit is None:
            return True
        return self.value >= self.limit if self.is_least else self.value <= self.limit


def lines(found: Findings, plan: Plan, targets: Targets) -> list[Line]:
    """Every figure, the limits with those that have one."""
    rate = found.turns / (found.seconds or 1)
    return [
        *_arrivals(found.deliveries, plan, targets),
        Line("rate", rate, "turns/s", plan.turns * targets.rate, is_least=True),
        Line("errors", len(found.errors), "", 0),
        *_costs(found, targets),
        Line("load.late.max", 1000 * max(found.late, default=0.0), "ms"),
        Line("load.cpu", 100 * found.own_time / (found.seconds or 1), "% of a core"),
        *_others(found),
        Line("sockets", found.sockets, ""),
        Line("games.finished", found.finished, ""),
        Line("tables.compared", found.compared, ""),
    ]


def _arrivals(deliveries: Sequence[Delivery], plan: Plan, targets: Targets) -> Iterator[Line]:
    """From the turn sent, and from its answer, to what the other seat's page received.

    Where pieces glide, the last frame comes when they have arrived: that is no delay.
    """
    answers = [one.answered - one.sent for one in deliveries if one.answered is not None]
    yield from _spread("answer", answers)
    for start in ("sent", "answered"):
        for moment in MOMENTS:
            pairs = [(getattr(one, start), getattr(one, moment)) for one in deliveries]
            taken = [end - begun for begun, end in pairs if None not in (begun, end)]
            is_timed = start == "sent" and not (plan.glide and moment == "last_frame")
            limit = targets.milliseconds if is_timed else None
            yield from _spread(f"{start}.{moment}", taken, limit)


def _spread(name: str, seconds: Sequence[float], limit: float | None = None) -> Iterator[Line]:
    if not seconds:
        return
    cuts = quantiles([*seconds, *seconds], n=100, method="inclusive")
    for label, value in (("p50", cuts[49]), ("p90", cuts[89]), ("max", max(seconds))):
        yield Line(f"{name}.{label}", 1000 * value, "ms")
    yield Line(f"{name}.p99", 1000 * cuts[98], "ms", limit)


def _costs(found: Findings, targets: Targets) -> Iterator[Line]:
    """What the servers take, where that can be measured."""
    if found.memory and found.sockets:
        more = sum(after - before for before, after in found.memory)
        yield Line("memory.socket", more / found.sockets / 1000, "kB", targets.kilobytes)
        yield Line("memory.servers", sum(after for _, after in found.memory) / 1e6, "MB")
    for number, seconds in enumerate(found.server_time):
        yield Line(f"server.{number}.cpu", 100 * seconds / (found.seconds or 1), "% of a core")


def _others(found: Findings) -> Iterator[Line]:
    """How busy the machine was with something else, if all that it did is known."""
    if found.machine_time is None or not found.server_time:
        return
    others = found.machine_time - found.own_time - sum(found.server_time)
    yield Line("others.cpu", 100 * max(0.0, others) / (found.seconds or 1), "% of a core")


def is_passed(figures: Iterable[Line]) -> bool:
    """Whether every target is met."""
    return all(line.is_met for line in figures)


def as_json(figures: Sequence[Line], found: Findings, plan: Plan) -> str:
    """The report for programs."""
    told: dict[str, Any] = {
        "machine": machine(),
        "plan": vars(plan),
        "passed": is_passed(figures),
        "figures": [_as_object(line) for line in figures],
        "errors": found.errors[:100],
    }
    return json.dumps(told, indent=1, ensure_ascii=False) + "\n"


def _as_object(line: Line) -> dict[str, Any]:
    told = {"name": line.name, "value": round(line.value, 3), "unit": line.unit}
    return told if line.limit is None else {**told, "limit": line.limit, "met": line.is_met}


def as_table(figures: Sequence[Line], found: Findings, plan: Plan) -> str:
    """The report for people."""
    return "\n".join(_told(figures, found, plan))


def _told(figures: Sequence[Line], found: Findings, plan: Plan) -> Iterator[str]:
    by_name = {line.name: line for line in figures}
    yield machine()
    yield f"{plan.pages} pages, {plan.turns:g} turns a second for {plan.seconds:g} s"
    yield ""
    yield f"{'milliseconds to the other page':<36}" + "".join(
        f"{label:>9}" for label in ("p50", "p90", "p99", "max")
    )
    for name, title in TITLES.items():
        if f"{name}.p50" in by_name:
            row = [by_name[f"{name}.{label}"] for label in ("p50", "p90", "p99", "max")]
            yield (
                f"  {title:<34}" + "".join(f"{line.value:>9.1f}" for line in row) + _verdict(row[2])
            )
    yield ""
    spread = tuple(f"{name}." for name in TITLES)
    for line in figures:
        if not line.name.startswith(spread):
            yield f"  {line.name:<34}{line.value:>9,.1f} {line.unit:<12}{_verdict(line)}"
    yield from (f"  ! {error}" for error in found.errors[:MOST_ERRORS])
    yield ""
    yield "PASS" if is_passed(figures) else "FAIL"


def _verdict(line: Line) -> str:
    if line.limit is None:
        return ""
    bound = f"{'at least' if line.is_least else 'at most'} {line.limit:g}"
    return f"   {'pass' if line.is_met else 'FAIL'}: {bound}"


TITLES: Final = {
    "answer": "turn sent to its answer",
    "sent.news": "turn sent to the news",
    "sent.first_frame": "turn sent to the first frame",
    "sent.last_frame": "turn sent to the last frame",
    "answered.news": "answer to the news",
    "answered.first_frame": "answer to the first frame",
    "answered.last_frame": "answer to the last frame",
}
"""What people read for the names of times."""
