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
    """The same items, with a bar on standard error while they are worked on."""
    if not sys.stderr.isatty():
        yield from items
        return
    began = shown = time.monotonic()
    try:
        for done, item in enumerate(items):
            now = time.monotonic()
            if now - shown >= _SECONDS_BETWEEN:
                shown = now
                show(bar(done, total, noun, now - began))
            yield item
    finally:
        show("")


def aside(text: str) -> None:
    """A line on standard error, past the bar if there is one."""
    clear = "\r\x1b[K" if sys.stderr.isatty() else ""
    print(f"{clear}{text}", file=sys.stderr)


def bar(done: int, total: int, noun: str, seconds: float) -> str:
    """The bar as text.

    >>> bar(15, 30, "games", 3.0)
    '[###############...............] 15/30 games, 5/s, 3 s left'
    >>> bar(15, 30, "games", 900.0)
    '[###############...............] 15/30 games, 1/min, 15 min left'
    """
    rate = done / seconds if seconds else 0.0
    left = f", {span((total - done) / rate)} left" if rate else ""
    return f"{gauge(done / total)} {done}/{total} {noun}, {pace(rate)}{left}"


def pace(rate: float) -> str:
    """A number of things a second, or a minute if they are slow.

    >>> pace(41.7), pace(0.25)
    ('42/s', '15/min')
    """
    return f"{rate:.0f}/s" if rate >= 1 or not rate else f"{rate * 60:.0f}/min"


def span(seconds: float) -> str:
    """A time in its own unit.

    >>> span(99), span(1500), span(12000)
    ('99 s', '25 min', '3 h 20 min')
    """
    if seconds < 100:
        return f"{seconds:.0f} s"
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"


def gauge(share: float) -> str:
    """How much is done, as a bar.

    >>> gauge(0.5)
    '[###############...............]'
    """
    return f"[{'#' * int(_WIDTH * min(share, 1)):.<{_WIDTH}}]"


def show(text: str) -> None:
    """Put a text in place of the last one, on terminals only."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{text}")
        sys.stderr.flush()
