"""Other engines with random players, on one thread, each as fast as it goes from Python.

They are imported when they are asked for; only the standard library is needed to ask.
"""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from importlib.metadata import version
from itertools import count
from statistics import fmean, stdev
from textwrap import shorten
from typing import Any, Final

from howdah.bench.measure import Chunk, Missing, Workload, run_chunks


def peers() -> Iterator[Workload | Missing]:
    """Every peer, ready to run: it has played once before it is given."""
    for name, prepare in PEERS.items():
        yield _prepared(name, prepare)


def _prepared(name: str, prepare: Callable[[str], Workload]) -> Workload | Missing:
    try:
        return prepare(name)
    except ModuleNotFoundError as error:
        return Missing(name, f"no {error.name}: pip install howdah[bench]")
    except Exception as error:
        reason = shorten(f"{type(error).__name__}: {error}", 100)
        return Missing(name, f"{reason}; pip install howdah[bench] may mend it")


def _workload(name: str, note: str, new_chunk: Callable[[], Chunk]) -> Workload:
    """A workload whose every run takes a new chunk, so that each plays the same games."""
    new_chunk()()
    return Workload(name, "actions/s", note, partial(run_chunks, new_chunk))


def _load(module: str, distribution: str) -> tuple[Any, str]:
    """A peer, and its name with its version; what it warns of while it loads is not our matter."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return import_module(module), f"{distribution} {version(distribution)}"


# OpenSpiel

_SEED: Final = 2
"""With it Hearts deals a hand in which cards are passed, as in three hands of four."""
_CHUNK_ACTIONS: Final = 4_000
"""Enough that calling C++ costs nothing beside the games, and few enough for the clock."""
_COUNTED_ACTIONS: Final = 200_000
"""Played before any run, for the mean length of a game."""


def _rollouts(game_string: str, name: str) -> Workload:
    """Random games that OpenSpiel plays in C++, from the first decision of one game.

    Their actions are the number of games, times the mean length of other random games from there:
    rollouts do not tell how long they were.
    """
    spiel, package = _load("pyspiel", "open_spiel")
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

    return _workload(name, f"{package} {game_string}, {counted}", new_chunk)


def _roll_out(spiel: Any, game: Any, games: int) -> Callable[[Any], Any]:
    """A function that rolls so many games out from a state.

    The evaluator cannot be called from Python, but a search of one simulation calls it once, for
    the state that is searched. That state must be a decision: others have no player to reward.
    """
    bot = spiel.MCTSBot(
        game=game,
        evaluator=spiel.RandomRolloutEvaluator(n_rollouts=games, seed=_SEED),
        uct_c=1.0,
        max_simulations=1,
        max_memory_mb=1,
        solve=False,
        seed=_SEED,
        verbose=False,
    )
    search: Callable[[Any], Any] = bot.mcts_search
    return search


def _first_decision(game: Any) -> Any:
    state, dice = game.new_initial_state(), random.Random(_SEED)
    while state.is_chance_node():
        state.apply_action(_chance(state, dice))
    return state


def _lengths(spiel: Any, game: Any, start: Any) -> list[int]:
    """How many actions random games take, chance included: bots play them in C++."""
    bots = [spiel.make_uniform_random_bot(seat, _SEED + seat) for seat in range(game.num_players())]
    lengths: list[int] = []
    left = _COUNTED_ACTIONS
    while left > 0:
        state = start.clone()
        spiel.evaluate_bots(state, bots, len(lengths))
        lengths.append(state.move_number() - start.move_number())
        left -= lengths[-1]
    return lengths


def _driven(game_string: str, name: str) -> Workload:
    """OpenSpiel asked for the legal actions, and told which to apply, by Python."""
    spiel, package = _load("pyspiel", "open_spiel")
    game = spiel.load_game(game_string)
    note = f"{package} {game_string}, driven by Python, chance counted"
    return _workload(name, note, lambda: partial(_play_from_python, game, random.Random(_SEED)))


def _play_from_python(game: Any, dice: random.Random) -> int:
    state = game.new_initial_state()
    actions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(_chance(state, dice))
        else:
            state.apply_action(dice.choice(state.legal_actions()))
        actions += 1
    return actions


def _chance(state: Any, dice: random.Random) -> int:
    outcomes, probabilities = zip(*state.chance_outcomes())
    outcome: int = dice.choices(outcomes, probabilities)[0]
    return outcome


# Catanatron


def _catanatron(name: str) -> Workload:
    catanatron, package = _load("catanatron", "catanatron")

    def new_chunk() -> Chunk:
        # No game has seed 0: Catanatron takes it for none.
        seeds = count(1)
        return lambda: _play_catan(catanatron, next(seeds))

    note = f"{package}, 4 players, whole games with their set-up; actions of its own record"
    return _workload(name, note, new_chunk)


def _play_catan(catanatron: Any, seed: int) -> int:
    with _randomness_restored():
        players = [catanatron.RandomPlayer(color) for color in catanatron.Color]
        game = catanatron.Game(players, seed=seed)
        game.play()
    state = game.state
    return len(state.action_records if hasattr(state, "action_records") else state.actions)


@contextmanager
def _randomness_restored() -> Iterator[None]:
    """Catanatron seeds and uses the generator that everyone shares."""
    before = random.getstate()
    try:
        yield
    finally:
        random.setstate(before)


# python-chess

_MOST_PLIES: Final = 300


def _chess(name: str) -> Workload:
    chess, package = _load("chess", "chess")
    note = f"{package}, plies of whole games, {_MOST_PLIES} at most"
    return _workload(name, note, lambda: partial(_play_chess, chess, random.Random(_SEED)))


def _play_chess(chess: Any, dice: random.Random) -> int:
    board = chess.Board()
    plies = 0
    while plies < _MOST_PLIES and not board.is_game_over():
        board.push(dice.choice(list(board.legal_moves)))
        plies += 1
    return plies


PEERS: Final[dict[str, Callable[[str], Workload]]] = {
    "peer.open_spiel.spades": partial(_rollouts, "spades"),
    "peer.open_spiel.mancala": partial(_rollouts, "mancala"),
    "peer.open_spiel.hearts": partial(_rollouts, "hearts"),
    "peer.open_spiel.connect_four": partial(_rollouts, "connect_four"),
    "peer.open_spiel.chinese_checkers": partial(_rollouts, "chinese_checkers(players=4)"),
    "peer.open_spiel.go": partial(_rollouts, "go(board_size=9)"),
    "peer.open_spiel.backgammon": partial(_rollouts, "backgammon"),
    "peer.open_spiel.mancala.python": partial(_driven, "mancala"),
    "peer.open_spiel.connect_four.python": partial(_driven, "connect_four"),
    "peer.open_spiel.backgammon.python": partial(_driven, "backgammon"),
    "peer.catanatron": _catanatron,
    "peer.chess": _chess,
}
"""How to prepare every peer, by its public name."""
