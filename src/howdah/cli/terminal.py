"""`howdah play --terminal`: a game in the terminal, against agents."""

from __future__ import annotations

import argparse
from itertools import pairwise
from pathlib import Path
from typing import Final

from howdah.ai.agents import (
    AGENTS,
    NAMES,
    SEARCHERS,
    Agent,
    UnknownAgent,
    agent_title,
    agents_for,
    default_agent,
    make_agent,
)
from howdah.ai.match import play_turn
from howdah.cli.command import DONE, Leave, count
from howdah.cli.game_options import add_settings, chosen_settings, usual_players
from howdah.cli.language import (
    TranslatedError,
    add_language,
    describe_error,
    describe_file_error,
    explain_illegal,
)
from howdah.core.errors import HowdahError, IllegalAction
from howdah.core.record import Seat
from howdah.core.rng import Dealer
from howdah.games.registry import AnyGame, game_class, load
from howdah.i18n import mark, translate
from howdah.render.phrases import explain, printable
from howdah.render.text import align, terminal_view_for, text

HELP: Final = (
    ("3", mark("play choice 3; or type the action itself, such as: {action}")),
    ("undo", mark("undo the last step of this turn")),
    ("why {action}", mark("explain why an action is not possible")),
    ("board", mark("show the board again")),
    ("save FILE", mark("save the game; howdah play --terminal --load FILE continues it")),
    ("quit", mark("leave the game")),
)
"""What a person can type beside actions, and what it does."""


