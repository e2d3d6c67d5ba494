"""`howdah solve`: search for the best solo game and write its record."""

from __future__ import annotations

import argparse
import sys
import time
from contextlib import suppress
from typing import Protocol, cast

from howdah import fast
from howdah.cli.command import DONE, Command, count, output
from howdah.cli.progress import progress_bar, show_status
from howdah.core.options import Setting
from howdah.games.registry import GAMES, AnyGame, plugin_for


class Solver(Protocol):
    """A search for the best solo game, in small steps."""

    best: AnyGame
    bound: int
    """No game has a higher value."""

    @property
    def value(self) -> int:
        """The value of the best game so far."""

    @property
    def is_proven(self) -> bool:
        """Whether no better game exists."""

    def step(self) -> None:
        """Search for a small part of a second."""


class SolverModule(Protocol):
    """The `solver` facet of a game: a module with these names."""

    GOAL_NAMES: tuple[str, ...]
    SETTINGS: tuple[Setting, ...]
    """What can be chosen, each with a default."""

    def new_solver(self, goal: str, seed: str, settings: dict[str, str], /) -> Solver:
        """A search for a game with these settings."""


def solver_for(game: str) -> SolverModule:
    """The solver of the game with a public name."""
    return cast(SolverModule, plugin_for(game).load("solver"))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `howdah solve`."""
    solvable = [game for game in GAMES if plugin_for(game).solver is not None]
    solvers = [solver_for(game) for game in solvable]
    parser.add_argument("game", choices=solvable, help="a game with a solo mode")
    parser.add_argument(
        "--seconds", type=count, default=60, metavar="N", help="time limit; default 60"
    )
    parser.add_argument(
        "--out", metavar="F.json", help="write the best game to this file; - is standard output"
    )
    for setting in {setting.name: setting for one in solvers for setting in one.SETTINGS}.values():
        parser.add_argument(
            f"--{setting.name}",
            choices=setting.choices or None,
            default=setting.default,
            metavar=None if setting.choices else setting.name.upper(),
            help=f"{setting.meaning}; default {setting.default}",
        )
    parser.add_argument(
        "--seed", default="1", metavar="S", help="the same seed gives the same search; default 1"
    )
    goals = list(dict.fromkeys(goal for one in solvers for goal in one.GOAL_NAMES))
    parser.add_argument(
        "--goal", choices=goals, default=goals[0], help=f"what to search for; default {goals[0]}"
    )


def run(chosen: argparse.Namespace) -> int:
    """Search until the time is up, an interrupt, or a proven maximum; write the best game."""
    module = solver_for(chosen.game)
    settings = {setting.name: getattr(chosen, setting.name) for setting in module.SETTINGS}
    with output(chosen.out) as out:
        began = time.monotonic()
        solver = module.new_solver(chosen.goal, chosen.seed, settings)
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
            f"{progress_bar(passed / seconds)} {passed:.0f}/{seconds} s, best so far {solver.value}"
        )
        solver.step()


def _describe_best(solver: Solver) -> str:
    if solver.is_proven:
        return f"{solver.value}, the proven maximum"
    return f"{solver.value}, upper bound {solver.bound}"


def _warn_if_interpreted() -> None:
    reason = fast.why_interpreted()
    if reason is not None:
        print(f"Running without compilation, about 40 times slower: {reason}.", file=sys.stderr)


COMMAND = Command(
    name="solve",
    summary="Search for the best solo game and save it.",
    examples="",
    add_arguments=add_arguments,
    run=run,
)
