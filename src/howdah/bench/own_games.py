"""Our own two games with random players, from Python and compiled, on one thread."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from itertools import count, cycle
from typing import Any, Final, NamedTuple

import howdah
from howdah import fast
from howdah.ai.budget import Budget
from howdah.ai.search.search import UctSearch
from howdah.ai.search.warmup import make_ready
from howdah.bench.measure import Chunk, Missing, Workload, run_chunks
from howdah.fast.interpreted import InterpretedSimulator
from howdah.fast.rng import seed_key, upcoming
from howdah.games.registry import AnyGame

BATCH: Final = 1024
_SCRIPTS: Final = 50
"""So many games are replayed by numbers, which were chosen before the clock started."""
_PLAYOUTS: Final = 2048
_SEARCHED: Final = 20_000
LINES: Final = (
    "step.compiled",
    "playout.compiled",
    "games.compiled",
    "uct.compiled",
    f"batch{BATCH}",
)
"""What needs the compiler."""


class BenchGame(NamedTuple):
    """The game that is measured."""

    game: str
    options: dict[str, Any]

    def __str__(self) -> str:
        return f"{self.options['players']} players"

    def new(self, **more: Any) -> AnyGame:
        """A game at this table."""
        return howdah.new(self.game, **self.options, **more)


TABLES: Final = (
    BenchGame("bombay", {"players": 4, "set_up": "first-game"}),
    BenchGame("bazar", {"players": 2, "starter": "seat 0"}),
)


def start_of(table: BenchGame) -> AnyGame:
    """A game before its first action, chance included."""
    game = table.new(seed=1)
    game.dealer = None
    if game.actions:
        game.undo()
    return game


def engine() -> Iterator[Workload | Missing]:
    """Every workload of our own."""
    for table in TABLES:
        yield from _from_python(table)
        yield from _compiled(table) if fast.is_compiled() else _not_compiled(table)


def _from_python(table: BenchGame) -> Iterator[Workload]:
    face = partial(_face, table)
    yield _workload(table, "face", f"{table}, new game, legal actions, play, record", face)
    step = partial(_interpreted_step, table)
    yield _workload(table, "step.interpreted", f"{table}, rules from Python: play, legal", step)
    simulator = InterpretedSimulator(start_of(table))
    playouts = partial(_playouts, simulator, 1)
    yield _workload(table, "playout.interpreted", f"{table}, random games to their end", playouts)


def _compiled(table: BenchGame) -> Iterator[Workload]:
    simulator = fast.simulator(start_of(table))
    step = partial(_compiled_step, table)
    yield _workload(table, "step.compiled", f"{table}, from Python: check, play, legal", step)
    playouts = partial(_playouts, simulator, _PLAYOUTS)
    yield _workload(table, "playout.compiled", f"{table}, random games to their end", playouts)
    note = f"{table}, the same playouts by games, scores and winners found"
    games = partial(_games, simulator)
    yield Workload(f"{table.game}.games.compiled", "games/s", note, partial(run_chunks, games))
    note = f"{table}, plain UCT from the start, {_SEARCHED} playouts a search"
    search = partial(_search, table)
    yield Workload(f"{table.game}.uct.compiled", "playouts/s", note, partial(run_chunks, search))
    batch = partial(_batch, table)
    note = f"{table}, {BATCH} games at once: choose, step, legal, restart"
    yield _workload(table, f"batch{BATCH}", note, batch)


def _not_compiled(table: BenchGame) -> Iterator[Missing]:
    for line in LINES:
        yield Missing(f"{table.game}.{line}", str(fast.why_interpreted()))


def _workload(table: BenchGame, line: str, note: str, new_chunk: Any) -> Workload:
    name = f"{table.game}.{line}"
    unit = "steps/s" if line.startswith("batch") else "actions/s"
    return Workload(name, unit, note, partial(run_chunks, new_chunk))


# What a chunk does


def _face(table: BenchGame) -> Chunk:
    """Whole games as a program would play them that knows nothing of numbers."""
    seeds, choice = count(1), random.Random(1).choice

    def chunk() -> int:
        game: Any = table.new(seed=next(seeds))
        while not game.is_over:
            game.play(choice(game.legal_actions()))
        return len(game.record().actions)

    return chunk


def _interpreted_step(table: BenchGame) -> Chunk:
    board, start = start_of(table).position()
    kernel = InterpretedSimulator(start_of(table)).kernel
    play, legal_words = kernel.play, kernel.legal_words
    scripts = cycle(_scripts(table))

    def chunk() -> int:
        state, script = start.copy(), next(scripts)
        for action in script:
            play(board, state, action)
            legal_words(board, state)
        return len(script)

    return chunk


def _compiled_step(table: BenchGame) -> Chunk:
    start = fast.simulator(start_of(table))
    scripts = cycle(_scripts(table))

    def chunk() -> int:
        simulator, script = start.copy(), next(scripts)
        play = simulator.play
        for action in script:
            play(action)
        return len(script)

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


def _search(table: BenchGame) -> Chunk:
    """A search from the first decision of a game, with nothing known before."""
    game = table.new(seed=1)
    make_ready([(table.game, UctSearch.kind)])

    def chunk() -> int:
        UctSearch(game, "1", is_compiled=True).run(Budget(simulations=_SEARCHED))
        return _SEARCHED

    return chunk


def _batch(table: BenchGame) -> Chunk:
    """Twenty steps of a batch; whatever is over then begins again."""
    batch = fast.batch([start_of(table)] * BATCH, seed=1)

    def chunk() -> int:
        steps = 0
        for _ in range(20):
            actions = batch.random_actions()
            batch.step(actions)
            steps += int((actions != fast.NOTHING).sum())
        batch.restart()
        return steps

    return chunk


def _scripts(table: BenchGame) -> list[list[int]]:
    """The actions of some random games, by their numbers."""
    start = InterpretedSimulator(start_of(table))
    board, _ = start_of(table).position()
    scripts = []
    for number in range(_SCRIPTS):
        simulator, script, chance = start.copy(), [], upcoming(seed_key("scripts", number))
        while not simulator.is_over:
            action, chance = simulator.kernel.random_action(board, simulator.unpack(), chance)
            simulator.play(action)
            script.append(action)
        scripts.append(script)
    return scripts
