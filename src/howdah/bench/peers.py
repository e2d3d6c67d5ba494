"""Other engines with random players, on one thread, each as fast as it goes from Python.

They are imported when they are prepared.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import count
from statistics import fmean, stdev
from typing import Any, Final

from howdah.bench import workloads
from howdah.bench.measure import Chunk, Missing, Workload
from howdah.bench.workloads import (
    SEED,
    Prepare,
    import_peer,
    import_quietly,
    new_workload,
    prepare_workload,
)


def peer_workloads() -> Iterator[Workload | Missing]:
    """Yield every peer, ready to run: it has played once."""
    for name, prepare in PEERS.items():
        yield prepare_workload(name, prepare)


# OpenSpiel

_CHUNK_ACTIONS: Final = 4_000
"""Enough that calling C++ costs nothing beside the games, and few enough for the clock."""
COUNTED_ACTIONS: Final = 200_000
"""How many actions are played to find the mean length of a game."""


def _rollouts(game_string: str, name: str) -> Workload:
    """Return the workload of rollouts by OpenSpiel in C++, from the first decision of a game.

    Their actions are the number of games times the mean length of other random games from there,
    since rollouts do not return their length.
    """
    spiel, package = import_peer("pyspiel", "open_spiel")
    game = spiel.load_game(game_string)
    start = _first_decision(game)
    lengths = _lengths(spiel, game, start)
    mean, error = fmean(lengths), stdev(lengths) / len(lengths) ** 0.5
    games = max(1, round(_CHUNK_ACTIONS / mean))
    counted = (
        f"C++ rollouts x {mean:.1f} +- {error:.1f} actions from the first decision, chance too"
    )

    def new_chunk() -> Chunk:
        search = _roll_out(spiel, game, games)

        def chunk() -> int:
            search(start)
            return round(games * mean)

        return chunk

    return new_workload(name, "actions/s", f"{package} {game_string}, {counted}", new_chunk)


def _roll_out(spiel: Any, game: Any, games: int) -> Callable[[Any], Any]:
    """Return a function that rolls so many games out from a state.

    The evaluator cannot be called from Python, but a search of one simulation calls it once, for
    the state that is searched. That state must be a decision: others have no player to reward.
    """
    bot = spiel.MCTSBot(
        game=game,
        evaluator=spiel.RandomRolloutEvaluator(n_rollouts=games, seed=SEED),
        uct_c=1.0,
        max_simulations=1,
        max_memory_mb=1,
        solve=False,
        seed=SEED,
        verbose=False,
    )
    search: Callable[[Any], Any] = bot.mcts_search
    return search


def _first_decision(game: Any) -> Any:
    state, rng = game.new_initial_state(), random.Random(SEED)
    while state.is_chance_node():
        state.apply_action(workloads.sample_outcome(state, rng))
    return state


def _lengths(spiel: Any, game: Any, start: Any) -> list[int]:
    """Return the lengths of random games, chance included; bots play them in C++."""
    bots = [spiel.make_uniform_random_bot(seat, SEED + seat) for seat in range(game.num_players())]
    lengths: list[int] = []
    left = COUNTED_ACTIONS
    while left > 0:
        state = start.clone()
        spiel.evaluate_bots(state, bots, len(lengths))
        lengths.append(state.move_number() - start.move_number())
        left -= lengths[-1]
    return lengths


# Catanatron


def _catanatron(name: str) -> Workload:
    catanatron, package = import_peer("catanatron", "catanatron")

    def new_chunk() -> Chunk:
        # Not seed 0: Catanatron takes it for no seed.
        seeds = count(1)
        return lambda: _play_catan(catanatron, next(seeds))

    note = f"{package}, 4 players, whole games with their set-up; actions of its own record"
    return new_workload(name, "actions/s", note, new_chunk)


def _play_catan(catanatron: Any, seed: int) -> int:
    with _randomness_restored():
        players = [catanatron.RandomPlayer(color) for color in catanatron.Color]
        game = catanatron.Game(players, seed=seed)
        game.play()
    state = game.state
    return len(state.action_records if hasattr(state, "action_records") else state.actions)


@contextmanager
def _randomness_restored() -> Iterator[None]:
    """Restore the global generator, which Catanatron seeds and uses."""
    before = random.getstate()
    try:
        yield
    finally:
        random.setstate(before)


# python-chess

_MOST_PLIES: Final = 300


def _chess(name: str) -> Workload:
    chess, package = import_peer("chess", "chess")
    note = f"{package}, plies of whole games, {_MOST_PLIES} at most"
    return new_workload(
        name, "actions/s", note, lambda: partial(_play_chess, chess, random.Random(SEED))
    )


def _play_chess(chess: Any, rng: random.Random) -> int:
    board = chess.Board()
    plies = 0
    while plies < _MOST_PLIES and not board.is_game_over():
        board.push(rng.choice(list(board.legal_moves)))
        plies += 1
    return plies


# PettingZoo


def _pettingzoo(name: str) -> Workload:
    """Return the workload of PettingZoo's Connect Four, by the same loop as ours."""
    _, package = import_peer("pettingzoo", "pettingzoo")
    note = f"{package} connect_four_v3, by the same loop as the games here"
    return workloads.pettingzoo(_connect_four(), name, note)


