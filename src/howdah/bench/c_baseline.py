"""The limit: the rules of Bombay by hand in C, compiled here and now, and verified.

The program plays the very playouts that ours plays, by the same random numbers; before it is
timed, every position it reaches in many games is compared with that of the compiled twin.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final

from howdah import fast
from howdah.bench.measure import Missing, Workload
from howdah.bench.own_games import TABLES, start_of
from howdah.fast.rng import seed_key
from howdah.games.registry import AnyGame

NAME: Final = "bombay.playout.c"
VERIFIED_GAMES: Final = 400
FLAGS: Final = ("-O3", "-march=native", "-std=c11")
_SOURCE: Final = "bombay.c"


class Unverified(Exception):
    """The program in C plays other games than ours."""


def limit(folder: Path) -> Workload | Missing:
    """The workload of the program in C, which is compiled into a folder."""
    try:
        program = compiled_in(folder)
        game = start_of(TABLES[0])
        if fast.is_compiled():
            verify(program, game)
    except FileNotFoundError as error:
        return Missing(NAME, str(error))
    except subprocess.CalledProcessError as error:
        return Missing(NAME, f"{Path(error.cmd[0]).name} failed: {error.stderr.strip()[:80]}")
    except Unverified as error:
        return Missing(NAME, str(error))
    verified = f"verified on {VERIFIED_GAMES} games" if fast.is_compiled() else "not verified"
    note = f"{TABLES[0]}, the same playouts by hand in C, {' '.join(FLAGS[:2])}, {verified}"
    return Workload(NAME, "actions/s", note, Runs(program, game).run)


def source() -> Path:
    """Where the program in C is: beside this module when installed, or in the repository."""
    here = Path(__file__).resolve()
    for folder in (here.parent, here.parents[3] / "benchmarks"):
        if (folder / _SOURCE).is_file():
            return folder / _SOURCE
    raise FileNotFoundError("the program in C does not come with this installation")


def compiler() -> str:
    """A C compiler: `CC`, or the usual names."""
    for name in (os.environ.get("CC"), "cc", "gcc", "clang"):
        if name and shutil.which(name):
            return name
    raise FileNotFoundError("there is no C compiler here")


def compiled_in(folder: Path) -> Path:
    """The program, compiled into a folder."""
    program = folder / "bombay"
    subprocess.run(
        [compiler(), *FLAGS, "-o", str(program), str(source())],
        capture_output=True,
        text=True,
        check=True,
    )
    return program


def ask(program: Path, game: AnyGame, *arguments: object) -> list[str]:
    """The lines that the program answers for a position."""
    done = subprocess.run(
        [program, *map(str, arguments)],
        input=" ".join(map(str, numbers_of(game))),
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


def numbers_of(game: AnyGame) -> Iterator[int]:
    """All numbers of the board's tables and of the state, in the order of their fields."""
    board, state = game.position()
    for field in board:
        yield from _flat(field)
    for name in type(state).schema():
        yield from _flat(getattr(state, name))


def _flat(value: Any) -> Iterator[int]:
    if isinstance(value, Iterable):
        for part in value:
            yield from _flat(part)
    else:
        yield value


class Runs:
    """Runs of the program that take about as long as they should."""

    def __init__(self, program: Path, game: AnyGame) -> None:
        self._program = program
        self._game = game
        self._games_per_second = 10_000.0

    def run(self, seconds: float) -> tuple[int, float]:
        """Play for about so many seconds; the program looks at the clock itself."""
        games = max(1, round(self._games_per_second * seconds))
        line = ask(self._program, self._game, "time", seed_key(1), games, 1)[0]
        actions, spent = int(line.split()[0]), float(line.split()[1])
        self._games_per_second = games / spent
        return actions, spent


# Verification


def verify(program: Path, game: AnyGame, games: int = VERIFIED_GAMES) -> int:
    """Compare every action, position and result of some games; returns how many lines that was."""
    from howdah.bench.trace import trace

    lines, ours = 0, trace(game, games, seed="verify")
    theirs = ask(program, game, "trace", seed_key("verify"), games)
    for lines, (expected, found) in enumerate(zip_longest(ours, theirs), 1):
        if expected != found:
            raise Unverified(f"the C program differs in line {lines}: {found}, not {expected}")
    return lines
