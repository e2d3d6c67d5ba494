"""The baseline: the rules of a game by hand in C, compiled here and verified.

The program plays the playouts that ours plays, by the same random numbers. Before it is timed,
every position it reaches in many games is compared with that of the compiled simulator.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from howdah import fast
from howdah.bench.measure import Missing, Workload
from howdah.bench.own_games import BenchGame, bench_games
from howdah.core.state import Position
from howdah.fast.rng import mix, next_chance, seed_key
from howdah.games.registry import AnyGame

if TYPE_CHECKING:
    from howdah.fast.compiled import CompiledSimulator
    from howdah.fast.struct_layout import Structs

VERIFIED_GAMES: Final = 400
FLAGS: Final = ("-O3", "-march=native", "-std=c11")

_FNV_OFFSET: Final = 0xCBF29CE484222325
_FNV_PRIME: Final = 0x100000001B3
_GAMES_AT_A_TIME: Final = 20
"""Enough that hashing is quick, and few enough that a difference is found soon."""


class Unverified(Exception):
    """The program in C plays other games than ours."""


def c_workloads(folder: Path) -> Iterator[Workload | Missing]:
    """Yield the workload of every program in C, compiled into a folder."""
    for game in bench_games():
        if game.c_source is not None:
            yield c_workload(game, game.c_source, folder)


def c_workload(bench_game: BenchGame, source: Path, folder: Path) -> Workload | Missing:
    """Return the workload of a program in C, or why it is missing."""
    name = f"{bench_game.name}.playout.c"
    try:
        program = compile_program(source, folder)
        game = bench_game.first_position()
        if fast.is_compiled():
            verify(program, game)
    except FileNotFoundError as error:
        return Missing(name, str(error))
    except subprocess.CalledProcessError as error:
        return Missing(name, f"{Path(error.cmd[0]).name} failed: {error.stderr.strip()[:80]}")
    except Unverified as error:
        return Missing(name, str(error))
    verified = f"verified on {VERIFIED_GAMES} games" if fast.is_compiled() else "not verified"
    note = f"{bench_game}, the same playouts by hand in C, {' '.join(FLAGS[:2])}, {verified}"
    return Workload(name, "actions/s", note, TimedProgram(program, game).run)


def find_compiler() -> str:
    """Return a C compiler: `CC`, or one of the usual names."""
    for name in (os.environ.get("CC"), "cc", "gcc", "clang"):
        if name and shutil.which(name):
            return name
    raise FileNotFoundError("there is no C compiler here")


def compile_program(source: Path, folder: Path) -> Path:
    """Compile a program into a folder, and return its path."""
    if not source.is_file():
        raise FileNotFoundError("the program in C does not come with this installation")
    program = folder / source.parent.name
    subprocess.run(
        [find_compiler(), *FLAGS, "-o", str(program), str(source)],
        capture_output=True,
        text=True,
        check=True,
    )
    return program


def run_program(program: Path, game: AnyGame, *arguments: object) -> list[str]:
    """Run the program on a position, and return the lines that it prints."""
    done = subprocess.run(
        [program, *map(str, arguments)],
        input=" ".join(map(str, position_numbers(game))),
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


def position_numbers(game: AnyGame) -> Iterator[int]:
    """Yield all numbers of the board's tables and of the state, in the order of their fields."""
    board, state = game.position()
    for field in board:
        yield from _flatten(field)
    for name in type(state).schema():
        yield from _flatten(getattr(state, name))


def _flatten(value: Any) -> Iterator[int]:
    if isinstance(value, Iterable):
        for part in value:
            yield from _flatten(part)
    else:
        yield value


class TimedProgram:
    """Runs the program with so many games that a run takes about the time it should."""

    def __init__(self, program: Path, game: AnyGame) -> None:
        self._program = program
        self._game = game
        self._games_per_second = 10_000.0

    def run(self, seconds: float) -> tuple[int, float]:
        """Play for about so many seconds; the program measures the time itself."""
        games = max(1, round(self._games_per_second * seconds))
        line = run_program(self._program, self._game, "time", seed_key(1), games, 1)[0]
        actions, spent = int(line.split()[0]), float(line.split()[1])
        self._games_per_second = games / spent
        return actions, spent


# Verification


def verify(program: Path, game: AnyGame, games: int = VERIFIED_GAMES) -> int:
    """Compare every action, position and result of some games; return the number of lines."""
    lines, ours = 0, trace(game, games, seed="verify")
    theirs = run_program(program, game, "trace", seed_key("verify"), games)
    for lines, (expected, found) in enumerate(zip_longest(ours, theirs), 1):
        if expected != found:
            raise Unverified(f"the C program differs in line {lines}: {found}, not {expected}")
    return lines


def trace(game: AnyGame, games: int, *, seed: int | str) -> Iterator[str]:
    """Yield playouts of the compiled simulator as the program in C prints them.

    There is one line an action, with the hash of the state it leads to; after a game, who won.
    """
    from howdah.fast.compiled import CompiledSimulator

    start = CompiledSimulator(game)
    numbers = range(1, games + 1)
    for first in range(0, games, _GAMES_AT_A_TIME):
        some = numbers[first : first + _GAMES_AT_A_TIME]
        yield from _trace_games(start, game, [seed_key(seed, number) for number in some])


def _trace_games(start: CompiledSimulator, game: AnyGame, keys: Sequence[int]) -> Iterator[str]:
    """Yield the lines of some games, each by its key; their states are hashed together."""
    import numpy as np

    actions: list[int] = []
    snapshots: list[bytes] = []
    endings: dict[int, str] = {}
    board, first = game.position()
    for key in keys:
        simulator, state, chance = start.copy(), first.copy(), next_chance(mix(key))
        while not simulator.kernel.is_over(state):
            action, chance = simulator.kernel.random_action(board, state, chance)
            simulator.kernel.play(board, state, action)
            simulator.play(action)
            actions.append(action)
            snapshots.append(simulator.pack().tobytes())
        endings[len(actions)] = _ending(simulator)
    states = np.frombuffer(b"".join(snapshots), start.pack().dtype)
    for place, (action, state_hash) in enumerate(zip(actions, hash_states(states)), 1):
        yield f"{action} {state_hash:016x}"
        if place in endings:
            yield endings[place]


def _ending(simulator: CompiledSimulator) -> str:
    state: Position = simulator.unpack()
    seats = range(simulator.players)
    scores = " ".join(str(simulator.kernel.score(state, seat)) for seat in seats)
    winners = " ".join(str(seat) for seat in seats if simulator.kernel.is_winner(state, seat))
    return f"over {scores} / {winners}"


def hash_states(states: Structs) -> list[int]:
    """Return the FNV-1a of each state's numbers in the order of the schema, each as four bytes."""
    import numpy as np

    names: Any = states.dtype.names
    numbers = np.concatenate(
        [states[name].reshape(len(states), -1).astype("<i4") for name in names], axis=1
    )
    found = np.full(len(states), _FNV_OFFSET, np.uint64)
    for byte in np.ascontiguousarray(numbers).view(np.uint8).T:
        found = (found ^ byte) * np.uint64(_FNV_PRIME)
    return [int(one) for one in found]
