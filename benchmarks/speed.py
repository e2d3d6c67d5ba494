"""How fast Bombay plays, on one core: best of several runs, four random players.

make bench
python benchmarks/speed.py --repeat 9
"""

from __future__ import annotations

import argparse
import platform
import random
import subprocess
import sys
import time
from collections.abc import Callable
from functools import cache
from itertools import accumulate
from operator import add

import howdah
from howdah.bombay import rules
from howdah.bombay.draws import Bag, draws_from
from howdah.bombay.game import Bombay
from howdah.bombay.state import OVER, TURN, BoardTables, State

PLAYERS = 4


def legal_lists() -> Callable[[int], tuple[int, ...]]:
    """A function from a mask of legal actions to the actions in it, remembering each mask."""
    known: dict[int, tuple[int, ...]] = {}

    def actions_in(mask: int) -> tuple[int, ...]:
        try:
            return known[mask]
        except KeyError:
            found = tuple(a for a in range(rules.PLAYER_ACTIONS) if mask >> a & 1)
            return known.setdefault(mask, found)

    return actions_in


@cache
def weighted_draws(bag: Bag, bales: int) -> tuple[list[int], list[int]]:
    """The draws of a bag, and their weights added up."""
    draws, weights = zip(*draws_from(bag, bales))
    return list(draws), list(accumulate(weights))


def random_draw(state: State) -> int:
    """A draw with its exact probability."""
    yellow, purple, blue, orange = map(add, state.bag, state.stock)
    bag = (yellow, purple, blue, orange)
    draws, weights = weighted_draws(bag, rules.bales_to_draw(state))
    return random.choices(draws, cum_weights=weights)[0]


def play_rules(
    board: BoardTables, state: State, actions_in: Callable[[int], tuple[int, ...]]
) -> int:
    """Play a game through the rules to its end; returns how many actions that took."""
    legal_actions, play, number = rules.legal_actions, rules.play, random.random
    actions = 0
    while state.phase != OVER:
        if state.phase == TURN:
            legal = actions_in(legal_actions(board, state))
            play(board, state, legal[int(number() * len(legal))])
        else:
            play(board, state, rules.RESTOCK + random_draw(state))
        actions += 1
    return actions


def rules_per_second(games: int) -> float:
    """Actions a second: legal actions and play of the rules, driven from Python."""
    game = Bombay.new(PLAYERS, set_up="first-game", seed=1)
    game.dealer = None
    game.undo()
    actions_in = legal_lists()
    began = time.perf_counter()
    actions = sum(
        play_rules(game.board.tables, game._state.copy(), actions_in) for _ in range(games)
    )
    return actions / (time.perf_counter() - began)


def face_per_second(games: int) -> float:
    """Actions a second: `legal_actions()` and `play()` of the friendly face, records kept."""
    actions = 0
    began = time.perf_counter()
    for seed in range(games):
        game = howdah.new("bombay", players=PLAYERS, seed=seed)
        while not game.is_over:
            game.play(random.choice(game.legal_actions()))
        actions += len(game.actions)
    return actions / (time.perf_counter() - began)


def import_milliseconds() -> float:
    """CPU time that `import howdah` adds to a bare interpreter."""
    program = (
        "import time; began = time.process_time(); import howdah; "
        "print((time.process_time() - began) * 1000)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def main() -> None:
    """Measure and print one table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=5, help="runs, of which the best counts")
    repeat = parser.parse_args().repeat
    random.seed(1)
    print(f"Python {platform.python_version()}, howdah {howdah.__version__}, best of {repeat}")
    through_rules = max(rules_per_second(400) for _ in range(repeat))
    through_face = max(face_per_second(60) for _ in range(repeat))
    importing = min(import_milliseconds() for _ in range(repeat))
    print(f"rules: legal actions + play  {through_rules:>12,.0f} actions/s")
    print(f"face: legal_actions + play   {through_face:>12,.0f} actions/s")
    print(f"import howdah                {importing:>12.1f} ms CPU")


if __name__ == "__main__":
    main()
