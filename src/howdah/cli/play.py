"""`howdah play`: a table on this computer, in the browser or in the terminal."""

from __future__ import annotations

import argparse

from howdah.cli.command import DONE, Command
from howdah.cli.language import use_chosen_language
from howdah.cli.run_server import ALL_INTERFACES, LOOPBACK, add_server_options, run_command
from howdah.cli.terminal import add_terminal, play_in_terminal
from howdah.core.errors import InvalidOption
from howdah.games.registry import GAMES, default_game


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of `howdah play`."""
    parser.add_argument(
        "game", nargs="?", choices=GAMES, help="the game to play; default: choose on the page"
    )
    add_server_options(parser)
    parser.add_argument(
        "--lan", action="store_true", help="let others in this network join with a link"
    )
    parser.add_argument("--no-browser", action="store_true", help="do not open the browser")
    parser.add_argument(
        "--terminal", action="store_true", help="play in the terminal, without a browser"
    )
    add_terminal(parser)


def run(chosen: argparse.Namespace) -> int:
    """Serve a table on this machine, or play in the terminal."""
    if chosen.terminal:
        chosen.game = chosen.game or default_game()
        with use_chosen_language(chosen):
            return play_in_terminal(chosen)
    _refuse_terminal_options(chosen)
    path = "/" if chosen.game is None else f"/new?game={chosen.game}"
    host = ALL_INTERFACES if chosen.lan else LOOPBACK
    run_command(chosen, host=host, path=None if chosen.no_browser else path)
    return DONE


def _refuse_terminal_options(chosen: argparse.Namespace) -> None:
    """Raise `InvalidOption` for an option of the terminal: in the browser the page asks for it."""
    parser = argparse.ArgumentParser()
    add_terminal(parser)
    for option, default in vars(parser.parse_args([])).items():
        if getattr(chosen, option) != default:
            flag = f"--{option.replace('_', '-')}"
            raise InvalidOption(f"{flag} needs --terminal; in the browser, choose it on the page.")


COMMAND = Command(
    name="play",
    summary="Play in the browser or in the terminal: against the computer or with friends.",
    examples="""  howdah play
  howdah play --lan
  howdah play --terminal --language pl
  howdah play --terminal --load evening.json""",
    add_arguments=add_arguments,
    run=run,
)
