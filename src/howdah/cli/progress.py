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
    for done, item in enumerate(items):
        now = time.monotonic()
        if now - shown >= _SECONDS_BETWEEN:
            shown = now
            _show(bar(done, total, noun, now - began))
        yield item
    _show("")


def bar(done: int, total: int, noun: str, seconds: float) -> str:
    """The bar as text.

    >>> bar(15, 30, "games", 3.0)
    '[###############...............] 15/30 games, 5/s, 3 s left'
    """
    filled = _WIDTH * done // total
    rate = done / seconds if seconds else 0.0
    left = f", {(total - done) / rate:.0f} s left" if rate else ""
    return f"[{'#' * filled:.<{_WIDTH}}] {done}/{total} {noun}, {rate:.0f}/s{left}"


def _show(text: str) -> None:
    sys.stderr.write(f"\r\x1b[K{text}")
    sys.stderr.flush()
