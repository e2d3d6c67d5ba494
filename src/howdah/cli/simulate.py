"""`howdah simulate`: agents play many games, and their records are written to a file."""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from howdah.ai.agents import NAMES, agents_for
from howdah.ai.match import play_match
from howdah.ai.plugins import load_agent
from howdah.cli.command import DONE, Command, count, output
from howdah.cli.game_options import add_settings, chosen_settings, usual_players
from howdah.cli.progress import progress
from howdah.core.record import Record
from howdah.games.registry import GAMES, game_class
from howdah.render.phrases import pluralize, printable


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `howdah simulate`."""
    parser.add_argument("game", choices=GAMES, help="the game to play")
    parser.add_argument("--players", type=count, metavar="N", help=usual_players())
    parser.add_argument(
        "--games", type=count, default=100, metavar="K", help="number of games; default 100"
    )
    parser.add_argument(
        "--seed", default="1", metavar="S", help="the same seed gives the same games; default 1"
    )
    parser.add_argument(
        "--agents",
        default="random",
        metavar="A,B,..",
        help=f"one for all seats, or one for each: {NAMES}, or your own module:Name",
    )
    parser.add_argument(
        "--out", metavar="F.jsonl", help="write the games to this file; - is standard output"
    )
    add_settings(parser)


def run(chosen: argparse.Namespace) -> int:
    """Play the games, write the records whole or not at all, and print a summary."""
    tally = Tally()
    with output(chosen.out) as out:
        for record in progress(_records(chosen), chosen.games, "games"):
            tally.add(record)
            if out is not None:
                out.write(f"{record}\n")
    print(tally, file=sys.stderr if chosen.out == "-" else sys.stdout)
    return DONE


def _records(chosen: argparse.Namespace) -> Iterator[Record]:
    settings = chosen_settings(chosen, chosen.game)
    players = chosen.players or game_class(chosen.game).usual_players
    agents = agents_for(chosen.agents.split(","), players)
    for number in range(chosen.games):
        seed = f"{chosen.seed}/{number}"
        yield play_match(chosen.game, agents, seed, make=load_agent, **settings).record()


class Tally:
    """The results by seat: wins (a shared one counts in part), and the mean of every score."""

    def __init__(self) -> None:
        self.games = 0
        self.names: list[str] = []
        self.wins: defaultdict[int, Fraction] = defaultdict(Fraction)
        self.scores: defaultdict[str, Counter[int]] = defaultdict(Counter)

    def add(self, record: Record) -> None:
        """Count one finished game."""
        result: Any = record.result
        self.games += 1
        self.names = [seat.name for seat in record.seats]
        for seat in result["winners"]:
            self.wins[seat] += Fraction(1, len(result["winners"]))
        for name, found in result.items():
            if name != "winners" and found is not None:
                by_seat = found if isinstance(found, list) else [found]
                self.scores[name].update(dict(enumerate(by_seat)))

    def __str__(self) -> str:
        names = [name.replace("_", " ") for name in self.scores]
        heading = "  ".join(["seat agent            wins", *names])
        lines = [self._line(seat, name) for seat, name in enumerate(self.names)]
        return "\n".join([pluralize(self.games, "game"), heading, *lines])

    def _line(self, seat: int, name: str) -> str:
        means = (
            f"{scores[seat] / self.games:>{max(len(score), 6)}.2f}"
            for score, scores in self.scores.items()
        )
        wins = f"{float(self.wins[seat] / self.games):>6.1%}"
        return "  ".join([f"{seat:>4} {printable(name):<15} {wins}", *means])


COMMAND = Command(
    name="simulate",
    summary="Let computer players play many games and save them.",
    examples="",
    add_arguments=add_arguments,
    run=run,
)
