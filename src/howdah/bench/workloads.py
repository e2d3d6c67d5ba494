"""Workloads of games that Python drives action by action, ours and those of peers alike.

What they need may not be installed: `prepare_workload` gives the workload, or why it is missing.
"""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.metadata import version
from itertools import count
from textwrap import shorten
from typing import Any, Final

from howdah.bench.measure import Chunk, Missing, Workload, run_chunks
from howdah.core.extras import install_command

Prepare = Callable[[str], Workload]
"""Makes the workload of a name; what it imports may be missing."""
INSTALL: Final = {"jax": "pip install pgx", "pgx": "pip install pgx"}
"""The command that installs a module which `howdah[bench]` does not bring."""
SEED: Final = 2
"""With it Hearts deals a hand in which cards are passed, as in three hands of four."""
_OUR_PACKAGE: Final = "howdah."


class Unavailable(Exception):
    """A workload cannot run here; the message says why."""


def prepare_workload(name: str, prepare: Prepare) -> Workload | Missing:
    """Return a workload that is ready to run, or why there is none."""
    try:
        return prepare(name)
    except Unavailable as error:
        return Missing(name, str(error))
    except ModuleNotFoundError as error:
        return Missing(name, _missing_module(str(error.name)))
    except Exception as error:
        reason = shorten(f"{type(error).__name__}: {error}", 100)
        return Missing(name, f"{reason}; {install_command('bench')} may mend it")


def _missing_module(module: str) -> str:
    if module.startswith(_OUR_PACKAGE):
        return f"{module} does not come with this installation"
    return f"no {module}: {INSTALL.get(module) or install_command('bench')}"


def new_workload(name: str, unit: str, note: str, new_chunk: Callable[[], Chunk]) -> Workload:
    """Return a workload after a first run; every run takes a new chunk, so all do the same."""
    new_chunk()()
    return Workload(name, unit, note, partial(run_chunks, new_chunk))


def import_peer(module: str, distribution: str) -> tuple[Any, str]:
    """Import a peer, and return it with its name and version."""
    return import_quietly(module), f"{distribution} {version(distribution)}"


def import_quietly(module: str) -> Any:
    """Import a module, and ignore the warnings of its import."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return import_module(module)


# OpenSpiel


def openspiel(game_string: str, name: str, *, registered_by: str | None = None) -> Workload:
    """Return the workload of a game of OpenSpiel that Python drives action by action."""
    spiel, package = import_peer("pyspiel", "open_spiel")
    if registered_by:
        import_quietly(registered_by)
    game = spiel.load_game(game_string)
    note = f"{package} {game_string}, driven by Python, chance counted"
    return new_workload(name, "actions/s", note, partial(_new_openspiel_chunk, game))


def _new_openspiel_chunk(game: Any) -> Chunk:
    return partial(_play_openspiel, game, random.Random(SEED))


def _play_openspiel(game: Any, rng: random.Random) -> int:
    state = game.new_initial_state()
    actions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(sample_outcome(state, rng))
        else:
            state.apply_action(rng.choice(state.legal_actions()))
        actions += 1
    return actions


def sample_outcome(state: Any, rng: random.Random) -> int:
    """Draw an outcome of a chance node by its probability."""
    outcomes, probabilities = zip(*state.chance_outcomes())
    outcome: int = rng.choices(outcomes, probabilities)[0]
    return outcome


# PettingZoo


def pettingzoo(env: Any, name: str, note: str) -> Workload:
    """Return the workload of whole games of a PettingZoo environment, played at random."""
    return new_workload(name, "steps/s", note, partial(_new_pettingzoo_chunk, env))


def _new_pettingzoo_chunk(env: Any) -> Chunk:
    seeds, rng = count(1), random.Random(SEED)
    return lambda: _play_pettingzoo(env, next(seeds), rng)


def _play_pettingzoo(env: Any, seed: int, rng: random.Random) -> int:
    """Play a game, and return its steps without those of agents that are terminated."""
    steps = 0
    env.reset(seed=seed)
    for _ in env.agent_iter():
        observation, _, is_terminated, is_truncated, _ = env.last()
        if is_terminated or is_truncated:
            env.step(None)
        else:
            env.step(rng.choice(observation["action_mask"].nonzero()[0]))
            steps += 1
    return steps
