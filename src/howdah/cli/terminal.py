"""`howdah play --terminal`: a game in the terminal, against agents."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path
from typing import Final

from howdah.ai.agents import NAMES, Agent, agents_for, default_agent, make_agent
from howdah.ai.match import play_turn
from howdah.cli.command import DONE, Leave, count
from howdah.cli.game_options import add_settings, chosen_settings, usual_players
from howdah.core.errors import HowdahError
from howdah.core.jsonio import as_count
from howdah.core.record import Seat
from howdah.core.rng import Dealer
from howdah.games.registry import AnyGame, game_class, load
from howdah.render.text import terminal_view_for, text

HELP: Final = """\
  3             play choice 3; or type an action, such as: {action}
  undo          take back a step of this turn
  why ACTION    why an action is not legal, such as: why {action}
  board         show the board again
  save FILE     keep the game; `howdah play --terminal --load FILE` goes on with it
  quit          leave the game"""


def add_terminal(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of a game in the terminal."""
    group = parser.add_argument_group("with --terminal")
    group.add_argument("--players", type=count, metavar="N", help=usual_players())
    group.add_argument("--name", default="You", help="your name; you sit in seat 0")
    group.add_argument("--opponents", metavar="A,B,..", help=f"agents: {NAMES}")
    group.add_argument("--seed", help="repeats what is drawn")
    group.add_argument("--save", type=Path, metavar="FILE", help="keep the game after every turn")
    group.add_argument("--load", type=Path, metavar="FILE", help="go on with a saved game")
    add_settings(parser)


def play_in_terminal(chosen: argparse.Namespace) -> int:
    """Play a new or a saved game in the terminal, until it is over or the person leaves."""
    try:
        game = _new_game(chosen) if chosen.load is None else load(chosen.load, seed=chosen.seed)
    except (Leave, EOFError):
        print("Goodbye.")
        return DONE
    TerminalGame(game, chosen.save or chosen.load).play()
    return DONE


def _new_game(chosen: argparse.Namespace) -> AnyGame:
    kind, settings = game_class(chosen.game), chosen_settings(chosen, chosen.game)
    players = as_count(chosen.players or kind.usual_players, "players", kind.player_counts)
    dealer = Dealer(chosen.seed)
    print(f"Howdah: {kind.title}.")
    seats = [
        Seat(chosen.name),
        *_opponents(chosen.opponents or default_agent(chosen.game), players - 1),
    ]
    pregame = terminal_view_for(chosen.game).play_pregame(players, settings, dealer, _ask)
    return kind.new(players=players, names=seats, seed=dealer.seed, **settings, **pregame)


def _ask(prompt: str) -> str:
    """What the person types; `Leave` if that is `quit`."""
    typed = input(prompt).strip()
    if typed.partition(" ")[0] == "quit":
        raise Leave
    return typed


def _opponents(agents_chosen: str, count: int) -> list[Seat]:
    agents = agents_for(agents_chosen.split(","), count) if count else ()
    return [Seat(f"{agent} {seat}", agent) for seat, agent in enumerate(agents, start=1)]


class TerminalGame:
    """A game played in a terminal: a person types actions, agents choose theirs."""

    def __init__(self, game: AnyGame, file: Path | None) -> None:
        self.game = game
        self._terminal = terminal_view_for(game.name)
        self.file = file
        self._turn_began = 0
        self._events: list[str] = []
        seed = (game.dealer or Dealer()).seed
        self._agents: dict[int, Agent] = {
            number: make_agent(seat.agent, f"{seed}/seat {number}")
            for number, seat in enumerate(game.seats)
            if seat.agent is not None
        }

    def play(self) -> None:
        """Play until the game is over or the person leaves."""
        print(f"Type `help` to see what you can type.\n{self._terminal.LEGEND}\n")
        try:
            while (seat := self.game.to_play) is not None:
                self._play_turn(seat)
                self._save_if_named()
        except (Leave, EOFError):
            print("Goodbye." + ("" if self.file is None else f" The game is kept in {self.file}."))
            return
        finally:
            self._save_if_named()
        self._print_events()
        print(text(self.game.view()))

    def _play_turn(self, seat: int) -> None:
        agent = self._agents.get(seat)
        if agent is not None:
            play_turn(self.game, agent, play=partial(self._play, seat))
            return
        self._turn_began, turn = len(self.game.actions), self.game.turns_played
        self._print_events()
        print(text(self.game.view(seat)))
        while self.game.turns_played == turn:
            self._run(seat, self._prompt(seat))

    def _prompt(self, seat: int) -> str:
        view = self.game.view(seat)
        print(f"\n{self._terminal.status(view, seat)}")
        print("\n".join(self._terminal.choices(view)))
        return _ask("> ")

    def _run(self, seat: int, typed: str) -> None:
        command, _, rest = typed.partition(" ")
        match command:
            case "":
                pass
            case "help" | "?":
                self._help(seat)
            case "undo":
                self._undo()
            case "board":
                print(text(self.game.view(seat)))
            case "why":
                self._explain(rest)
            case "save":
                self._save(Path(rest or f"{self.game.name}.json"))
            case _:
                self._play_typed(seat, typed)

    def _help(self, seat: int) -> None:
        action = self.game.view(seat).legal_actions[-1]
        print(f"{HELP.format(action=action)}\n{self._terminal.LEGEND}")

    def _play_typed(self, seat: int, typed: str) -> None:
        legal = self.game.view(seat).legal_actions
        if typed.isdecimal():
            if not 1 <= int(typed) <= len(legal):
                print(f"Choose from 1 to {len(legal)}, or type `help`.")
                return
            typed = legal[int(typed) - 1]
        try:
            self._play(seat, typed)
        except HowdahError as error:
            print(error)

    def _undo(self) -> None:
        if len(self.game.actions) == self._turn_began:
            print("Nothing to take back: your turn has just begun.")
            return
        print(f"Taken back: {self.game.undo()}.")
        self._events.pop()

    def _explain(self, action: str) -> None:
        try:
            reasons = self.game.why_not(action)
        except HowdahError as error:
            print(error)
            return
        for reason in reasons:
            print(f"  {reason.sentence}")
        if not reasons:
            print("  It is legal.")

    def _save(self, path: Path) -> None:
        try:
            self.game.record().save(path)
        except OSError as error:
            print(f"Not saved: {error.strerror}.")
            return
        self.file = path
        print(f"The game is kept in {path} from now on.")

    def _save_if_named(self) -> None:
        if self.file is not None:
            self.game.record().save(self.file)

    def _play(self, seat: int, action: str) -> None:
        """Play an action and keep what happened for the next report, restocks included."""
        before = len(self.game.actions)
        self.game.play(action)
        view = self.game.view()
        played = self.game.actions[before:]
        self._events += [
            self._terminal.describe_event(view, seat, str(action)) for action in played
        ]

    def _print_events(self) -> None:
        """Print what has happened since the last time."""
        print("\n".join([*self._events, ""]))
        self._events.clear()
