"""Our own games with random players, from Python and compiled, on one thread."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from importlib.resources import files
from itertools import count, cycle
from pathlib import Path
from typing import Any, Final, NamedTuple

import howdah
from howdah import fast
from howdah.ai.budget import Budget
from howdah.ai.search.search import UctSearch, make_ready
from howdah.bench.measure import Chunk, Missing, Workload, run_chunks
from howdah.fast.interpreted import InterpretedSimulator
from howdah.fast.rng import next_chance, seed_key
from howdah.games.registry import GAMES, AnyGame, game_class, plugin_for

BATCH: Final = 1024
_REPLAYED_GAMES: Final = 50
"""The games that steps replay; their actions are chosen before the clock starts."""
_PLAYOUTS: Final = 2048
_SEARCHED: Final = 20_000
COMPILED_LINES: Final = (
    "step.compiled",
    "playout.compiled",
    "games.compiled",
    "uct.compiled",
    f"batch{BATCH}",
)
"""The lines that need the compiler."""


class BenchGame(NamedTuple):
    """A game that is measured, with its options."""

    name: str
    options: dict[str, Any]
    c_source: Path | None

    def __str__(self) -> str:
        return f"{self.options['players']} players"

    @property
    def title(self) -> str:
        """The name of the game for people."""
        return game_class(self.name).title

    def new(self, **more: Any) -> AnyGame:
        """Return a new game."""
        return howdah.new(self.name, **self.options, **more)

    def first_position(self) -> AnyGame:
        """Return a game before its first action, chance included."""
        game = self.new(seed=1)
        game.dealer = None
        if game.actions:
            game.undo()
        return game


def bench_games() -> list[BenchGame]:
    """Return the games that are measured."""
    return [_bench_game(name) for name in GAMES if plugin_for(name).benchmark_options is not None]


def _bench_game(name: str) -> BenchGame:
    plugin = plugin_for(name)
    c_source = None if plugin.c_rules is None else files(plugin.package) / plugin.c_rules
    path = None if c_source is None else Path(str(c_source))
    return BenchGame(name, dict(plugin.benchmark_options or {}), path)


def reference_game() -> BenchGame:
    """Return the game that other engines are compared with: the first with a program in C."""
    games = bench_games()
    return next((game for game in games if game.c_source is not None), games[0])


def own_workloads() -> Iterator[Workload | Missing]:
    """Yield every workload of our own games."""
    for game in bench_games():
        yield from _python_workloads(game)
        yield from _compiled_workloads(game) if fast.is_compiled() else _not_compiled(game)


def _python_workloads(game: BenchGame) -> Iterator[Workload]:
    library = partial(_library, game)
    yield _workload(game, "face", f"{game}, new game, legal actions, play, record", library)
    step = partial(_interpreted_step, game)
    yield _workload(game, "step.interpreted", f"{game}, rules from Python: play, legal", step)
    simulator = InterpretedSimulator(game.first_position())
    playouts = partial(_playouts, simulator, 1)
    yield _workload(game, "playout.interpreted", f"{game}, random games to their end", playouts)


def _compiled_workloads(game: BenchGame) -> Iterator[Workload]:
    simulator = fast.simulator(game.first_position())
    step = partial(_compiled_step, game)
    yield _workload(game, "step.compiled", f"{game}, from Python: check, play, legal", step)
    playouts = partial(_playouts, simulator, _PLAYOUTS)
    yield _workload(game, "playout.compiled", f"{game}, random games to their end", playouts)
    note = f"{game}, the same playouts by games, scores and winners found"
    games = partial(_games, simulator)
    yield Workload(f"{game.name}.games.compiled", "games/s", note, partial(run_chunks, games))
    note = f"{game}, plain UCT from the start, {_SEARCHED} playouts a search"
    search = partial(_search, game)
    yield Workload(f"{game.name}.uct.compiled", "playouts/s", note, partial(run_chunks, search))
    batch = partial(_batch, game)
    note = f"{game}, {BATCH} games at once: choose, step, legal, restart"
    yield _workload(game, f"batch{BATCH}", note, batch)


def _not_compiled(game: BenchGame) -> Iterator[Missing]:
    for line in COMPILED_LINES:
        yield Missing(f"{game.name}.{line}", str(fast.why_interpreted()))


def _workload(game: BenchGame, line: str, note: str, new_chunk: Any) -> Workload:
    name = f"{game.name}.{line}"
    unit = "steps/s" if line.startswith("batch") else "actions/s"
    return Workload(name, unit, note, partial(run_chunks, new_chunk))


# The chunks of the workloads


def _library(bench_game: BenchGame) -> Chunk:
    """Whole games by the public API of the library, actions as objects."""
    seeds, choice = count(1), random.Random(1).choice

    def chunk() -> int:
        game: Any = bench_game.new(seed=next(seeds))
        while not game.is_over:
            game.play(choice(game.legal_actions()))
        return len(game.record().actions)

    return chunk


def _interpreted_step(game: BenchGame) -> Chunk:
    board, start = game.first_position().position()
    kernel = InterpretedSimulator(game.first_position()).kernel
    play, legal_words = kernel.play, kernel.legal_words
    replays = cycle(_random_games(game))

    def chunk() -> int:
        state, actions = start.copy(), next(replays)
        for action in actions:
            play(board, state, action)
            legal_words(board, state)
        return len(actions)

    return chunk


def _compiled_step(game: BenchGame) -> Chunk:
    start = fast.simulator(game.first_position())
    replays = cycle(_random_games(game))

    def chunk() -> int:
        simulator, actions = start.copy(), next(replays)
        play = simulator.play
        for action in actions:
            play(action)
        return len(actions)

    return chunk


def _playouts(simulator: fast.Simulator, games: int) -> Chunk:
    seeds = count(1)
    return lambda: simulator.playouts(games, seed=next(seeds)).actions


def _games(simulator: fast.Simulator) -> Chunk:
    seeds = count(1)

    def chunk() -> int:
        simulator.playouts(_PLAYOUTS, seed=next(seeds))
        return _PLAYOUTS

    return chunk


def _search(bench_game: BenchGame) -> Chunk:
    """A search from the first decision of a game, with an empty tree."""
    game = bench_game.new(seed=1)
    make_ready([(bench_game.name, UctSearch.kind)])

    def chunk() -> int:
        UctSearch(game, "1", is_compiled=True).run(Budget(simulations=_SEARCHED))
        return _SEARCHED

    return chunk


def _batch(game: BenchGame) -> Chunk:
    """Twenty steps of a batch; games that are over then start again."""
    batch = fast.batch([game.first_position()] * BATCH, seed=1)

    def chunk() -> int:
        steps = 0
        for _ in range(20):
            actions = batch.random_actions()
            batch.step(actions)
            steps += int((actions != fast.NOTHING).sum())
        batch.restart()
        return steps

    return chunk


def _random_games(game: BenchGame) -> list[list[int]]:
    """Return the actions of some random games, by number."""
    start = InterpretedSimulator(game.first_position())
    board, _ = game.first_position().position()
    games = []
    for number in range(_REPLAYED_GAMES):
        simulator, actions, chance = start.copy(), [], next_chance(seed_key("scripts", number))
        while not simulator.is_over:
            action, chance = simulator.kernel.random_action(board, simulator.unpack(), chance)
            simulator.play(action)
            actions.append(action)
        games.append(actions)
    return games
