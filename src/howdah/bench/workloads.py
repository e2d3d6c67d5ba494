"""Games that Python drives action by action, ours and those of peers by the same loops."""

from __future__ import annotations

import random
from functools import partial
from itertools import count
from typing import Any, Final

from howdah.bench.measure import Chunk, Workload
from howdah.bench.preparing import imported, load, ready

SEED: Final = 2
"""With it Hearts deals a hand in which cards are passed, as in three hands of four."""


# OpenSpiel


def openspiel(game_string: str, name: str, *, registered_by: str | None = None) -> Workload:
    """OpenSpiel asked for the legal actions, and told which to apply, by Python."""
    spiel, package = load("pyspiel", "open_spiel")
    if registered_by:
        imported(registered_by)
    game = spiel.load_game(game_string)
    note = f"{package} {game_string}, driven by Python, chance counted"
    new_chunk = partial(_new_spiel_chunk, game)
    return ready(name, "actions/s", note, new_chunk)


def _new_spiel_chunk(game: Any) -> Chunk:
    return partial(_play_spiel, game, random.Random(SEED))


def _play_spiel(game: Any, dice: random.Random) -> int:
    state = game.new_initial_state()
    actions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(chance(state, dice))
        else:
            state.apply_action(dice.choice(state.legal_actions()))
        actions += 1
    return actions


def chance(state: Any, dice: random.Random) -> int:
    """An outcome of a chance node, as likely as it says."""
    outcomes, probabilities = zip(*state.chance_outcomes())
    outcome: int = dice.choices(outcomes, probabilities)[0]
    return outcome


# PettingZoo


def pettingzoo(env: Any, name: str, note: str) -> Workload:
    """Whole games of agents that take turns: each looks at what it sees and plays at random."""
    return ready(name, "steps/s", note, partial(_new_agents_chunk, env))


def _new_agents_chunk(env: Any) -> Chunk:
    seeds, dice = count(1), random.Random(SEED)
    return lambda: _play_agents(env, next(seeds), dice)


def _play_agents(env: Any, seed: int, dice: random.Random) -> int:
    """The steps of a game; those in which agents leave when it is over are not counted."""
    steps = 0
    env.reset(seed=seed)
    for _ in env.agent_iter():
        seen, _, is_terminated, is_truncated, _ = env.last()
        if is_terminated or is_truncated:
            env.step(None)
        else:
            env.step(dice.choice(seen["action_mask"].nonzero()[0]))
            steps += 1
    return steps
