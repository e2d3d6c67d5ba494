"""`howdah check`: replay records, verify every action and the result."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from howdah.cli.command import DONE, REFUSED, UNUSABLE, Command
from howdah.cli.progress import progress
from howdah.core.errors import InvalidRecord
from howdah.core.record import Record, read_texts
from howdah.games.registry import from_record
from howdah.provable_draws import check_draws

Check = Callable[[Record], object]
"""Raises `InvalidRecord` if a record is wrong."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `howdah check`."""
    parser.add_argument(
        "files", nargs="+", type=Path, metavar="FILE", help="game file, .json or .jsonl"
    )
    parser.add_argument(
        "--fair",
        action="store_true",
        help="also check that the set-up and every draw come from the promised seed",
    )


def run(chosen: argparse.Namespace) -> int:
    """Check every record of every file; print the first difference of each wrong one."""
    check = check_draws if chosen.fair else from_record
    return max(_check_file(path, check) for path in chosen.files)


def _check_file(path: Path, check: Check) -> int:
    """Check one file and return its exit code; a file without any record is wrong."""
    try:
        texts = list(read_texts(path))
    except InvalidRecord as error:
        return _print_error(path, 1, error)
    except OSError as error:
        print(f"{path}: cannot be read: {error.strerror}", file=sys.stderr)
        return UNUSABLE
    if not texts:
        return _print_error(path, 1, InvalidRecord("file", "holds no record"))
    wrong = sum(
        _check_text(path, line, text, check)
        for line, text in progress(texts, len(texts), "records")
    )
    print(f"{path}: {len(texts) - wrong} right, {wrong} wrong")
    return REFUSED if wrong else DONE


def _check_text(path: Path, line: int, text: str, check: Check) -> int:
    try:
        check(Record.parse(text))
    except InvalidRecord as error:
        return _print_error(path, line, error)
    return DONE


def _print_error(path: Path, line: int, error: InvalidRecord) -> int:
    print(f"{path}:{line}: {error}", file=sys.stderr)
    return REFUSED


COMMAND = Command(
    name="check",
    summary="Replay game files and check every action and the result (exit 1 if one is wrong).",
    examples="""  howdah check game.json
  howdah check games/*.jsonl
  howdah check --fair game.json""",
    add_arguments=add_arguments,
    run=run,
)
