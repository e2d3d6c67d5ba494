"""The `howdah` program: parses the arguments and runs a command."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from typing import Final

import howdah
from howdah.cli import (
    arena,
    backup,
    bench,
    check,
    dataset,
    play,
    serve,
    show,
    simulate,
    solve,
    worker,
)
from howdah.cli.command import INTERRUPTED, REFUSED, UNUSABLE, Command, CommandError
from howdah.core.errors import HowdahError, InvalidRecord
from howdah.games.registry import GAMES, game_class, plugin_for

COMMANDS: Final[tuple[Command, ...]] = (
    play.COMMAND,
    serve.COMMAND,
    worker.COMMAND,
    backup.COMMAND,
    backup.RESTORE,
    simulate.COMMAND,
    dataset.COMMAND,
    arena.COMMAND,
    check.COMMAND,
    show.COMMAND,
    solve.COMMAND,
    bench.COMMAND,
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code: 0 done, 1 refused, 2 unusable, 130 interrupted."""
    _make_output_safe()
    chosen = make_parser().parse_args(arguments)
    command: Command = chosen.command
    try:
        code = command.run(chosen)
        sys.stdout.flush()
    except CommandError as error:
        return _print_error(f"howdah {command.name}: {error.message}", error.code)
    except InvalidRecord as error:
        return _print_error(f"howdah {command.name}: {error}", REFUSED)
    except HowdahError as error:
        return _print_error(f"howdah {command.name}: {error}", UNUSABLE)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return UNUSABLE
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        return _print_error(f"howdah {command.name}: {where}{error.strerror or error}", UNUSABLE)
    except (KeyboardInterrupt, EOFError):
        return _print_error("", INTERRUPTED)
    return code


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of the program, with all its commands."""
    parser = argparse.ArgumentParser(
        prog="howdah",
        description=f"Board games: {' and '.join(game_class(game).title for game in GAMES)}.",
        epilog="`howdah COMMAND --help` shows the options of a command, with examples.",
    )
    parser.add_argument("--version", action="version", version=f"howdah {howdah.__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in COMMANDS:
        one = commands.add_parser(
            command.name,
            help=command.summary,
            description=command.summary,
            epilog=_examples(command),
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.add_arguments(one)
        one.set_defaults(command=command)
    return parser


def _examples(command: Command) -> str:
    """The examples of a command: its own, and those of every game."""
    own = [line for line in command.examples.splitlines() if line]
    games = (plugin_for(game).command_examples.get(command.name, ()) for game in GAMES)
    more = [f"  howdah {command.name} {text}" for texts in games for text in texts]
    return "\n".join(["examples:", *own, *more])


def _make_output_safe() -> None:
    """Escape characters that the terminal cannot print, rather than fail."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")


def _print_error(message: str, code: int) -> int:
    print(message, file=sys.stderr)
    return code


if __name__ == "__main__":
    sys.exit(main())
