"""`howdah simulate`: agents play many games, and their records are kept."""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from fractions import Fraction
from typing import Any, TextIO

from howdah.ai.agents import AGENTS, agents_for
from howdah.ai.match import play_match
from howdah.bombay.words import EDITIONS, SET_UPS
from howdah.cli.command import DONE, Command, count
from howdah.cli.progress import progress
from howdah.core.files import whole_file
from howdah.core.record import Record
from howdah.games import GAMES
from howdah.render.text import counted


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `howdah simulate`."""
    parser.add_argument("game", choices=GAMES, help="the game to play")
    parser.add_argument("--players", type=count, default=4, metavar="N", help="default 4")
    parser.add_argument("--games", type=count, default=100, metavar="K", help="default 100")
    parser.add_argument("--seed", default="1", metavar="S", help="repeats the games; default 1")
    parser.add_argument(
        "--agents",
        default="random",
        metavar="A,B,..",
        help=f"one for all seats, or one for each: {', '.join(AGENTS)}",
    )
    parser.add_argument("--edition", choices=EDITIONS, default="fr", help="default fr")
    parser.add_argument("--board", default="deccan", help="a board of ours, or a file")
    parser.add_argument("--set-up", choices=SET_UPS, default="random", help="default random")
    parser.add_argument("--client-limit", type=int, metavar="N", help="client tokens in the bank")
    parser.add_argument("--out", metavar="F.jsonl", help="where the records go; - is the screen")


def run(chosen: argparse.Namespace) -> int:
    """Play the games, write the records whole or not at all, and tell how it went."""
    tally = Tally()
    with _output(chosen.out) as out:
        for record in progress(_records(chosen), chosen.games, "games"):
            tally.add(record)
            if out is not None:
                out.write(f"{record}\n")
    print(tally, file=sys.stderr if chosen.out == "-" else sys.stdout)
    return DONE


def _records(chosen: argparse.Namespace) -> Iterator[Record]:
    agents = agents_for(chosen.agents.split(","), chosen.players)
    for number in range(chosen.games):
        match = play_match(
            chosen.game,
            agents,
            seed=f"{chosen.seed}/{number}",
            edition=chosen.edition,
            board=chosen.board,
            set_up=chosen.set_up,
            client_limit=chosen.client_limit,
        )
        yield match.record()


def _output(path: str | None) -> AbstractContextManager[TextIO | None]:
    """Where records go: nowhere, the screen, or a file that appears only when it is whole."""
    if path is None:
        return nullcontext()
    return nullcontext(sys.stdout) if path == "-" else whole_file(path)


class Tally:
    """How the seats fared: wins (a shared one counts in part) and rupees."""

    def __init__(self) -> None:
        self.games = 0
        self.names: list[str] = []
        self.wins: defaultdict[int, Fraction] = defaultdict(Fraction)
        self.rupees: defaultdict[int, int] = defaultdict(int)

    def add(self, record: Record) -> None:
        """Count one finished game."""
        result: Any = record.result
        self.games += 1
        self.names = [seat.name for seat in record.seats]
        for seat, rupees in enumerate(result["rupees"]):
            self.rupees[seat] += rupees
        for seat in result["winners"]:
            self.wins[seat] += Fraction(1, len(result["winners"]))

    def __str__(self) -> str:
        lines = [
            f"{seat:>4} {name:<16} {float(self.wins[seat] / self.games):>6.1%} "
            f"{self.rupees[seat] / self.games:>8.2f}"
            for seat, name in enumerate(self.names)
        ]
        heading = "seat agent            wins   rupees"
        return "\n".join([counted(self.games, "game"), heading, *lines])


COMMAND = Command(
    name="simulate",
    summary="Let agents play many games and keep the records.",
    examples="""  howdah simulate bombay --players 4 --games 1000 --seed 7 --out games.jsonl
  howdah simulate bombay --players 2 --games 50 --out - | head -n 1""",
    add_arguments=add_arguments,
    run=run,
)
