"""The report that `howdah bench` prints, and the same as JSON."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Container, Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import howdah
from howdah.bench.measure import Effort, Measure, Missing
from howdah.bench.own_games import bench_games, reference_game
from howdah.bench.suite import Report, reference_line

_PLAYOUT = ".playout.compiled"
_SPEEDS = ("actions/s", "steps/s", "games/s")


def as_json(report: Report) -> str:
    """Return all lines as a JSON list of objects; the names are public."""
    lines = [{**line._asdict(), "value": float(f"{line.value:.6g}")} for line in report.measures]
    return json.dumps(lines, indent=1, ensure_ascii=False) + "\n"


def as_table(report: Report, effort: Effort) -> str:
    """Return the report as one table, with the machine and the versions."""
    return "\n".join(_lines(report, effort))


def _lines(report: Report, effort: Effort) -> Iterator[str]:
    yield machine()
    yield f"one thread unless a line says otherwise; speeds take turns, {effort}"
    reference = reference_game().title
    yield f"x: compiled playouts to this line, of the same game; of {reference}, for peers"
    playouts = {line.name: line.value for line in report.measures if line.name.endswith(_PLAYOUT)}
    titles = _titles()
    for prefix, title in titles.items():
        lines = [line for line in report.measures if _section(line, titles) == prefix]
        missing = [line for line in report.missing if line.name.partition(".")[0] == prefix]
        if lines or missing:
            yield ""
            yield title
            playout = playouts.get(f"{prefix}{_PLAYOUT}", playouts.get(reference_line()))
            yield from (_line(line, playout) for line in lines)
            yield from _missing_lines(missing)


def _titles() -> dict[str, str]:
    """Return the titles of the sections, by the first part of the names of their lines."""
    return {
        **{game.name: game.title for game in bench_games()},
        "peer": "Peers, random players",
        "ratio": "Ratios",
        "": "Costs",
    }


def _section(line: Measure, titles: Container[str]) -> str:
    prefix = line.name.partition(".")[0]
    is_cost = line.unit not in (*_SPEEDS, "x") or prefix not in titles
    return "" if is_cost else prefix


def _line(line: Measure, playout: float | None) -> str:
    """Return a line; actions and steps have how much faster compiled playouts are."""
    is_comparable = line.unit in ("actions/s", "steps/s")
    beside = f"{format_value(playout / line.value)}x" if playout and is_comparable else ""
    return (
        f"  {line.name:<36} {format_value(line.value):>12} {line.unit:<9} {beside:>7}  {line.note}"
    )


def _missing_lines(missing: list[Missing]) -> Iterator[str]:
    """Yield one line for all that are missing for the same reason."""
    for note in dict.fromkeys(line.note for line in missing):
        first, *more = (line.name for line in missing if line.note == note)
        name = f"{first} and {len(more)} more" if more else first
        yield f"  {name:<36} {'-':>12} {'':<9} {'':>7}  {note}"


def format_value(value: float) -> str:
    """Format a value with at least three significant digits.

    >>> [format_value(value) for value in (24_123_456.0, 1234.56, 12.345, 0.7654, 188)]
    ['24,123,456', '1,235', '12.3', '0.765', '188']
    """
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}" if value < 1 else f"{value:.1f}"


def machine() -> str:
    """Return the machine and the versions of what is measured."""
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
    """Return the name of the processor."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return platform.processor() or "unknown processor"
    names = [line.partition(":")[2] for line in text.splitlines() if line.startswith("model name")]
    return " ".join(names[0].split()) if names else platform.machine()
