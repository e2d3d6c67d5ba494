"""Packages that come with an extra of `howdah`, and what is said where they are not installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from howdah.core.errors import HowdahError

_OTHER_EXTRAS: Final = {"asyncpg": "postgres"}
"""The extra of a package that is imported together with those of another extra."""


class MissingExtra(ModuleNotFoundError, HowdahError):
    """An optional package is not installed; the message says how to install it."""


def install_command(extra: str) -> str:
    """Return the command that installs an extra, as one types it in a shell.

    >>> install_command("ai")
    "pip install 'howdah[ai]'"
    """
    return f"pip install 'howdah[{extra}]'"


@contextmanager
def needs_extra(extra: str, *, hint: str = "") -> Iterator[None]:
    """Raise `MissingExtra` for a package that the block cannot import.

    The hint is added to the message: another way to get what was wanted.
    """
    try:
        yield
    except MissingExtra:
        raise
    except ModuleNotFoundError as error:
        package = (error.name or "").partition(".")[0]
        if package in {"", "howdah"}:
            raise
        found = _OTHER_EXTRAS.get(package, extra)
        message = f"this needs {package}, which is not installed: {install_command(found)}"
        raise MissingExtra(message + (hint if found == extra else ""), name=package) from error
