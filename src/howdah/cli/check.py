"""`howdah check`: replay records, verify every action and the result."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from howdah.cli.command import DONE, REFUSED, UNUSABLE, Command
from howdah.cli.progress import progress
from howdah.core.errors import InvalidRecord
from howdah.core.record import Record, read_texts
from howdah.games import from_record


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `howdah check`."""
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help=".json or .jsonl")


def run(chosen: argparse.Namespace) -> int:
    """Check every record of every file; each wrong one is told with its first difference."""
    return max(_check_file(path) for path in chosen.files)


def _check_file(path: Path) -> int:
    """The exit code for one file; a file without any record is wrong."""
    try:
        texts = list(read_texts(path))
    except InvalidRecord as error:
        return _refuse(path, 1, error)
    except OSError as error:
        print(f"{path}: cannot be read: {error.strerror}", file=sys.stderr)
        return UNUSABLE
    if not texts:
        return _refuse(path, 1, InvalidRecord("file", "holds no record"))
    wrong = sum(
        _check_text(path, line, text) for line, text in progress(texts, len(texts), "records")
    )
    print(f"{path}: {len(texts) - wrong} right, {wrong} wrong")
    return REFUSED if wrong else DONE


def _check_text(path: Path, line: int, text: str) -> int:
    try:
        from_record(Record.parse(text))
    except InvalidRecord as error:
        return _refuse(path, line, error)
    return DONE


def _refuse(path: Path, line: int, error: InvalidRecord) -> int:
    print(f"{path}:{line}: {error}", file=sys.stderr)
    return REFUSED


COMMAND = Command(
    name="check",
    summary="Replay records and verify every action and the result (exit 1 if one is wrong).",
    examples="""  howdah check game.json
  howdah check games/*.jsonl""",
    add_arguments=add_arguments,
    run=run,
)
