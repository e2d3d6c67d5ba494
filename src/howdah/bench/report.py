"""The table that `howdah bench` prints, and the same as JSON."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import howdah
from howdah.bench.measure import Effort, Measure, Missing
from howdah.bench.ratios import PLAYOUT
from howdah.bench.suite import Report

_TITLES = {
    "bombay": "Bombay",
    "bazar": "Bombay Bazar",
    "peer": "Peers, random players",
    "ratio": "Beside each other",
    "": "What it costs",
}
_PLAYOUT = ".playout.compiled"
_SPEEDS = ("actions/s", "steps/s", "games/s")


def as_json(report: Report) -> str:
    """All lines as a list of objects; the names are public."""
    lines = [{**line._asdict(), "value": float(f"{line.value:.6g}")} for line in report.measures]
    return json.dumps(lines, indent=1, ensure_ascii=False) + "\n"


def as_table(report: Report, effort: Effort) -> str:
    """One table, with the machine and the versions."""
    return "\n".join(_lines(report, effort))


def _lines(report: Report, effort: Effort) -> Iterator[str]:
    yield machine()
    yield f"one thread unless a line says otherwise; speeds take turns, {effort}"
    yield "x: compiled playouts to this line, of the same game; of Bombay, for peers"
    playouts = {line.name: line.value for line in report.measures if line.name.endswith(_PLAYOUT)}
    for prefix, title in _TITLES.items():
        lines = [line for line in report.measures if _section(line) == prefix]
        missing = [line for line in report.missing if line.name.partition(".")[0] == prefix]
        if lines or missing:
            yield ""
            yield title
            playout = playouts.get(f"{prefix}{_PLAYOUT}", playouts.get(PLAYOUT))
            yield from (_line(line, playout) for line in lines)
            yield from _gaps(missing)


def _section(line: Measure) -> str:
    prefix = line.name.partition(".")[0]
    is_cost = line.unit not in (*_SPEEDS, "x") or prefix not in _TITLES
    return "" if is_cost else prefix


def _line(line: Measure, playout: float | None) -> str:
    """With how much faster compiled playouts are, if it is of their kind."""
    is_alike = line.unit in ("actions/s", "steps/s")
    beside = f"{number(playout / line.value)}x" if playout and is_alike else ""
    return f"  {line.name:<36} {number(line.value):>12} {line.unit:<9} {beside:>7}  {line.note}"


def _gaps(missing: list[Missing]) -> Iterator[str]:
    """Those that are missing for the same reason are told together."""
    for note in dict.fromkeys(line.note for line in missing):
        first, *more = (line.name for line in missing if line.note == note)
        name = f"{first} and {len(more)} more" if more else first
        yield f"  {name:<36} {'-':>12} {'':<9} {'':>7}  {note}"


def number(value: float) -> str:
    """A value with three or more digits that count.

    >>> number(24_123_456.0), number(1234.56), number(12.345), number(0.7654), number(188)
    ('24,123,456', '1,235', '12.3', '0.765', '188')
    """
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}" if value < 1 else f"{value:.1f}"


def machine() -> str:
    """The machine and the versions of what is measured."""
    packages = [f"{name} {found}" for name in ("numba", "numpy") if (found := _version(name))]
    cores = f"{os.cpu_count()} cores"
    parts = (
        f"howdah {howdah.__version__}",
        f"Python {platform.python_version()}",
        *packages,
        f"{platform.system()} {platform.machine()}",
        f"{_processor()}, {cores}",
    )
    return ", ".join(parts)


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _processor() -> str:
    """What the system calls the processor."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or "unknown processor"
    names = [line.partition(":")[2] for line in text.splitlines() if line.startswith("model name")]
    return " ".join(names[0].split()) if names else platform.machine()
