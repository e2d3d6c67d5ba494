"""The report of a load test, as text and as JSON, and whether its targets are met."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import quantiles
from typing import Any, Final

from howdah.bench.report import machine
from tools.load.page import Delivery
from tools.load.runner import Plan, Results

MOMENTS: Final = ("news", "first_frame", "last_frame")
SHOWN_ERRORS: Final = 5
"""How many errors the text report lists."""


@dataclass(frozen=True)
class Targets:
    """The targets of a load test."""

    milliseconds: float = 250.0
    """From a turn sent to its frames on the other screen, for 99 of 100."""
    kilobytes: float = 50.0
    """Memory a socket."""
    rate: float = 0.98
    """The share of the asked turns a second that must be answered."""


@dataclass(frozen=True)
class Figure:
    """One measured figure, and its target if it has one."""

    name: str
    value: float
    unit: str
    limit: float | None = None
    is_least: bool = False
    """Whether the limit is a minimum, not a maximum."""

    @property
    def is_met(self) -> bool:
        """Whether the target is met."""
        if self.limit is None:
            return True
        return self.value >= self.limit if self.is_least else self.value <= self.limit


def all_figures(results: Results, plan: Plan, targets: Targets) -> list[Figure]:
    """All figures, with the limits of those that have one."""
    rate = results.turns / (results.seconds or 1)
    return [
        *_arrivals(results.deliveries, plan, targets),
        Figure("rate", rate, "turns/s", plan.turns * targets.rate, is_least=True),
        Figure("errors", len(results.errors), "", 0),
        *_resources(results, targets),
        Figure("load.late.max", 1000 * max(results.late, default=0.0), "ms"),
        Figure("load.cpu", 100 * results.own_time / (results.seconds or 1), "% of a core"),
        *_other_load(results),
        Figure("sockets", results.sockets, ""),
        Figure("games.finished", results.finished, ""),
        Figure("tables.compared", results.compared, ""),
        Figure("frames.asked", results.asked, ""),
    ]


def _arrivals(deliveries: Sequence[Delivery], plan: Plan, targets: Targets) -> Iterator[Figure]:
    """From the turn sent, and from its answer, to what the other seat's page received.

    Where pieces glide, the last frame comes when they have arrived: that is no delay.
    """
    answers = [one.answered - one.sent for one in deliveries if one.answered is not None]
    yield from _percentiles("answer", answers)
    for start in ("sent", "answered"):
        for moment in MOMENTS:
            pairs = [(getattr(one, start), getattr(one, moment)) for one in deliveries]
            taken = [end - begun for begun, end in pairs if None not in (begun, end)]
            is_timed = start == "sent" and not (plan.glide and moment == "last_frame")
            limit = targets.milliseconds if is_timed else None
            yield from _percentiles(f"{start}.{moment}", taken, limit)


def _percentiles(
    name: str, seconds: Sequence[float], limit: float | None = None
) -> Iterator[Figure]:
    if not seconds:
        return
    cuts = quantiles([*seconds, *seconds], n=100, method="inclusive")
    for label, value in (("p50", cuts[49]), ("p90", cuts[89]), ("max", max(seconds))):
        yield Figure(f"{name}.{label}", 1000 * value, "ms")
    yield Figure(f"{name}.p99", 1000 * cuts[98], "ms", limit)


def _resources(results: Results, targets: Targets) -> Iterator[Figure]:
    """The memory and CPU time of the servers, where that can be measured."""
    if results.memory and results.sockets:
        more = sum(after - before for before, after in results.memory)
        yield Figure("memory.socket", more / results.sockets / 1000, "kB", targets.kilobytes)
        yield Figure("memory.servers", sum(after for _, after in results.memory) / 1e6, "MB")
    for number, seconds in enumerate(results.server_time):
        yield Figure(f"server.{number}.cpu", 100 * seconds / (results.seconds or 1), "% of a core")


def _other_load(results: Results) -> Iterator[Figure]:
    """The CPU time of other processes, if that of all cores is known."""
    if results.machine_time is None or not results.server_time:
        return
    others = results.machine_time - results.own_time - sum(results.server_time)
    yield Figure("others.cpu", 100 * max(0.0, others) / (results.seconds or 1), "% of a core")


def is_passed(figures: Iterable[Figure]) -> bool:
    """Whether every target is met."""
    return all(line.is_met for line in figures)


def as_json(figures: Sequence[Figure], results: Results, plan: Plan) -> str:
    """Return the report as JSON."""
    report: dict[str, Any] = {
        "machine": machine(),
        "plan": vars(plan),
        "passed": is_passed(figures),
        "figures": [_as_object(line) for line in figures],
        "errors": results.errors[:100],
    }
    return json.dumps(report, indent=1, ensure_ascii=False) + "\n"


def _as_object(line: Figure) -> dict[str, Any]:
    figure = {"name": line.name, "value": round(line.value, 3), "unit": line.unit}
    return figure if line.limit is None else {**figure, "limit": line.limit, "met": line.is_met}


def as_table(figures: Sequence[Figure], results: Results, plan: Plan) -> str:
    """Return the report as text."""
    return "\n".join(_rows(figures, results, plan))


def _rows(figures: Sequence[Figure], results: Results, plan: Plan) -> Iterator[str]:
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
    yield from (f"  ! {error}" for error in results.errors[:SHOWN_ERRORS])
    yield ""
    yield "PASS" if is_passed(figures) else "FAIL"


def _verdict(line: Figure) -> str:
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
"""How the text report calls the times."""
