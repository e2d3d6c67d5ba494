"""`howdah solve`: search for the best solo game of Bombay Bazar and write its record."""

from __future__ import annotations

import argparse
import sys
import time
from contextlib import suppress

from howdah import fast
from howdah.cli.command import DONE, Command, count, output
from howdah.cli.progress import progress_bar, show_status
from howdah.games.bazar.game import Bazar
from howdah.games.bazar.names import HEAD_NAMES
from howdah.games.bazar.solver.solver import GOAL_NAMES, Solver


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `howdah solve`."""
    parser.add_argument("game", choices=[Bazar.name], help="the game that can be played alone")
    parser.add_argument("--seconds", type=count, default=60, metavar="N", help="default 60")
    parser.add_argument("--out", metavar="F.json", help="where the record goes; - is the screen")
    parser.add_argument(
        "--board",
        default="hexagon-61",
        metavar="BOARD",
        help=f"a board of ours ({', '.join(Bazar.boards)}), or a file; default hexagon-61",
    )
    parser.add_argument("--head", choices=HEAD_NAMES, default="NW", help="default NW")
    parser.add_argument("--seed", default="1", metavar="S", help="repeats the search; default 1")
    parser.add_argument(
        "--goal",
        choices=GOAL_NAMES,
        default="score",
        help="the highest score, or the longest trunk; default score",
    )


def run(chosen: argparse.Namespace) -> int:
    """Search until the time is up, an interrupt, or a proven maximum; write the best game."""
    game = Bazar.new(
        players=1,
        board=chosen.board,
        heads=[chosen.head],
        seed=chosen.seed,
        names=["howdah solve"],
    )
    with output(chosen.out) as out:
        began = time.monotonic()
        solver = Solver(game, chosen.goal, chosen.seed)
        _warn_if_interpreted()
        with suppress(KeyboardInterrupt):
            _search(solver, began, chosen.seconds)
        show_status("")
        if out is not None:
            out.write(f"{solver.best.record()}\n")
    took = time.monotonic() - began
    summary = f"{chosen.goal} {_describe_best(solver)}, {took:.1f} s"
    print(summary, file=sys.stderr if chosen.out == "-" else sys.stdout)
    return DONE


def _search(solver: Solver, began: float, seconds: int) -> None:
    while not solver.is_proven and (passed := time.monotonic() - began) < seconds:
        show_status(
            f"{progress_bar(passed / seconds)} {passed:.0f}/{seconds} s, best so far {solver.worth}"
        )
        solver.go_on()


def _describe_best(solver: Solver) -> str:
    if solver.is_proven:
        return f"{solver.worth}, the proven maximum"
    return f"{solver.worth}, and no game has more than {solver.most}"


def _warn_if_interpreted() -> None:
    reason = fast.why_interpreted()
    if reason is not None:
        print(f"The search runs interpreted, some forty times slower: {reason}.", file=sys.stderr)


COMMAND = Command(
    name="solve",
    summary="Look for the best solo game of Bombay Bazar and keep its record.",
    examples="""  howdah solve bazar --out perfect.json && howdah check perfect.json
  howdah solve bazar --board rectangle-68 --head SE --seconds 600 --out best.json
  howdah solve bazar --goal length --seed 7 --out long.json""",
    add_arguments=add_arguments,
    run=run,
)
