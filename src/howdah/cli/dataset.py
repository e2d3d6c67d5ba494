"""`howdah dataset`: self-play games, every decision written as a row of a Parquet file."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Final

from howdah import fast
from howdah.cli.command import DONE, Command, count, output
from howdah.cli.game_options import add_settings, chosen_settings, usual_players
from howdah.cli.progress import print_message, progress
from howdah.core.errors import InvalidOption
from howdah.core.extras import needs_extra
from howdah.core.view import SCREENS
from howdah.games.registry import GAMES, plugin_for
from howdah.render.phrases import pluralize

if TYPE_CHECKING:
    from howdah.envs.selfplay import PlayedGame, SelfPlay

RETURNS: Final = ("auto", "win", "rank")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `howdah dataset`."""
    parser.add_argument("game", choices=GAMES, help="the game to play")
    parser.add_argument(
        "--out", type=Path, required=True, metavar="F.parquet", help="the file to write"
    )
    parser.add_argument("--players", type=count, metavar="N", help=usual_players())
    parser.add_argument(
        "--games", type=count, default=100, metavar="K", help="number of games; default 100"
    )
    parser.add_argument(
        "--agent",
        default="uct:200",
        metavar="A",
        help="plays all seats: mc:N, uct:N, guided:N or champion:N, with N simulations for"
        " each decision; default uct:200",
    )
    parser.add_argument(
        "--seed", default="1", metavar="S", help="the same seed gives the same games; default 1"
    )
    parser.add_argument(
        "--temperature",
        type=float,
        default=1.0,
        metavar="T",
        help="actions are sampled by visits to the power of 1/T; 0 plays the most visited;"
        " default 1",
    )
    parser.add_argument(
        "--returns",
        choices=(*RETURNS, *dict.fromkeys(plugin_for(name).score_return for name in GAMES)),
        default="auto",
        help="the return of a game; a score has its name in the game; default auto, the win,"
        " or the score of one who plays alone",
    )
    parser.add_argument(
        "--screens",
        choices=SCREENS,
        default="open",
        help="whether observations show what is behind other players' screens; default open",
    )
    parser.add_argument(
        "--records",
        metavar="F.jsonl",
        help="also write the games to this file; - is standard output",
    )
    parser.add_argument(
        "--jobs", type=count, metavar="N", help="number of processes; default: all cores"
    )
    add_settings(parser)


def run(chosen: argparse.Namespace) -> int:
    """Play the games, write the rows whole or not at all, and print a summary."""
    _check_outputs(chosen)
    with needs_extra("research"):
        from howdah.envs.dataset import new_dataset
    play = _self_play(chosen)
    _warn_if_interpreted()
    with output(chosen.records) as records, new_dataset(chosen.out, play) as dataset:
        play.warm_up()
        tally = Tally()
        with closing(play.games(chosen.games, chosen.jobs)) as games:
            for played in progress(games, chosen.games, "games"):
                tally.add(played)
                dataset.add(played)
                if records is not None:
                    records.write(f"{played.record}\n")
    summary = f"{tally}\n{_file_size(chosen.out)} in {chosen.out}"
    print(summary, file=sys.stderr if chosen.records == "-" else sys.stdout)
    return DONE


def _check_outputs(chosen: argparse.Namespace) -> None:
    """Raise if the output files are unusable, before anything is played."""
    if str(chosen.out) == "-":
        raise InvalidOption("--out should be a file: Parquet cannot be written to standard output.")
    if chosen.records and Path(chosen.records).resolve() == chosen.out.resolve():
        raise InvalidOption("--out and --records should be different files.")


def _self_play(chosen: argparse.Namespace) -> SelfPlay:
    from howdah.envs.selfplay import SelfPlay

    return SelfPlay(
        chosen.game,
        players=chosen.players,
        agent=chosen.agent,
        seed=chosen.seed,
        temperature=chosen.temperature,
        returns=chosen.returns,
        screens=chosen.screens,
        **chosen_settings(chosen, chosen.game),
    )


def _warn_if_interpreted() -> None:
    reason = fast.why_interpreted()
    if reason is not None:
        print_message(f"Running without compilation, much slower: {reason}.")


def _file_size(path: Path) -> str:
    """The size of a file in kB or MB."""
    size = path.stat().st_size
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{size / 1e3:.1f} kB"


class Tally:
    """How many games and rows there are, how long they took, and the mean score of each seat."""

    def __init__(self) -> None:
        self.games = self.rows = 0
        self.scores: Counter[int] = Counter()
        self._began = time.monotonic()

    def add(self, played: PlayedGame) -> None:
        """Count one finished game."""
        self.games += 1
        self.rows += len(played.decisions)
        self.scores.update(dict(enumerate(played.scores)))

    def __str__(self) -> str:
        seconds = time.monotonic() - self._began
        rows = f"{pluralize(self.games, 'game')}, {pluralize(self.rows, 'row')}"
        means = ", ".join(f"{self.scores[seat] / self.games:.2f}" for seat in sorted(self.scores))
        return f"{rows}, {self.rows / seconds:.0f} rows/s\nmean scores by seat: {means}"


COMMAND = Command(
    name="dataset",
    summary="Write self-play games as training data: positions, visits and results in Parquet.",
    examples="",
    add_arguments=add_arguments,
    run=run,
)