def _connect_four() -> Any:
    """Make it by the registry, or by its module in versions without a registry."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        registration = import_quietly("pettingzoo.env_registry.registration")
    except ModuleNotFoundError:
        return import_quietly("pettingzoo.classic.connect_four_v3").env()
    return registration.make("aec", "classic/connect_four_v3")


# Pgx

_PGX_GAMES: Final = 1024
_PGX_STEPS: Final = 20


def _pgx(name: str) -> Workload:
    """Return the workload of Pgx's Connect Four: many games and many steps in one compiled call."""
    pgx, package = import_peer("pgx", "pgx")
    jax = import_quietly("jax")
    env = pgx.make("connect_four")
    play = jax.jit(_random_steps(jax, env))
    begin = jax.jit(jax.vmap(env.init))
    start = jax.random.PRNGKey(SEED)

    def new_chunk() -> Chunk:
        state, numbers = begin(jax.random.split(start, _PGX_GAMES)), count(1)

        def chunk() -> int:
            nonlocal state
            state = jax.block_until_ready(play(state, jax.random.fold_in(start, next(numbers))))
            return _PGX_GAMES * _PGX_STEPS

        return chunk

    note = (
        f"{package} connect_four, {_PGX_GAMES} games, {_PGX_STEPS} steps in a call, "
        f"on {jax.default_backend()}, threads as XLA takes them"
    )
    return new_workload(name, "steps/s", note, new_chunk)


def _random_steps(jax: Any, env: Any) -> Callable[[Any, Any], Any]:
    """Return a function of all states and a key that steps; games that are over are reset."""

    def step(state: Any, key: Any) -> Any:
        choosing, beginning = jax.random.split(key)
        likely = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        after = env.step(state, jax.random.categorical(choosing, likely))
        is_over = after.terminated | after.truncated
        return jax.tree_util.tree_map(
            lambda new, old: jax.numpy.where(is_over, new, old), env.init(beginning), after
        )

    def step_all(states: Any, key: Any) -> tuple[Any, None]:
        return jax.vmap(step)(states, jax.random.split(key, _PGX_GAMES)), None

    def steps(states: Any, key: Any) -> Any:
        return jax.lax.scan(step_all, states, jax.random.split(key, _PGX_STEPS))[0]

    return steps


PEERS: Final[dict[str, Prepare]] = {
    "peer.open_spiel.spades": partial(_rollouts, "spades"),
    "peer.open_spiel.mancala": partial(_rollouts, "mancala"),
    "peer.open_spiel.hearts": partial(_rollouts, "hearts"),
    "peer.open_spiel.connect_four": partial(_rollouts, "connect_four"),
    "peer.open_spiel.chinese_checkers": partial(_rollouts, "chinese_checkers(players=4)"),
    "peer.open_spiel.go": partial(_rollouts, "go(board_size=9)"),
    "peer.open_spiel.backgammon": partial(_rollouts, "backgammon"),
    "peer.open_spiel.mancala.python": partial(workloads.openspiel, "mancala"),
    "peer.open_spiel.connect_four.python": partial(workloads.openspiel, "connect_four"),
    "peer.open_spiel.backgammon.python": partial(workloads.openspiel, "backgammon"),
    "peer.open_spiel.python_tic_tac_toe": partial(
        workloads.openspiel, "python_tic_tac_toe", registered_by="open_spiel.python.games"
    ),
    "peer.pettingzoo.connect_four": _pettingzoo,
    "peer.pgx.connect_four": _pgx,
    "peer.catanatron": _catanatron,
    "peer.chess": _chess,
}
"""How to prepare every peer, by its public name."""
