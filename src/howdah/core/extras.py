"""What comes with the extra `[research]`, and may not be there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def from_the_extra() -> Iterator[None]:
    """Whoever lacks a package is told where it comes from."""
    try:
        yield
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            f"{error}; `pip install howdah[research]` brings it", name=error.name
        ) from error
