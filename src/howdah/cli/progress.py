"""A progress bar for long work, on terminals only."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")

_WIDTH = 30
_SECONDS_BETWEEN = 0.1


def progress(items: Iterable[T], total: int, noun: str) -> Iterator[T]:
    """Yield the same items, with a progress bar on standard error meanwhile."""
    if not sys.stderr.isatty():
        yield from items
        return
    began = shown = time.monotonic()
    try:
        for done, item in enumerate(items):
            now = time.monotonic()
            if now - shown >= _SECONDS_BETWEEN:
                shown = now
                show_status(progress_line(done, total, noun, now - began))
            yield item
    finally:
        show_status("")


def print_message(text: str) -> None:
    """Print a line on standard error, in place of the bar if there is one."""
    clear = "\r\x1b[K" if sys.stderr.isatty() else ""
    print(f"{clear}{text}", file=sys.stderr)


def progress_line(done: int, total: int, noun: str, seconds: float) -> str:
    """The bar with counts, rate and time left.

    >>> progress_line(15, 30, "games", 3.0)
    '[###############...............] 15/30 games, 5/s, 3 s left'
    >>> progress_line(15, 30, "games", 900.0)
    '[###############...............] 15/30 games, 1/min, 15 min left'
    """
    rate = done / seconds if seconds else 0.0
    left = f", {format_duration((total - done) / rate)} left" if rate else ""
    return f"{progress_bar(done / total)} {done}/{total} {noun}, {format_rate(rate)}{left}"


def format_rate(rate: float) -> str:
    """A rate a second, or a minute if it is below one.

    >>> format_rate(41.7), format_rate(0.25)
    ('42/s', '15/min')
    """
    return f"{rate:.0f}/s" if rate >= 1 or not rate else f"{rate * 60:.0f}/min"


def format_duration(seconds: float) -> str:
    """A duration in seconds, minutes or hours.

    >>> format_duration(99), format_duration(1500), format_duration(12000)
    ('99 s', '25 min', '3 h 20 min')
    """
    if seconds < 100:
        return f"{seconds:.0f} s"
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"


def progress_bar(share: float) -> str:
    """The share that is done, as a bar.

    >>> progress_bar(0.5)
    '[###############...............]'
    """
    return f"[{'#' * int(_WIDTH * min(share, 1)):.<{_WIDTH}}]"


def show_status(text: str) -> None:
    """Replace the status line by a text, on terminals only."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()
