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


def face_per_second(game: str, players: int, games: int) -> float:
    """Actions a second: `legal_actions()` and `play()` of the friendly face, records kept."""
    actions = 0
    began = time.perf_counter()
    for seed in range(games):
        table = howdah.new(game, players=players, seed=seed)
        while not table.is_over:
            table.play(random.choice(table.legal_actions()))
        actions += len(table.actions)
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
    runs = range(parser.parse_args().repeat)
    random.seed(1)
    print(f"Python {platform.python_version()}, howdah {howdah.__version__}, best of {len(runs)}")
    through_rules = max(bombay.actions_per_second(400) for _ in runs)
    through_face = max(face_per_second("bombay", bombay.PLAYERS, 60) for _ in runs)
    print(f"bombay, 4 players, rules: legal actions + play {through_rules:>12,.0f} actions/s")
    print(f"bombay, 4 players, face: legal_actions + play  {through_face:>12,.0f} actions/s")
    for players in (2, 1, 4):
        games, actions = max(bazar.games_and_actions_per_second(players, 1000) for _ in runs)
        print(f"bazar, {players} players, rules: legal actions + play  {actions:>12,.0f} actions/s")
        print(f"bazar, {players} players, rules: whole random games    {games:>12,.0f} games/s")
    through_face = max(face_per_second("bazar", 2, 300) for _ in runs)
    print(f"bazar, 2 players, face: legal_actions + play   {through_face:>12,.0f} actions/s")
    importing = min(import_milliseconds() for _ in runs)
    print(f"import howdah                                  {importing:>12.1f} ms CPU")


if __name__ == "__main__":
    main()
