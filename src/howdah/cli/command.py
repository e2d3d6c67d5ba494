"""What the commands share: their declaration, their exit codes and their output file."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Final, TextIO

from howdah.core.atomic_files import atomic_text_file

DONE: Final = 0
REFUSED: Final = 1
"""A record, a board or an option is wrong."""
UNUSABLE: Final = 2
"""The command was called wrongly, or a file cannot be read or written."""
INTERRUPTED: Final = 130


class Leave(Exception):
    """The person at the terminal leaves the game."""


class CommandError(Exception):
    """A command stops with a message for the person and an exit code."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message, code)
        self.message = message
        self.code = code


@dataclass(frozen=True)
class Command:
    """A command of `howdah`: its name, its help with examples, its arguments, and its function."""

    name: str
    summary: str
    examples: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]


def count(text: str) -> int:
    """A whole number of one or more, as an argument of a command."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"should be a whole number of 1 or more, not {text!r}")
    return int(text)


def output(path: str | None) -> AbstractContextManager[TextIO | None]:
    """The stream for results: none, standard output (-), or a file written whole or not at all."""
    if path is None:
        return nullcontext()
    return nullcontext(sys.stdout) if path == "-" else atomic_text_file(path)