def add_terminal(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of a game in the terminal."""
    group = parser.add_argument_group("with --terminal")
    add_language(group)
    group.add_argument("--players", type=count, metavar="N", help=usual_players())
    group.add_argument("--name", help="your name; you take the first seat")
    group.add_argument(
        "--opponents",
        metavar="A,B,..",
        help=f"computer players, one for all or one for each: {NAMES}",
    )
    group.add_argument("--seed", help="the same seed gives the same set-up and draws")
    group.add_argument("--save", type=Path, metavar="FILE", help="save the game after every turn")
    group.add_argument("--load", type=Path, metavar="FILE", help="continue a saved game")
    add_settings(parser)


def play_in_terminal(chosen: argparse.Namespace) -> int:
    """Play a new or a saved game in the terminal, until it is over or the person leaves."""
    try:
        game = _new_game(chosen) if chosen.load is None else load(chosen.load, seed=chosen.seed)
    except (Leave, EOFError):
        print(translate("Goodbye."))
        return DONE
    TerminalGame(game, chosen.save or chosen.load).play()
    return DONE


def _new_game(chosen: argparse.Namespace) -> AnyGame:
    kind, settings = game_class(chosen.game), chosen_settings(chosen, chosen.game)
    players = _check_players(kind, chosen.players or kind.usual_players)
    _check_board(kind, settings.get("board"))
    dealer = Dealer(chosen.seed)
    print(f"Howdah: {kind.title}")
    opponents = _opponents(chosen.opponents or default_agent(chosen.game), players - 1)
    for seat in opponents:
        print(translate("{name}: {agent}", name=seat.name, agent=agent_title(str(seat.agent))))
    seats = [Seat(chosen.name or translate("Player {number}", number=1)), *opponents]
    pregame = terminal_view_for(chosen.game).play_pregame(players, settings, dealer, _ask)
    return kind.new(players=players, names=seats, seed=dealer.seed, **settings, **pregame)


def _check_players(kind: type[AnyGame], players: int) -> int:
    counts = kind.player_counts
    if players not in counts:
        raise TranslatedError(
            translate(
                "{game} is for {fewest} to {most} players.",
                game=kind.title,
                fewest=counts[0],
                most=counts[-1],
            )
        )
    return players


def _check_board(kind: type[AnyGame], board: str | None) -> None:
    """Raise `TranslatedError` for a board that is neither shipped nor a file."""
    if board is not None and board not in kind.boards and not Path(board).exists():
        raise TranslatedError(
            translate(
                "There is no board {name}. Choose one of these, or a file: {boards}.",
                name=board,
                boards=", ".join(kind.boards),
            )
        )


def _ask(prompt: str) -> str:
    """What the person types; `Leave` if that is `quit`."""
    typed = input(prompt).strip()
    if typed.partition(" ")[0] == "quit":
        raise Leave
    return typed


def _opponents(agents_chosen: str, count: int) -> list[Seat]:
    texts = agents_chosen.split(",")
    if count and len(texts) not in (1, count):
        raise TranslatedError(
            translate(
                "Name one computer player for all, or exactly {count}: {option}",
                count=count,
                option="--opponents A,B,..",
            )
        )
    agents = agents_for(texts, count) if count else ()
    return [
        Seat(translate("Computer {number}", number=seat), agent)
        for seat, agent in enumerate(agents, start=1)
    ]


def _make_agent(text: str, seed: str) -> Agent:
    try:
        return make_agent(text, seed)
    except UnknownAgent:
        names = ", ".join([*AGENTS, *(f"{name}:N" for name in SEARCHERS)])
        raise TranslatedError(
            translate(
                "There is no computer player {name}. Choose from: {names}.", name=text, names=names
            )
        ) from None


class TerminalGame:
    """A game played in a terminal: a person types actions, agents choose theirs."""

    def __init__(self, game: AnyGame, file: Path | None) -> None:
        self.game = game
        self._terminal = terminal_view_for(game.name)
        self.file = file
        self._turn_began = 0
        self._events: list[str] = []
        self._names = tuple(printable(seat.name) for seat in game.seats)
        seed = (game.dealer or Dealer()).seed
        self._agents: dict[int, Agent] = {
            number: _make_agent(seat.agent, f"{seed}/seat {number}")
            for number, seat in enumerate(game.seats)
            if seat.agent is not None
        }

    def play(self) -> None:
        """Play until the game is over or the person leaves."""
        print(translate("Type help to see what you can type."))
        print(f"{self._terminal.legend()}\n")
        try:
            while (seat := self.game.to_play) is not None:
                self._play_turn(seat)
                self._save_if_named()
        except (Leave, EOFError):
            self._say_goodbye()
            return
        finally:
            self._save_if_named()
        self._print_events()
        print(text(self.game.view()))

    def _say_goodbye(self) -> None:
        if self.file is None:
            print(translate("Goodbye."))
        else:
            print(translate("Goodbye. Your game is saved in {file}.", file=self.file))

    def _play_turn(self, seat: int) -> None:
        agent = self._agents.get(seat)
        if agent is not None:
            play_turn(self.game, agent, play=self._play)
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
        rows = [
            (typed.format(action=action), translate(does, action=action)) for typed, does in HELP
        ]
        print("\n".join(align(rows)))
        print(translate("Actions"))
        print(f"{self._terminal.action_help()}\n{self._terminal.legend()}")

    def _play_typed(self, seat: int, typed: str) -> None:
        legal = self.game.view(seat).legal_actions
        if typed.isdecimal():
            if not 1 <= int(typed) <= len(legal):
                print(translate("Choose from 1 to {largest}, or type help.", largest=len(legal)))
                return
            typed = legal[int(typed) - 1]
        try:
            self._play(typed)
        except IllegalAction as error:
            print(explain_illegal(error, self._names))
        except HowdahError as error:
            print(describe_error(error))

    def _undo(self) -> None:
        if len(self.game.actions) == self._turn_began:
            print(translate("Nothing to undo: your turn has just started."))
            return
        print(translate("Undone: {action}", action=self.game.undo()))
        self._events.pop()

    def _explain(self, action: str) -> None:
        try:
            reasons = self.game.why_not(action)
        except HowdahError as error:
            print(describe_error(error))
            return
        for reason in reasons:
            print(f"  {explain(reason, self._names)}")
        if not reasons:
            print("  " + translate("This action is possible."))

    def _save(self, path: Path) -> None:
        try:
            self.game.record().save(path)
        except OSError as error:
            print(translate("Not saved. {error}", error=describe_file_error(error)))
            return
        self.file = path
        print(translate("Saved in {file}, from now on after every turn.", file=path))

    def _save_if_named(self) -> None:
        if self.file is not None:
            self.game.record().save(self.file)

    def _play(self, action: str) -> None:
        """Play an action and keep what happened for the next report, restocks included."""
        before, first = self.game.copy(), len(self.game.actions)
        self.game.play(action)
        positions = self.game.positions(first, before)
        views = [position.view(screens="open") for position in positions]
        self._events += [
            self._terminal.describe_event(earlier, later, later.actions[-1])
            for earlier, later in pairwise(views)
        ]

    def _print_events(self) -> None:
        """Print what has happened since the last time."""
        print("\n".join([*self._events, ""]))
        self._events.clear()
