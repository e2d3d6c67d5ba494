"""`howdah arena`: agents play against each other, with ratings and confidence intervals."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from howdah.ai.agents import NAMES
from howdah.cli.command import DONE, INTERRUPTED, Command, count, output
from howdah.cli.game_options import add_settings, chosen_settings, usual_players
from howdah.cli.progress import print_message, progress
from howdah.games.registry import GAMES, default_game
from howdah.render.phrases import pluralize

if TYPE_CHECKING:
    from howdah.arena import Arena, GameResult, Result

FORFEITS_SHOWN: Final = 3
"""How many forfeits of an agent are printed as they happen; the others are only counted."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `howdah arena`."""
    parser.add_argument(
        "--game",
        choices=GAMES,
        default=default_game(),
        help=f"the game to play; default {default_game()}",
    )
    parser.add_argument("--players", type=count, metavar="N", help=usual_players())
    parser.add_argument(
        "--agents",
        required=True,
        metavar="A,B,..",
        help=f"one for each player, or fewer in rotation: {NAMES}, or your own module:Name",
    )
    parser.add_argument(
        "--games",
        type=count,
        default=100,
        metavar="K",
        help="rounded up to whole deals; default 100",
    )
    parser.add_argument(
        "--seed", default="1", metavar="S", help="the same seed gives the same games; default 1"
    )
    parser.add_argument(
        "--json",
        metavar="F",
        help="save the results to this file and resume from it; - is standard output",
    )
    parser.add_argument(
        "--plot", metavar="F.svg", help="draw the win shares to this file; - is standard output"
    )
    parser.add_argument(
        "--jobs", type=count, metavar="N", help="number of processes; default: all cores"
    )
    parser.add_argument(
        "--ray", metavar="ADDRESS", help="run on a Ray cluster; local starts one here"
    )
    add_settings(parser)


def run(chosen: argparse.Namespace) -> int:
    """Play the remaining games and print the result; an interrupt keeps what is finished."""
    arena = _arena(chosen)
    _announce(arena, chosen)
    with output(chosen.plot) as plot:
        code = _play_remaining(arena)
        result = arena.result()
        if plot is not None:
            plot.write(result.svg())
    _print_result(result, chosen)
    return code


def _arena(chosen: argparse.Namespace) -> Arena:
    from howdah.arena import Arena

    return Arena(
        chosen.game,
        chosen.agents.split(","),
        players=chosen.players,
        games=chosen.games,
        seed=chosen.seed,
        jobs=chosen.jobs,
        ray=chosen.ray,
        json=None if chosen.json == "-" else chosen.json,
        **chosen_settings(chosen, chosen.game),
    )


def _announce(arena: Arena, chosen: argparse.Namespace) -> None:
    """Print what differs from what was asked for: more games in all, or fewer left to play."""
    contest = arena.contest
    if contest.games != chosen.games:
        deals, by = pluralize(contest.deals, "deal"), pluralize(contest.rotations, "rotation")
        print_message(f"{chosen.games} games are rounded up to {contest.games}: {deals} by {by}.")
    finished = contest.games - len(arena.remaining)
    if finished:
        print_message(
            f"Resuming: {finished} of {contest.games} games are already in {chosen.json}."
        )


def _play_remaining(arena: Arena) -> int:
    try:
        arena.run(lambda games: _with_progress(games, arena))
    except KeyboardInterrupt:
        return INTERRUPTED
    return DONE


def _with_progress(games: Iterable[GameResult], arena: Arena) -> Iterator[GameResult]:
    """Show a progress bar for the games, and print the first forfeits of each agent."""
    shown: Counter[str] = Counter()
    for game in progress(games, len(arena.remaining), "games"):
        for forfeit in game.forfeits:
            shown[forfeit.agent] += 1
            if shown[forfeit.agent] <= FORFEITS_SHOWN:
                print_message(forfeit.message(arena.contest.number_of(game.fixture)))
        yield game


def _print_result(result: Result, chosen: argparse.Namespace) -> None:
    on_screen = "-" in (chosen.json, chosen.plot)
    print(result, file=sys.stderr if on_screen else sys.stdout)
    if chosen.json == "-":
        print(result.to_text(), end="")
    if not result.is_finished and chosen.json not in (None, "-"):
        print_message(f"Finished games are saved in {chosen.json}; run the same command to resume.")


COMMAND = Command(
    name="arena",
    summary="Compare computer players: many games, ratings and confidence intervals.",
    examples="""  howdah arena --players 4 --agents level:3,uct:1000,greedy,random --games 400
  howdah arena --players 4 --agents my_module:MyAgent,greedy --games 40 --jobs 1""",
    add_arguments=add_arguments,
    run=run,
)
