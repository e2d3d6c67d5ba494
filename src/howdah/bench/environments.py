"""The games as environments: one game at a time and many at once, on one thread.

What the environments need is imported when they are prepared.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from howdah import fast
from howdah.bench import workloads
from howdah.bench.measure import Chunk, Missing, Workload
from howdah.bench.own_games import BATCH, BenchGame, bench_games
from howdah.bench.workloads import Prepare, Unavailable, new_workload, prepare_workload

_STEPS: Final = 20
_OUTPUTS: Final = {"masks": False, "observations": True}
"""What a vector environment returns: whether that includes observations."""


def environment_workloads() -> Iterator[Workload | Missing]:
    """Yield every environment, ready to run: it has played once, and all is compiled."""
    for name, prepare in environments().items():
        yield prepare_workload(name, prepare)


def environments() -> dict[str, Prepare]:
    """Return how to prepare every environment, by its public name."""
    return {name: prepare for game in bench_games() for name, prepare in _lines(game)}


def _lines(game: BenchGame) -> Iterator[tuple[str, Prepare]]:
    for output in _OUTPUTS:
        yield f"{game.name}.vector{BATCH}.{output}", partial(_vector, game, output)
    yield f"{game.name}.pettingzoo", partial(_pettingzoo, game)
    yield f"{game.name}.openspiel", partial(_openspiel, game)


def _vector(game: BenchGame, output: str, name: str) -> Workload:
    """Return the workload of random steps of many games at once, which are reset as they end."""
    if not fast.is_compiled():
        raise Unavailable(str(fast.why_interpreted()))
    from howdah import envs

    env = envs.vector_env(
        game.name, BATCH, players=game.options["players"], observations=_OUTPUTS[output]
    )
    note = f"{game}, vector_env of {BATCH} games: random_actions, step; {output}"
    return new_workload(name, "steps/s", note, partial(_new_vector_chunk, env))


def _new_vector_chunk(env: Any) -> Chunk:
    env.reset(seed=1)

    def chunk() -> int:
        for _ in range(_STEPS):
            env.step(env.random_actions())
        return BATCH * _STEPS

    return chunk


def _pettingzoo(game: BenchGame, name: str) -> Workload:
    from howdah import envs

    env = envs.aec_env(game.name, players=game.options["players"])
    note = f"{game}, aec_env: reset, then last and step of whole games, a random legal action"
    return workloads.pettingzoo(env, name, note)


def _openspiel(game: BenchGame, name: str) -> Workload:
    game_string = f"howdah_{game.name}(players={game.options['players']})"
    return workloads.openspiel(game_string, name, registered_by="howdah.envs.openspiel")
