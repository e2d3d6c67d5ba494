"""Both games as learners meet them: one by one and many at once, on one thread.

What the environments need is imported when they are asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from howdah import fast
from howdah.bench import workloads
from howdah.bench.measure import Chunk, Missing, Workload
from howdah.bench.own_games import BATCH, TABLES, BenchGame
from howdah.bench.preparing import Prepare, Unready, prepared, ready

_STEPS: Final = 20
_SHOWS: Final = {"masks": False, "observations": True}


def learners() -> Iterator[Workload | Missing]:
    """Every environment, ready to run: it has played once, and all is compiled."""
    for name, prepare in LEARNERS.items():
        yield prepared(name, prepare)


def _vector(table: BenchGame, shown: str, name: str) -> Workload:
    """Random steps of many games at once, which begin anew as they end."""
    if not fast.is_compiled():
        raise Unready(str(fast.why_interpreted()))
    from howdah import envs

    env = envs.vector_env(
        table.game, BATCH, players=table.options["players"], observations=_SHOWS[shown]
    )
    note = f"{table}, vector_env of {BATCH} games: random_actions, step; {shown}"
    return ready(name, "steps/s", note, partial(_new_vector_chunk, env))


def _new_vector_chunk(env: Any) -> Chunk:
    env.reset(seed=1)

    def chunk() -> int:
        for _ in range(_STEPS):
            env.step(env.random_actions())
        return BATCH * _STEPS

    return chunk


def _pettingzoo(table: BenchGame, name: str) -> Workload:
    from howdah import envs

    env = envs.aec_env(table.game, players=table.options["players"])
    note = f"{table}, aec_env: reset, then last and step of whole games, a random legal action"
    return workloads.pettingzoo(env, name, note)


def _openspiel(table: BenchGame, name: str) -> Workload:
    game_string = f"howdah_{table.game}(players={table.options['players']})"
    return workloads.openspiel(game_string, name, registered_by="howdah.envs.openspiel")


def _lines(table: BenchGame) -> Iterator[tuple[str, Prepare]]:
    for shown in _SHOWS:
        yield f"{table.game}.vector{BATCH}.{shown}", partial(_vector, table, shown)
    yield f"{table.game}.pettingzoo", partial(_pettingzoo, table)
    yield f"{table.game}.openspiel", partial(_openspiel, table)


LEARNERS: Final[dict[str, Prepare]] = {
    name: prepare for table in TABLES for name, prepare in _lines(table)
}
"""How to prepare every environment, by its public name."""
