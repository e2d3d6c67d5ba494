"""`howdah show`: a position of a game file, as text or as a picture."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from howdah.cli.command import DONE, Command
from howdah.cli.language import WrongPlace, add_language, use_chosen_language
from howdah.core.atomic_files import write_atomically
from howdah.core.record import Record, read_texts
from howdah.games.registry import AnyGame, from_record
from howdah.i18n import translate
from howdah.render.svg import svg
from howdah.render.text import text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `howdah show`."""
    parser.add_argument("file", type=Path, metavar="FILE", help="game file, .json or .jsonl")
    parser.add_argument(
        "--at",
        type=int,
        metavar="N",
        help="the position after N actions, restocks included; default: after all",
    )
    parser.add_argument(
        "--line", type=int, metavar="L", help="line of a .jsonl file; default: the first"
    )
    parser.add_argument("--svg", type=Path, metavar="F.svg", help="write a picture to this file")
    parser.add_argument(
        "--theme",
        choices=("light", "dark"),
        default="light",
        help="colours of the picture; default light",
    )
    add_language(parser)


def run(chosen: argparse.Namespace) -> int:
    """Verify the record, then print or draw the position with open screens."""
    with use_chosen_language(chosen):
        return _show(chosen)


def _show(chosen: argparse.Namespace) -> int:
    record = _record(chosen.file, chosen.line)
    from_record(record)
    game = _position(record, chosen.at)
    view = game.view(screens="open")
    if chosen.svg is None:
        print(text(view))
        return DONE
    write_atomically(chosen.svg, svg(view, theme=chosen.theme))
    done, every = len(view.actions), len(record.actions)
    where = translate("after {done} of {count} actions", done=done, count=every)
    print(f"{chosen.svg}: {where}")
    return DONE


def _record(path: Path, line: int | None) -> Record:
    for number, found in read_texts(path):
        if line in (None, number):
            return Record.parse(found)
    if line is None:
        raise WrongPlace(translate("There is no game in this file: {file}", file=path))
    raise WrongPlace(
        translate("There is no game on line {line} of this file: {file}", line=line, file=path)
    )


def _position(record: Record, at: int | None) -> AnyGame:
    actions = record.actions
    if at is None or at == len(actions):
        return from_record(record)
    if not 0 <= at <= len(actions):
        raise WrongPlace(
            translate(
                "{option} should be from 0 to {largest}.", option="--at", largest=len(actions)
            )
        )
    return from_record(replace(record, actions=actions[:at], result=None))


COMMAND = Command(
    name="show",
    summary="Show a position of a game file, as text or as a picture.",
    examples="""  howdah show game.json --language fr
  howdah show games.jsonl --line 3 --at 40 --svg board.svg""",
    add_arguments=add_arguments,
    run=run,
)
