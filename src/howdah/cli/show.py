"""`howdah show`: a position of a record, as text or as a drawing."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from howdah.cli.command import DONE, Command
from howdah.core.atomic_files import write_atomically
from howdah.core.errors import InvalidRecord
from howdah.core.record import Record, read_texts
from howdah.games.registry import AnyGame, from_record
from howdah.render.svg import svg
from howdah.render.text import text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `howdah show`."""
    parser.add_argument("file", type=Path, metavar="FILE", help=".json or .jsonl")
    parser.add_argument(
        "--at", type=int, metavar="N", help="after N actions, counting draws; default all"
    )
    parser.add_argument(
        "--line", type=int, metavar="L", help="which line of a .jsonl file; default the first"
    )
    parser.add_argument("--svg", type=Path, metavar="F.svg", help="draw it into a file instead")
    parser.add_argument(
        "--theme", choices=("light", "dark"), default="light", help="of the drawing"
    )


def run(chosen: argparse.Namespace) -> int:
    """Verify the record, then print or draw the position with open screens."""
    record = _record(chosen.file, chosen.line)
    from_record(record)
    game = _position(record, chosen.at)
    view = game.view(screens="open")
    if chosen.svg is None:
        print(text(view))
        return DONE
    write_atomically(chosen.svg, svg(view, theme=chosen.theme))
    print(f"{chosen.svg}: after {len(view.actions)} of {len(record.actions)} actions")
    return DONE


def _record(path: Path, line: int | None) -> Record:
    for number, found in read_texts(path):
        if line in (None, number):
            return Record.parse(found)
    raise InvalidRecord("file", f"holds no record{'' if line is None else f' on line {line}'}")


def _position(record: Record, at: int | None) -> AnyGame:
    actions = record.actions
    if at is None or at == len(actions):
        return from_record(record)
    if not 0 <= at <= len(actions):
        raise InvalidRecord("--at", f"should be from 0 to {len(actions)}, not {at}")
    return from_record(replace(record, actions=actions[:at], result=None))


COMMAND = Command(
    name="show",
    summary="Show a position of a record, as text or as a drawing.",
    examples="""  howdah show game.json
  howdah show games.jsonl --line 3 --at 40 --svg board.svg""",
    add_arguments=add_arguments,
    run=run,
)
