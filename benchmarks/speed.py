"""How fast the games play, on one core: best of several runs, random players.

make bench
python -m benchmarks.speed --repeat 9
"""

from __future__ import annotations

import argparse
import platform
import random
import subprocess
import sys
import time

import howdah
from benchmarks import bazar, bombay


def through_the_face(game: str, players: int, games: int) -> tuple[float, float]:
    """Games and actions a second: `new`, `legal_actions()` and `play()`, records kept."""
    actions = 0
    began = time.perf_counter()
    for seed in range(games):
        table = howdah.new(game, players=players, seed=seed)
        while not table.is_over:
            table.play(random.choice(table.legal_actions()))
            actions += 1
    seconds = time.perf_counter() - began
    return games / seconds, actions / seconds


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
    runs = range(parser.parse_args().repeat)
    random.seed(1)
    print(f"Python {platform.python_version()}, howdah {howdah.__version__}, best of {len(runs)}")
    print("whole random games, legal actions + play    games/s     actions/s")
    for name, part, games in ((bombay, "bombay", 400), (bazar, "bazar", 1000)):
        for players in name.PLAYERS:
            best = max(name.games_and_actions_per_second(players, games) for _ in runs)
            print(f"{part}, players: {players}, through the rules     {_speeds(best)}")
        best = max(through_the_face(part, name.PLAYERS[0], games // 5) for _ in runs)
        print(f"{part}, players: {name.PLAYERS[0]}, through the face      {_speeds(best)}")
    print(f"import howdah: {min(import_milliseconds() for _ in runs):.1f} ms CPU")


def _speeds(games_and_actions: tuple[float, float]) -> str:
    games, actions = games_and_actions
    return f"{games:>12,.0f}  {actions:>12,.0f}"


if __name__ == "__main__":
    main()
